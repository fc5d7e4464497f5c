import type { Conversation, Member, Model } from "./model";

/* The rules of pairing, written from docs/rules.md#compatibility, #order and #waits, and trying every matching. */

const EARTH_RADIUS_KM = 6_371;
const TOLERANCE_KM = 10;
const DAY_MS = 24 * 3_600_000;

export const toDate = (now: number) => new Date(now).toISOString().slice(0, 10);

/** Age in whole years on a date. */
export function ageOn(dob: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(dob.slice(0, 4));
  return date.slice(5) < dob.slice(5) ? years - 1 : years;
}

type Place = Pick<Member, "latitude" | "longitude">;

/** The great-circle distance in km; null if one of the two has no place. */
export function distanceOf(one: Place, other: Place): number | null {
  if (one.latitude === null || one.longitude === null) return null;
  if (other.latitude === null || other.longitude === null) return null;
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [rad(one.latitude), rad(other.latitude)];
  const turn = rad(other.longitude - one.longitude);
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const h = half(to - from) + Math.cos(from) * Math.cos(to) * half(turn);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
}

function accepts(one: Member, other: Member, date: string): boolean {
  if (one.wants !== null && one.wants !== other.gender) return false;
  const age = ageOn(other.dob, date);
  if (age < (one.minAge ?? 18) || age > (one.maxAge ?? 80)) return false;
  if (one.reach === null || one.latitude === null) return true;
  const distance = distanceOf(one, other);
  return distance !== null && distance <= one.reach + TOLERANCE_KM;
}

export function areCompatible(model: Model, one: Member, other: Member, date: string): boolean {
  if (one.email === other.email || model.eitherBlocks(one, other)) return false;
  if (ageOn(one.dob, date) < 18 || ageOn(other.dob, date) < 18) return false;
  return accepts(one, other, date) && accepts(other, one, date);
}

/** Members who take part in a run of a date. */
export function membersOf(model: Model, date: string): Member[] {
  return model.members.filter((member) => {
    const { pause } = member;
    if (member.leftAt !== null || model.isBarred(member)) return false;
    if (pause && pause.from <= date && (pause.until === null || pause.until > date)) return false;
    return ageOn(member.dob, date) >= 18;
  });
}

/** The wait that a run reads. A second run of a date judges the night again, so it reads the earlier wait if longer. */
const waitFor = ({ wait, waitBefore, waitedOn }: Member, date: string) =>
  waitedOn === date ? Math.max(wait, waitBefore) : wait;

/** Whether a member opened last night's conversation, the partner never did, and it ended by its own time. */
function wasStoodUp(model: Model, member: Member, previous: Conversation[]): boolean {
  const last = previous.find(({ two }) => two.includes(member));
  if (!last || !model.isThere(last)) return false;
  if (last.isShut || last.endedEarly || last.expiresAt > model.now) return false;
  const partner = last.two[0] === member ? last.two[1] : last.two[0];
  return last.opened.has(member) && !last.opened.has(partner);
}

export type Pair = [Member, Member];

/** The values by which a run orders its possible results, the most important first. */
function worthOf(model: Model, pairs: Pair[], date: string, previous: Conversation[]): number[] {
  const paired = pairs.flat();
  const waits = paired.map((one) => Math.min(60, waitFor(one, date)));
  const byWait = Array.from(
    { length: 60 },
    (_, i) => waits.filter((wait) => wait >= 60 - i).length,
  );
  const repeats = pairs.filter((pair) => isRepeat(model, pair, date)).length;
  const stoodUp = paired.filter((one) => wasStoodUp(model, one, previous)).length;
  return [...byWait, stoodUp, pairs.length, -repeats];
}

export function isRepeat(model: Model, [one, other]: Pair, date: string): boolean {
  const since = toDate(Date.parse(date) - 30 * DAY_MS);
  return model.met.some(
    ({ emails, date: met }) =>
      met >= since && emails.includes(one.email) && emails.includes(other.email),
  );
}

const isMore = (one: number[], other: number[]) => {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

function* matchings(edges: Pair[]): Generator<Pair[]> {
  const [edge, ...rest] = edges;
  if (!edge) {
    yield [];
    return;
  }
  yield* matchings(rest);
  const apart = rest.filter((pair) => !pair.some((one) => edge.includes(one)));
  for (const others of matchings(apart)) yield [edge, ...others];
}

/** The reason why a result is not one of the best; null if it is. */
export function findFlaw(
  model: Model,
  { members, pairs, date }: { members: Member[]; pairs: Pair[]; date: string },
): string | null {
  const previous = model.conversations.filter(({ run }) => run === model.runs.at(-1)?.id);
  const describe = (one: Member) =>
    `${one.name} (${waitFor(one, date)}${wasStoodUp(model, one, previous) ? ", stood up" : ""})`;
  const names = (pair: Pair) => pair.map(describe).join(" and ");
  for (const pair of pairs) {
    if (!pair.every((one) => members.includes(one))) return `not both in the run: ${names(pair)}`;
    if (!areCompatible(model, ...pair, date)) return `not compatible: ${names(pair)}`;
  }
  if (new Set(pairs.flat()).size < 2 * pairs.length) return "a member is paired twice";
  const edges = members.flatMap((one, i) =>
    members
      .slice(i + 1)
      .filter((other) => areCompatible(model, one, other, date))
      .map((other): Pair => [one, other]),
  );
  const worth = worthOf(model, pairs, date, previous);
  for (const better of matchings(edges)) {
    if (isMore(worthOf(model, better, date, previous), worth)) {
      return `${better.map(names).join(", ") || "nobody"} goes before ${pairs.map(names).join(", ") || "nobody"}`;
    }
  }
  return null;
}

/** Updates the waits of a published run's members, and of those in an earlier run of its date. */
export function judgeWaits(
  model: Model,
  { members, pairs, date }: { members: Member[]; pairs: Pair[]; date: string },
): void {
  const paired = new Set(pairs.flat());
  const enough = Math.min(5, Math.ceil(members.length / 20));
  for (const member of model.members) {
    const before = member.waitedOn === date ? member.waitBefore : member.wait;
    if (members.includes(member)) {
      const choice = members.filter((one) => areCompatible(model, member, one, date)).length;
      const wait = paired.has(member) ? 0 : before + (choice >= enough ? 1 : 0);
      Object.assign(member, { wait, waitBefore: before, waitedOn: date });
    } else if (member.waitedOn === date && !model.openOf(member)) {
      member.wait = member.waitBefore;
    }
  }
}
