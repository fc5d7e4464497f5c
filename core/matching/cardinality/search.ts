import { FREE, INNER, OUTER, WAITING } from "../candidates/neighbour-index.ts";
import { AlternatingForest } from "./alternating-forest.ts";

/** How a search ended. */
export type Outcome = "augmented" | "exhausted" | "gave-up";

/** Partners taken from one member before the others have their turn. */
const BREADTH = 3;
/** Going on may cost so much of what the first trees did; then new ones from everybody are cheaper. */
const PATIENCE = 0.5;
const NOBODY = -1;
const NONE = new Int32Array(0);

export interface SearchOptions {
  /** Looks allowed to this one search. */
  budget: number;
  /** After all fresh edges have been tried, take edges of the last 30 days, as few as will do. */
  thenRepeats?: boolean;
}

/** What came of trees from many free members at once. */
export interface PhaseOutcome {
  augmented: number;
  /** True when no path is left from any of them; else the looks are spent, or another phase is worth it. */
  finished: boolean;
}

/**
 * Edmonds' search for augmenting paths over an implicit graph. Trees grow breadth first, a few partners
 * at a time. From one root, the work is linear in its tree apart from the index's looks, and putting
 * things back costs no more than the tree. From all free members at once, trees that meet are
 * augmented and taken down, and the others go on; those that are left at the end prove the matching.
 */
export class Search extends AlternatingForest {
  readonly #partners = new Int32Array(BREADTH);
  #convertedSeen = 0;
  #exposed = NOBODY;

  /** Looks for a path from `root`, which must be FREE, and carries it out; an exhausted tree is buried. */
  run(root: number, options: SearchOptions): Outcome {
    const { index } = this;
    const limit = index.looks + options.budget;
    const repeats = options.thenRepeats === true;
    this.startTrees(root);
    this.#convertedSeen = 0;
    this.plant(root);
    if (repeats) index.freshOnly = true;
    const end = this.#grow(root, options, limit);
    if (repeats) index.freshOnly = false;
    if (end !== NOBODY) return this.#carryOut(end);
    if (index.looks > limit) {
      this.putBack();
      return "gave-up";
    }
    this.buryTree();
    return "exhausted";
  }

  /**
   * Trees from every free member in `roots` at once. Where two meet there is a pair more, and both are taken
   * down: the trees that still stand go on to whoever was in them. When nothing is left to reach, the trees that
   * stand are buried: their roots are proven.
   * @param mayUncover instead of trees that meet, look for a matched member whom the root may replace
   */
  runPhase(roots: Int32Array, budget: number, mayUncover?: (v: number) => boolean): PhaseOutcome {
    const { index, standing } = this;
    const limit = index.looks + budget;
    this.startTrees(NOBODY);
    for (let next = 0; next < roots.length; next++) {
      const root = roots[next]!;
      if (standing[root] !== FREE) continue;
      this.plant(root);
      this.enqueue(root);
    }
    let augmented = 0;
    let released: Int32Array = NONE;
    let patience = Number.POSITIVE_INFINITY;
    for (;;) {
      const before = index.looks;
      let frozen = 0;
      // Looked at from this end: those who stand in trees are many, and have been through all the rest.
      for (let next = 0; next < released.length; next++) {
        if (this.#reachAgain(released[next]!, mayUncover)) frozen++;
      }
      frozen += this.#growTrees(limit, mayUncover);
      augmented += frozen;
      const looks = index.looks - before;
      patience = released === NONE ? looks * PATIENCE : patience - looks;
      if (index.looks > limit || (frozen > 0 && patience < 0)) {
        this.putBack();
        return { augmented, finished: false };
      }
      if (frozen === 0) break;
      released = this.takeDownFrozen();
    }
    this.buryTree();
    return { augmented, finished: true };
  }

  /** @returns how many trees found what they looked for */
  #growTrees(limit: number, mayUncover?: (v: number) => boolean): number {
    let frozen = 0;
    while (this.queued > 0 && this.index.looks <= limit) {
      const entry = this.dequeue();
      if (this.isFrozen(entry < 0 ? ~entry : entry)) continue;
      if (this.#expandInPhase(entry, mayUncover)) frozen++;
    }
    return frozen;
  }

  /** Somebody whose tree was taken down is taken into one that stands, if there is one. */
  #reachAgain(v: number, mayUncover?: (v: number) => boolean): boolean {
    if (this.standing[v] !== WAITING) return false;
    this.index.beginOuter(v);
    const u = this.index.findOuter(v, this);
    return u !== NOBODY && this.#extend(u, v, mayUncover);
  }

