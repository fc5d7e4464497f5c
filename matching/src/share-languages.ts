import { type MatchingState, priorityOf } from "./cardinality/state.ts";
import { FREE, NO_VERTEX, UNLABELLED } from "./labels.ts";
import { LOCAL_LIMIT } from "./population/population.ts";
import { Speakers } from "./speakers.ts";
import { solve } from "./weighted/fewest-repeats.ts";
import { NO_EDGE, Subgraph } from "./weighted/subgraph.ts";
import { WeightedMatching } from "./weighted/weighted-matching.ts";

const WORK_SHARE = 0.05;
/** Always allowed, so that a small population is searched to the end. */
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
/** A pass is repeated while it closes paths for at least one in this many of the pairs without a common language. */
const MIN_YIELD = 2;
/** Longer paths are searched if a pass closed paths for at least this share of the pairs without a common language. */
const MIN_SHARE = 1 / 60;
/**
 * Limits for the components that are solved exactly: the most edges, and the most edges times vertices of the
 * population. Most components of a large population are too large, and the work of listing their edges is lost.
 */
const MAX_EDGES = 100_000;
const MAX_EDGES_BY_MEMBERS = 1e8;
/** The share of this stage's work that can be lost on components that turn out to be too large. */
const LOST_SHARE = 1 / 16;

/**
 * Prefers pairs with a language in common among the matchings with the same number of vertices of each priority and the
 * same number of repeats or fewer. A pair without a common language is opened: an alternating path through it uses
 * edges with a common language. The path's last edge can lack a common language if the path opens another such pair.
 * The path is a cycle or ends at an unmatched vertex that replaces one end of the pair and has the same priority. Small
 * components are then solved exactly, and in the others longer paths are searched, as far as {@link WORK_SHARE} allows.
 * There is no proof that the pairs without a common language are the fewest.
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
  /** The most candidates of one vertex that are checked for edges. */
  looks: number;
  /** The most even vertices of one search whose edges are scanned. */
  maxVertices: number;
}

/** @returns the share of the pairs for which the last round closed a path; 0 if no pair is left or the work is spent */
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

/** Solves small components exactly, for the fewest pairs without a common language. Pairs that are repeats stay. */
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
  /** Even vertices, in the order in which they were reached; their mates are odd. */
  readonly #reached = new Int32Array(Math.max(...LONG_PASSES.map((pass) => pass.maxVertices)));
  /** By even vertex: the previous even vertex on its path. The mate of the later vertex joins the two. */
  readonly #from: Int32Array;
  /** By even vertex: how many pairs without a common language the path to it opens, besides the first pair. */
  readonly #gains: Int32Array;
  /** By even vertex: how many repeats the path to it opens, minus those that it makes. */
  readonly #repeats: Int32Array;
  /** By vertex: the last search in which it was even. */
  readonly #stamps: Int32Array;
  #stamp = 0;
  /** 1 for a vertex with a local limit, one that excludes some places. All neighbours of such a vertex are near it. */
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
   * Opens the pair of `v`, and matches along a path that leaves fewer pairs without a common language.
   * @returns false if there is no such path
   */
  close(v: number, { looks, maxVertices }: Pass): boolean {
    const { forest, population } = this.#state;
    const { mate } = forest;
    // Starts at an end with a local limit, if there is one. The cycle has to return to the other end, which is easier
    // if the other end has no local limit.
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
      // After `maxVertices` even vertices, only vertices that can end the path are checked.
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

  /** Whether the path can end with an edge from `u` to the unmatched `v`, so that `last` is left out. */
  #mayReplace(u: number, v: number, last: number): boolean {
    const { population } = this.#state;
    const { recentPairs } = population;
    if (priorityOf(this.#state, v) !== priorityOf(this.#state, last)) return false;
    if (this.#gains[u] === 0 && population.areLanguagesApart(u, v)) return false;
    if (!population.isCompatible(u, v) || population.excludes(u, v)) return false;
    return this.#repeats[u]! > 0 || !recentPairs.has(u, v);
  }

  /** Matches along the path from `root` to `u` and on to the unmatched `v`. The mate of `root` is left unmatched. */
  #exchange(root: number, u: number, v: number): void {
    const { forest } = this.#state;
    const last = forest.mate[root]!;
    this.#turn(root, u, v);
    forest.setLabel(v, UNLABELLED);
    forest.mate[last] = NO_VERTEX;
    forest.setLabel(last, FREE);
  }

  #first = 0;

  /** @returns how many vertices are checked as neighbours of `u`. For `goal` see {@link SharingPaths.#reach} */
  #prepare(u: number, looks: number, goal: number): number {
    const { forest, index, population } = this.#state;
    if (this.#isLocal[u] !== 1) {
      const length = this.speakers.prepare(u, looks, goal);
      index.work += (length + this.speakers.prepared) * WORK_PER_SPEAKER;
      return length;
    }
    // Numbers are ordered by class and place, so the vertices numbered around the mate are of its class and near it.
    this.#first = Math.max(0, forest.mate[u]! - (looks >> 1));
    const length = Math.max(0, Math.min(population.located - this.#first, looks));
    index.work += length * WORK_PER_NUMBER;
    return length;
  }

  /**
   * Adds the edge from `u` to `v`, if it is allowed.
   * @param goal the mate of the root, if the next edge has to lead to it; NO_VERTEX if the path can go on
   * @returns the mate of `v`, or NO_VERTEX if the edge was not added
   */
  #reach(u: number, v: number, goal: number): number {
    const { forest, population } = this.#state;
    const { recentPairs } = population;
    const stamps = this.#stamps;
    const w = forest.mate[v]!;
    // Without a local limit, all candidates share a language with `u`, because they come from the lists of speakers.
    if (this.#isLocal[u] === 1 && population.areLanguagesApart(u, v)) return NO_VERTEX;
    const gains = this.#gains[u]! + (population.areLanguagesApart(v, w) ? 1 : 0);
    // Checked before compatibility, which takes longer.
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

  /** A pair can be reached from both ends, but not twice on one path. */
  #isOnPath(v: number, end: number): boolean {
    let even = end;
    while (even !== this.#reached[0]) {
      if (even === v) return true;
      even = this.#from[even]!;
    }
    return even === v;
  }

  /** Whether an edge from `w` to `last`, the mate of the path's first vertex, can close the cycle. */
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
