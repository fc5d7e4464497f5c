import { findCommon, findRepresentative, freeBuffers, Growable } from "../arrays.ts";
import type { Blossoms, NeighbourIndex } from "../candidates/neighbour-index.ts";
import {
  EVEN,
  EVEN_BY_BLOSSOM,
  FREE,
  HUNGARIAN,
  ISOLATED,
  NO_VERTEX,
  ODD,
  UNLABELLED,
} from "../labels.ts";

const WORK_PER_VERTEX = 0.02;

/**
 * A matching, and a forest of alternating trees over it. Blossoms are sets of a union–find structure, whose
 * representatives are the bases. A vertex that a blossom turns from odd to even keeps the bridge that closed the
 * blossom (Gabow 1976), so a path can be traced without recursion.
 */
export class AlternatingForest implements Blossoms {
  readonly index: NeighbourIndex;
  readonly mate: Int32Array;
  readonly labels: Uint8Array;
  readonly labelled: Int32Array;
  labelledCount = 0;
  /** Vertices that the last contraction turned from odd to even. */
  readonly newlyEven = new Growable((capacity) => new Int32Array(capacity), 64);
  queueLength = 0;
  /** Root of a vertex's tree. A root holds its own number, or NO_VERTEX once its tree is frozen. */
  readonly #treeRoot: Int32Array;
  /**
   * For an odd vertex: the even vertex from which it was reached. For the mate of an EVEN_BY_BLOSSOM vertex: the near
   * end of that vertex's bridge.
   */
  readonly #pred: Int32Array;
  /**
   * For an EVEN_BY_BLOSSOM vertex: the far end of its bridge. For a base: the negated stamp of the last call of
   * {@link contract} that passed the base.
   */
  readonly #bridgeFar: Int32Array;
  readonly #parent: Int32Array;
  /** Ring buffer of even vertices to scan; `~u` for a vertex `u` that has already been scanned for blossoms. */
  readonly #queue: Int32Array;
  #queueHead = 0;
  #stamp = 0;
  readonly #path: number[] = [];
  /** Segments of a path that are still to be traced, two entries each: start and end. */
  readonly #segments: number[] = [];

  constructor(index: NeighbourIndex) {
    const size = index.size;
    this.index = index;
    this.mate = new Int32Array(size).fill(NO_VERTEX);
    this.labels = index.labels;
    this.labelled = new Int32Array(size);
    this.#treeRoot = new Int32Array(size);
    this.#pred = new Int32Array(size);
    this.#bridgeFar = new Int32Array(size);
    this.#parent = new Int32Array(size);
    this.#queue = new Int32Array(size + 1);
    for (let v = 0; v < size; v++) this.#parent[v] = v;
  }

