import { type Classes, classify } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import { ClassBuckets } from "./class-buckets.ts";
import { type Blossoms, FREE, type NeighbourIndex, WAITING } from "./neighbour-index.ts";
import { SpaceTree } from "./space-tree.ts";

/** Partners in space are counted up to so many; beyond, nobody is scarce. */
const DEGREE_COUNTED = 32;
/** Whoever has so many partners in the buckets isn't made any less scarce by those in space. */
const DEGREE_PLENTY = 200;

/**
 * The graph of a big population, never written down: members without an effective distance limit, or with one that
 * spans the Earth, meet each other in buckets of class and age, and whoever has a limit meets those with
 * coordinates in the tree over space. A member without a limit but with coordinates is in both: those with a
 * limit have to find them.
 */
export class SparseIndex implements NeighbourIndex {
  readonly size: number;
  readonly memberOf = null;
  readonly standing: Uint8Array;
  readonly looksAnEdge = 0.1;
  freshOnly = false;
  readonly #located: number;
  readonly #isOpen: Uint8Array;
  readonly #classes: Classes;
  readonly #buckets: ClassBuckets;
  readonly #space: SpaceTree;
  /** Made once: a greedy start asks for it with every member. */
  readonly #below: (bound: number) => number;
  #extraLooks = 0;

  constructor(population: Population, random: Random) {
    this.size = population.size;
    this.standing = new Uint8Array(population.size);
    this.#below = (bound) => random.below(bound);
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
    this.#buckets.shuffle(this.#below);
    this.#space = new SpaceTree(population, this.#classes, this.standing, excluded, random);
  }

  get looks(): number {
    return this.#buckets.looks + this.#space.looks + this.#extraLooks;
  }

  set looks(value: number) {
    this.#extraLooks += value - this.looks;
  }

  get bytes(): number {
    return (
      this.#buckets.bytes + this.#space.bytes + this.size * 2 + this.#classes.classOf.byteLength
    );
  }

  move(v: number, from: number, to: number): void {
    if (this.#isOpen[v] === 1) this.#buckets.move(v, from, to);
    if (v < this.#located) this.#space.move(v, from, to);
  }

  beginSearch(): void {
    this.#buckets.beginSearch();
  }

  release(): void {
    this.#buckets.release();
    this.#space.release();
  }

  findFree(u: number): number {
    if (this.#isOpen[u] === 1) {
      const v = this.#buckets.findFree(u);
      if (v !== -1) return v;
    }
    if (u >= this.#located) return -1;
    return this.#space.collect(u, FREE, 1, ONE, 0) === 1 ? ONE[0]! : -1;
  }

  collectWaiting(u: number, limit: number, into: Int32Array): number {
    let found = 0;
    if (u < this.#located) found = this.#space.collect(u, WAITING, limit, into, 0);
    if (this.#isOpen[u] === 1) found = this.#buckets.collectWaiting(u, limit, into, found);
    return found;
  }

  beginOuter(_u: number): void {
    // Both parts know by themselves how far they have looked.
  }

  findOuter(u: number, blossoms: Blossoms): number {
    if (this.#isOpen[u] === 1) {
      const v = this.#buckets.findOuter(u, blossoms);
      if (v !== -1) return v;
    }
    return u < this.#located ? this.#space.findOuter(u, blossoms) : -1;
  }

  listPartners(u: number, into: Int32Array): number {
    const fresh = this.freshOnly;
    this.freshOnly = false;
    let found = this.#isOpen[u] === 1 ? this.#buckets.listPartners(u, into) : 0;
    if (u < this.#located) found = this.#space.listPartners(u, into, found);
    this.freshOnly = fresh;
    return found;
  }

  degree(u: number): number {
    const open = this.#isOpen[u] === 1 ? this.#buckets.degree(u) : 0;
    if (u >= this.#located || open >= DEGREE_PLENTY) return open;
    return open + this.#space.degree(u, DEGREE_COUNTED);
  }

  sample(u: number, standing: number, limit: number, into: Int32Array): number {
    let found = 0;
    if (this.#isOpen[u] === 1) {
      found = this.#buckets.sample(u, standing, limit, into, this.#below);
      // Those with a limit are scarcer than this one: they look for themselves.
      if (found >= limit >> 1) return found;
    }
    if (u >= this.#located) return found;
    // From two places rather than all from one corner of the tree.
    const half = Math.min(limit, found + (limit >> 1));
    found = this.#space.collect(u, standing, half, into, found);
    if (found < half) return found;
    return this.#space.collect(u, standing, limit, into, found);
  }
}

const ONE = new Int32Array(1);
