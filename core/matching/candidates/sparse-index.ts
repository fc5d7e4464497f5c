import { FREE, NO_VERTEX, UNLABELLED } from "../labels.ts";
import { type Classes, classify } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import { ClassBuckets } from "./class-buckets.ts";
import type { Blossoms, NeighbourIndex } from "./neighbour-index.ts";
import { SpaceTree } from "./space-tree.ts";

/** Neighbours in space are counted up to this number; beyond, a vertex is not scarce. */
const MAX_COUNTED_DEGREE = 32;
/** A vertex with this many neighbours in the buckets is not scarce; those in space are not counted. */
const PLENTIFUL_DEGREE = 200;

/**
 * The graph of a large population without any list of edges. Edges between two members without a local limit are found
 * in buckets of class and age; edges of which one end has a local limit, in trees over space. A member with coordinates
 * and without a local limit is in both.
 */
export class SparseIndex implements NeighbourIndex {
  readonly size: number;
  readonly memberOf = null;
  readonly labels: Uint8Array;
  readonly workPerEdge = 0.1;
  freshOnly = false;
  /** Vertices below this have coordinates. */
  readonly #located: number;
  /** Of a vertex: 1 when it has no local limit. */
  readonly #isOpen: Uint8Array;
  readonly #classes: Classes;
  readonly #buckets: ClassBuckets;
  readonly #space: SpaceTree;
  /** Created once, because the greedy start passes it for every vertex. */
  readonly #drawBelow: (bound: number) => number;
  /** Work done outside of the index. In an array, for a field that turns from a whole number into a fraction would cost V8 its code for all methods. */
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
      blocks.has(a, b) || (this.freshOnly && recentPairs.has(a, b));
    this.#buckets = new ClassBuckets(population, this.#classes, this.#isOpen, excluded);
    this.#buckets.shuffle(this.#drawBelow);
    this.#space = new SpaceTree(population, this.#classes, this.labels, excluded, random);
  }

  get work(): number {
    return this.#buckets.work + this.#space.work + this.#outsideWork[0]!;
  }

  set work(value: number) {
    this.#outsideWork[0]! += value - this.work;
  }

  get bytes(): number {
    return (
      this.#buckets.bytes + this.#space.bytes + this.size * 2 + this.#classes.classOf.byteLength
    );
  }

  relabel(v: number, from: number, to: number): void {
    if (this.#isOpen[v] === 1) this.#buckets.relabel(v, from, to);
    if (v < this.#located) this.#space.relabel(v, from, to);
  }

  beginSearch(): void {
    this.#buckets.beginSearch();
  }

  dispose(): void {
    this.#buckets.dispose();
    this.#space.dispose();
  }

  findFree(u: number): number {
    if (this.#isOpen[u] === 1) {
      const v = this.#buckets.findFree(u);
      if (v !== NO_VERTEX) return v;
    }
    if (u >= this.#located) return NO_VERTEX;
    return this.#space.collect(u, FREE, 1, ONE, 0) === 1 ? ONE[0]! : NO_VERTEX;
  }

  collectUnlabelled(u: number, limit: number, into: Int32Array): number {
    let found = 0;
    if (u < this.#located) found = this.#space.collect(u, UNLABELLED, limit, into, 0);
    if (this.#isOpen[u] === 1) found = this.#buckets.collectUnlabelled(u, limit, into, found);
    return found;
  }

  beginEven(_u: number): void {
    // Buckets and trees each note how far they have been scanned.
  }

  findEven(u: number, blossoms: Blossoms): number {
    if (this.#isOpen[u] === 1) {
      const v = this.#buckets.findEven(u, blossoms);
      if (v !== NO_VERTEX) return v;
    }
    return u < this.#located ? this.#space.findEven(u, blossoms) : NO_VERTEX;
  }

  listNeighbours(u: number, into: Int32Array): number {
    const fresh = this.freshOnly;
    this.freshOnly = false;
    let found = this.#isOpen[u] === 1 ? this.#buckets.listNeighbours(u, into) : 0;
    if (u < this.#located) found = this.#space.listNeighbours(u, into, found);
    this.freshOnly = fresh;
    return found;
  }

  degree(u: number): number {
    const open = this.#isOpen[u] === 1 ? this.#buckets.degree(u) : 0;
    if (u >= this.#located || open >= PLENTIFUL_DEGREE) return open;
    return open + this.#space.degree(u, MAX_COUNTED_DEGREE);
  }

  sample(u: number, label: number, limit: number, into: Int32Array): number {
    let found = 0;
    if (this.#isOpen[u] === 1) {
      found = this.#buckets.sample(u, label, limit, into, this.#drawBelow);
      // Enough: vertices with a local limit are scarcer and find this one themselves.
      if (found >= limit >> 1) return found;
    }
    if (u >= this.#located) return found;
    // In two calls: each starts at a random leaf of the tree.
    const half = Math.min(limit, found + (limit >> 1));
    found = this.#space.collect(u, label, half, into, found);
    if (found < half) return found;
    return this.#space.collect(u, label, limit, into, found);
  }
}

/** For results of one vertex. */
const ONE = new Int32Array(1);
