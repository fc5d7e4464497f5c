import { greatCircleKm } from "@happenstance/matching";
import type { MemberDto } from "~/core/shared/contract";
import type { RunSpeakers } from "~/db/pairing/population";
// Imported by file path, because the benchmark runs this module without a build.
import { AGE_PREFERENCE_MAX, AGE_PREFERENCE_MIN } from "../shared/constants.ts";

/** A language counts if more than a tenth of a run's members speak it, or more than `ENOUGH_SPEAKERS`. */
const MEMBERS_PER_SPEAKER = 10;
const ENOUGH_SPEAKERS = 20;
/** If fewer members than this have an account that is at least 14 days old, new accounts count as speakers too. */
const MIN_SETTLED = 20;

/**
 * A language that few speak is ignored, because it would decide who meets (docs/rules.md#languages). New accounts don't
 * count as speakers, because a stranger can make any number of accounts.
 */
export function countedLanguages({ members, settled, speakers }: RunSpeakers): ReadonlySet<string> {
  const most = Math.min(ENOUGH_SPEAKERS, Math.ceil(members / MEMBERS_PER_SPEAKER));
  const isYoung = settled < MIN_SETTLED;
  return new Set(
    speakers
      .filter((language) => (isYoung ? language.members : language.settled) > most)
      .map(({ code }) => code),
  );
}

const MIN_CHOICES = 5;
const MEMBERS_PER_CHOICE = 20;
/** A move farther than this leads to another pool of members. */
const SAME_POOL_KM = 30;

/**
 * A run of `members` counts towards a member's wait only if it has at least this many compatible members. Otherwise
 * someone could force a meeting by waiting.
 */
export function choicesForWait(members: number): number {
  return Math.min(MIN_CHOICES, Math.ceil(members / MEMBERS_PER_CHOICE));
}

export type Wishes = Pick<
  MemberDto,
  | "gender"
  | "dob"
  | "preferred_match_gender"
  | "minimum_age_preference"
  | "maximum_age_preference"
  | "distance_preference"
  | "latitude"
  | "longitude"
>;

/**
 * Whether a change ends the wait (docs/rules.md#waits). Removing the place ends the wait too, because a member could
 * otherwise move by removing the place first.
 */
export function endsWait(before: Wishes, after: Wishes): boolean {
  return (
    before.gender !== after.gender ||
    before.dob !== after.dob ||
    excludesGender(before, after) ||
    excludesAges(before, after) ||
    excludesDistance(before, after) ||
    leavesPool(before, after)
  );
}

function excludesGender(before: Wishes, after: Wishes): boolean {
  const wish = after.preferred_match_gender;
  return wish !== null && wish !== before.preferred_match_gender;
}

function excludesAges(before: Wishes, after: Wishes): boolean {
  const [from, to] = agesOf(before);
  const [newFrom, newTo] = agesOf(after);
  return from <= to && (newFrom > from || newTo < to);
}

function agesOf(wishes: Wishes): [from: number, to: number] {
  return [
    wishes.minimum_age_preference ?? AGE_PREFERENCE_MIN,
    wishes.maximum_age_preference ?? AGE_PREFERENCE_MAX,
  ];
}

function excludesDistance(before: Wishes, after: Wishes): boolean {
  const limit = after.distance_preference;
  return limit !== null && limit < (before.distance_preference ?? Number.POSITIVE_INFINITY);
}

function leavesPool(before: Wishes, after: Wishes): boolean {
  if (before.latitude === null || before.longitude === null) return false;
  if (after.latitude === null || after.longitude === null) return true;
  const km = greatCircleKm(before.latitude, before.longitude, after.latitude, after.longitude);
  return km > SAME_POOL_KM;
}
