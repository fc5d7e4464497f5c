import type { MatchingState } from "./cardinality/state.ts";
import { NO_VERTEX, UNLABELLED } from "./labels.ts";
import { NO_OFFSET, overlapHours } from "./population/waking-hours.ts";
import { shareLanguages } from "./share-languages.ts";

const SAMPLE = 16;
const ROUNDS = 3;
/** In hours. A common language counts more than the common waking hours of two pairs together. */
const LANGUAGE_WORTH = 1_000;

/**
 * Changes partners so that more of them share a language, and then so that they share more waking hours. Waits, pairs
 * and repeats do not get worse. A language can decide which of two vertices with the same priority is left out, but a
 * timezone can't.
 */
export function preferOverlap(state: MatchingState): void {
  const { utcOffsets, languages } = state.population.columns;
  if (languages !== null) shareLanguages(state);
  if (utcOffsets !== null) shareHours(state, utcOffsets);
}

/**
 * Lets two pairs swap partners if that improves their common hours or languages. Looks only at random samples, so the
 * result need not be the best.
 */
function shareHours(state: MatchingState, utcOffsets: Uint8Array): void {
  const { forest, index, population, random, workLimit } = state;
  const { mate } = forest;
  const worthOf = (a: number, b: number) =>
    overlapHours(utcOffsets[a]!, utcOffsets[b]!) +
    (population.areLanguagesApart(a, b) ? 0 : LANGUAGE_WORTH);
  index.freshOnly = true;
  const candidates = new Int32Array(SAMPLE);
  const order = new Int32Array(mate.length);
  for (let v = 0; v < order.length; v++) order[v] = v;
  for (let round = 0; round < ROUNDS; round++) {
    random.shuffle(order);
    let swaps = 0;
    for (let next = 0; next < order.length && index.work <= workLimit; next++) {
      const u = order[next]!;
      const partner = mate[u]!;
      if (partner === NO_VERTEX || utcOffsets[u] === NO_OFFSET) continue;
      const present = worthOf(u, partner);
      const found = index.sample(u, UNLABELLED, SAMPLE, candidates);
      let best = NO_VERTEX;
      let bestGain = 0;
      for (let i = 0; i < found; i++) {
        const v = candidates[i]!;
        if (v === partner) continue;
        const other = mate[v]!;
        const gain = worthOf(u, v) + worthOf(partner, other) - present - worthOf(v, other);
        if (gain <= bestGain || !maySwap(state, u, partner, v, other)) continue;
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
  index.freshOnly = false;
}

/**
 * Whether the pairs u–partner and v–other can become u–v and partner–other. The caller must know that u–v is allowed
 * and not a repeat.
 */
function maySwap(
  state: MatchingState,
  u: number,
  partner: number,
  v: number,
  other: number,
): boolean {
  const { population } = state;
  const { recentPairs } = population;
  if (!population.isCompatible(partner, other) || population.excludes(partner, other)) return false;
  if (!recentPairs.has(partner, other)) return true;
  return recentPairs.has(u, partner) || recentPairs.has(v, other);
}
