import { NeighbourIndex } from "./candidates/neighbour-index.ts";
import { AlternatingForest } from "./cardinality/alternating-forest.ts";
import { Search } from "./cardinality/search.ts";
import { coverPriorities, matchAll } from "./cardinality/stages.ts";
import type { MatchingState } from "./cardinality/state.ts";
import { NO_VERTEX } from "./labels.ts";
import type { Population } from "./population/population.ts";
import { preferOverlap } from "./prefer-overlap.ts";
import { Random } from "./random.ts";
import { minimiseRepeats, type RepeatCertificate } from "./weighted/fewest-repeats.ts";

/** The default work limit is LEAST_WORK plus WORK_PER_VERTEX for each vertex. A unit of work takes about 40 ns. */
const LEAST_WORK = 3e8;
const WORK_PER_VERTEX = 5000;

export interface MatchResult {
  /** Keys of the vertices, two by two: `[a0, b0, a1, b1, …]`, in random order. */
  pairs: Float64Array;
  /** Keys of the eligible vertices without a partner, in random order. */
  unmatched: Float64Array;
  /**
   * Keys of the vertices with fewer compatible vertices than {@link MatchOptions.leastChoices}. If `a` keeps `b` away
   * as a newcomer, `a` counts among the compatible vertices of `b`, but `b` does not count among those of `a`.
   */
  fewChoices: ReadonlySet<number>;
  /** Number of adults with a valid date of birth. */
  eligible: number;
  /**
   * One entry for each priority in use, the highest first. Each entry counts the vertices of its priority and of all
   * higher ones.
   */
  thresholds: Threshold[];
  /** Number of pairs that are among {@link Population.recentPairs}. */
  repeats: number;
  /**
   * Lower bound on the repeats of any matching that has as many pairs and covers as many vertices of each priority. If
   * it equals `repeats`, no such matching has fewer.
   */
  repeatsAtLeast: number;
  provenMaximum: boolean;
  upperBound: number;
  /**
   * Work done. A unit is about one visit of a vertex or of a box of vertices. Time is not measured, because a Worker's
   * clock stands still during a computation.
   */
  work: number;
}

export interface Threshold {
  /** The wait, in runs, of the vertices with this priority. 0 for vertices whose last partner was absent. */
  waited: number;
  vertices: number;
  covered: number;
  coveredAtMost: number;
}

export interface MatchOptions {
  seed: string | number;
  /** In the unit of {@link MatchResult.work}. The default grows with the population. */
  workLimit?: number;
  /** The most edges that are listed at once to find the fewest repeats. The default is a million. */
  maxEdges?: number;
  /**
   * Vertices with fewer compatible vertices than this are listed in {@link MatchResult.fewChoices}. The default is 0,
   * for none.
   */
  leastChoices?: number;
  onCertificate?: (certificate: RepeatCertificate) => void;
}

/**
 * Pairs the vertices of a population. The same rows and options give the same result, because chance comes only from
 * the seed and no clock is read.
 */
export function matchPopulation(population: Population, options: MatchOptions): MatchResult {
  const random = new Random(options.seed);
  const index = new NeighbourIndex(population, random);
  const forest = new AlternatingForest(index);
  const search = new Search(forest);
  const workLimit = options.workLimit ?? LEAST_WORK + WORK_PER_VERTEX * population.size;
  const state = { population, index, forest, search, random, workLimit };
  const { upperBound, mostFresh } = matchAll(state);
  const provenPriority = coverPriorities(state);
  forest.disposeTrees();
  const fewestRepeats = minimiseRepeats(state, options);
  preferOverlap(state);
  const work = Math.round(index.work);
  const fewChoices = listFewChoices(state, options.leastChoices ?? 0);
  const collected = collectPairs(state);
  const provenMaximum = collected.pairs.length / 2 === upperBound;
  // The proof of the priorities holds only for a matching with the most pairs.
  const thresholds = countThresholds(
    state,
    provenMaximum ? provenPriority : Number.POSITIVE_INFINITY,
  );
  const isBounded = provenMaximum && provenPriority === 1;
  const repeatsAtLeast = Math.max(fewestRepeats, upperBound - mostFresh);
  return {
    ...collected,
    thresholds,
    fewChoices,
    repeatsAtLeast: isBounded ? Math.min(repeatsAtLeast, collected.repeats) : 0,
    provenMaximum,
    upperBound,
    work,
  };
}

function listFewChoices({ index, population }: MatchingState, least: number): Set<number> {
  const few = new Set<number>();
  const into = new Int32Array(least);
  if (least === 0) return few;
  index.countsKept = true;
  for (let v = 0; v < population.size; v++) {
    if (index.listNeighbours(v, into) < least) few.add(population.columns.keys[v]!);
  }
  return few;
}

/** @param provenPriority the lowest priority for which it is proven that no matching covers more vertices */
function countThresholds(
  { forest, population }: MatchingState,
  provenPriority: number,
): Threshold[] {
  const { columns, topPriority, waits } = population;
  const vertices = new Float64Array(topPriority + 1);
  const covered = new Float64Array(topPriority + 1);
  for (let v = 0; v < population.size; v++) {
    const priority = columns.priorities[v]!;
    vertices[priority]!++;
    if (forest.mate[v] !== NO_VERTEX) covered[priority]!++;
  }
  const thresholds: Threshold[] = [];
  let above: Threshold = { waited: 0, vertices: 0, covered: 0, coveredAtMost: 0 };
  for (let priority = topPriority; priority > 0; priority--) {
    above = {
      waited: waits[priority]!,
      vertices: above.vertices + vertices[priority]!,
      covered: above.covered + covered[priority]!,
      coveredAtMost:
        priority >= provenPriority
          ? above.covered + covered[priority]!
          : above.coveredAtMost + vertices[priority]!,
    };
    thresholds.push(above);
  }
  return thresholds;
}

function collectPairs(
  state: MatchingState,
): Pick<MatchResult, "pairs" | "unmatched" | "eligible" | "repeats"> {
  const { size, columns, recentPairs } = state.population;
  const { keys } = columns;
  const { mate } = state.forest;
  // Vertices are numbered by class and place. These must not decide the order of the pairs, nor who is first in a pair.
  const order = new Int32Array(size);
  for (let v = 0; v < size; v++) order[v] = v;
  state.random.shuffle(order);
  let matched = 0;
  for (let v = 0; v < size; v++) if (mate[v] !== NO_VERTEX) matched++;
  const pairs = new Float64Array(matched);
  const unmatched = new Float64Array(size - matched);
  const isWritten = new Uint8Array(size);
  let repeats = 0;
  let pairsFilled = 0;
  let unmatchedFilled = 0;
  for (let next = 0; next < size; next++) {
    const v = order[next]!;
    if (isWritten[v] === 1) continue;
    const w = mate[v]!;
    if (w === NO_VERTEX) {
      unmatched[unmatchedFilled++] = keys[v]!;
      continue;
    }
    isWritten[w] = 1;
    pairs[pairsFilled++] = keys[v]!;
    pairs[pairsFilled++] = keys[w]!;
    if (recentPairs.has(v, w)) repeats++;
  }
  return { pairs, unmatched, eligible: size, repeats };
}
