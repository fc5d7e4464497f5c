import {
  acceptsAge,
  acceptsDistance,
  acceptsGender,
  greatCircleKm,
  limitOf,
  oldestOf,
  youngestOf,
} from "@happenstance/matching";
import { WHY_SAMPLE_MEMBERS } from "~/core/shared/constants";
import type { DayOff } from "~/db/pairing/day-offs";
import type { SnapshotLine } from "~/db/pairing/run-snapshots";
import { AGES, addTolerance } from "./match-members";

/** The counts overlap, because several rules can exclude the same member. */
export interface Exclusions {
  considered: number;
  gender: number;
  age: number;
  /** If the member has a distance limit, those without a place count too. */
  distance: number;
  /** Members who fit all of the member's own preferences, but exclude the member by theirs. */
  theirPreferences: number;
}

/**
 * Places must be rounded, because counts by exact distance would locate a member. Blocks are ignored, because someone
 * could compare the counts of two accounts that differ only in a block, and so locate the blocked member
 * (docs/rules.md#why-no-match). The caller must hide small counts.
 */
export function countExclusions({ own, sample }: Omit<DayOff, "members">): Exclusions {
  const member = toSnapshotMember(own);
  const counts = { considered: 0, gender: 0, age: 0, distance: 0, theirPreferences: 0 };
  for (const line of sample) {
    const other = toSnapshotMember(line);
    if (other.key === member.key) continue;
    counts.considered++;
    const wishes = compareWishes(member, other);
    if (!wishes.gender) counts.gender++;
    if (!wishes.age) counts.age++;
    if (!wishes.distance) counts.distance++;
    if (wishes.all && !compareWishes(other, member).all) counts.theirPreferences++;
  }
  return counts;
}

export function estimateExclusions(dayOff: DayOff): Exclusions {
  const counts = countExclusions(dayOff);
  if (dayOff.members <= WHY_SAMPLE_MEMBERS) return counts;
  const scale = dayOff.members / Math.max(1, dayOff.sample.length);
  const estimate = (count: number) => Number(Math.round(count * scale).toPrecision(2));
  return {
    considered: estimate(counts.considered),
    gender: estimate(counts.gender),
    age: estimate(counts.age),
    distance: estimate(counts.distance),
    theirPreferences: estimate(counts.theirPreferences),
  };
}

function toSnapshotMember(line: SnapshotLine) {
  const { key, gender, preferredGender, age, latitude, longitude } = line;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  return {
    key,
    gender,
    preferredGender,
    age,
    youngest: youngestOf(line.minimumAge, AGES),
    oldest: oldestOf(line.maximumAge, AGES),
    place,
    limit: limitOf(addTolerance(line.distanceLimit), place !== null),
  };
}

type SnapshotMember = ReturnType<typeof toSnapshotMember>;

function compareWishes(member: SnapshotMember, other: SnapshotMember) {
  const gender = acceptsGender(member.preferredGender, other.gender, null);
  const age = acceptsAge(other.age, member.youngest, member.oldest);
  const distance = acceptsDistance(member.limit, measureKm(member, other));
  return { gender, age, distance, all: gender && age && distance };
}

function measureKm({ place: a }: SnapshotMember, { place: b }: SnapshotMember): number | null {
  if (a === null || b === null) return null;
  return greatCircleKm(a.latitude, a.longitude, b.latitude, b.longitude);
}
