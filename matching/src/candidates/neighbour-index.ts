import { FREE, NO_VERTEX, UNLABELLED } from "../labels.ts";
import { type Classes, classify } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import { ClassBuckets } from "./class-buckets.ts";
import type { Blossoms } from "./space-tree.ts";
import { SpaceTree } from "./space-tree.ts";

/** Neighbours in space are counted up to this number; a vertex with more is not scarce. */
const MAX_COUNTED_DEGREE = 32;
/** A vertex with this many neighbours in the buckets is not scarce; those in space are not counted. */
const PLENTIFUL_DEGREE = 200;

/** Work counted for scanning a listed edge. */
export const WORK_PER_EDGE = 0.1;

/**
 * The graph of a population without a list of edges: finds the edges that the search needs. Edges between two members
 * without a local limit are found in buckets of class and age; edges with a local limit at one end, in trees over
 * space. A member with coordinates and without a local limit is in both. Both structures keep their members by label,
 * so the forest must report every change of a label with {@link relabel}.
 */
export class NeighbourIndex {
  /** Number of vertices. */
  readonly size: number;
  /** Label of each vertex. The forest writes it and calls {@link relabel}. */
  readonly labels: Uint8Array;
  /** While true, repeats are not edges. */
  freshOnly = false;
  /** While true, two who named languages and share none have no edge. */
  sharedOnly = false;
  /** While true, a vertex has edges to those who keep it away as a newcomer, but not to those whom it keeps away. */
  countsKept = false;
  /** Vertices below this have coordinates. */
  readonly #located: number;
  /** 1 for a vertex without a local limit. */
  readonly #isOpen: Uint8Array;
  readonly #classes: Classes;
  readonly #buckets: ClassBuckets;
  readonly #space: SpaceTree;
  /** Created once, because the greedy start passes it for every vertex. */
  readonly #drawBelow: (bound: number) => number;
  /**
   * Work done outside of the index. In an array, because V8 would deoptimise all methods when a field changes from a
   * whole number to a fraction.
   */
  readonly #outsideWork = new Float64Array(1);

  constructor(population: Population, random: Random) {
    this.size = population.size;
    this.labels = new Uint8Array(population.size);
    this.#drawBelow = (bound) => random.below(bound);
    this.#located = population.located;
    this.#classes = classify(population);
    const { classOf, isOpen } = this.#classes;
    this.#isOpen = new Uint8Array(population.size);
    for (let v = 0; v < population.size; v++) {
      this.#isOpen[v] = isOpen[classOf[v]!]!;
    }
    const { blocks, recentPairs } = population;
    const excluded = (a: number, b: number) =>
      blocks.has(a, b) ||
      population.keepsAway(a, b) ||
      (!this.countsKept && population.keepsAway(b, a)) ||
      (this.freshOnly && recentPairs.has(a, b)) ||
      (this.sharedOnly && population.areLanguagesApart(a, b));
    this.#buckets = new ClassBuckets(population, this.#classes, this.#isOpen, excluded);
    this.#buckets.shuffle(this.#drawBelow);
    this.#space = new SpaceTree(population, this.#classes, this.labels, excluded, random);
  }

  /** Work done so far, in visits of a member or a box of members. */
  get work(): number {
    return this.#buckets.work + this.#space.work + this.#outsideWork[0]!;
  }

  set work(value: number) {
    this.#outsideWork[0]! += value - this.work;
  }

  /** Bytes in typed arrays. */
  get bytes(): number {
    return (
      this.#buckets.bytes + this.#space.bytes + this.size * 2 + this.#classes.classOf.byteLength
    );
  }

  /** The label of `v` has changed. EVEN and EVEN_BY_BLOSSOM are the same to an index. */
  relabel(v: number, from: number, to: number): void {
    if (this.#isOpen[v] === 1) this.#buckets.relabel(v, from, to);
    if (v < this.#located) this.#space.relabel(v, from, to);
  }

  /** Begins a search: the notes about even and unlabelled vertices become void. */
  beginSearch(): void {
    this.#buckets.beginSearch();
  }

  /** Frees the memory; the index can't be used afterwards. */
  dispose(): void {
    this.#buckets.dispose();
    this.#space.dispose();
  }

  /** A FREE neighbour, or NO_VERTEX. */
  findFree(u: number): number {
    if (this.#isOpen[u] === 1) {
      const v = this.#buckets.findFree(u);
      if (v !== NO_VERTEX) return v;
    }
    if (u >= this.#located) return NO_VERTEX;
    return this.#space.collect(u, FREE, 1, ONE, 0) === 1 ? ONE[0]! : NO_VERTEX;
  }

  /** Up to `limit` UNLABELLED neighbours into `into`. @returns how many; fewer than `limit` means there are no more */
  collectUnlabelled(u: number, limit: number, into: Int32Array): number {
    let found = 0;
    if (u < this.#located) found = this.#space.collect(u, UNLABELLED, limit, into, 0);
    if (this.#isOpen[u] === 1) found = this.#buckets.collectUnlabelled(u, limit, into, found);
    return found;
  }

  /** An even neighbour outside of `u`'s blossom, or NO_VERTEX. The caller repeats the call until it gets NO_VERTEX. */
  findEven(u: number, blossoms: Blossoms): number {
    if (this.#isOpen[u] === 1) {
      const v = this.#buckets.findEven(u, blossoms);
      if (v !== NO_VERTEX) return v;
    }
    return u < this.#located ? this.#space.findEven(u, blossoms) : NO_VERTEX;
  }

  /** Neighbours of any label, repeats included, up to the length of `into`. @returns how many */
  listNeighbours(u: number, into: Int32Array): number {
    const fresh = this.freshOnly;
    this.freshOnly = false;
    let found = this.#isOpen[u] === 1 ? this.#buckets.listNeighbours(u, into) : 0;
    if (u < this.#located) found = this.#space.listNeighbours(u, into, found);
    this.freshOnly = fresh;
    return found;
  }

  /** Estimated degree of `u`. */
  degree(u: number): number {
    const open = this.#isOpen[u] === 1 ? this.#buckets.degree(u) : 0;
    if (u >= this.#located || open >= PLENTIFUL_DEGREE) return open;
    return open + this.#space.degree(u, MAX_COUNTED_DEGREE);
  }

  /** Writes up to `limit` random neighbours with a label, FREE or UNLABELLED, into `into`; some may repeat. @returns how many */
  sample(u: number, label: number, limit: number, into: Int32Array): number {
    let found = 0;
    if (this.#isOpen[u] === 1) {
      found = this.#buckets.sample(u, label, limit, into, this.#drawBelow);
      // Half of them is enough. Vertices with a local limit are scarcer, and their own searches find `u`.
      if (found >= limit >> 1) return found;
    }
    if (u >= this.#located) return found;
    // Two calls, because each starts at a random leaf of the tree.
    const half = Math.min(limit, found + (limit >> 1));
    found = this.#space.collect(u, label, half, into, found);
    if (found < half) return found;
    return this.#space.collect(u, label, limit, into, found);
  }
}

/** Room for the results of one vertex. */
const ONE = new Int32Array(1);
