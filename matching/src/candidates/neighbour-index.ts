import { EVEN, EVEN_BY_BLOSSOM, FREE, NO_VERTEX, UNLABELLED } from "../labels.ts";
import { type Classes, classify, classOf } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import { BoxTree, COUNTS, EVEN_COUNT, FREE_COUNT, NO_COUNT, UNLABELLED_COUNT } from "./box-tree.ts";

/** Neighbours are counted up to about this number. A vertex with more neighbours finds a partner even late. */
const MAX_DEGREE = 32;
const SAMPLE_PLACES = 3;

/** More than enough, because a search has only about two nodes per level of a tree on its stack. */
const MAX_STACK = 256;

export const WORK_PER_EDGE = 0.1;

export interface Blossoms {
  findBase(v: number): number;
  /** Whether the tree of the even vertex `v` has been augmented in this phase. Such a vertex counts as absent. */
  isFrozen(v: number): boolean;
}

/**
 * The implicit graph of a population. Its edges are not listed, but found by searches in trees of boxes. The trees
 * count vertices by label, so the forest must report every change of a label to {@link relabel}.
 */
export class NeighbourIndex {
  readonly size: number;
  readonly labels: Uint8Array;
  /** While true, repeats are not edges. */
  freshOnly = false;
  /** While true, two vertices that named languages and share none have no edge. */
  sharedOnly = false;
  /**
   * While false, there is no edge if either vertex keeps the other away as a newcomer. While true, `v` is a neighbour
   * of `u` even if `v` keeps `u` away, but not if `u` keeps `v` away.
   */
  countsKept = false;
  work = 0;
  readonly #tree: BoxTree;
  readonly #population: Population;
  readonly #classes: Classes;
  readonly #random: Random;
  /** 1 for an even vertex that the trees no longer count, because its alternating tree is frozen. */
  readonly #isRetired: Uint8Array;
  /** Nodes that the running search still has to visit; `~node` if the node's children have been visited. */
  readonly #stack = new Int32Array(MAX_STACK);

  constructor(population: Population, random: Random) {
    this.size = population.size;
    this.labels = new Uint8Array(population.size);
    this.#classes = classify(population);
    this.#tree = new BoxTree(population, this.#classes);
    this.#population = population;
    this.#random = random;
    this.#isRetired = new Uint8Array(population.size);
  }

  /**
   * Writes up to `limit` UNLABELLED neighbours into `into`.
   * @returns how many; if fewer than `limit`, there are no more
   */
  collectUnlabelled(u: number, limit: number, into: Int32Array): number {
    return this.#collect(u, UNLABELLED, limit, into, 0);
  }

  /** Writes up to `limit` random neighbours with a label into `into`. A neighbour can occur twice. @returns how many */
  sample(u: number, label: number, limit: number, into: Int32Array): number {
    let found = 0;
    for (let place = 1; place <= SAMPLE_PLACES; place++) {
      const wanted = Math.ceil((limit * place) / SAMPLE_PLACES);
      if (found >= wanted) continue;
      found = this.#collect(u, label, wanted, into, found);
      if (found < wanted) break;
    }
    return found;
  }

