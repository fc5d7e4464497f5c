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

/** Work allowed by default: LEAST_WORK, plus WORK_PER_VERTEX for each vertex. A unit takes about 40 ns. */
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
  /** The adults with a valid date of birth. */
  eligible: number;
  /**
   * One entry for each priority in use, the highest first. An entry counts vertices of that priority and all higher
   * ones.
   */
  thresholds: Threshold[];
  /** Pairs that were already paired in the last 30 days. */
  repeats: number;
  /**
   * Lower bound on the repeats of any matching with this many pairs and this many vertices with priority. If the bound
   * equals `repeats`, the repeats are proven to be the fewest.
   */
  repeatsAtLeast: number;
  provenMaximum: boolean;
  upperBound: number;
  /**
   * Work done, in visits of a vertex or a box of vertices. Work is counted and not timed, because a sandbox can stop
   * its clock.
   */
  work: number;
}

export interface Threshold {
  /**
   * The shortest wait among these vertices, in runs. 0 if a vertex has this priority only because its partner was
   * absent.
   */
  waited: number;
  vertices: number;
  covered: number;
  /** Upper bound on `covered` over all matchings. If the two are equal, `covered` is proven to be the most. */
  coveredAtMost: number;
}

export interface MatchOptions {
  seed: string | number;
  /** Work allowed, in the unit of {@link MatchResult.work}. The default depends on the size. */
  workLimit?: number;
  /** The most edges that are listed to find the fewest repeats. The default depends on the size. */
  maxEdges?: number;
  /**
   * A vertex with fewer compatible vertices is listed in {@link MatchResult.fewChoices}. 0, the default, lists none.
   */
  leastChoices?: number;
  /** Receives the certificates of {@link MatchResult.repeatsAtLeast}, one per component, to verify them elsewhere. */
  onCertificate?: (certificate: RepeatCertificate) => void;
}

/** Pairs the vertices of a population. Chance comes only from the seed, and no clock is read. */
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
  // Exchanges prove nothing while an augmenting path could still add a pair.
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

/** @param provenPriority the least priority for which the covered vertices are proven to be the most */
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
  // Vertices are numbered by class and place. A shuffle keeps these from deciding the order of the pairs, and who is
  // first in a pair.
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
