import { freeBuffers } from "../arrays.ts";
import { FREE, HUNGARIAN, NO_VERTEX } from "../labels.ts";
import { estimateUnmatchedShares, matchGreedily, walkFromFree } from "./start.ts";
import { listFree, type MatchingState, priorityOf } from "./state.ts";

/** Work allowed to a search from one root, per round. */
const SEARCH_BUDGETS = [500, 4000];
/** Work allowed to all searches of a round, per vertex. */
const SEARCH_WORK_PER_VERTEX = 32;
const WALK_ROUNDS = 4;
/** The same with languages. Measured: more rounds end more pairs with a common language than they add. */
const SHARED_WALK_ROUNDS = 1;
/** Another round of walks follows when the last one matched at least one in this many of the free vertices. */
const MIN_WALK_YIELD = 40;
/** Shares that differ by less than one over this count as equal. */
const SHARE_STEPS = 1e6;

/**
 * Makes as many pairs as possible: over fresh edges first, then also over repeats, adding as few of them as possible.
 * @returns `upperBound`: no matching has more pairs; `mostFresh`: no matching without repeats has more pairs
 */
export function matchAll(state: MatchingState): { upperBound: number; mostFresh: number } {
  const { forest, index, population, workLimit } = state;
  const hasRepeats = population.recentPairs.count > 0;
  index.freshOnly = hasRepeats;
  matchGreedily(state);
  const rounds = population.columns.languages === null ? WALK_ROUNDS : SHARED_WALK_ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const free = listFree(state).length;
    if (walkFromFree(state) * MIN_WALK_YIELD < free) break;
  }
  augmentAll(state, { thenRepeats: false }, hasRepeats ? workLimit * 0.6 : workLimit * 0.9);
  const mostFresh = upperBoundOf(state);
  if (hasRepeats) {
    forest.reopenHungarian();
    index.freshOnly = false;
    augmentAll(state, { thenRepeats: true }, workLimit * 0.9);
  }
  return { upperBound: upperBoundOf(state), mostFresh };
}

/** Each unmatched vertex that is still FREE may add half a pair; the others are proven to stay unmatched (Tutte–Berge). */
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

/**
 * Free vertices, those of rarely unmatched kinds first. A path has two free ends. A search from an end of an often
 * unmatched kind needs a large tree to reach the few ends of a rare kind; a search from the rare end soon reaches a
 * common one.
 */
function orderByUnmatchedShare(state: MatchingState): Int32Array {
  const shareOf = estimateUnmatchedShares(state);
  const roots = listFree(state);
  // Sorted as numbers, because a comparison function would allocate for each fraction it returns.
  const keys = new Float64Array(roots.length);
  for (let i = 0; i < roots.length; i++) {
    keys[i] = Math.round(shareOf(roots[i]!) * SHARE_STEPS) * roots.length + i;
  }
  keys.sort();
  const order = new Int32Array(roots.length);
  for (let i = 0; i < order.length; i++) order[i] = roots[keys[i]! % roots.length]!;
  freeBuffers(keys, roots);
  return order;
}

/**
 * Augments from every free vertex until none has an augmenting path. Searches from one root with small budgets find the
 * short paths. Then phases from all roots together each cost one pass over the graph, however many paths they find, and
 * the last phase is the proof. Stops when the work reaches `until`.
 */
function augmentAll(state: MatchingState, options: { thenRepeats: boolean }, until: number): void {
  const { forest, index, search } = state;
  let roots = orderByUnmatchedShare(state);
  for (const budget of SEARCH_BUDGETS) {
    let open = 0;
    const allowed = Math.min(until, index.work + SEARCH_WORK_PER_VERTEX * index.size);
    for (let next = 0; next < roots.length; next++) {
      const root = roots[next]!;
      if (forest.labels[root] !== FREE) continue;
      const left = allowed - index.work;
      const isDone =
        left > 0 && search.findPath(root, { budget: Math.min(budget, left), ...options });
      if (!isDone) roots[open++] = root;
    }
    roots = roots.slice(0, open);
  }
  for (;;) {
    roots = listFree(state);
    if (roots.length < 2) return;
    if (search.runPhase(roots, until - index.work)) return;
    if (index.work >= until) return;
  }
}

/**
 * Covers as many vertices of the highest priority as any maximum matching can, then as many of the next, and so on. An
 * even alternating path from an unmatched vertex to a matched one of lower priority exchanges the two and keeps the
 * number of pairs. The sets of vertices that a matching can cover are the independent sets of a matroid, so single
 * exchanges reach the optimum. The Hungarian trees that a priority leaves are closed: an even vertex in them has at least that
 * priority, and no path leads out of them, so no lower priority searches them again.
 * @returns the least priority down to which this is proven for a maximum matching; below it the work ran out
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
  forest.reopenHungarian();
  freeBuffers(isClosed);
  return proven;
}

function coverPriority(state: MatchingState, priority: number, isClosed: Uint8Array): boolean {
  const { forest, index, population, search, workLimit } = state;
  const stages = population.recentPairs.count > 0 ? [true, false] : [false];
  let complete = true;
  for (const freshOnly of stages) {
    forest.reopenHungarian(isClosed);
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