  /** @returns true when that is what the tree looked for */
  #extend(u: number, v: number, mayUncover?: (v: number) => boolean): boolean {
    const w = this.#reach(u, v);
    if (mayUncover?.(w)) return this.#exchange(w);
    this.enqueue(w);
    return false;
  }

  /** @returns the end of a path, or -1 when the tree is exhausted or the looks are spent */
  #grow(root: number, options: SearchOptions, limit: number): number {
    const { index } = this;
    let end = this.#enter(root);
    let cursor = 0;
    while (end === NOBODY && index.looks <= limit) {
      if (this.queued > 0) {
        end = this.#expand(this.dequeue(), options);
        continue;
      }
      if (options.thenRepeats !== true) break;
      // All that fresh edges reach has been reached: take a single edge more, then fresh ones again.
      if (cursor >= this.touchedCount) {
        // Converted members may stand behind the cursor; go round once more for them.
        if (this.convertedTotal === this.#convertedSeen) break;
        this.#convertedSeen = this.convertedTotal;
        cursor = 0;
      }
      const u = this.touched[cursor]!;
      if (this.standing[u] === INNER) {
        cursor++;
        continue;
      }
      index.freshOnly = false;
      end = this.#expandRepeat(u, options);
      index.freshOnly = true;
      if (this.queued === 0) cursor++;
    }
    return end;
  }

  /** A member has become outer: may the path end here at once? @returns the end, or -1 */
  #enter(u: number): number {
    const free = this.index.findFree(u);
    if (free !== NOBODY) {
      this.#exposed = free;
      return u;
    }
    this.enqueue(u);
    return NOBODY;
  }

  /**
   * Looks on from an outer member: blossoms first, then a few partners. Whoever has been here before is
   * entered as `~u`: their blossoms are closed, and later outer members look back by themselves.
   * @returns the end of a path, or -1
   */
  #expand(entry: number, options: SearchOptions): number {
    const u = entry < 0 ? ~entry : entry;
    if (entry >= 0) {
      const end = this.#closeBlossoms(u, options);
      if (end !== NOBODY) return end;
    }
    const found = this.index.collectWaiting(u, BREADTH, this.#partners);
    for (let i = 0; i < found; i++) {
      const v = this.#partners[i]!;
      if (this.standing[v] !== WAITING) continue; // its mate came just before it
      const end = this.#enter(this.#reach(u, v));
      if (end !== NOBODY) return end;
    }
    if (found === BREADTH) this.enqueue(~u);
    return NOBODY;
  }

  /** Like {@link #expand} over all edges, for one step. */
  #expandRepeat(u: number, options: SearchOptions): number {
    const { index } = this;
    const free = index.findFree(u);
    if (free !== NOBODY) {
      this.#exposed = free;
      return u;
    }
    const end = this.#closeBlossoms(u, options);
    if (end !== NOBODY || this.queued > 0) return end;
    if (index.collectWaiting(u, 1, this.#partners) === 0) return NOBODY;
    index.freshOnly = true;
    return this.#enter(this.#reach(u, this.#partners[0]!));
  }

  #closeBlossoms(u: number, options: SearchOptions): number {
    const { index } = this;
    index.beginOuter(u);
    for (;;) {
      const v = index.findOuter(u, this);
      if (v === NOBODY) return NOBODY;
      const fresh = index.freshOnly;
      this.contract(u, v);
      // New outer members look at fresh edges first, whatever edge closed the blossom.
      if (options.thenRepeats) index.freshOnly = true;
      for (let i = 0; i < this.converted.length; i++) {
        const t = this.converted.values[i]!;
        const end = this.#enter(t);
        if (end === NOBODY) continue;
        index.freshOnly = fresh;
        return end;
      }
      index.freshOnly = fresh;
    }
  }

  /** `v` becomes inner, and its partner outer. @returns the partner */
  #reach(u: number, v: number): number {
    const w = this.mate[v]!;
    const tree = this.tree[u]!;
    this.up[v] = u;
    this.tree[v] = tree;
    this.tree[w] = tree;
    this.touch(v);
    this.change(v, INNER);
    this.touch(w);
    this.change(w, OUTER);
    return w;
  }

  /** @returns true when the tree has found what it looked for and is frozen now */
  #expandInPhase(entry: number, mayUncover?: (v: number) => boolean): boolean {
    const { index, standing, tree } = this;
    const u = entry < 0 ? ~entry : entry;
    if (entry >= 0) {
      index.beginOuter(u);
      for (;;) {
        const v = index.findOuter(u, this);
        if (v === NOBODY) break;
        if (tree[v] !== tree[u]) {
          this.#meet(u, v);
          return true;
        }
        this.contract(u, v);
        for (let i = 0; i < this.converted.length; i++) {
          const t = this.converted.values[i]!;
          if (mayUncover?.(t)) return this.#exchange(t);
          this.enqueue(t);
        }
      }
    }
    const found = index.collectWaiting(u, BREADTH, this.#partners);
    for (let i = 0; i < found; i++) {
      const v = this.#partners[i]!;
      if (standing[v] !== WAITING) continue;
      if (this.#extend(u, v, mayUncover)) return true;
    }
    if (found === BREADTH) this.enqueue(~u);
    return false;
  }

  /** The root of `end`'s tree is covered at the cost of `end`. */
  #exchange(end: number): boolean {
    const root = this.tree[end]!;
    this.flip(end);
    this.tree[root] = NOBODY;
    return true;
  }

  #meet(u: number, v: number): void {
    const rootU = this.tree[u]!;
    const rootV = this.tree[v]!;
    this.flip(u);
    this.flip(v);
    this.mate[u] = v;
    this.mate[v] = u;
    this.tree[rootU] = NOBODY;
    this.tree[rootV] = NOBODY;
  }

  /** Carries out the path from the root to `end` and puts the tree back. */
  #carryOut(end: number): Outcome {
    const exposed = this.#exposed;
    this.flip(end);
    this.mate[end] = exposed;
    this.mate[exposed] = end;
    this.putBack();
    this.change(exposed, WAITING);
    return "augmented";
  }
}
