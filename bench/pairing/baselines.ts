/** Simple algorithms to compare the engine with. Both respect compatibility and blocks, and ignore everything else. */

import { createChance } from "../../matching/tests/oracle/populations.ts";
import { numberPeople } from "../../matching/tests/oracle/rule.ts";
import type { Input } from "../../matching/tests/oracle/types.ts";

const PROBES = 100;
const SCAN_MOST = 20_000;

/**
 * In random order, each member takes the first compatible member among a hundred random free members.
 * @returns number of pairs
 */
export function pairAtRandom(input: Input, seed: number): number {
  const { people, suits } = numberPeople(input);
  const chance = createChance(seed);
  const free = people.map((_, i) => i);
  let pairs = 0;
  while (free.length > 1) {
    const a = takeAt(free, Math.floor(chance() * free.length));
    for (let probe = 0; probe < PROBES && free.length > 0; probe++) {
      const at = Math.floor(chance() * free.length);
      if (!suits(a, free[at] as number)) continue;
      takeAt(free, at);
      pairs++;
      break;
    }
  }
  return pairs;
}

function takeAt(list: number[], at: number): number {
  const taken = list[at] as number;
  list[at] = list[list.length - 1] as number;
  list.pop();
  return taken;
}

/**
 * In the order of the input, each member takes the next compatible free member.
 * @returns number of pairs
 */
export function pairByScan(input: Input): number {
  const { people, suits } = numberPeople(input);
  const taken = new Uint8Array(people.length);
  let pairs = 0;
  for (let a = 0; a < people.length; a++) {
    if (taken[a]) continue;
    let looks = 0;
    for (let b = a + 1; b < people.length && looks < SCAN_MOST; b++) {
      if (taken[b]) continue;
      looks++;
      if (!suits(a, b)) continue;
      taken[b] = 1;
      pairs++;
      break;
    }
  }
  return pairs;
}
