import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/app/components/button";
import { TwoWindowsPicture } from "~/app/components/illustrations/two-windows";
import { Section } from "~/app/components/section";
import { GoodBye } from "~/app/features/landing/good-bye";
import { LastDrawFigure } from "~/app/features/landing/last-draw";
import { readKeptDraw } from "~/app/features/landing/last-draw.server";
import { MemberDay } from "~/app/features/landing/member-day";
import { Safety } from "~/app/features/landing/safety";
import { SampleDay } from "~/app/features/landing/sample-day";
import { readDay } from "~/app/features/pairing/home-loader.server";
import { NextIntroduction } from "~/app/features/shell/next-introduction";
import { Dateline } from "~/app/features/shell/reader-clock";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import { readSession } from "~/app/lib/session.server";
import { readToast } from "~/app/lib/toast.server";
import { BRAND } from "~/core/shared/brand";
import { formatCountdown, nextMidnightUtc } from "~/core/shared/countdown";
import { ACCOUNT_DELETED, PROMISES } from "~/core/shared/promises";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data?.hasLeft ? "Good-bye" : data?.day ? "Today" : "One stranger a day, in words",
  });

export async function loader(args: LoaderFunctionArgs) {
  const session = await readSession(args.request, args.context);
  const now = Date.now();
  if (session) {
    const day = await readDay(args, session.viewer, { knowsWhy: true });
    const { memberId: viewerId } = session.viewer;
    return { day, viewerId, unread: day.unread, hasLeft: false, lastDraw: null, now };
  }
  const hasLeft = readToast(args.request)?.message === ACCOUNT_DELETED;
  return {
    day: null,
    viewerId: "",
    unread: null,
    hasLeft,
    lastDraw: await readKeptDraw(args.context),
    now,
  };
}

export default function LandingPage() {
  const { day, viewerId, hasLeft, lastDraw, now } = useLoaderData<typeof loader>();
  if (day) return <MemberDay day={day} viewerId={viewerId} />;
  if (hasLeft) return <GoodBye />;
  return (
    <div className="page-width">
      <Nameplate now={now} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 py-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:gap-16 lg:py-12 low:py-4 low:lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] low:lg:py-6">
        <div className="flex flex-col justify-between gap-10">
          <Pitch />
          <NextIntroduction now={now} />
        </div>
        <figure className="self-start overflow-hidden rounded-md border border-ink dark:border-rule">
          <TwoWindowsPicture now={now} />
        </figure>
      </div>
      <HowItWorks />
      <SampleDay />
      <Refusals />
      <Safety />
      {lastDraw ? <LastDrawFigure draw={lastDraw} /> : null}
      <ClosingCall now={now} />
    </div>
  );
}

/** Hidden from screen readers, because the link to the landing page already has the name. */
function Nameplate({ now }: { now: number }) {
  return (
    <header className="@container pt-6 sm:pt-8 low:pt-5">
      <p
        aria-hidden
        className="-ms-[0.035em] whitespace-nowrap font-medium font-serif text-[16.3cqi] leading-[0.86] tracking-[-0.04em] low:sm:text-[9.5cqi]"
      >
        {BRAND.name}
      </p>
      <div className="mt-5 flex flex-wrap justify-between gap-x-8 border-ink border-t border-b py-1.5 sm:mt-7 low:mt-3">
        <p className="kicker text-ink-soft">
          <Dateline now={now} />
        </p>
        <p className="kicker text-ink-muted">{BRAND.tagline}</p>
      </div>
    </header>
  );
}

function Pitch() {
  return (
    <div>
      <h1
        tabIndex={-1}
        className="text-[clamp(1.875rem,1.4rem+2.2vw,3.25rem)] leading-[1.04] tracking-tight low:text-[clamp(1.75rem,1.3rem+1.2vw,2.5rem)]"
      >
        Every midnight, two strangers are introduced. They have until the next one.
      </h1>
      <p className="mt-5 max-w-measure text-ink-soft text-lg leading-relaxed low:mt-3 low:text-base">
        One person, drawn by chance from those you could get on with. No pictures to judge, nobody
        else to compare: a day of talking, and then the conversation closes.
      </p>
      <div className="mt-7 flex flex-wrap gap-3 low:mt-4">
        <LinkButton to="/signup">Sign Up</LinkButton>
        <LinkButton to="/login" variant="secondary">
          Log In
        </LinkButton>
      </div>
    </div>
  );
}

function ClosingCall({ now }: { now: number }) {
  return (
    <section
      aria-labelledby="closing"
      className="rule-double mt-20 flex flex-col items-start gap-6 pt-10 sm:flex-row sm:items-center sm:justify-between"
    >
      <h2 id="closing" className="text-title">
        The next one is{" "}
        <span data-clock="countdown">{formatCountdown(nextMidnightUtc(now) - now)}</span>.{" "}
        <em className="font-normal">Be in it.</em>
      </h2>
      <LinkButton to="/signup" className="shrink-0">
        Create your account
      </LinkButton>
    </section>
  );
}

const STEPS = [
  {
    time: "00:00 UTC",
    title: "Daily match",
    text: "You are introduced to one other member. You have told us whom you would like to meet, of what age and how near; the rest is chance.",
  },
  {
    time: "The day between",
    title: "24-hour blind date",
    text: "You write, they write. A name, an age, a place: the rest is what you tell each other. Words only, so that words count.",
  },
  {
    time: "00:00 again",
    title: "New matches",
    text: "The conversation closes, and stays with you to read. A moment later there is somebody new. Whoever was left over comes first.",
  },
];

function HowItWorks() {
  return (
    <Section id="how" title="How It Works" className="pt-4">
      <ol className="mt-7 grid gap-8 md:grid-cols-3 md:gap-0 md:divide-x md:divide-rule">
        {STEPS.map(({ time, title, text }) => (
          <li key={time} className="md:px-7 md:last:pe-0 md:first:ps-0">
            <p className="font-serif text-accent text-lg">{time}</p>
            <h3 className="mt-1 text-2xl">{title}</h3>
            <p className="mt-3 max-w-measure text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-9 flex flex-wrap items-baseline gap-x-5 gap-y-1 border-rule border-t border-b py-3">
        <span className="kicker text-accent">Newly added</span>
        <span className="font-serif text-lg">
          Age and location matching: name the ages, and how far is too far, and the draw keeps to
          both.
        </span>
      </p>
    </Section>
  );
}

function Refusals() {
  return (
    <section
      aria-labelledby="not-here"
      className="mt-20 grid gap-x-16 gap-y-6 lg:grid-cols-[2fr_3fr]"
    >
      <h2 id="not-here" className="max-w-md text-title">
        What you won’t find here
      </h2>
      <dl className="divide-y divide-rule border-rule border-t border-b">
        {[
          ["Photographs", "Nobody can send one, so nobody is asked for one."],
          ["A shelf of faces", "You meet one person a day, and they meet you."],
          ["A price on attention", "Nothing to buy, no boost, no list of who looked."],
          ["Your doorstep", `A partner may learn your town. ${PROMISES.place}`],
        ].map(([term, text]) => (
          <div key={term} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[12rem_1fr]">
            <dt className="font-medium font-serif text-xl leading-snug">{term}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
