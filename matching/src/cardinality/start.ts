import { freeBuffers } from "../arrays.ts";
import { FREE, ISOLATED, NO_VERTEX, UNLABELLED } from "../labels.ts";
import { listFree, type MatchingState, priorityOf, shuffleFree } from "./state.ts";

/** Free neighbours compared in the greedy start. */
const GREEDY_SAMPLE = 12;
/** The same among those with a common language. Measured: more take longer and end no better. */
const SHARED_SAMPLE = 2;
/** Work allowed for them, per vertex: a vertex whose language no other has would search all its neighbours in vain. */
const SHARED_WORK_PER_VERTEX = 64;
/** Degrees are capped here, to fit a Uint16. */
const DEGREE_CAP = 65_535;
/** Ranks of scarcity, by the logarithm of the degree. */
const SCARCITY_RANKS = 64;
const WALK_STEPS = 10;
/** The same with languages. Measured: longer walks end more pairs with a common language than the searches save time. */
const SHARED_WALK_STEPS = 5;
/**
 * Added to a share when a walk would end a pair with a common language for one without. Smaller populations end none: there
 * the searches that follow are cheap, and in larger ones more of them would be needed.
 */
const APART_PENALTY = 0.2;
const MOST_MEMBERS_THAT_END_NONE = 30_000;
const WALK_SAMPLE = 8;
/** Years of age in one band when unmatched shares are estimated. */
const AGE_BAND_YEARS = 6;
/** More bands than needed: ages end at 255. */
const MAX_BANDS = 64;
/** Square of the number of standard deviations by which an age band must differ to have a share of its own. */
const SIGNIFICANCE = 16;

/**
 * Makes the first pairs: vertices of the highest priority first, then those of the smallest degree (Karp and Sipser
 * 1981). Each vertex takes the neighbour of the smallest degree among a sample of its free neighbours. Pairs with a
 * common language are made first, because the searches that follow leave most pairs as they are.
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
  freeBuffers(degrees);
}

/**
 * Each free vertex takes the neighbour of the smallest degree among a sample of its free neighbours.
 * @param sample number of neighbours compared
 * @param until work at which it stops
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
  freeBuffers(order);
}

/** Estimates the degree of each vertex with the index. A vertex without any edge, repeats included, is isolated. */
function estimateDegrees({ forest, index }: MatchingState): Uint16Array {
  const { freshOnly } = index;
  const degrees = new Uint16Array(index.size);
  for (let v = 0; v < index.size; v++) {
    degrees[v] = Math.min(DEGREE_CAP, index.degree(v));
    if (degrees[v] !== 0) continue;
    index.freshOnly = false;
    if (index.degree(v) === 0) forest.setLabel(v, ISOLATED);
    index.freshOnly = freshOnly;
  }
  return degrees;
}

/** Free vertices by descending priority, then by rank of scarcity, shuffled within a rank. */
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

/**
 * Estimates the share of members like a given one that are unmatched now. The group is the class of gender and
 * preference, and also the age band if the band differs significantly: otherwise chance alone would bias the members of
 * a band.
 */
export function estimateUnmatchedShares(state: MatchingState): (v: number) => number {
  const { mate } = state.forest;
  const { genders, preferences, ages } = state.population.columns;
  const classes = new Map<number, Group>();
  const bands: (Group & { readonly ownClass: Group })[] = [];
  // Codes are small integers and nothing is allocated per member, because that would be megabytes of garbage per call.
  const numbers = new Map<number, number>();
  const bandOf = (v: number) => {
    const kind = genders[v]! * 65_536 + preferences[v]!;
    const code = kind * MAX_BANDS + Math.floor(ages[v]! / AGE_BAND_YEARS);
    let number = numbers.get(code);
    if (number === undefined) {
      number = bands.length;
      numbers.set(code, number);
      const ownClass = classes.get(kind) ?? { size: 0, unmatched: 0 };
      classes.set(kind, ownClass);
      bands.push({ ownClass, size: 0, unmatched: 0 });
    }
    return number;
  };
  for (let v = 0; v < mate.length; v++) {
    const band = bands[bandOf(v)]!;
    band.size++;
    band.ownClass.size++;
    if (mate[v] !== NO_VERTEX) continue;
    band.unmatched++;
    band.ownClass.unmatched++;
  }
  const shares = bands.map(({ ownClass, size, unmatched }) => {
    const share = ownClass.unmatched / ownClass.size;
    const deviation = (unmatched - size * share) ** 2;
    return deviation > SIGNIFICANCE * size * share * (1 - share) ? unmatched / size : share;
  });
  return (v) => shares[bandOf(v)]!;
}

/** A group of like members: of one class, or of one class and age band. */
interface Group {
  size: number;
  unmatched: number;
}

/**
 * Random walks: a free vertex takes the partner of a vertex of a rarely unmatched kind. The vertex that lost its
 * partner looks for a free neighbour, or walks on. The number of pairs never falls. This corrects the greedy start as a
 * whole, when it has matched vertices of scarce kinds with each other.
 * @returns number of pairs gained
 */
export function walkFromFree(state: MatchingState): number {
  const { forest, index, population, random } = state;
  const { mate, labels } = forest;
  const shareOf = estimateUnmatchedShares(state);
  const candidates = new Int32Array(WALK_SAMPLE);
  const steps = population.columns.languages === null ? WALK_STEPS : SHARED_WALK_STEPS;
  const penalty =
    population.size > MOST_MEMBERS_THAT_END_NONE ? APART_PENALTY : Number.POSITIVE_INFINITY;
  let gained = 0;
  const roots = listFree(state);
  for (let next = 0; next < roots.length; next++) {
    let u = roots[next]!;
    for (let step = 0; step < steps && labels[u] === FREE; step++) {
      const free = index.findFree(u);
      if (free !== NO_VERTEX) {
        forest.match(u, free);
        gained++;
        break;
      }
      const found = index.sample(u, UNLABELLED, WALK_SAMPLE, candidates);
      if (found === 0) break;
      let best = NO_VERTEX;
      let bestShare = Number.POSITIVE_INFINITY;
      for (let i = 0; i < found; i++) {
        const v = candidates[i]!;
        const loser = mate[v]!;
        // A vertex loses its mate only to a vertex of the same or a higher priority.
        if (priorityOf(state, loser) > priorityOf(state, u)) continue;
        const isWorse =
          population.areLanguagesApart(u, v) && !population.areLanguagesApart(v, loser);
        const share = shareOf(loser) + random.below(1024) * 1e-6 + (isWorse ? penalty : 0);
        if (share >= bestShare) continue;
        best = v;
        bestShare = share;
      }
      if (best === NO_VERTEX) break;
      const loser = mate[best]!;
      forest.unmatch(best);
      forest.match(u, best);
      u = loser;
    }
  }
  freeBuffers(roots);
  return gained;
}
