/** The exact optimum of populations that fall into small components: every subset of each is tried. */
import type { Best } from "./brute.ts";
import { numberPeople, type Person } from "./rule.ts";
import type { Input } from "./types.ts";

const MOST_IN_COMPONENT = 17;
/** Contract's order in one number: covered, then pairs, then repeats. */
const COVERED = 1_000_000;
const PAIR = 1_000;

/** Null when a component is too big. For populations of up to some thousands. */
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
  const sum: Best = { covered: 0, pairs: 0, repeats: 0 };
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
    const best = bestOf(members, people, near, (a, b) => recent.has(code(a, b)));
    sum.covered += Math.round(best / COVERED);
    const rest = best - Math.round(best / COVERED) * COVERED;
    sum.pairs += Math.round(rest / PAIR);
    sum.repeats += Math.round(rest / PAIR) * PAIR - rest;
  }
  return sum;
}

function bestOf(
  members: number[],
  people: Person[],
  near: number[][],
  isRecent: (a: number, b: number) => boolean,
): number {
  const size = members.length;
  const at = new Map(members.map((member, i) => [member, i]));
  const worth: [number, number][][] = members.map((a) =>
    (near[a] as number[]).map((b) => [
      at.get(b) as number,
      COVERED * (Number(people[a]?.priority) + Number(people[b]?.priority)) +
        PAIR -
        Number(isRecent(a, b)),
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
