import { ageOrNull, toUtcDate } from "./age";
import { AGE_PREFERENCE_MAX, MINIMUM_AGE_YEARS, MS_PER_DAY, MS_PER_HOUR } from "./constants";
import { nextMidnightUtc } from "./countdown";
import { isSatOut, type PauseDates } from "./pauses";

/** A member's day as the database has it. */
export interface DayFacts {
  /** The open pairing: its end, milliseconds since 1970, and whether the partner has opened it. */
  pairing: { expiresAt: number; isPartnerHere: boolean } | null;
  /** A run of today's date is published. */
  isDrawn: boolean;
  /** Today's newest run left the member out. */
  isLeftOut: boolean;
  /** Nights that left the member out since their newest pairing (docs/rules.md#waits). */
  waited: number;
  /** Early end of today's pairing; null if it did not end early. */
  end: { isOwnBlock: boolean; goesFirst: boolean } | null;
}

/** All that {@link readDrawState} goes by, as of one moment: sent to the browser, which reads it again as its clock goes on. */
export interface DrawFacts extends DayFacts {
  /** Milliseconds since 1970. */
  readAt: number;
  /** The end of a suspension, milliseconds since 1970; `never` for a ban; null in good standing. */
  barredUntil: number | "never" | null;
  awaitsVerification: boolean;
  dob: string | null;
  pause: PauseDates;
  /** Today's run left the member out as absent (docs/glossary.md, away). */
  isBack: boolean;
}

/** Why a run does not know a member. */
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
  /** Of a block by the partner, a suspension or a departure the member may know only that it ended (docs/rules.md#partner). */
  | { is: "ended_early"; isOwnBlock: boolean; goesFirst: boolean }
  /** Midnight is past, the member takes part, and the run is not published yet. */
  | { is: "drawing" }
  | { is: "was_away" }
  | { is: "none" };

export interface DrawState {
  today: DrawDay;
  /** Nights that left the member out since their newest pairing. */
  waited: number;
  next: {
    /** The run's date, `YYYY-MM-DD`, and its midnight, milliseconds since 1970. */
    date: string;
    at: number;
    /** Null for a member who takes part. */
    absence: Absence | null;
  };
}

/** How long after midnight an unpublished run counts as being made. */
const DRAWING_MS = MS_PER_HOUR;

/** Whether an instant is in the hour after a midnight UTC. @param now milliseconds since 1970 */
export const isDrawHour = (now: number) => now % MS_PER_DAY < DRAWING_MS;

/** A day of which nothing is known yet. */
export const EMPTY_DAY: DayFacts = {
  pairing: null,
  isDrawn: false,
  isLeftOut: false,
  waited: 0,
  end: null,
};

/**
 * A member's draw state: what today is for them, and whether the next run knows them. The one answer of every page
 * (docs/rules.md#day-off, docs/rules.md#midnight).
 * @param now milliseconds since 1970: facts of an earlier date say nothing about today's
 */
export function readDrawState(read: DrawFacts, now: number): DrawState {
  const date = toUtcDate(now);
  const facts =
    toUtcDate(read.readAt) === date
      ? read
      : { ...read, ...EMPTY_DAY, waited: read.waited, isBack: false };
  const at = nextMidnightUtc(now);
  const next = { date: toUtcDate(at), at, absence: absenceOn(facts, at) };
  return { today: readToday(facts, now), waited: facts.waited, next };
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

/** Why the run of an instant's date does not know a member; null when it does. */
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
