import { release } from "../arrays.ts";
import { FREE } from "../candidates/neighbour-index.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import type { Search } from "./search.ts";

/** One run's tools, passed from stage to stage. */
export interface Run {
  readonly population: Population;
  readonly search: Search;
  readonly random: Random;
  /** Looks allowed in all. */
  readonly maxLooks: number;
}

/** The member of the population behind a number of the index. */
export function memberAt(run: Run, v: number): number {
  const { memberOf } = run.search.index;
  return memberOf === null ? v : memberOf[v]!;
}

export function isPriority(run: Run, v: number): boolean {
  return run.population.columns.priorities[memberAt(run, v)] === 1;
}

/** Every free member, those with priority first, otherwise shuffled. */
export function freeMembers(run: Run): Int32Array {
  const { standing } = run.search;
  // Counted loops: an iterator makes an object a step, which is a megabyte each time this is asked.
  let count = 0;
  for (let v = 0; v < standing.length; v++) if (standing[v] === FREE) count++;
  const shuffled = new Int32Array(count);
  count = 0;
  for (let v = 0; v < standing.length; v++) if (standing[v] === FREE) shuffled[count++] = v;
  run.random.shuffle(shuffled);
  const list = new Int32Array(count);
  let first = 0;
  for (let i = 0; i < count; i++) {
    if (isPriority(run, shuffled[i]!)) list[first++] = shuffled[i]!;
  }
  for (let i = 0; i < count; i++) {
    if (!isPriority(run, shuffled[i]!)) list[first++] = shuffled[i]!;
  }
  release(shuffled);
  return list;
}

/** Were these two, who suit, paired in the last 30 days? */
export function isRepeatedEdge(run: Run, a: number, b: number): boolean {
  return run.population.recentPairs.has(memberAt(run, a), memberAt(run, b));
}

/** Is the partner of `a` one of the last 30 days? */
export function isRepeated(run: Run, a: number): boolean {
  const b = run.search.mate[a]!;
  return b !== -1 && isRepeatedEdge(run, a, b);
}

/** One end of each repeated pair, shuffled. */
export function repeatedPairs(run: Run): Int32Array {
  const { mate } = run.search;
  const ends: number[] = [];
  for (let a = 0; a < mate.length; a++) {
    if (mate[a]! > a && isRepeated(run, a)) ends.push(a);
  }
  const list = Int32Array.from(ends);
  run.random.shuffle(list);
  return list;
}
