import { matchHeaviest } from "./heaviest.ts";
import { createChance } from "./populations.ts";
import { listRanks, numberPeople } from "./rule.ts";
import type { Input, Member, Output } from "./types.ts";

/** Native speakers of the 40 largest languages in millions (see `bench/pairing/README.md`, "Languages"). */
const FIRST_SPEAKERS = [
  990, 484, 390, 345, 250, 242, 145, 124, 90, 86, 85, 84, 83, 83, 81, 79, 78, 76, 74, 69, 64, 62,
  58, 57, 53, 48, 45, 41, 40, 38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18,
];
/**
 * The index of English in the list. Half of all further languages are English, and the others are drawn from the list.
 */
const COMMON = 2;
const COMMON_SHARE = 0.5;
/** The shares of members who name one language and who name two. The others name three. */
const ONE = 0.6;
const TWO = 0.25;
/** The share of members whose first language is that of their region, and the width of the square regions. */
const NATIVE = 0.9;
const REGION_DEGREES = 5;

/**
 * @param isByPlace whether the first language of most members with a place is that of their region. If false, place and
 * language are independent, which makes pairing harder than in reality
 */
export function giveLanguages(members: Member[], seed: number, isByPlace: boolean): Member[] {
  const chance = createChance(seed * 104_729 + 7);
  const all = FIRST_SPEAKERS.reduce((sum, speakers) => sum + speakers, 0);
  const draw = () => {
    let rest = chance() * all;
    const at = FIRST_SPEAKERS.findIndex((speakers) => {
      rest -= speakers;
      return rest < 0;
    });
    return `l${at}`;
  };
  const regions = new Map<string, string>();
  return members.map((member) => {
    const { latitude, longitude } = member;
    const languages = [draw()];
    if (isByPlace && latitude !== null && longitude !== null && chance() < NATIVE) {
      const region = [latitude, longitude].map((x) => Math.round(x / REGION_DEGREES)).join();
      languages[0] = regions.get(region) ?? draw();
      regions.set(region, languages[0]);
    }
    const share = chance();
    const count = share < ONE ? 1 : share < ONE + TWO ? 2 : 3;
    while (languages.length < count) {
      const further = chance() < COMMON_SHARE ? `l${COMMON}` : draw();
      if (!languages.includes(further)) languages.push(further);
    }
    return { ...member, languages };
  });
}

export function areApart(
  { languages: one = [] }: Member,
  { languages: other = [] }: Member,
): boolean {
  return one.length > 0 && other.length > 0 && !one.some((code) => other.includes(code));
}

export function countApart({ members }: Input, { pairs }: Pick<Output, "pairs">): number {
  const byId = new Map(members.map((member) => [member.id, member]));
  return pairs.filter(([a, b]) => areApart(byId.get(a) as Member, byId.get(b) as Member)).length;
}

/**
 * Finds the fewest pairs without a common language that a matching can have if it is the best by waits, pairs and
 * repeats. The search is exact, and feasible for up to a thousand members.
 */
export function searchFewestApart(input: Input): { pairs: number; apart: number; repeats: number } {
  const { people, numbers, code, codes, suits } = numberPeople(input);
  const recent = codes(input.recentPairs);
  const members = new Array<Member>(people.length);
  for (const member of input.members) {
    const number = numbers.get(member.id);
    if (number !== undefined) members[number] = member;
  }
  const ranks = listRanks(people);
  const worths = people.map((person) => 1 + ranks.filter((rank) => rank <= person.rank).length);
  const isSeen = new Set<number>();
  const found = { pairs: 0, apart: 0, repeats: 0 };
  for (let start = 0; start < people.length; start++) {
    if (isSeen.has(start)) continue;
    isSeen.add(start);
    const part = [start];
    for (const a of part) {
      for (let b = 0; b < people.length; b++) {
        if (isSeen.has(b) || !suits(a, b)) continue;
        isSeen.add(b);
        part.push(b);
      }
    }
    // A member weighs more than all repeats of the part together, and a repeat more than all pairs without a common
    // language.
    const repeat = part.length / 2 + 1;
    const one = part.length * repeat;
    const at = (i: number) => part[i] as number;
    const worthOf = (i: number) => (worths[at(i)] as number) * one;
    const isRepeat = (i: number, j: number) => recent.has(code(at(i), at(j)));
    const lacks = (i: number, j: number) =>
      areApart(members[at(i)] as Member, members[at(j)] as Member);
    const mates = matchHeaviest(part.length, (i, j) =>
      suits(at(i), at(j))
        ? worthOf(i) + worthOf(j) - repeat * Number(isRepeat(i, j)) - Number(lacks(i, j))
        : 0,
    );
    mates.forEach((j, i) => {
      if (j < i) return;
      found.pairs++;
      found.apart += Number(lacks(i, j));
      found.repeats += Number(isRepeat(i, j));
    });
  }
  return found;
}
