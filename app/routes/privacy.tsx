import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DocumentPage, type DocumentSection } from "~/app/components/document-page";
import { MailLink } from "~/app/features/shell/support-link";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import type { Controller } from "~/app/load-context";
import { listRetention, type RetentionLine } from "~/core/operations/retention";
import { BRAND } from "~/core/shared/brand";
import { CONSENT_WORDS } from "~/core/shared/consent";
import {
  BACKUP_DAYS,
  EVIDENCE_MESSAGES,
  KEPT_MONTHS,
  LEFT_CONVERSATION_DAYS,
  MINIMUM_AGE_YEARS,
  RECENT_PAIR_DAYS,
  TIME_TRAVEL_DAYS,
} from "~/core/shared/constants";
import { PROMISES } from "~/core/shared/promises";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Privacy Notice",
    description: `Who answers for your data at ${BRAND.name}, what it is used for, how long it is kept, and your rights.`,
  });

export function loader({ context }: LoaderFunctionArgs) {
  return { controller: context.config.controller, retention: listRetention() };
}

/**
 * The notice (GDPR Art. 13) describes what the code does. A change of the code must change the
 * notice.
 */
const sections = ({ controller, retention }: ReturnType<typeof loader>): DocumentSection[] => [
  { id: "controller", title: "Who is responsible", body: <Responsible controller={controller} /> },
  { id: "purposes", title: "What for, and on what basis", body: <Purposes /> },
  { id: "sensitive", title: "What is sensitive", body: <Sensitive /> },
  { id: "recipients", title: "Who receives it", body: <Recipients /> },
  { id: "retention", title: "For how long", body: <Retention lines={retention} /> },
  { id: "rights", title: "Your rights", body: <Rights controller={controller} /> },
  {
    id: "automated",
    title: "Chance, and no scoring",
    body: (
      <p>
        Whom you meet is decided by a computer, once a day: by who would meet whom, by distance and
        age as both have set them, by who has waited longest since their last introduction, by whose
        last partner never came, by who met in the last {RECENT_PAIR_DAYS} days, by a language that
        both have named, by the hours at which both are awake, and by lot. For that we keep how many
        nights you have waited. Nobody is scored, ranked or profiled for it, and it has no legal
        effect. Warnings, suspensions and bans are decided by people, give their reasons, and can be
        appealed.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        When this notice changes, the date at the top changes with it. Where it concerns what you
        agreed to, we ask you again.
      </p>
    ),
  },
];

