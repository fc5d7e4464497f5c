import { FREE, ISOLATED, NO_VERTEX } from "../labels.ts";
import { type MatchingState, priorityOf, shuffleFree } from "./state.ts";

const GREEDY_SAMPLE = 12;
/** In measurements, more than two candidates per vertex took longer and gave no better pairs. */
const SHARED_SAMPLE = 2;
/**
 * Limits the work of making the pairs with a common language. Without the limit, a vertex whose language nobody else
 * has would search all its neighbours in vain.
 */
const SHARED_WORK_PER_VERTEX = 64;
const DEGREE_CAP = 65_535;
const SCARCITY_RANKS = 64;

/**
 * Makes the first pairs: vertices of the highest priority first, then those of the smallest degree (Karp and Sipser
 * 1981). Pairs with a common language are made before all others, because the later steps leave most pairs as they are.
 */
export function matchGreedily(state: MatchingState): void {
  const { index, population } = state;
  const degrees = estimateDegrees(state);
  if (population.columns.languages !== null) {
    index.sharedOnly = true;
    const until = index.work + SHARED_WORK_PER_VERTEX * index.size;
    takeNeighbours(state, degrees, SHARED_SAMPLE, until);
    index.sharedOnly = false;
  }
  takeNeighbours(state, degrees, GREEDY_SAMPLE, Number.POSITIVE_INFINITY);
}

/**
 * Matches each free vertex with the one of smallest degree among at most `sample` of its free neighbours.
 * @param until the work at which it stops
 */
function takeNeighbours(
  state: MatchingState,
  degrees: Uint16Array,
  sample: number,
  until: number,
): void {
  const { forest, index, random } = state;
  const { labels } = forest;
  const order = orderByScarcity(state, degrees);
  const candidates = new Int32Array(sample);
  for (let next = 0; next < order.length && index.work < until; next++) {
    const u = order[next]!;
    if (labels[u] !== FREE) continue;
    const found = index.sample(u, FREE, sample, candidates);
    let best = NO_VERTEX;
    let bestDegree = Number.POSITIVE_INFINITY;
    let ties = 0;
    for (let i = 0; i < found; i++) {
      const v = candidates[i]!;
      const degree = degrees[v]! / 2 ** priorityOf(state, v);
      if (degree < bestDegree) {
        best = v;
        bestDegree = degree;
        ties = 1;
      } else if (degree === bestDegree && random.below(++ties) === 0) {
        best = v;
      }
    }
    if (best !== NO_VERTEX) forest.match(u, best);
  }
}

function estimateDegrees({ forest, index }: MatchingState): Uint16Array {
  const { freshOnly } = index;
  const degrees = new Uint16Array(index.size);
  for (let v = 0; v < index.size; v++) {
    degrees[v] = Math.min(DEGREE_CAP, index.degree(v));
    if (degrees[v] !== 0) continue;
    index.freshOnly = false;
    if (!freshOnly || index.degree(v) === 0) forest.setLabel(v, ISOLATED);
    index.freshOnly = freshOnly;
  }
  return degrees;
}

function orderByScarcity(state: MatchingState, degrees: Uint16Array): Int32Array {
  const { topPriority } = state.population;
  return shuffleFree(
    state,
    (topPriority + 1) * SCARCITY_RANKS,
    (v) =>
      (topPriority - priorityOf(state, v)) * SCARCITY_RANKS +
      Math.min(SCARCITY_RANKS - 1, Math.floor(2 * Math.log2(degrees[v]! + 1))),
  );
}
