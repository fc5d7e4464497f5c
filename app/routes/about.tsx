import type { MetaFunction } from "@remix-run/cloudflare";
import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { LinkButton } from "~/app/components/button";
import { Section, SectionLabel } from "~/app/components/section";
import type { ShellData, ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "About",
    description: `What ${BRAND.name} is, how a day of it goes, and how people treat each other here.`,
  });

export default function AboutPage() {
  const isSignedIn = Boolean(useRouteLoaderData<ShellData>("root")?.user);
  return (
    <div className="page-width py-12 sm:py-16">
      <h1 tabIndex={-1} className="kicker mb-6 text-accent">
        About {BRAND.name}
      </h1>
      <Definition />
      <div className="mt-14 grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <Column title={`What ${BRAND.name} is`}>
          <p>
            A blind date by letter. Once a day, at midnight UTC, everyone who is a member is
            introduced to one other member, and the two have until the next midnight to talk. There
            are no pictures and no films, nothing to swipe and nobody to choose. You read what
            somebody writes, and you write back.
          </p>
          <p>
            When the day is over the conversation closes. You can read it again whenever you like;
            neither of you can add to it. What you make of it (an address, a walk, nothing at all)
            is between the two of you.
          </p>
        </Column>
        <Column title="Our mission">
          <p>
            Most of the people who matter to us were not chosen from a list. They had the seat
            beside ours, or the room across the hall. We’d like to give chance that kind of room
            again: a day with somebody you would never have picked, and who would never have picked
            you.
          </p>
          <p>
            That is why it is short, why it is even, and why it is made of words. Everyone gets one
            introduction a day. Nobody can buy a second one.
          </p>
        </Column>
      </div>
      <HowItWorks />
      <Guidelines />
      <div className="mt-16 flex flex-col items-start gap-5 border-ink border-t pt-8 sm:flex-row sm:items-center sm:justify-between">
        <p className="font-medium font-serif text-2xl leading-snug">
          The next introductions are at midnight.
        </p>
        <LinkButton to={isSignedIn ? "/conversations" : "/signup"}>Start Dating</LinkButton>
      </div>
      <Colophon />
    </div>
  );
}

function Definition() {
  return (
    <dl className="border-ink border-b pb-10">
      <dt>
        <dfn className="font-medium font-serif text-display not-italic tracking-[-0.035em]">
          happenstance
        </dfn>
        <span className="mt-4 block text-ink-muted">
          <span aria-hidden>hap · pen · stance</span>
          <span aria-hidden className="px-2.5">
            /
          </span>
          <em className="font-serif text-lg">noun</em>
        </span>
      </dt>
      <dd className="mt-3 max-w-measure font-serif text-lede text-ink-soft">
        a circumstance that is due to chance
      </dd>
    </dl>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <SectionLabel>{title}</SectionLabel>
      <div className="prose mt-5">{children}</div>
    </section>
  );
}

const PARTS = [
  {
    title: "Daily Matching",
    text: "At 00:00 UTC everyone is paired at once. It takes into account whom each of you would like to meet, the ages you named and, if you set a limit, the distance. Within that, it is a draw. As few people as possible are left over; whoever is, comes first the next day.",
  },
  {
    title: "24-Hour Blind Date",
    text: "The conversation is open for one day, and a ring on the page shows how much of it is left. Then it closes and becomes something to read. There is no extension, for anybody.",
  },
  {
    title: "Conversation First",
    text: "Text, and only text. You see a name, an age, a place and what somebody says about themselves. There is no photograph to get past.",
  },
  {
    title: "Global Dating Pool",
    text: "Members are wherever they are, and midnight UTC is the same moment for all of them. Leave the distance open and your stranger may be a continent away. Set it, and they won’t be.",
  },
];

function HowItWorks() {
  return (
    <Section id="how-it-works" title="How It Works" className="mt-16">
      <div className="mt-7 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
        {PARTS.map(({ title, text }) => (
          <section key={title}>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </section>
        ))}
      </div>
    </Section>
  );
}

const GUIDELINES = [
  ["Be yourself.", "A name you answer to, your real age. The rest can wait until you like them."],
  [
    "Be kind.",
    "There is a person on the other side, and they drew you as blindly as you drew them.",
  ],
  ["Take no for an answer.", "Also a silence, and also a change of mind."],
  ["Keep your address to yourself.", "And your money, and your place of work, for a good while."],
  ["Meet in public.", "If you do meet: by day, among people, and tell a friend where."],
  [
    "Say when something is wrong.",
    "Block whoever makes you uneasy, and report what nobody should have to read. Both are in the conversation’s menu.",
  ],
] as const;

function Guidelines() {
  return (
    <Section id="guidelines" title="Dating guidelines" className="mt-16">
      <ul className="mt-4 grid gap-x-16 lg:grid-cols-2">
        {GUIDELINES.map(([rule, why]) => (
          <li key={rule} className="border-rule border-b py-4 text-ink-soft">
            <strong className="block font-medium font-serif text-ink text-xl">{rule}</strong>
            {why}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The licence of the place names requires this credit (docs/legal/licences.md). */
function Colophon() {
  return (
    <p className="mt-12 text-ink-muted text-sm">
      Place names:{" "}
      <a className="text-link" href="https://www.geonames.org/" rel="noopener">
        GeoNames
      </a>
      ,{" "}
      <a
        className="text-link"
        href="https://creativecommons.org/licenses/by/4.0/"
        rel="noopener license"
      >
        CC BY 4.0
      </a>
      , modified. Set in Newsreader and Instrument Sans.
    </p>
  );
}
