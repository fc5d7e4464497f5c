import { DENSE_LIMIT, DenseIndex } from "./candidates/dense-index.ts";
import type { NeighbourIndex } from "./candidates/neighbour-index.ts";
import { SparseIndex } from "./candidates/sparse-index.ts";
import { Search } from "./cardinality/search.ts";
import { coverPriorities, matchAll } from "./cardinality/stages.ts";
import type { Population } from "./population/population.ts";
import { Random } from "./random.ts";
import { minimiseRepeats, type RepeatWitness } from "./weighted/fewest-repeats.ts";

/** What a run makes of a population. */
export interface MatchResult {
  /** Keys, two by two: `[a0, b0, a1, b1, …]`, in an order that tells nothing. */
  pairs: Float64Array;
  /** Keys of everyone eligible who is left over, shuffled. */
  unmatched: Float64Array;
  /** How many could be considered at all: adults with a date of birth. */
  eligible: number;
  /** How many of those left out last time are paired, and what no matching can exceed. */
  covered: number;
  coveredAtMost: number;
  /** Pairs that were already paired in the last 30 days. */
  repeats: number;
  /**
   * No matching with as many pairs, and as many covered of those left out last time, has fewer repeats than
   * this. When it equals `repeats`, they are proven to be the fewest.
   */
  repeatsAtLeast: number;
  /** True when no matching of this population has more pairs. */
  provenMaximum: boolean;
  /** No matching has more pairs than this. */
  upperBound: number;
  /** Work done, in looks at a member or a box of members: a Worker's clock stands still meanwhile. */
  looks: number;
  /** Most bytes held in typed arrays at one time, the population's own included. */
  bytes: number;
}

export interface MatchOptions {
  /** Stored with the run; the same seed and population give the same result. */
  seed: string | number;
  /** Work allowed, in looks; the default suits the size. */
  maxLooks?: number;
  /** Up to this size the graph is held as bits; for tests of the other way on small populations. */
  denseLimit?: number;
  /** Edges of the graph that may be written down to find the fewest repeats; the default suits the size. */
  mostEdges?: number;
  /** Is given the proofs of {@link MatchResult.repeatsAtLeast}, part by part, to verify them elsewhere. */
  witness?: (proof: RepeatWitness) => void;
}

/** Pairs the members of a population (contract §4). Pure: reads no clock and no randomness but the seed's. */
export function matchPopulation(population: Population, options: MatchOptions): MatchResult {
  const random = new Random(options.seed);
  const dense = population.size <= (options.denseLimit ?? DENSE_LIMIT);
  const index: NeighbourIndex = dense
    ? new DenseIndex(population, random)
    : new SparseIndex(population, random);
  const search = new Search(index);
  const run = {
    population,
    search,
    random,
    maxLooks: options.maxLooks ?? defaultLooks(population.size, dense),
  };
  const { upperBound, mostFresh } = matchAll(run);
  const prioritiesProven = coverPriorities(run);
  const held = index.bytes + search.bytes;
  search.endSearches();
  const fewest = minimiseRepeats(run, options);
  const looks = Math.round(index.looks);
  const bytes = population.bytes + Math.max(held, index.bytes + search.bytes + fewest.bytes);
  index.release();
  const collected = collectPairs(population, search, random);
  // Whoever with priority has no partner and no proof might have had one.
  const losable = prioritiesProven ? 0 : sumOf(population.columns.priorities) - collected.covered;
  const provenMaximum = collected.pairs.length / 2 === upperBound;
  // A filter in place of the list of recent pairs takes fresh pairs for repeats: then the bound is none.
  const bounded = provenMaximum && prioritiesProven && population.recentPairs.isExact;
  const repeatsAtLeast = Math.max(fewest.atLeast, upperBound - mostFresh);
  return {
    ...collected,
    coveredAtMost: collected.covered + losable,
    repeatsAtLeast: bounded ? Math.min(repeatsAtLeast, collected.repeats) : 0,
    provenMaximum,
    upperBound,
    looks,
    bytes,
  };
}

/** A look is a word of bits in the matrix, about a nanosecond; in the sparse index it is a box or a member, and some 40. */
function defaultLooks(size: number, dense: boolean): number {
  return dense ? 4e9 : 3e8 + 5000 * size;
}

function sumOf(flags: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < flags.length; i++) sum += flags[i]!;
  return sum;
}

function collectPairs(
  population: Population,
  search: Search,
  random: Random,
): Pick<MatchResult, "pairs" | "unmatched" | "eligible" | "repeats" | "covered"> {
  const { size, columns, recentPairs } = population;
  const { priorities } = columns;
  const { mate, index } = search;
  const memberOf = index.memberOf;
  // The order of the result must not tell who was paired first; the search's arrays are no longer needed.
  const order = new Int32Array(size);
  for (let v = 0; v < size; v++) order[v] = v;
  random.shuffle(order);
  let matched = 0;
  for (let v = 0; v < size; v++) if (mate[v] !== -1) matched++;
  const pairs = new Float64Array(matched);
  const unmatched = new Float64Array(size - matched);
  let repeats = 0;
  let covered = 0;
  let filled = 0;
  let left = 0;
  for (let next = 0; next < size; next++) {
    const v = order[next]!;
    const a = memberOf === null ? v : memberOf[v]!;
    const w = mate[v]!;
    if (w === -1) {
      unmatched[left++] = columns.keys[a]!;
    } else if (w >= 0) {
      const b = memberOf === null ? w : memberOf[w]!;
      pairs[filled++] = columns.keys[a]!;
      pairs[filled++] = columns.keys[b]!;
      covered += priorities[a]! + priorities[b]!;
      if (recentPairs.has(a, b)) repeats++;
      mate[v] = -2; // written already
      mate[w] = -2;
    }
  }
  return { pairs, unmatched, eligible: size, repeats, covered };
}