  /** Must be called after every change of a label. */
  relabel(v: number, from: number, to: number): void {
    let lost = countFor(from);
    if (lost === EVEN_COUNT) {
      if (this.#isRetired[v] === 1) lost = NO_COUNT;
      this.#isRetired[v] = 0;
    }
    this.#tree.recount(v, lost, countFor(to));
  }

  /**
   * Writes neighbours with the label FREE or UNLABELLED into `into`, beginning at a random place. The total is at most
   * `limit`.
   * @returns the number of entries in `into`, including the `already` entries from before the call
   */
  #collect(u: number, label: number, limit: number, into: Int32Array, already: number): number {
    const tree = this.#tree;
    const { children, counts, lows, highs } = tree;
    const stack = this.#stack;
    const count = countFor(label);
    const partners = this.#partnersOf(u);
    let found = already;
    const random = this.#random;
    let next = this.#drawClass(partners, count);
    for (let left = partners.length; left > 0 && found < limit; left--, next++) {
      if (next === partners.length) next = 0;
      let depth = 1;
      stack[0] = tree.roots[partners[next]!]!;
      if (!tree.mayHold(stack[0]!)) continue;
      while (depth > 0) {
        const node = stack[--depth]!;
        const child = children[node]!;
        if (child !== 0) {
          this.work += 2;
          const inLeft = counts[child * COUNTS + count]!;
          const inRight = counts[(child + 1) * COUNTS + count]!;
          const left = inLeft > 0 && tree.mayHold(child) ? inLeft : 0;
          const right = inRight > 0 && tree.mayHold(child + 1) ? inRight : 0;
          const isLeftFirst = random.below(left + right) < left;
          if (isLeftFirst && right > 0) stack[depth++] = child + 1;
          if (left > 0) stack[depth++] = child;
          if (!isLeftFirst && right > 0) stack[depth++] = child + 1;
          continue;
        }
        const low = lows[node]!;
        const high = highs[node]!;
        let v = low + random.below(high - low);
        for (let vertices = high - low; vertices > 0; vertices--, v++) {
          if (v === high) v = low;
          if (this.labels[v] !== label) continue;
          this.work++;
          if (!this.#isEdge(u, v)) continue;
          into[found++] = v;
          if (found === limit) return found;
        }
      }
    }
    return found;
  }

  /**
   * An even neighbour of `u` outside the blossom of `u`, or NO_VERTEX. If all even vertices of a node are in one
   * blossom, the node notes one of them. Blossoms only grow, so the note is valid until another vertex becomes even.
   */
  findEven(u: number, blossoms: Blossoms): number {
    const tree = this.#tree;
    const { children, counts, representatives } = tree;
    const stack = this.#stack;
    const base = blossoms.findBase(u);
    const partners = this.#partnersOf(u);
    for (let k = 0; k < partners.length; k++) {
      let depth = 1;
      stack[0] = tree.roots[partners[k]!]!;
      while (depth > 0) {
        const node = stack[--depth]!;
        if (node < 0) {
          this.#noteBranch(~node, blossoms);
          continue;
        }
        this.work++;
        if (counts[node * COUNTS + EVEN_COUNT] === 0 || !tree.mayHold(node)) continue;
        const noted = representatives[node]!;
        if (noted !== NO_VERTEX && blossoms.findBase(noted) === base) continue;
        const child = children[node]!;
        if (child !== 0) {
          if (noted === NO_VERTEX) stack[depth++] = ~node;
          stack[depth++] = child;
          stack[depth++] = child + 1;
          continue;
        }
        const v = this.#findEvenInLeaf(u, base, node, blossoms);
        if (v !== NO_VERTEX) return v;
      }
    }
    return NO_VERTEX;
  }

  #findEvenInLeaf(u: number, base: number, leaf: number, blossoms: Blossoms): number {
    const tree = this.#tree;
    const high = tree.highs[leaf]!;
    let representative = NO_VERTEX;
    let areInOneBlossom = true;
    for (let v = tree.lows[leaf]!; v < high; v++) {
      const label = this.labels[v]!;
      if ((label !== EVEN && label !== EVEN_BY_BLOSSOM) || this.#isRetired[v] === 1) continue;
      this.work++;
      if (blossoms.isFrozen(v)) {
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

  /**
   * Estimated degree of `u`, counted up to about {@link MAX_DEGREE}. If `u` accepts all vertices of a box, all of them
   * are counted, even those that don't accept `u`.
   */
  degree(u: number): number {
    return this.#list(u, MAX_DEGREE, null);
  }

  /** Writes neighbours with any label, including repeats, until `into` is full. @returns how many */
  listNeighbours(u: number, into: Int32Array): number {
    const fresh = this.freshOnly;
    this.freshOnly = false;
    const found = this.#list(u, into.length, into);
    this.freshOnly = fresh;
    return found;
  }

  #list(u: number, limit: number, into: Int32Array | null): number {
    const tree = this.#tree;
    const { children, lows, highs } = tree;
    const stack = this.#stack;
    let found = 0;
    const partners = this.#partnersOf(u);
    for (let k = 0; k < partners.length; k++) {
      let depth = 1;
      stack[0] = tree.roots[partners[k]!]!;
      while (depth > 0) {
        const node = stack[--depth]!;
        this.work++;
        if (!tree.mayHold(node)) continue;
        const child = children[node]!;
        if (into === null && child !== 0 && tree.isAccepted(node)) {
          found += highs[node]! - lows[node]!;
          if (found >= limit) return found;
          continue;
        }
        if (child !== 0) {
          stack[depth++] = child;
          stack[depth++] = child + 1;
          continue;
        }
        const high = highs[node]!;
        for (let v = lows[node]!; v < high; v++) {
          this.work++;
          if (!this.#isEdge(u, v)) continue;
          if (into !== null) into[found] = v;
          if (++found >= limit) return found;
        }
      }
    }
    return found;
  }

  /** Makes `u` the seeker. @returns the classes that can contain neighbours of `u` */
  #partnersOf(u: number): Int32Array {
    this.#tree.setSeeker(u);
    return this.#classes.partners[classOf(this.#classes, u)]!;
  }

  /**
   * Draws a class, with a chance in proportion to how many of its vertices have the wanted label.
   * @param count the position of this number in `counts` of the trees
   * @returns its position in `partners`
   */
  #drawClass(partners: Int32Array, count: number): number {
    let sum = 0;
    for (let k = 0; k < partners.length; k++) sum += this.#countIn(partners[k]!, count);
    let rest = this.#random.below(sum);
    for (let k = 0; k < partners.length; k++) {
      rest -= this.#countIn(partners[k]!, count);
      if (rest < 0) return k;
    }
    return 0;
  }

  #countIn(own: number, count: number): number {
    return this.#tree.counts[this.#tree.roots[own]! * COUNTS + count]!;
  }

  #isEdge(u: number, v: number): boolean {
    const population = this.#population;
    return (
      u !== v &&
      population.isCompatible(u, v) &&
      !population.blocks.has(u, v) &&
      !population.keepsAway(u, v) &&
      (this.countsKept || !population.keepsAway(v, u)) &&
      !(this.freshOnly && population.recentPairs.has(u, v)) &&
      !(this.sharedOnly && population.areLanguagesApart(u, v))
    );
  }
}

function countFor(label: number): number {
  if (label === FREE) return FREE_COUNT;
  if (label === UNLABELLED) return UNLABELLED_COUNT;
  return label === EVEN || label === EVEN_BY_BLOSSOM ? EVEN_COUNT : NO_COUNT;
}
