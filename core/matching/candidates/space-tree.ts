import { EVEN, EVEN_BY_BLOSSOM, FREE, NO_VERTEX, UNLABELLED } from "../labels.ts";
import type { Classes } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import {
  BoxTree,
  COUNTS,
  EVEN_COUNT,
  FREE_COUNT,
  NO_COUNT,
  NO_NODE,
  UNLABELLED_COUNT,
} from "./box-tree.ts";
import type { Blossoms } from "./neighbour-index.ts";

/** Nodes that wait during a walk: twice the depth of the deepest tree. */
const MAX_STACK = 256;

/** Finds edges of which one end has a local limit, by walks over trees of boxes. */
export class SpaceTree {
  work = 0;
  readonly #tree: BoxTree;
  readonly #population: Population;
  readonly #classes: Classes;
  /** Label of each vertex, the index's array. */
  readonly #labels: Uint8Array;
  /** Blocks, and repeats while only fresh edges count. */
  readonly #excluded: (a: number, b: number) => boolean;
  readonly #random: Random;
  /** 1 for an even vertex in a frozen tree, which is no longer counted. */
  readonly #isRetired: Uint8Array;
  // The state of a walk; only one is under way at a time.
  /** Nodes to visit; `~node` for one whose children have been visited. */
  readonly #stack = new Int32Array(MAX_STACK);
  #depth = 0;
  /** The count that a node must have to be visited, or NO_COUNT for every node. */
  #count = NO_COUNT;
  /** Classes whose trees are walked one after the other: from which on, and how many are left. */
  #partners: Int32Array = new Int32Array(0);
  #nextPartner = 0;
  #partnersLeft = 0;
  /** Base of the seeker's blossom while even vertices are looked for. */
  #base = NO_VERTEX;
  /** State of a linear congruential generator: chooses the order of children. */
  #bits = 0;

  constructor(
    population: Population,
    classes: Classes,
    labels: Uint8Array,
    excluded: (a: number, b: number) => boolean,
    random: Random,
  ) {
    this.#tree = new BoxTree(population, classes);
    this.#population = population;
    this.#classes = classes;
    this.#labels = labels;
    this.#excluded = excluded;
    this.#random = random;
    this.#isRetired = new Uint8Array(population.located);
  }

  get bytes(): number {
    return this.#tree.bytes + this.#isRetired.byteLength;
  }

  dispose(): void {
    this.#tree.dispose();
  }

