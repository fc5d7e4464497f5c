import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Avatar } from "~/app/components/avatar";
import { LinkButton } from "~/app/components/button";
import { CountdownRing } from "~/app/components/countdown-ring";
import { Check } from "~/app/components/icons";
import { PlaceAndAge } from "~/app/components/place-and-age";
import { AbsenceWords, NotHereYet } from "~/app/features/pairing/absence-words";
import { nextIntroductionsLabel } from "~/app/features/shell/clock-words";
import { NextIntroduction } from "~/app/features/shell/next-introduction";
import { isProfileIncomplete } from "~/app/features/shell/profile-banner";
import { Dateline, LocalMidnight } from "~/app/features/shell/reader-clock";
import { formatCountdown, nextMidnightUtc, remainingFraction } from "~/core/shared/countdown";
import { type DrawState, readDrawState } from "~/core/shared/draw-state";
import { dayWords, isBarred, nextWords, waitWords } from "~/core/shared/draw-words";
import type { Day } from "./read-day.server";

interface MemberDayProps {
  day: Day;
  /** The server's clock, milliseconds since 1970. */
  now: number;
}

/** A member's landing page: today's card, or their draw state (docs/rules.md#routes). Its content is valid until midnight. */
export function MemberDay({ day, now }: MemberDayProps) {
  const midnight = nextMidnightUtc(now);
  const state = readDrawState(day.draw, now);
  const isPartnerHere = state.today.is === "paired" ? state.today.isPartnerHere : null;
  return (
    <div
      data-clock="day"
      data-now={now}
      data-partner-here={String(isPartnerHere)}
      className="page-width max-w-4xl py-8 sm:py-12"
    >
      <div data-until={midnight}>
        <p className="kicker mb-3 text-accent">
          <Dateline now={now} />
        </p>
        {day.match ? (
          <Match match={day.match} unread={day.unread} state={state} now={now} />
        ) : (
          <Waiting user={day.user} isTold={day.isTold} state={state} now={now} />
        )}
      </div>
      <div data-from={midnight} hidden>
        <h1 className="text-title">A new day has begun.</h1>
        {isBarred(state) ? null : (
          <TodaysPage>
            {state.next.absence === null
              ? "Your next introduction is there, or on its way."
              : "That page says where you stand."}
          </TodaysPage>
        )}
      </div>
    </div>
  );
}

/** The button to today's page, with a sentence beside it. */
function TodaysPage({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
      <LinkButton to="/conversations">View Today's Match</LinkButton>
      <p data-news className="min-w-0 flex-1 basis-56 text-ink-muted text-sm">
        {children}
      </p>
    </div>
  );
}

interface MatchProps {
  match: NonNullable<Day["match"]>;
  unread: number;
  state: DrawState;
  now: number;
}

function Match({ match, unread, state: { today, next }, now }: MatchProps) {
  const { name, avatar_url, age, place } = match;
  const midnight = nextMidnightUtc(now);
  const countdown = formatCountdown(midnight - now);
  return (
    <section
      aria-labelledby="draw"
      className="flex flex-col items-center gap-6 sm:flex-row sm:gap-10 [overflow-wrap:anywhere]"
    >
      <div data-clock="next" className="max-w-full">
        <CountdownRing
          className="w-32 sm:w-48"
          fraction={remainingFraction(midnight, now)}
          label={nextIntroductionsLabel(countdown)}
        >
          <Avatar name={name} src={avatar_url} size="lg" />
        </CountdownRing>
      </div>
      <div className="w-full min-w-0 flex-1">
        <h1 id="draw" tabIndex={-1} className="text-title">
          Today you meet <bdi>{name}</bdi>
        </h1>
        <p className="mt-2 text-ink-soft text-lg">
          <PlaceAndAge place={place} age={age} />
        </p>
        <p className="mt-2 font-serif text-accent text-xl italic">
          Expires <span data-clock="countdown">{countdown}</span>
          <LocalMidnight before=", at " after=" your time" isPlain />
        </p>
        <div data-news>
          {today.is === "paired" && !today.isPartnerHere ? <NotHereYet name={name} /> : null}
        </div>
        {next.absence === null ? null : (
          <p className="mt-2 text-ink-soft">
            <AbsenceWords absence={next.absence} />
          </p>
        )}
        <TodaysPage>
          {unread === 0
            ? "Nothing new to read."
            : unread === 1
              ? "1 new line for you."
              : `${unread} new lines for you.`}
        </TodaysPage>
      </div>
    </section>
  );
}

