import { type MatchingState, priorityOf } from "./cardinality/state.ts";
import { FREE, NO_VERTEX, UNLABELLED } from "./labels.ts";
import { LOCAL_LIMIT } from "./population/population.ts";
import { Speakers } from "./speakers.ts";
import { solve } from "./weighted/fewest-repeats.ts";
import { NO_EDGE, Subgraph } from "./weighted/subgraph.ts";
import { WeightedMatching } from "./weighted/weighted-matching.ts";

const WORK_SHARE = 0.05;
/** Work that is always allowed, so that a small population is searched completely. */
const LEAST_WORK = 1e6;
const SHORT_PASSES: Pass[] = [
  { looks: 24, maxVertices: 1 },
  { looks: 64, maxVertices: 4 },
];
const LONG_PASSES: Pass[] = [
  { looks: 96, maxVertices: 8 },
  { looks: 96, maxVertices: 16 },
  { looks: 384, maxVertices: 24 },
  { looks: 512, maxVertices: 128 },
  { looks: 2_048, maxVertices: 2_048 },
];
/** The most unmatched vertices that are tried as a replacement for one end of a pair. */
const UNMATCHED_LOOKS = 8;
const WORK_PER_SPEAKER = 2;
const WORK_PER_NUMBER = 0.2;
/** A pass is repeated while it improves at least 1 in MIN_YIELD of the pairs without a common language. */
const MIN_YIELD = 2;
/** Longer paths are searched while each pass improves at least this share of the pairs without a common language. */
const MIN_SHARE = 1 / 60;
/**
 * A component is solved exactly if its number of edges is at most MAX_EDGES, and this number times the size of the
 * population is at most MAX_EDGES_BY_MEMBERS. In a large population, most components have more edges, and listing them
 * is lost work.
 */
const MAX_EDGES = 100_000;
const MAX_EDGES_BY_MEMBERS = 1e8;
/** The share of this step's work that can be lost on components that turn out to be too large. */
const LOST_SHARE = 1 / 16;

/**
 * Changes partners so that fewer pairs lack a common language. The number of covered vertices of each priority stays
 * the same, and the repeats do not increase. Each change follows an alternating path that starts with a pair without a
 * common language. The path is a cycle, or ends at an unmatched vertex of the same priority as the one that becomes
 * unmatched. There is no proof that the result is the best.
 */
export function shareLanguages(state: MatchingState): void {
  const { index } = state;
  const work = Math.max(LEAST_WORK, index.work * WORK_SHARE);
  const until = Math.min(state.workLimit, index.work + work);
  const paths = new SharingPaths(state);
  for (const pass of SHORT_PASSES) closePaths(state, paths, pass, until);
  solveComponents(state, until, work * LOST_SHARE);
  for (const pass of LONG_PASSES) {
    if (closePaths(state, paths, pass, until) < MIN_SHARE) break;
  }
}

interface Pass {
  /** The most vertices that are checked as neighbours of one vertex. */
  looks: number;
  /** The most even vertices of one path search. */
  maxVertices: number;
}

/**
 * @returns the share of the pairs without a common language that the pass improved when it last ran; 0 if no such pair
 * is left or the work is spent
 */
function closePaths(state: MatchingState, paths: SharingPaths, pass: Pass, until: number): number {
  const { index, population } = state;
  const { mate } = state.forest;
  for (;;) {
    const lacking = listLacking(state);
    if (lacking.length === 0) return 0;
    paths.speakers.update();
    let closed = 0;
    for (let next = 0; next < lacking.length; next++) {
      const v = lacking[next]!;
      if (index.work >= until) return 0;
      if (mate[v] === NO_VERTEX || !population.areLanguagesApart(v, mate[v]!)) continue;
      if (paths.close(v, pass)) closed++;
    }
    if (closed * MIN_YIELD < lacking.length) return closed / lacking.length;
  }
}

function listLacking({ forest, population, random }: MatchingState): Int32Array {
  const { mate } = forest;
  const ends = new Int32Array(mate.length >> 1);
  let count = 0;
  for (let v = 0; v < mate.length; v++) {
    if (mate[v]! > v && population.areLanguagesApart(v, mate[v]!)) ends[count++] = v;
  }
  random.shuffle(ends, count);
  return ends.subarray(0, count);
}

/**
 * Finds the fewest pairs without a common language in each small component. Pairs that are repeats stay as they are.
 */