  relabel(v: number, from: number, to: number): void {
    let lost = countFor(from);
    if (lost === EVEN_COUNT) {
      if (this.#isRetired[v] === 1) lost = NO_COUNT;
      this.#isRetired[v] = 0;
    }
    this.#tree.recount(v, lost, countFor(to));
  }

  /**
   * Up to `limit` neighbours of a label, FREE or UNLABELLED, from a random one on: of two children the first is chosen
   * in proportion to their counts.
   * @returns how many, those before `already` included
   */
  collect(u: number, label: number, limit: number, into: Int32Array, already: number): number {
    const tree = this.#tree;
    let found = already;
    this.#begin(u, countFor(label));
    this.#bits = this.#random.next30() << 2;
    this.#nextPartner = this.#drawClass();
    if (found >= limit) return found;
    for (let leaf = this.#nextLeaf(null); leaf !== NO_NODE; leaf = this.#nextLeaf(null)) {
      const low = tree.lows[leaf]!;
      const high = tree.highs[leaf]!;
      let v = low + Math.floor(this.#draw() * (high - low));
      for (let left = high - low; left > 0; left--, v++) {
        if (v === high) v = low;
        if (this.#labels[v] !== label) continue;
        this.work++;
        if (!this.#isEdge(u, v)) continue;
        into[found++] = v;
        if (found === limit) return found;
      }
    }
    return found;
  }

  /**
   * An even neighbour outside of `u`'s blossom, or NO_VERTEX. When all even members of a node are in the blossom of one
   * of them, the node notes that one: blossoms only grow, so it holds until another member becomes even.
   */
  findEven(u: number, blossoms: Blossoms): number {
    this.#begin(u, EVEN_COUNT);
    this.#base = blossoms.findBase(u);
    for (let leaf = this.#nextLeaf(blossoms); leaf !== NO_NODE; leaf = this.#nextLeaf(blossoms)) {
      const v = this.#findEvenInLeaf(u, leaf, blossoms);
      if (v !== NO_VERTEX) return v;
    }
    return NO_VERTEX;
  }

  #findEvenInLeaf(u: number, leaf: number, blossoms: Blossoms): number {
    const tree = this.#tree;
    const hasManyTrees = blossoms.root === NO_VERTEX;
    const base = this.#base;
    const high = tree.highs[leaf]!;
    let representative = NO_VERTEX;
    let areInOneBlossom = true;
    for (let v = tree.lows[leaf]!; v < high; v++) {
      const label = this.#labels[v]!;
      if ((label !== EVEN && label !== EVEN_BY_BLOSSOM) || this.#isRetired[v] === 1) continue;
      this.work++;
      if (hasManyTrees && blossoms.isFrozen(v)) {
        this.#isRetired[v] = 1;
        tree.recount(v, EVEN_COUNT, NO_COUNT);
        continue;
      }
      const baseOfV = blossoms.findBase(v);
      if (baseOfV !== base && this.#isEdge(u, v)) return v;
      if (representative === NO_VERTEX) representative = v;
      else if (baseOfV !== blossoms.findBase(representative)) areInOneBlossom = false;
    }
    if (areInOneBlossom) tree.representatives[leaf] = representative;
    return NO_VERTEX;
  }

  /** Notes a representative for a node when its children have one of the same blossom. */
  #noteBranch(node: number, blossoms: Blossoms): void {
    const { children, counts, representatives } = this.#tree;
    const left = children[node]!;
    const right = left + 1;
    const a = representatives[left]!;
    const b = representatives[right]!;
    if (counts[left * COUNTS + EVEN_COUNT] === 0) representatives[node] = b;
    else if (counts[right * COUNTS + EVEN_COUNT] === 0) representatives[node] = a;
    else if (a !== NO_VERTEX && b !== NO_VERTEX && blossoms.findBase(a) === blossoms.findBase(b))
      representatives[node] = a;
  }

  /** Number of neighbours, counted up to `limit`. */
  degree(u: number, limit: number): number {
    return this.#list(u, limit, null, 0);
  }

  /** Neighbours of any label, up to the length of `into`. @returns how many, those before `already` included */
  listNeighbours(u: number, into: Int32Array, already: number): number {
    return this.#list(u, into.length, into, already);
  }

  #list(u: number, limit: number, into: Int32Array | null, already: number): number {
    const tree = this.#tree;
    let found = already;
    if (found >= limit) return found;
    this.#begin(u, NO_COUNT);
    for (let leaf = this.#nextLeaf(null); leaf !== NO_NODE; leaf = this.#nextLeaf(null)) {
      const high = tree.highs[leaf]!;
      for (let v = tree.lows[leaf]!; v < high; v++) {
        this.work++;
        if (!this.#isEdge(u, v)) continue;
        if (into !== null) into[found] = v;
        if (++found >= limit) return found;
      }
    }
    return found;
  }

  /** Begins a walk over the trees of all classes compatible with `u`. */
  #begin(u: number, count: number): void {
    this.#tree.setSeeker(u);
    this.#count = count;
    this.#partners = this.#classes.nearPartners[this.#classes.classOf[u]!]!;
    this.#nextPartner = 0;
    this.#partnersLeft = this.#partners.length;
    this.#depth = 0;
  }

  /**
   * The next leaf that may hold neighbours, or NO_NODE at the end of the walk.
   * @param blossoms when even vertices are looked for: nodes whose even members are all in the seeker's blossom are skipped
   */
  #nextLeaf(blossoms: Blossoms | null): number {
    const tree = this.#tree;
    const { children, counts, representatives } = tree;
    const stack = this.#stack;
    const count = this.#count;
    const isRandom = blossoms === null && count !== NO_COUNT;
    let depth = this.#depth;
    for (;;) {
      while (depth > 0) {
        const node = stack[--depth]!;
        if (node < 0) {
          this.#noteBranch(~node, blossoms!);
          continue;
        }
        this.work++;
        if (count !== NO_COUNT && counts[node * COUNTS + count] === 0) continue;
        if (!tree.mayHold(node)) continue;
        const child = children[node]!;
        if (blossoms !== null) {
          const noted = representatives[node]!;
          if (noted === NO_VERTEX) {
            if (child !== 0) stack[depth++] = ~node;
          } else if (blossoms.findBase(noted) === this.#base) continue;
        }
        if (child === 0) {
          this.#depth = depth;
          return node;
        }
        const first = isRandom ? this.#drawChild(child) : 1;
        stack[depth++] = child + 1 - first;
        stack[depth++] = child + first;
      }
      if (this.#partnersLeft === 0) return NO_NODE;
      this.#partnersLeft--;
      const root = tree.roots[this.#partners[this.#nextPartner]!]!;
      this.#nextPartner =
        this.#nextPartner + 1 === this.#partners.length ? 0 : this.#nextPartner + 1;
      if (root !== NO_NODE) stack[depth++] = root;
    }
  }

  /** A number from 0 to below 1. */
  #draw(): number {
    this.#bits = (Math.imul(this.#bits, 1664525) + 1013904223) | 0;
    return (this.#bits >>> 0) / 4294967296;
  }

  /** 0 for the left of two children, 1 for the right, in proportion to their counts. */
  #drawChild(left: number): number {
    const { counts } = this.#tree;
    const inLeft = counts[left * COUNTS + this.#count]!;
    const inBoth = inLeft + counts[(left + 1) * COUNTS + this.#count]!;
    return this.#draw() * inBoth < inLeft ? 0 : 1;
  }

  /** Position of one of the classes, in proportion to its members with the label. */
  #drawClass(): number {
    const partners = this.#partners;
    const countIn = (k: number) => {
      const root = this.#tree.roots[partners[k]!]!;
      return root === NO_NODE ? 0 : this.#tree.counts[root * COUNTS + this.#count]!;
    };
    let sum = 0;
    for (let k = 0; k < partners.length; k++) sum += countIn(k);
    let rest = ((this.#bits >>> 0) / 4294967296) * sum;
    for (let k = 0; k < partners.length; k++) {
      rest -= countIn(k);
      if (rest < 0) return k;
    }
    return 0;
  }

  #isEdge(u: number, v: number): boolean {
    return u !== v && this.#population.isCompatible(u, v) && !this.#excluded(u, v);
  }
}

/** The count that a label belongs to. */
function countFor(label: number): number {
  if (label === FREE) return FREE_COUNT;
  if (label === UNLABELLED) return UNLABELLED_COUNT;
  return label === EVEN || label === EVEN_BY_BLOSSOM ? EVEN_COUNT : NO_COUNT;
}
