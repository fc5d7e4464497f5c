import { greatCircleKm } from "~/core/matching/population/sphere";
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_TOLERANCE_KM,
} from "~/core/shared/constants";
import type { DayOff } from "~/db/queries/day-offs";
import type { SnapshotLine } from "~/db/queries/run-snapshots";

/** How many of the others each rule excludes for one member. A member can count under several. */
export interface Exclusions {
  /** Everyone else who could be paired that day, without those blocked either way. */
  considered: number;
  /** Not of the preferred gender. */
  gender: number;
  /** Outside the member's own age range. */
  age: number;
  /** Too far, or without a place, for the member's own distance limit. */
  distance: number;
  /** Passed all of the member's own preferences, but theirs exclude the member. */
  theirPreferences: number;
}

/**
 * For 'Why no match today': which preferences excluded how many. Pure, and linear in the snapshot;
 * the rule is the run's (contract §4), by places to one decimal: distances to exact ones would tell
 * where somebody is (contract §3). Hiding small counts is the caller's duty.
 */
export function countExclusions({ own, blockedKeys, snapshot }: DayOff): Exclusions {
  const left = new Set([own[0], ...blockedKeys]);
  const counts = { considered: 0, gender: 0, age: 0, distance: 0, theirPreferences: 0 };
  for (const other of snapshot) {
    if (left.has(other[0])) continue;
    counts.considered++;
    const kilometres = measure(own, other);
    const wrongGender = excludesGender(own, other);
    const wrongAge = excludesAge(own, other);
    const tooFar = excludesPlace(own, kilometres);
    if (wrongGender) counts.gender++;
    if (wrongAge) counts.age++;
    if (tooFar) counts.distance++;
    if (wrongGender || wrongAge || tooFar) continue;
    const theyExclude =
      excludesGender(other, own) || excludesAge(other, own) || excludesPlace(other, kilometres);
    if (theyExclude) counts.theirPreferences++;
  }
  return counts;
}

const excludesGender = (line: SnapshotLine, other: SnapshotLine) =>
  line[2] !== null && line[2] !== other[1];

const excludesAge = (line: SnapshotLine, other: SnapshotLine) =>
  other[3] < (line[4] ?? AGE_PREFERENCE_MIN) || other[3] > (line[5] ?? AGE_PREFERENCE_MAX);

/** @param kilometres between the two; null when one has no coordinates */
const excludesPlace = (line: SnapshotLine, kilometres: number | null) => {
  const [, , , , , , latitude, longitude, limit] = line;
  // Without coordinates the stored limit counts for nothing.
  if (limit === null || latitude === null || longitude === null) return false;
  return kilometres === null || kilometres > limit + DISTANCE_TOLERANCE_KM;
};

function measure(a: SnapshotLine, b: SnapshotLine): number | null {
  if ((a[8] === null && b[8] === null) || a[6] === null || a[7] === null) return null;
  if (b[6] === null || b[7] === null) return null;
  return greatCircleKm(a[6], a[7], b[6], b[7]);
}