interface WaitingProps extends Pick<Day, "user" | "isTold"> {
  state: DrawState;
  now: number;
}

/**
 * The page of a member without a conversation: whether they are in the next draw, when it is, and how to improve their
 * chances.
 */
function Waiting({ user, state, isTold, now }: WaitingProps) {
  const { absence } = state.next;
  const nightsOut = waitWords(state);
  const canJoin = absence === "unconfirmed" || absence === "incomplete";
  return (
    <section aria-labelledby="draw">
      <h1 id="draw" tabIndex={-1} className="max-w-2xl text-title">
        <DayWords state={state} now={now} />
      </h1>
      {nightsOut === null ? null : <p className="mt-3 text-ink-soft text-lg">{nightsOut}</p>}
      {/* A suspended or banned member can't open today's page, and is not in the next draw. */}
      {isBarred(state) ? null : (
        <>
          <TodaysPage>{BESIDE_THE_WAY[state.today.is]}</TodaysPage>
          {/* No steps are shown if the member chose the absence, or can't change it. */}
          {absence === null || canJoin ? (
            <div className="mt-10 grid items-start gap-x-16 gap-y-8 border-rule border-t pt-8 sm:grid-cols-[minmax(0,1fr)_auto]">
              <Steps {...{ user, isTold }} isUnconfirmed={absence === "unconfirmed"} />
              {/* The heading has the countdown of a member who is in the next draw. */}
              {canJoin ? <NextIntroduction now={now} /> : null}
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}

/** The sentence about today's page for each state of the day. */
const BESIDE_THE_WAY: Record<DrawState["today"]["is"], string> = {
  paired: "It is there.",
  drawing: "Your card turns over there by itself.",
  left_out: "There is none today. That page says why.",
  ended_early: "It is over for today. That page has your history.",
  was_away: "There is none today. You are in again from the next draw on.",
  none: "There is none yet. That page shows when it comes.",
};

function DayWords({ state, now }: Pick<WaitingProps, "state" | "now">) {
  const { absence, at } = state.next;
  const day = dayWords(state);
  if (state.today.is === "drawing") return day;
  return (
    <>
      {day ? `${day} ` : null}
      {absence === null ? (
        <>
          {nextWords(state)} It is <span data-clock="countdown">{formatCountdown(at - now)}</span>
          <LocalMidnight before=", at " after=" your time" isPlain />.
        </>
      ) : (
        <AbsenceWords absence={absence} />
      )}
    </>
  );
}

function Steps({
  user,
  isTold,
  isUnconfirmed,
}: Pick<Day, "user" | "isTold"> & { isUnconfirmed: boolean }) {
  const confirming = {
    isDone: false,
    title: "Confirm your e-mail",
    text: "The link is in your inbox. You join the draw once you have used it.",
    to: "/profile/email",
  };
  const telling = {
    isDone: isTold === true,
    title: "Turn on notifications",
    text: "A notification on this device when your match is here.",
    to: "/profile/notifications",
  };
  const steps = [
    ...(isUnconfirmed ? [confirming] : []),
    {
      isDone: !isProfileIncomplete(user),
      title: "Say where you are",
      text: "So that distance works, and times are shown in your zone.",
      to: "/profile/edit",
    },
    {
      isDone: Boolean(user.bio),
      title: "Write a line about yourself",
      text: "Your match can answer it.",
      to: "/profile/edit",
    },
    ...(isTold === null ? [] : [telling]),
  ];
  return (
    <ol className="flex flex-col gap-3">
      {steps.map(({ isDone, title, text, to }) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden
            className="mt-1 inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-rule-strong"
          >
            {isDone ? <Check className="size-3.5 text-success" /> : null}
          </span>
          <p className="text-ink-soft">
            {isDone ? (
              <span className="font-semibold text-ink">
                {title}
                <span className="sr-only"> (done)</span>
              </span>
            ) : (
              <Link to={to} className="text-link font-semibold">
                {title}
              </Link>
            )}
            <span className="block text-sm">{text}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}
