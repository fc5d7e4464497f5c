/** Finds the optimum of a population with small components, by trying every subset of each component. */
import type { Best } from "./brute.ts";
import { listRanks, numberPeople, type Person } from "./rule.ts";
import type { Input } from "./types.ts";

const MOST_IN_COMPONENT = 17;
/**
 * A result is one number, so that the greater number is the better result (docs/rules.md#order). Its digits are the
 * counts of paired members by rank, to the base COVERED, and then the pairs and the negated repeats, to the base PAIR.
 */
const COVERED = 32;
const PAIR = 16;
/** A number has no room for the digits of more ranks. */
const MOST_RANKS = 8;

/** @returns null if a component is too large */
export function solveByComponents(input: Input): Best | null {
  const { people, code, codes, suits } = numberPeople(input);
  const recent = codes(input.recentPairs);
  const near = people.map((_, a) => {
    const list: number[] = [];
    for (let b = 0; b < people.length; b++) {
      if (suits(a, b)) list.push(b);
    }
    return list;
  });
  const ranks = listRanks(people);
  if (ranks.length > MOST_RANKS) throw new Error(`More than ${MOST_RANKS} ranks`);
  const sum: Best = { covered: ranks.map(() => 0), pairs: 0, repeats: 0 };
  const seen = new Uint8Array(people.length);
  for (let start = 0; start < people.length; start++) {
    if (seen[start]) continue;
    seen[start] = 1;
    const members = [start];
    for (let head = 0; head < members.length; head++) {
      for (const b of near[members[head] as number] as number[]) {
        if (seen[b]) continue;
        seen[b] = 1;
        members.push(b);
      }
    }
    if (members.length > MOST_IN_COMPONENT) return null;
    let rest = bestOf(members, people, { near, ranks, isRecent: (a, b) => recent.has(code(a, b)) });
    const repeats = (PAIR - (rest % PAIR)) % PAIR;
    rest = (rest + repeats) / PAIR;
    sum.repeats += repeats;
    sum.pairs += rest % PAIR;
    rest = Math.floor(rest / PAIR);
    for (let i = ranks.length - 1; i >= 0; i--) {
      sum.covered[i] = (sum.covered[i] as number) + (rest % COVERED);
      rest = Math.floor(rest / COVERED);
    }
  }
  return sum;
}

function bestOf(
  members: number[],
  people: Person[],
  {
    near,
    ranks,
    isRecent,
  }: { near: number[][]; ranks: number[]; isRecent: (a: number, b: number) => boolean },
): number {
  const size = members.length;
  const worthOf = (a: Person, b: Person) =>
    ranks.reduce(
      (digits, rank) => digits * COVERED + Number(a.rank >= rank) + Number(b.rank >= rank),
      0,
    ) *
    PAIR *
    PAIR;
  const at = new Map(members.map((member, i) => [member, i]));
  const worth: [number, number][][] = members.map((a) =>
    (near[a] as number[]).map((b) => [
      at.get(b) as number,
      worthOf(people[a] as Person, people[b] as Person) + PAIR - Number(isRecent(a, b)),
    ]),
  );
  const best = new Float64Array(1 << size);
  for (let mask = 1; mask < best.length; mask++) {
    const first = 31 - Math.clz32(mask);
    const without = mask & ~(1 << first);
    let most = best[without] as number;
    for (const [other, value] of worth[first] as [number, number][]) {
      if ((without & (1 << other)) === 0) continue;
      most = Math.max(most, (best[without & ~(1 << other)] as number) + value);
    }
    best[mask] = most;
  }
  return best[best.length - 1] as number;
}
