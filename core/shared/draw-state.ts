import { ageOrNull, toUtcDate } from "./age";
import {
  AGE_PREFERENCE_MAX,
  MINIMUM_AGE_YEARS,
  MS_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
} from "./constants";
import { nextMidnightUtc } from "./countdown";

/**
 * Dates of runs. `from` is the first run that the pause skips; null if there is no pause. `until` is the first run
 * after the pause; null if the pause has no end date.
 */
interface PauseDates {
  from: string | null;
  until: string | null;
}

export interface DayFacts {
  pairing: { expiresAt: number; isPartnerHere: boolean } | null;
  isDrawn: boolean;
  isLeftOut: boolean;
  /**
   * Nights without a partner since the newest pairing, including those that don't count towards the wait
   * (docs/rules.md#waits).
   */
  nightsOut: number;
  end: { isOwnBlock: boolean; goesFirst: boolean } | null;
}

/** Sent to the browser, which evaluates the state again as its clock advances. */
export interface DrawFacts extends DayFacts {
  readAt: number;
  /** The end of a suspension; `never` for a ban, null for a member who is neither suspended nor banned. */
  barredUntil: number | "never" | null;
  awaitsVerification: boolean;
  dob: string | null;
  pause: PauseDates;
  /** Today's run left the member out because they were away (docs/glossary.md, away). */
  isBack: boolean;
}

export type Absence =
  | "suspended"
  | "banned"
  | "unconfirmed"
  | "incomplete"
  | "too_young"
  | "too_old"
  | "skips"
  | "paused";

export type DrawDay =
  | { is: "paired"; isPartnerHere: boolean }
  | { is: "left_out" }
  /**
   * The partner's block, suspension and deletion all give the same value, because the member must not learn which of
   * them happened (docs/rules.md#partner).
   */
  | { is: "ended_early"; isOwnBlock: boolean; goesFirst: boolean }
  | { is: "drawing" }
  | { is: "was_away" }
  | { is: "none" };

export interface DrawState {
  today: DrawDay;
  nightsOut: number;
  next: {
    /** The run's date, and the instant at which this date begins. */
    date: string;
    at: number;
    absence: Absence | null;
  };
}

const DRAWING_MS = MS_PER_HOUR;

export const isDrawHour = (now: number) => now % MS_PER_DAY < DRAWING_MS;

const LATE_MS = 3 * MS_PER_MINUTE;

export const isDrawLate = (now: number) => now % MS_PER_DAY >= LATE_MS;

export const EMPTY_DAY: DayFacts = {
  pairing: null,
  isDrawn: false,
  isLeftOut: false,
  nightsOut: 0,
  end: null,
};

/**
 * The member's state today, and whether the next run includes them (docs/rules.md#day-off, docs/rules.md#midnight).
 * @param read if it was read on an earlier date, its facts about that day are ignored
 */
export function readDrawState(read: DrawFacts, now: number): DrawState {
  const date = toUtcDate(now);
  const facts =
    toUtcDate(read.readAt) === date
      ? read
      : { ...read, ...EMPTY_DAY, nightsOut: read.nightsOut, isBack: false };
  const at = nextMidnightUtc(now);
  const next = { date: toUtcDate(at), at, absence: absenceOn(facts, at) };
  return { today: readToday(facts, now), nightsOut: facts.nightsOut, next };
}

function readToday(facts: DrawFacts, now: number): DrawDay {
  const { pairing, isLeftOut, end, isDrawn, isBack } = facts;
  if (pairing) return { is: "paired", isPartnerHere: pairing.isPartnerHere };
  if (isLeftOut) return { is: "left_out" };
  if (end) return { is: "ended_early", ...end };
  if (isBack) return { is: "was_away" };
  const isAwaited = !isDrawn && isDrawHour(now) && absenceOn(facts, now) === null;
  return { is: isAwaited ? "drawing" : "none" };
}

function absenceOn(facts: DrawFacts, instant: number): Absence | null {
  const date = toUtcDate(instant);
  const { barredUntil, pause } = facts;
  if (barredUntil === "never") return "banned";
  if (barredUntil !== null && barredUntil > instant) return "suspended";
  const age = ageOrNull(facts.dob, date);
  if (age === null) return "incomplete";
  if (age < MINIMUM_AGE_YEARS) return "too_young";
  if (age > AGE_PREFERENCE_MAX) return "too_old";
  if (facts.awaitsVerification) return "unconfirmed";
  if (!isSatOut(pause, date)) return null;
  const dayAfter = toUtcDate(instant + MS_PER_DAY);
  return pause.from === date && pause.until === dayAfter ? "skips" : "paused";
}

function isSatOut({ from, until }: PauseDates, date: string): boolean {
  return from !== null && from <= date && (until === null || until > date);
}