function Responsible({ controller: { name, address, privacyEmail } }: { controller: Controller }) {
  return (
    <>
      {name ? (
        <p>
          <strong>{name}</strong>
          {address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
      ) : (
        <p>
          The operator of this site answers for it, and tells you their name and postal address at
          the address below.
        </p>
      )}
      <p>
        For everything about your data, write to <MailLink address={privacyEmail} />.
      </p>
    </>
  );
}

const PURPOSES = [
  [
    "Your account, profile and preferences; pairings, messages, answers to the day’s questions, blocks",
    "to introduce you and to let you talk: the service you ask for (contract, Art. 6(1)(b) GDPR)",
  ],
  [
    "The beginning of each past conversation’s first message, and which of them you mark as favourites",
    "so that you find them again in your history; the other side never learns of a mark (contract, Art. 6(1)(b))",
  ],
  ["Gender and whom you’d like to meet", "to pair you: your explicit consent (Art. 9(2)(a))"],
  [
    "The time zone that your browser is set to, the last one only",
    "so that quiet hours, and the hours we tell you, are yours; no other member sees it (contract, Art. 6(1)(b))",
  ],
  [
    "Reports, their messages, decisions, bans",
    "to protect members and to answer complaints: our and their legitimate interest, and legal duties (Art. 6(1)(f) and (c); Art. 9(2)(f))",
  ],
  [
    "Sessions, counts of failed sign-ins, networks as keyed digests",
    "to keep accounts safe and the service up: legitimate interest (Art. 6(1)(f))",
  ],
  ["Counting of page names", "if you agree to it in the banner: consent (Art. 6(1)(a))"],
  ["Notifications, where you turn them on", "consent (Art. 6(1)(a))"],
] as const;

function Purposes() {
  return (
    <>
      <ul>
        {PURPOSES.map(([what, why]) => (
          <li key={what}>
            <strong>{what}</strong>: {why}.
          </li>
        ))}
      </ul>
      <p>
        Name, e-mail address, date of birth and a password are needed for an account; everything
        else is yours to give. The service is for people of {MINIMUM_AGE_YEARS} and older.
      </p>
    </>
  );
}

function Recipients() {
  return (
    <>
      <p>
        Other members you are paired with see your name, age, gender, bio and location text, the
        languages you both named, and what you write them. Our moderators see accounts, and the
        messages that a report has kept; each of their looks is recorded.
      </p>
      <p>
        Before you send a message that may hurt, and under one that asks you for money, your browser
        may show you a line. It looks at the words on your device alone: neither they nor its guess
        are sent to us or to anyone for that, stored or counted.
      </p>
      <p>Companies that work for us and see data only as far as that needs:</p>
      <ul>
        <li>
          <strong>Cloudflare</strong> runs the servers, the database and the network. Data may be
          processed outside your country; Cloudflare’s data processing addendum with the standard
          contractual clauses covers that.
        </li>
        <li>
          <strong>The sender of our e-mails</strong> (Cloudflare’s e-mail service, or Resend), where
          this site sends any: your e-mail address and the text of the e-mail. If you said yes to
          it, that includes one on days when an introduction waits; it names nobody.
        </li>
        <li>
          <strong>Your browser’s maker</strong> carries notifications, if you turn them on. They are
          encrypted for your browser alone.
        </li>
      </ul>
      <p>
        Places and timezones are looked up in data of our own, unless the operator has configured a
        service for it; then that service gets the rounded place, and nothing else of you.{" "}
        {PROMISES.place} Nobody else receives anything. We don’t sell data, and there is no
        advertising.
      </p>
    </>
  );
}

function Sensitive() {
  return (
    <>
      <p>{CONSENT_WORDS}</p>
      <p>
        That is why they are asked for with your explicit consent, which is stored with its date and
        the version of these words. You can answer ‘Prefer not to say’ and ‘Surprise me’ and use
        everything. You can withdraw your consent on{" "}
        <a href="/settings#consent" className="text-link">
          your account page
        </a>
        : then both are deleted at once, and the next run pairs you without them. What you write to
        your partner may be sensitive too; it is theirs and yours to read, and nobody else’s unless
        one of you reports the other.
      </p>
    </>
  );
}

const inDays = ({ days, after }: RetentionLine) =>
  days === 0 ? `until ${after}` : `${days} ${days === 1 ? "day" : "days"} after ${after}`;

function Retention({ lines }: { lines: RetentionLine[] }) {
  return (
    <>
      <p>
        Your account and all that hangs on it (profile, pairings, messages, answers, blocks, your
        reports) until you delete it, which you can do yourself at any time. What goes earlier, or
        stays longer:
      </p>
      <dl className="border-ink border-t text-base">
        {lines.map((line) => (
          <div key={line.what} className="flex flex-wrap gap-x-4 border-rule border-b py-2">
            <dt className="flex-1 basis-[16rem] text-ink">{line.what}</dt>
            <dd className="flex-1 basis-[12rem]">{inDays(line)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <strong>After you leave.</strong> So that leaving and coming back undoes no protection, we
        keep these, and nothing else, under keyed digests (codes that only our secret key makes from
        your e-mail addresses of the last {KEPT_MONTHS} months and your former account number): that
        you are suspended or banned, until that ends; whom you blocked and who blocked you,{" "}
        {KEPT_MONTHS} months; whom you met in the last {RECENT_PAIR_DAYS} days; and that an open
        report is about you. If you register with one of these addresses again in that time, they
        hold again. Each ends by itself, and none of them says who you are.
      </p>
      <p>
        <strong>Backups.</strong> Our database keeps {TIME_TRAVEL_DAYS} days of its own history, and
        a copy outside it is kept for {BACKUP_DAYS} days at most. What you delete is still in these
        until then, and is used for nothing. Should we ever have to go back to a backup, a separate
        record of deletions, blocks and restrictions makes sure that deleted members are deleted
        again, and that blocks and restrictions hold.
      </p>
    </>
  );
}

function Rights({ controller: { privacyEmail } }: { controller: Controller }) {
  return (
    <>
      <p>
        You can see, correct, download and delete your data in{" "}
        <a href="/settings" className="text-link">
          your account page
        </a>
        , without asking us. You can withdraw a consent at any time, for what comes after. You can
        also ask us to restrict what we do with your data, object to what we base on our interests,
        or ask anything about it: <MailLink address={privacyEmail} />. We answer within a month.
      </p>
      <p>
        If you think that we break the law, you can complain to the data protection authority of
        your country.
      </p>
      <p>
        Someone’s message to you is their data as well as yours: when either of the two deletes
        their account, the conversation is gone for both. For {LEFT_CONVERSATION_DAYS} days the last{" "}
        {EVIDENCE_MESSAGES} messages of a conversation that was open, or had ended less than{" "}
        {LEFT_CONVERSATION_DAYS} days before, are kept encrypted: nobody can read them unless the
        other side reports what was written. Then they are gone too.
      </p>
      <p>
        An answer to a question of the day is shown to your partner once both of you have answered;
        before that they see only that you have answered.
      </p>
    </>
  );
}

export default function PrivacyPage() {
  return (
    <DocumentPage
      updated="2026-11-27"
      title="Privacy Notice"
      lede="Who answers for your data, what it is used for, how long it is kept, and what you can ask of us."
      sections={sections(useLoaderData<typeof loader>())}
    />
  );
}
