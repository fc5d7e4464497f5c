import type { NeighbourIndex } from "../candidates/neighbour-index.ts";
import { FREE } from "../labels.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import type { AlternatingForest } from "./alternating-forest.ts";
import type { Search } from "./search.ts";

export interface MatchingState {
  readonly population: Population;
  readonly index: NeighbourIndex;
  readonly forest: AlternatingForest;
  readonly search: Search;
  readonly random: Random;
  readonly workLimit: number;
}

export function priorityOf(state: MatchingState, v: number): number {
  return state.population.columns.priorities[v]!;
}

export function listFree(state: MatchingState): Int32Array {
  const { topPriority } = state.population;
  return shuffleFree(state, topPriority + 1, (v) => topPriority - priorityOf(state, v));
}

export function shuffleFree(
  state: MatchingState,
  ranks: number,
  rankOf: (v: number) => number,
): Int32Array {
  const { labels } = state.forest;
  // Counted loops, because an iterator would allocate an object per step, a megabyte per call.
  const starts = new Int32Array(ranks + 1);
  for (let v = 0; v < labels.length; v++) if (labels[v] === FREE) starts[rankOf(v) + 1]!++;
  for (let rank = 0; rank < ranks; rank++) starts[rank + 1]! += starts[rank]!;
  const shuffled = new Int32Array(starts[ranks]!);
  let count = 0;
  for (let v = 0; v < labels.length; v++) if (labels[v] === FREE) shuffled[count++] = v;
  state.random.shuffle(shuffled);
  const list = new Int32Array(count);
  for (let i = 0; i < count; i++) list[starts[rankOf(shuffled[i]!)]!++] = shuffled[i]!;
  return list;
}

/** One end of each pair that is a repeat, in random order. */
export function listRepeats({ forest, population, random }: MatchingState): Int32Array {
  const { mate } = forest;
  const ends: number[] = [];
  for (let a = 0; a < mate.length; a++) {
    if (mate[a]! > a && population.recentPairs.has(a, mate[a]!)) ends.push(a);
  }
  const list = Int32Array.from(ends);
  random.shuffle(list);
  return list;
}
