import { FREE, HUNGARIAN, NO_VERTEX } from "../labels.ts";
import { matchGreedily } from "./start.ts";
import { listFree, type MatchingState, priorityOf } from "./state.ts";

/**
 * Makes as many pairs as possible, first without repeats and then with them.
 * @returns `upperBound`: no matching has more pairs; `mostFresh`: no matching without repeats has more pairs
 */
export function matchAll(state: MatchingState): { upperBound: number; mostFresh: number } {
  const { forest, index, population, workLimit } = state;
  const hasRepeats = population.recentPairs.count > 0;
  index.freshOnly = hasRepeats;
  matchGreedily(state);
  augmentAll(state, hasRepeats ? workLimit * 0.6 : workLimit * 0.9);
  const mostFresh = upperBoundOf(state);
  if (hasRepeats) {
    forest.resetLabels();
    index.freshOnly = false;
    augmentAll(state, workLimit * 0.9);
  }
  return { upperBound: upperBoundOf(state), mostFresh };
}

/** Each FREE vertex can still add half a pair. Other unmatched vertices are proven to stay unmatched (Tutte–Berge). */
function upperBoundOf({ forest }: MatchingState): number {
  const { mate, labels } = forest;
  let matched = 0;
  let open = 0;
  for (let v = 0; v < mate.length; v++) {
    if (mate[v] !== NO_VERTEX) matched++;
    else if (labels[v] === FREE) open++;
  }
  return matched / 2 + Math.floor(open / 2);
}

function augmentAll(state: MatchingState, until: number): void {
  for (;;) {
    const roots = listFree(state);
    if (roots.length < 2) return;
    if (state.search.runPhase(roots, until - state.index.work)) return;
    if (state.index.work >= until) return;
  }
}

/**
 * Covers as many vertices of the highest priority as any maximum matching can, then as many of the next, and so on.
 * Each step exchanges an unmatched vertex for a matched one of lower priority along an even alternating path. Single
 * exchanges reach the optimum, because the sets of vertices that matchings can cover are the independent sets of a
 * matroid. The Hungarian trees of a priority are closed to lower priorities: their even vertices have at least that
 * priority, and no path leads out of the trees.
 * @returns the lowest priority for which the optimum is proven, provided that the matching is maximum. It is above 1
 * only if the work limit was reached.
 */
export function coverPriorities(state: MatchingState): number {
  const { forest, population } = state;
  const top = Math.max(1, population.topPriority);
  const isClosed = new Uint8Array(population.size);
  let proven = top + 1;
  for (let priority = top; priority > 0; priority--) {
    const complete = coverPriority(state, priority, isClosed);
    if (complete && proven === priority + 1) proven = priority;
    for (let v = 0; v < isClosed.length; v++) if (forest.labels[v] === HUNGARIAN) isClosed[v] = 1;
  }
  forest.resetLabels();
  return proven;
}

function coverPriority(state: MatchingState, priority: number, isClosed: Uint8Array): boolean {
  const { forest, index, population, search, workLimit } = state;
  const stages = population.recentPairs.count > 0 ? [true, false] : [false];
  let complete = true;
  for (const freshOnly of stages) {
    forest.resetLabels(isClosed);
    index.freshOnly = freshOnly;
    for (complete = false; !complete; ) {
      const roots = listFree(state).filter((v) => priorityOf(state, v) === priority);
      const left = workLimit - index.work;
      if (roots.length > 0 && left <= 0) break;
      complete =
        roots.length === 0 || search.runPhase(roots, left, (v) => priorityOf(state, v) < priority);
    }
  }
  index.freshOnly = false;
  return complete;
}
