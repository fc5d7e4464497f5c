import { FREE } from "./neighbour-index.ts";
import type { Population } from "./population.ts";
import type { Random } from "./random.ts";
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
  return memberOf === null ? v : (memberOf[v] as number);
}

export function isPriority(run: Run, v: number): boolean {
  return run.population.columns.priorities[memberAt(run, v)] === 1;
}

/** Every free member, those with priority first, otherwise shuffled. */
export function freeMembers(run: Run): Int32Array {
  const { standing } = run.search;
  let count = 0;
  for (const where of standing) if (where === FREE) count++;
  const list = new Int32Array(count);
  count = 0;
  for (let v = 0; v < standing.length; v++) if (standing[v] === FREE) list[count++] = v;
  run.random.shuffle(list);
  const first = list.filter((v) => isPriority(run, v));
  const others = list.filter((v) => !isPriority(run, v));
  list.set(first);
  list.set(others, first.length);
  return list;
}

/** Were these two, who suit, paired in the last 30 days? */
export function isRepeatedEdge(run: Run, a: number, b: number): boolean {
  return run.population.recentPairs.has(memberAt(run, a), memberAt(run, b));
}

/** Is the partner of `a` one of the last 30 days? */
export function isRepeated(run: Run, a: number): boolean {
  const b = run.search.mate[a] as number;
  return b !== -1 && isRepeatedEdge(run, a, b);
}

/** One end of each repeated pair, shuffled. */
export function repeatedPairs(run: Run): Int32Array {
  const { mate } = run.search;
  const ends: number[] = [];
  for (let a = 0; a < mate.length; a++) {
    if ((mate[a] as number) > a && isRepeated(run, a)) ends.push(a);
  }
  const list = Int32Array.from(ends);
  run.random.shuffle(list);
  return list;
}
