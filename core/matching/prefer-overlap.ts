import type { MatchingState } from "./cardinality/state.ts";
import { NO_VERTEX, UNLABELLED } from "./labels.ts";
import { NO_OFFSET, overlapHours } from "./population/waking-hours.ts";

/** Other partners compared for one vertex per round. */
const SAMPLE = 16;
const ROUNDS = 3;
/** For the few pairs that are still without a common language after {@link ROUNDS}. */
const LONG_SAMPLE = 64;
const LONG_ROUNDS = 24;
/** A common language counts for more than the hours of two pairs together. */
const LANGUAGE_WORTH = 1_000;

/**
 * Prefers partners with a language in common, then those whose waking hours overlap more, among matchings that are equal by
 * the aims before: two pairs swap partners when both new edges exist, repeats do not become more, and the four are better off.
 * Who is covered never changes, so no member is left out for a language or a timezone. A heuristic: local search on random
 * samples, without a proof. Does nothing, and draws no random number, when no member has a language or an offset.
 */
export function preferOverlap(state: MatchingState): void {
  const { index, population } = state;
  const { utcOffsets, languages } = population.columns;
  index.freshOnly = true;
  const worthOfLanguage = (a: number, b: number) => (population.areLanguagesApart(a, b) ? 0 : 1);
  if (languages !== null) {
    const preference = {
      isLookedAt: (u: number, partner: number) => population.areLanguagesApart(u, partner),
      worthOf: worthOfLanguage,
      // The lack of one pair moves on to another, which may find a partner where this one did not.
      leastGain: 0,
      mayPair: (u: number, v: number) => !population.areLanguagesApart(u, v),
    };
    search(state, { ...preference, rounds: ROUNDS, sample: SAMPLE });
    search(state, { ...preference, rounds: LONG_ROUNDS, sample: LONG_SAMPLE });
  }
  if (utcOffsets !== null) {
    search(state, {
      rounds: ROUNDS,
      sample: SAMPLE,
      isLookedAt: (u) => utcOffsets[u] !== NO_OFFSET,
      worthOf: (a, b) =>
        overlapHours(utcOffsets[a]!, utcOffsets[b]!) + LANGUAGE_WORTH * worthOfLanguage(a, b),
      leastGain: Number.MIN_VALUE,
      mayPair: () => true,
    });
  }
  index.freshOnly = false;
}

interface Preference {
  rounds: number;
  /** Other partners compared for one vertex per round. */
  sample: number;
  /** Whether another partner is looked for. */
  isLookedAt: (u: number, partner: number) => boolean;
  /** What a pair is worth. */
  worthOf: (a: number, b: number) => number;
  /** The least that a swap must bring. */
  leastGain: number;
  mayPair: (u: number, v: number) => boolean;
}

function search(state: MatchingState, preference: Preference): void {
  const { forest, index, random, workLimit } = state;
  const { rounds, sample, isLookedAt, worthOf, leastGain, mayPair } = preference;
  const { mate } = forest;
  const candidates = new Int32Array(sample);
  const order = new Int32Array(mate.length);
  for (let v = 0; v < order.length; v++) order[v] = v;
  for (let round = 0; round < rounds; round++) {
    random.shuffle(order);
    let swaps = 0;
    for (let next = 0; next < order.length && index.work <= workLimit; next++) {
      const u = order[next]!;
      const partner = mate[u]!;
      if (partner === NO_VERTEX || !isLookedAt(u, partner)) continue;
      const present = worthOf(u, partner);
      const found = index.sample(u, UNLABELLED, sample, candidates);
      let best = NO_VERTEX;
      let bestGain = leastGain;
      for (let i = 0; i < found; i++) {
        const v = candidates[i]!;
        if (v === partner || !mayPair(u, v)) continue;
        const other = mate[v]!;
        const gain = worthOf(u, v) + worthOf(partner, other) - present - worthOf(v, other);
        const isBetter = best === NO_VERTEX ? gain >= bestGain : gain > bestGain;
        if (!isBetter || !maySwap(state, u, partner, v, other)) continue;
        best = v;
        bestGain = gain;
      }
      if (best === NO_VERTEX) continue;
      const other = mate[best]!;
      mate[u] = best;
      mate[best] = u;
      mate[partner] = other;
      mate[other] = partner;
      swaps++;
    }
    if (swaps === 0) break;
  }
}

/** May the pairs u–partner and v–other become u–v, a fresh edge, and partner–other? */
function maySwap(
  state: MatchingState,
  u: number,
  partner: number,
  v: number,
  other: number,
): boolean {
  const { population } = state;
  const { blocks, recentPairs } = population;
  if (!population.isCompatible(partner, other) || blocks.has(partner, other)) return false;
  if (!recentPairs.has(partner, other)) return true;
  return recentPairs.has(u, partner) || recentPairs.has(v, other);
}