function solveComponents(state: MatchingState, until: number, mayLose: number): void {
  const { forest, index, population } = state;
  const { mate } = forest;
  const { recentPairs } = population;
  const isFixed = new Uint8Array(mate.length);
  for (let v = 0; v < mate.length; v++) {
    if (mate[v] !== NO_VERTEX && recentPairs.has(v, mate[v]!)) isFixed[v] = 1;
  }
  const maxEdges = Math.min(MAX_EDGES, Math.floor(MAX_EDGES_BY_MEMBERS / mate.length));
  const subgraph = new Subgraph(state, maxEdges, (u, v) => {
    if (isFixed[u] === 1 || isFixed[v] === 1 || recentPairs.has(u, v)) return NO_EDGE;
    return population.areLanguagesApart(u, v) ? 1 : 0;
  });
  const solver = new WeightedMatching();
  let lost = 0;
  for (const seed of listLacking(state)) {
    if (index.work >= until || lost > mayLose) break;
    if (isFixed[seed] === 1) continue;
    const before = index.work;
    if (!subgraph.collect(seed)) {
      lost += index.work - before;
      continue;
    }
    solve({ state, subgraph, solver }, until - index.work);
    for (let i = 0; i < subgraph.graph.size; i++) isFixed[subgraph.vertices[i]!] = 1;
  }
}

class SharingPaths {
  readonly #state: MatchingState;
  readonly #reached = new Int32Array(Math.max(...LONG_PASSES.map((pass) => pass.maxVertices)));
  /** By even vertex: the previous even vertex on its path. */
  readonly #from: Int32Array;
  /** By even vertex: how many pairs without a common language are on its path, besides the first pair. */
  readonly #gains: Int32Array;
  /** By even vertex: how many repeats its path removes, minus those that it makes. */
  readonly #repeats: Int32Array;
  readonly #stamps: Int32Array;
  #stamp = 0;
  /** 1 for a vertex whose distance limit excludes some places. All its neighbours are near it. */
  readonly #isLocal: Uint8Array;
  readonly speakers: Speakers;