  disposeTrees(): void {
    freeBuffers(this.labelled, this.#pred, this.#treeRoot, this.#bridgeFar);
    freeBuffers(this.#parent, this.#queue);
  }

  isFrozen(v: number): boolean {
    const root = this.#treeRoot[v]!;
    return root === NO_VERTEX || this.#treeRoot[root] === NO_VERTEX;
  }

  areInOneTree(u: number, v: number): boolean {
    return this.#treeRoot[u] === this.#treeRoot[v];
  }

  findBase(v: number): number {
    return findRepresentative(this.#parent, v);
  }

  match(a: number, b: number): void {
    this.mate[a] = b;
    this.mate[b] = a;
    this.setLabel(a, UNLABELLED);
    this.setLabel(b, UNLABELLED);
  }

  unmatch(a: number): void {
    const b = this.mate[a]!;
    this.mate[a] = NO_VERTEX;
    this.mate[b] = NO_VERTEX;
    this.setLabel(a, FREE);
    this.setLabel(b, FREE);
  }

  setLabel(v: number, to: number): void {
    const from = this.labels[v]!;
    if (from === to) return;
    this.labels[v] = to;
    this.index.relabel(v, from, to);
  }

  resetLabels(isClosed?: Uint8Array): void {
    for (let v = 0; v < this.labels.length; v++) {
      if (this.labels[v] !== ISOLATED && isClosed?.[v] !== 1) this.#resetLabel(v);
    }
  }

  #resetLabel(v: number): void {
    this.setLabel(v, this.mate[v] === NO_VERTEX ? FREE : UNLABELLED);
  }

  growRoot(root: number): void {
    this.#addLabelled(root);
    this.#treeRoot[root] = root;
    this.setLabel(root, EVEN);
  }

  growEdge(u: number, v: number): number {
    const w = this.mate[v]!;
    const root = this.#treeRoot[u]!;
    this.#pred[v] = u;
    this.#treeRoot[v] = root;
    this.#treeRoot[w] = root;
    this.#addLabelled(v);
    this.setLabel(v, ODD);
    this.#addLabelled(w);
    this.setLabel(w, EVEN);
    return w;
  }

  #addLabelled(v: number): void {
    this.labelled[this.labelledCount++] = v;
  }

  /**
   * Contracts the blossom that the edge between the even vertices `u` and `v` of one tree closes. Its odd vertices
   * become even.
   */
  contract(u: number, v: number): void {
    const stamp = -++this.#stamp;
    const [a, b] = [this.findBase(u), this.findBase(v)];
    const base = findCommon(a, b, this.#bridgeFar, stamp, this.#evenAncestor);
    this.newlyEven.length = 0;
    this.#absorbSide(u, v, base);
    this.#absorbSide(v, u, base);
  }

  /** The base of the next even vertex or blossom above a base; NO_VERTEX above the root. */
  readonly #evenAncestor = (base: number): number => {
    const partner = this.mate[base]!;
    return partner === NO_VERTEX ? NO_VERTEX : this.findBase(this.#pred[partner]!);
  };

  /** Unites the path from `near` up to `base` with the set of `base`. The bridge leads from `near` to `far`. */
  #absorbSide(near: number, far: number, base: number): void {
    let x = this.findBase(near);
    while (x !== base) {
      const t = this.mate[x]!;
      const next = this.findBase(this.#pred[t]!);
      this.#parent[x] = base;
      this.#parent[t] = base;
      // x is even, so nothing else uses #pred[x]. It holds the near end of the bridge that makes t, the mate of x, even.
      this.#pred[x] = near;
      this.#bridgeFar[t] = far;
      this.setLabel(t, EVEN_BY_BLOSSOM);
      this.newlyEven.push(t);
      x = next;
    }
  }

  /**
   * Augments along the path from `end` to the root of its tree. Then matches `end` with `partner`, or with nobody if
   * that is NO_VERTEX.
   */
  augment(end: number, partner: number): void {
    this.#tracePath(end);
    const path = this.#path;
    for (let i = 0; i < path.length; i += 2) {
      const a = path[i]!;
      const b = path[i + 1]!;
      this.mate[a] = b;
      this.mate[b] = a;
    }
    path.length = 0;
    this.mate[end] = partner;
  }

  /** Excludes a tree from the rest of the phase, because its root has been covered. @param v any vertex of the tree */
  freeze(v: number): void {
    this.#treeRoot[this.#treeRoot[v]!] = NO_VERTEX;
  }

  #tracePath(end: number): void {
    const segments = this.#segments;
    segments.push(end, this.#treeRoot[end]!);
    while (segments.length > 0) {
      const stop = segments.pop()!;
      let v = segments.pop()!;
      while (v !== stop) {
        const partner = this.mate[v]!;
        if (this.labels[v] === EVEN_BY_BLOSSOM) {
          const near = this.#pred[partner]!;
          const far = this.#bridgeFar[v]!;
          this.#path.push(near, far);
          segments.push(near, partner);
          v = far;
        } else {
          const pred = this.#pred[partner]!;
          this.#path.push(partner, pred);
          v = pred;
        }
      }
    }
  }

  /**
   * Ends a phase. If the trees are Hungarian, later searches leave out their vertices; if not, all their vertices are
   * released.
   */
  dissolve(areHungarian: boolean): void {
    for (let i = 0; i < this.labelledCount; i++) {
      const v = this.labelled[i]!;
      this.#parent[v] = v;
      if (areHungarian) this.setLabel(v, HUNGARIAN);
      else this.#resetLabel(v);
    }
    this.labelledCount = 0;
    this.queueLength = 0;
  }

  /** @returns the vertices that were in frozen trees */
  dissolveFrozen(): Int32Array {
    const { labelled } = this;
    // The queue is empty here, so its array can hold these vertices.
    const frozen = this.#queue;
    let count = 0;
    let kept = 0;
    for (let i = 0; i < this.labelledCount; i++) {
      const v = labelled[i]!;
      if (this.isFrozen(v)) frozen[count++] = v;
      else labelled[kept++] = v;
    }
    this.index.work += this.labelledCount * WORK_PER_VERTEX;
    this.labelledCount = kept;
    const released = frozen.slice(0, count);
    for (let i = 0; i < count; i++) {
      const v = released[i]!;
      this.#parent[v] = v;
      this.#resetLabel(v);
    }
    return released;
  }

  /** Each even vertex is in the queue at most once, so the ring buffer can't overflow. */
  enqueue(entry: number): void {
    const capacity = this.#queue.length;
    let slot = this.#queueHead + this.queueLength;
    if (slot >= capacity) slot -= capacity;
    this.#queue[slot] = entry;
    this.queueLength++;
  }

  dequeue(): number {
    const entry = this.#queue[this.#queueHead]!;
    this.#queueHead = this.#queueHead + 1 === this.#queue.length ? 0 : this.#queueHead + 1;
    this.queueLength--;
    return entry;
  }
}
