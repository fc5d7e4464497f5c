/** The contract's rule (§4) once more, written for the checker from the contract's words, not from the engine. */
import type { Member } from "./types.ts";

export interface Person {
  gender: string | null;
  wish: string | null;
  age: number;
  from: number;
  to: number;
  place: { latitude: number; longitude: number } | null;
  within: number | null;
  priority: boolean;
  /** The partner of the day before never opened the conversation, and the member was not left out. */
  unanswered: boolean;
}

/** Null for a member who can't be paired: a minor, or without a date of birth. */
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
    priority: member.left_out_yesterday === true,
    unanswered: member.left_out_yesterday !== true && member.partner_absent_yesterday === true,
  };
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

/** Without blocks. */
export function mayMeet(a: Person, b: Person): boolean {
  if (a.wish !== null && a.wish !== b.gender) return false;
  if (b.wish !== null && b.wish !== a.gender) return false;
  if (b.age < a.from || b.age > a.to || a.age < b.from || a.age > b.to) return false;
  if (a.within === null && b.within === null) return true;
  if (a.place === null || b.place === null) return false;
  const apart = kilometres(a.place, b.place);
  return (a.within === null || apart <= a.within) && (b.within === null || apart <= b.within);
}