  constructor(state: MatchingState) {
    const { population } = state;
    const { size } = population;
    this.#state = state;
    this.#from = new Int32Array(size);
    this.#gains = new Int32Array(size);
    this.#repeats = new Int32Array(size);
    this.#stamps = new Int32Array(size);
    this.#isLocal = new Uint8Array(size);
    for (let v = 0; v < size; v++) {
      if (population.reachOf(v) === LOCAL_LIMIT) this.#isLocal[v] = 1;
    }
    this.speakers = new Speakers(state, this.#isLocal);
  }

  /**
   * Finds a path through the pair of `v` that leaves fewer pairs without a common language, and matches along it.
   * @returns false if no such path is found
   */
  close(v: number, { looks, maxVertices }: Pass): boolean {
    const { forest, population } = this.#state;
    const { mate } = forest;
    // If one end of the pair has a local limit, the path begins there. A cycle must return to the other end, which is
    // easier if the other end has no local limit.
    const root = this.#isLocal[v] === 1 ? v : mate[v]!;
    const last = mate[root]!;
    const isRepeat = population.recentPairs.has(root, last) ? 1 : 0;
    const stamp = ++this.#stamp;
    for (const end of [root, last]) {
      this.#stamps[end] = stamp;
      this.#gains[end] = 0;
      this.#repeats[end] = isRepeat;
    }
    this.#reached[0] = root;
    if (maxVertices === 1 && (this.#replace(root, last) || this.#replace(last, root))) return true;
    let count = 1;
    for (let head = 0; head < count; head++) {
      const u = this.#reached[head]!;
      // Once there are `maxVertices` even vertices, the search only looks for an end of the path.
      const goal = count === maxVertices ? last : NO_VERTEX;
      const length = this.#prepare(u, looks, goal);
      for (let look = 0; look < length; look++) {
        const next = this.#isLocal[u] === 1 ? this.#first + look : this.speakers.at(look);
        if (mate[next] === NO_VERTEX) {
          if (!this.#mayReplace(u, next, last)) continue;
          this.#exchange(root, u, next);
          return true;
        }
        const w = this.#reach(u, next, goal);
        if (w === NO_VERTEX) continue;
        if (this.#mayEnd(w, last)) {
          this.#turn(root, w, last);
          return true;
        }
        if (count < maxVertices) this.#reached[count++] = w;
      }
    }
    return false;
  }

  /** Matches `u` with an unmatched vertex instead of its mate `last`. @returns false if no such vertex is found */
  #replace(u: number, last: number): boolean {
    const { forest, index } = this.#state;
    const length = this.speakers.prepareUnmatched(u, UNMATCHED_LOOKS);
    index.work += (length + this.speakers.prepared) * WORK_PER_SPEAKER;
    for (let look = 0; look < length; look++) {
      const v = this.speakers.at(look);
      if (forest.mate[v] !== NO_VERTEX || !this.#mayReplace(u, v, last)) continue;
      this.#exchange(u, u, v);
      return true;
    }
    return false;
  }

  /** Whether an edge from `u` to the unmatched `v` can end the path and leave `last` unmatched. */
  #mayReplace(u: number, v: number, last: number): boolean {
    const { population } = this.#state;
    const { recentPairs } = population;
    if (priorityOf(this.#state, v) !== priorityOf(this.#state, last)) return false;
    if (this.#gains[u] === 0 && population.areLanguagesApart(u, v)) return false;
    if (!population.isCompatible(u, v) || population.excludes(u, v)) return false;
    return this.#repeats[u]! > 0 || !recentPairs.has(u, v);
  }

  /**
   * Matches along the path from `root` to `u` and on to the unmatched `v`. The former mate of `root` is left unmatched.
   */
  #exchange(root: number, u: number, v: number): void {
    const { forest } = this.#state;
    const last = forest.mate[root]!;
    this.#turn(root, u, v);
    forest.setLabel(v, UNLABELLED);
    forest.mate[last] = NO_VERTEX;
    forest.setLabel(last, FREE);
  }

  #first = 0;

  /** @param goal see {@link SharingPaths.#reach} @returns how many vertices are checked as neighbours of `u` */
  #prepare(u: number, looks: number, goal: number): number {
    const { forest, index, population } = this.#state;
    if (this.#isLocal[u] !== 1) {
      const length = this.speakers.prepare(u, looks, goal);
      index.work += (length + this.speakers.prepared) * WORK_PER_SPEAKER;
      return length;
    }
    // Vertices are numbered by class and place, so numbers close to that of the mate belong to vertices near the mate.
    this.#first = Math.max(0, forest.mate[u]! - (looks >> 1));
    const length = Math.max(0, Math.min(population.located - this.#first, looks));
    index.work += length * WORK_PER_NUMBER;
    return length;
  }

  /**
   * Adds the edge from `u` to `v` to the search, if the edge is allowed.
   * @param goal the mate of the root if the cycle must close next; NO_VERTEX if the path can go on
   * @returns the mate of `v`, or NO_VERTEX if the edge was not added
   */
  #reach(u: number, v: number, goal: number): number {
    const { forest, population } = this.#state;
    const { recentPairs } = population;
    const stamps = this.#stamps;
    const w = forest.mate[v]!;
    // If `u` has no local limit, `v` comes from the lists of speakers and shares a language with `u`.
    if (this.#isLocal[u] === 1 && population.areLanguagesApart(u, v)) return NO_VERTEX;
    const gains = this.#gains[u]! + (population.areLanguagesApart(v, w) ? 1 : 0);
    // This check comes before that of compatibility because it is faster.
    if (gains === 0 && goal !== NO_VERTEX && population.areLanguagesApart(w, goal))
      return NO_VERTEX;
    if (stamps[w] === this.#stamp || (stamps[v] === this.#stamp && this.#isOnPath(v, u))) {
      return NO_VERTEX;
    }
    if (!population.isCompatible(u, v) || population.excludes(u, v)) return NO_VERTEX;
    const opened = recentPairs.has(v, w) ? 1 : 0;
    const repeats = this.#repeats[u]! + opened - (recentPairs.has(u, v) ? 1 : 0);
    if (repeats < 0) return NO_VERTEX;
    stamps[w] = this.#stamp;
    this.#from[w] = u;
    this.#repeats[w] = repeats;
    this.#gains[w] = gains;
    return w;
  }

  /**
   * Whether `v` is on the path to `end`. A search can reach a pair from both ends, but a path must not pass it twice.
   */
  #isOnPath(v: number, end: number): boolean {
    let even = end;
    while (even !== this.#reached[0]) {
      if (even === v) return true;
      even = this.#from[even]!;
    }
    return even === v;
  }

  /** Whether an edge from `w` to `last`, the mate of the root, can close the cycle. */
  #mayEnd(w: number, last: number): boolean {
    const { population } = this.#state;
    const { recentPairs } = population;
    if (this.#gains[w] === 0 && population.areLanguagesApart(w, last)) return false;
    if (!population.isCompatible(w, last) || population.excludes(w, last)) return false;
    return this.#repeats[w]! > 0 || !recentPairs.has(w, last);
  }

  #turn(u: number, end: number, last: number): void {
    const { mate } = this.#state.forest;
    let even = end;
    let odd = mate[end]!;
    mate[end] = last;
    mate[last] = end;
    while (even !== u) {
      const before = this.#from[even]!;
      const next = mate[before]!;
      mate[before] = odd;
      mate[odd] = before;
      even = before;
      odd = next;
    }
  }
}
