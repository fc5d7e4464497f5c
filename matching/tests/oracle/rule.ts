/** The rule of docs/rules.md#compatibility, written from that text and not from the engine. */
import type { Input, Member } from "./types.ts";

export interface Person {
  gender: string | null;
  wish: string | null;
  age: number;
  from: number;
  to: number;
  place: { latitude: number; longitude: number } | null;
  within: number | null;
  /** The priority. 0 for none, 1 for an unanswered member, otherwise one more than the days waited, at most 61. */
  rank: number;
  since: number;
  /** Null if the member accepts newcomers. */
  acceptedUntil: number | null;
}

/** @returns null for a member who can't be paired: a minor, or one without a valid date of birth */
export function toPerson(member: Member, date: string): Person | null {
  const age = ageOf(member.dob, date);
  if (age === null || age < 18) return null;
  const { latitude, longitude } = member;
  const place = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  return {
    gender: member.gender,
    wish: member.preferred_match_gender,
    age,
    from: member.minimum_age_preference ?? 18,
    to: member.maximum_age_preference ?? 80,
    place,
    within: place === null ? null : member.distance_preference,
    rank: rankOf(member),
    since: member.since ?? 0,
    acceptedUntil: member.accepted_until ?? null,
  };
}

function rankOf(member: Member): number {
  const waited = member.waited ?? (member.left_out_yesterday ? 1 : 0);
  if (waited === 0) return member.partner_absent_yesterday === true ? 1 : 0;
  return Math.min(waited, 60) + 1;
}

/** The ranks above 0 that occur, the highest first. */
export function listRanks(people: Iterable<Person>): number[] {
  const ranks = new Set(Array.from(people, ({ rank }) => rank));
  ranks.delete(0);
  return [...ranks].sort((a, b) => b - a);
}

function ageOf(dob: string | null, date: string): number | null {
  if (dob === null || !/^\d{4}-\d\d-\d\d$/.test(dob)) return null;
  const [year = 0, month = 0, day = 0] = dob.split("-").map(Number);
  const real = new Date(Date.UTC(2000, 0, 1));
  real.setUTCFullYear(year, month - 1, day);
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day) return null;
  const [thisYear = 0, thisMonth = 0, today = 0] = date.split("-").map(Number);
  const birthdayIsAhead = month > thisMonth || (month === thisMonth && day > today);
  return thisYear - year - (birthdayIsAhead ? 1 : 0);
}

export function kilometres(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfLatitude = toRadians(b.latitude - a.latitude) / 2;
  const halfLongitude = toRadians(b.longitude - a.longitude) / 2;
  const square =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(toRadians(a.latitude)) *
      Math.cos(toRadians(b.latitude)) *
      Math.sin(halfLongitude) ** 2;
  return 6371 * 2 * Math.atan2(Math.sqrt(square), Math.sqrt(Math.max(0, 1 - square)));
}

/** Blocks are not checked. */
export function mayMeet(a: Person, b: Person): boolean {
  if (a.acceptedUntil !== null && b.since > a.acceptedUntil) return false;
  if (b.acceptedUntil !== null && a.since > b.acceptedUntil) return false;
  if (a.wish !== null && a.wish !== b.gender) return false;
  if (b.wish !== null && b.wish !== a.gender) return false;
  if (b.age < a.from || b.age > a.to || a.age < b.from || a.age > b.to) return false;
  if (a.within === null && b.within === null) return true;
  if (a.place === null || b.place === null) return false;
  const apart = kilometres(a.place, b.place);
  return (a.within === null || apart <= a.within) && (b.within === null || apart <= b.within);
}

/** Members who can be paired, numbered from 0. */
export interface People {
  people: Person[];
  numbers: Map<string, number>;
  /**
   * A key for two numbers. Keys are numbers to save memory, because 10,000 compatible members make fifty million pairs.
   */
  code(a: number, b: number): number;
  /** Pairs with an unknown id have no key. */
  codes(pairs: [string, string][]): Set<number>;
  /** Whether the rule and the blocks allow the pair. */
  suits(a: number, b: number): boolean;
}

export function numberPeople({ members, date, blocks }: Input): People {
  const people: Person[] = [];
  const numbers = new Map<string, number>();
  for (const member of members) {
    const person = toPerson(member, date);
    if (person === null || numbers.has(member.id)) continue;
    numbers.set(member.id, people.length);
    people.push(person);
  }
  const code = (a: number, b: number) => Math.min(a, b) * people.length + Math.max(a, b);
  const codes = (pairs: [string, string][]) => {
    const set = new Set<number>();
    for (const [idA, idB] of pairs) {
      const a = numbers.get(idA);
      const b = numbers.get(idB);
      if (a !== undefined && b !== undefined) set.add(code(a, b));
    }
    return set;
  };
  const blocked = codes(blocks);
  const suits = (a: number, b: number) =>
    a !== b && mayMeet(people[a] as Person, people[b] as Person) && !blocked.has(code(a, b));
  return { people, numbers, code, codes, suits };
}
