import type { MetaFunction } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageHeading } from "~/app/components/section";
import { LocalMidnight } from "~/app/features/shell/reader-clock";
import { SupportLink } from "~/app/features/shell/support-link";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";
import { ANSWER_WITHIN_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";
import { PROMISES } from "~/core/shared/promises";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "FAQ",
    description: `Ten questions about ${BRAND.name}, answered for how it really works.`,
  });

interface Question {
  id: string;
  question: string;
  answer: ReactNode;
}

const QUESTIONS: readonly Question[] = [
  {
    id: "how-it-works",
    question: `How does ${BRAND.name} work?`,
    answer: (
      <p>
        You sign up, say whom you’d like to meet, and wait for midnight UTC
        <LocalMidnight />. Then every member is introduced to one other member. You have until the
        next midnight to talk, in text. If you need a beginning, there are three questions a day:
        your answers open when both of you have given one. After that the conversation closes, and
        you are introduced to somebody else.
      </p>
    ),
  },
  {
    id: "not-matched",
    question: "Why was I not matched today?",
    answer: (
      <>
        <p>
          The draw takes those who joined before midnight, confirmed their e-mail if we asked them
          to, have been here in the last two weeks, and have neither sat out the day nor paused. If
          you were among them, nobody was left who suits you and whom you suit: with an odd number
          of people somebody always has a day off. If it was you, you come first in the next day’s
          matching.
        </p>
        <p>
          If it happens often, look at{" "}
          <Link to="/profile/edit" className="text-link">
            your preferences
          </Link>
          : a short distance or a narrow range of ages leaves few people, above all where we have
          few members. A distance limit also needs your location.
        </p>
      </>
    ),
  },
  {
    id: "past-conversations",
    question: "Can I read past conversations?",
    answer: (
      <p>
        Yes. They are listed under today’s conversation and stay readable, though nothing can be
        added. One becomes unreadable while either of you has blocked the other, and disappears when
        either of you deletes their account. If you’d like to find each other again, each of you can
        leave a sealed address during the day: one line, opened at the end only if both of you left
        one.
      </p>
    ),
  },
  {
    id: "choosing",
    question: "Can I choose my match?",
    answer: (
      <p>
        No, and that is the idea. You say which gender you’d like to meet, in which range of ages
        and, if you want, how far away at most. Both of you must fit what the other asked for. Among
        all who do, chance decides, and it avoids whom you met in the last thirty days where it can.
      </p>
    ),
  },
  {
    id: "pictures",
    question: "Can I send images or videos?",
    answer: (
      <p>
        No. Conversations are text, on both sides and always. You can write a link, but it stays
        text with its address in plain sight: nothing is loaded or previewed.
      </p>
    ),
  },
  {
    id: "behavior",
    question: "What do I do about inappropriate behavior?",
    answer: (
      <>
        <p>
          Open the menu with the three dots in the conversation. <strong>Block User</strong>:{" "}
          {PROMISES.block} {PROMISES.blockSeen} <strong>Report User</strong>: {PROMISES.report}
        </p>
        <p>If you are in danger, call your local emergency number first.</p>
      </>
    ),
  },
  {
    id: "time-zone",
    question: "Which time zone do you use?",
    answer: (
      <p>
        The day changes at midnight UTC for everyone, wherever they are
        <LocalMidnight before=". On your clock that is " after="" />. Times inside the app are shown
        in your own time.
      </p>
    ),
  },
  {
    id: "deleting",
    question: "How do I delete my account?",
    answer: (
      <p>
        On{" "}
        <Link to="/profile" className="text-link">
          your profile
        </Link>
        , with Delete Account. {PROMISES.deletion} {PROMISES.afterDeletion} {PROMISES.backups} The
        same e-mail address can sign up again, unless the account was suspended or banned. You can
        download all your data from{" "}
        <Link to="/settings" className="text-link">
          your account page
        </Link>{" "}
        first.
      </p>
    ),
  },
  {
    id: "app",
    question: "Is there a mobile app?",
    answer: (
      <p>
        There is none to download, and you don’t need one: the site is made for phones first. Add it
        to your home screen from your browser’s menu, and it opens like an app.
      </p>
    ),
  },
  {
    id: "contact",
    question: "How do I contact support?",
    answer: (
      <p>
        Write to <SupportLink />. A person reads it, and{" "}
        {`we aim to answer within ${formatDuration(ANSWER_WITHIN_MS)}.`}
      </p>
    ),
  },
];

export default function FaqPage() {
  return (
    <div className="page-width py-12 sm:py-16">
      <PageHeading kicker="FAQ" lede="Ten questions people ask before they trust a stranger.">
        Frequently asked questions
      </PageHeading>
      <div className="mt-12 border-ink border-t">
        {QUESTIONS.map(({ id, question, answer }) => (
          <section
            key={id}
            id={id}
            className="grid scroll-mt-6 gap-x-14 gap-y-3 border-rule border-b py-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <h2 className="text-2xl leading-tight">
              <a href={`#${id}`} className="decoration-accent underline-offset-4 hover:underline">
                {question}
              </a>
            </h2>
            <div className="prose">{answer}</div>
          </section>
        ))}
      </div>
    </div>
  );
}
