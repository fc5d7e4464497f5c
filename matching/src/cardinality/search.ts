import type { NeighbourIndex } from "../candidates/neighbour-index.ts";
import { FREE, NO_VERTEX, UNLABELLED } from "../labels.ts";
import type { AlternatingForest } from "./alternating-forest.ts";

const BREADTH = 3;
/** If regrowing the trees costs more than this share of the work of their first growth, a new phase is cheaper. */
const MAX_REGROW_SHARE = 0.5;
const EMPTY = new Int32Array(0);

type MayUncover = (v: number) => boolean;

/**
 * Edmonds' search for augmenting paths over an implicit graph. Trees grow breadth first from all free vertices
 * together, a few edges at a time. When two trees meet, the path between their roots is augmented and both trees
 * are dissolved. The trees that are left at the end are Hungarian.
 */
export class Search {
  readonly #forest: AlternatingForest;
  readonly #index: NeighbourIndex;
  readonly #neighbours = new Int32Array(BREADTH);
  constructor(forest: AlternatingForest) {
    this.#forest = forest;
    this.#index = forest.index;
  }

  /**
   * Grows trees from every FREE vertex in `roots` until no tree can grow. Each root of the trees that remain is
   * unmatched in some maximum matching.
   * @param mayUncover if given, allows exchanges: a root is covered, and a vertex for which this returns true is left
   * unmatched
   * @returns true if no augmenting path or exchange is left; false if the work is spent or another phase is cheaper
   */
  runPhase(roots: Int32Array, budget: number, mayUncover?: MayUncover): boolean {
    const forest = this.#forest;
    const index = this.#index;
    const { labels } = forest;
    const limit = index.work + budget;
    for (let next = 0; next < roots.length; next++) {
      const root = roots[next]!;
      if (labels[root] !== FREE) continue;
      forest.growRoot(root);
      forest.enqueue(root);
    }
    let released: Int32Array = EMPTY;
    let regrowBudget = Number.POSITIVE_INFINITY;
    for (;;) {
      const before = index.work;
      let frozen = 0;
      // Only the released vertices are tried, because the remaining trees have already scanned all others.
      for (let next = 0; next < released.length; next++) {
        if (this.#reattach(released[next]!, mayUncover)) frozen++;
      }
      while (forest.queueLength > 0 && index.work <= limit) {
        const entry = forest.dequeue();
        if (forest.isFrozen(entry < 0 ? ~entry : entry)) continue;
        if (this.#scanInPhase(entry, mayUncover)) frozen++;
      }
      const work = index.work - before;
      regrowBudget = released === EMPTY ? work * MAX_REGROW_SHARE : regrowBudget - work;
      if (index.work > limit || (frozen > 0 && regrowBudget < 0)) {
        forest.dissolve(false);
        return false;
      }
      if (frozen === 0) break;
      released = forest.dissolveFrozen();
    }
    forest.dissolve(true);
    return true;
  }

  /**
   * Adds a vertex of a dissolved tree to a remaining tree, if an edge leads to one.
   * @returns true if this froze the tree
   */
  #reattach(v: number, mayUncover?: MayUncover): boolean {
    if (this.#forest.labels[v] !== UNLABELLED) return false;
    const u = this.#index.findEven(v, this.#forest);
    return u !== NO_VERTEX && this.#growInPhase(u, v, mayUncover);
  }

  /** @returns true if the tree found an exchange and is frozen */
  #growInPhase(u: number, v: number, mayUncover?: MayUncover): boolean {
    const w = this.#forest.growEdge(u, v);
    if (mayUncover?.(w)) return this.#exchange(w);
    this.#forest.enqueue(w);
    return false;
  }

  /** @returns true if the tree met another tree or found an exchange, and is frozen */
  #scanInPhase(entry: number, mayUncover?: MayUncover): boolean {
    const forest = this.#forest;
    const index = this.#index;
    const u = entry < 0 ? ~entry : entry;
    if (entry >= 0) {
      for (;;) {
        const v = index.findEven(u, forest);
        if (v === NO_VERTEX) break;
        if (!forest.areInOneTree(u, v)) {
          forest.augment(u, v);
          forest.augment(v, u);
          forest.freeze(u);
          forest.freeze(v);
          return true;
        }
        forest.contract(u, v);
        for (let i = 0; i < forest.newlyEven.length; i++) {
          const t = forest.newlyEven.values[i]!;
          if (mayUncover?.(t)) return this.#exchange(t);
          forest.enqueue(t);
        }
      }
    }
    const found = index.collectUnlabelled(u, BREADTH, this.#neighbours);
    for (let i = 0; i < found; i++) {
      const v = this.#neighbours[i]!;
      if (forest.labels[v] !== UNLABELLED) continue;
      if (this.#growInPhase(u, v, mayUncover)) return true;
    }
    if (found === BREADTH) forest.enqueue(~u);
    return false;
  }

  /**
   * Covers the root of the tree of `end`, and uncovers `end`. The path between the two has an even number of edges, so
   * the number of pairs stays the same.
   */
  #exchange(end: number): boolean {
    this.#forest.augment(end, NO_VERTEX);
    this.#forest.freeze(end);
    return true;
  }
}
