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
 * Dates of runs, `YYYY-MM-DD`. `from` is the first run that is sat out, null without a pause; `until` is the first run
 * after the pause, null until further notice.
 */
interface PauseDates {
  from: string | null;
  until: string | null;
}

/** The facts of a member's day as the database has them. */
export interface DayFacts {
  /** The open pairing: its end, milliseconds since 1970, and whether the partner has opened it. */
  pairing: { expiresAt: number; isPartnerHere: boolean } | null;
  /** A run of today's date is published. */
  isDrawn: boolean;
  /** Today's newest run left the member out. */
  isLeftOut: boolean;
  /** Nights that left the member out since their newest pairing, whether or not they count towards the wait (docs/rules.md#waits). */
  nightsOut: number;
  /** Facts of the early end of today's pairing; null if it did not end early. */
  end: { isOwnBlock: boolean; goesFirst: boolean } | null;
}

/**
 * All facts that {@link readDrawState} uses, as of one moment. They are sent to the browser, which evaluates them again
 * as its clock advances.
 */
export interface DrawFacts extends DayFacts {
  /** Milliseconds since 1970. */
  readAt: number;
  /** The end of a suspension, milliseconds since 1970; `never` for a ban; null in good standing. */
  barredUntil: number | "never" | null;
  awaitsVerification: boolean;
  dob: string | null;
  pause: PauseDates;
  /** Whether today's run left the member out as absent (docs/glossary.md, away). */
  isBack: boolean;
}

/** Reasons why a run leaves a member out. */
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
   * The member may know only that it ended if the cause is a block by the partner, a suspension or a deletion
   * (docs/rules.md#partner).
   */
  | { is: "ended_early"; isOwnBlock: boolean; goesFirst: boolean }
  /** Midnight has passed, the member takes part, and the run is not published yet. */
  | { is: "drawing" }
  | { is: "was_away" }
  | { is: "none" };

export interface DrawState {
  today: DrawDay;
  /** Nights that left the member out since their newest pairing. */
  nightsOut: number;
  next: {
    /** The run's date, `YYYY-MM-DD`, and its midnight, milliseconds since 1970. */
    date: string;
    at: number;
    /** Null for a member who takes part. */
    absence: Absence | null;
  };
}

/** Time after midnight for which an unpublished run counts as being made. */
const DRAWING_MS = MS_PER_HOUR;

/** Whether an instant is in the hour after a midnight UTC. @param now milliseconds since 1970 */
export const isDrawHour = (now: number) => now % MS_PER_DAY < DRAWING_MS;

/** Time after midnight from which a run that is still being made counts as late. */
const LATE_MS = 3 * MS_PER_MINUTE;

/** Whether a run that isn't published at an instant is late. @param now milliseconds since 1970 */
export const isDrawLate = (now: number) => now % MS_PER_DAY >= LATE_MS;

/** The facts of a day when nothing is known yet. */
export const EMPTY_DAY: DayFacts = {
  pairing: null,
  isDrawn: false,
  isLeftOut: false,
  nightsOut: 0,
  end: null,
};

/**
 * A member's draw state: what today is for them, and whether the next run has them. All pages use it
 * (docs/rules.md#day-off, docs/rules.md#midnight).
 * @param now milliseconds since 1970; facts of an earlier date are not used for today
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

/** The reason why the run of an instant's date leaves a member out; null if it does not. */
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

/** Whether a pause holds on a pairing date. */
function isSatOut({ from, until }: PauseDates, date: string): boolean {
  return from !== null && from <= date && (until === null || until > date);
}
