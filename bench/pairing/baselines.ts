/** What one would write first: for comparison. Both know the rule and the blocks, and nothing else. */

import { createChance } from "../../tests/oracle/populations.ts";
import { mayMeet, type Person, toPerson } from "../../tests/oracle/rule.ts";
import type { Input } from "../../tests/oracle/types.ts";

/** Tries per member of the random greedy. */
const PROBES = 100;
/** Looks of the plain scan for one member. */
const SCAN_MOST = 20_000;

interface Prepared {
  people: Person[];
  blocked: Set<number>;
}

function prepare(input: Input): Prepared {
  const people: Person[] = [];
  const numbers = new Map<string, number>();
  for (const member of input.members) {
    const person = toPerson(member, input.date);
    if (person === null || numbers.has(member.id)) continue;
    numbers.set(member.id, people.length);
    people.push(person);
  }
  const blocked = new Set<number>();
  for (const [a, b] of input.blocks) {
    const i = numbers.get(a);
    const j = numbers.get(b);
    if (i !== undefined && j !== undefined)
      blocked.add(Math.min(i, j) * people.length + Math.max(i, j));
  }
  return { people, blocked };
}

function suits({ people, blocked }: Prepared, a: number, b: number): boolean {
  if (a === b || !mayMeet(people[a] as Person, people[b] as Person)) return false;
  return !blocked.has(Math.min(a, b) * people.length + Math.max(a, b));
}

/** Everyone in random order takes the first of a hundred random free members who suits. @returns pairs */
export function pairAtRandom(input: Input, seed: number): number {
  const prepared = prepare(input);
  const chance = createChance(seed);
  const free = prepared.people.map((_, i) => i);
  let pairs = 0;
  while (free.length > 1) {
    const a = takeAt(free, Math.floor(chance() * free.length));
    for (let probe = 0; probe < PROBES && free.length > 0; probe++) {
      const at = Math.floor(chance() * free.length);
      if (!suits(prepared, a, free[at] as number)) continue;
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

/** In the order of the table, each takes the next free member who suits. @returns pairs */
export function pairByScan(input: Input): number {
  const prepared = prepare(input);
  const { people } = prepared;
  const taken = new Uint8Array(people.length);
  let pairs = 0;
  for (let a = 0; a < people.length; a++) {
    if (taken[a]) continue;
    let looks = 0;
    for (let b = a + 1; b < people.length && looks < SCAN_MOST; b++) {
      if (taken[b]) continue;
      looks++;
      if (!suits(prepared, a, b)) continue;
      taken[b] = 1;
      pairs++;
      break;
    }
  }
  return pairs;
}
