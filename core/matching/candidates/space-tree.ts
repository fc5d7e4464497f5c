import { release } from "../arrays.ts";
import type { Classes } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import { LEAF_SIZE } from "../population/space-order.ts";
import type { Random } from "../random.ts";
import { type Blossoms, CONVERTED, FREE, OUTER, WAITING } from "./neighbour-index.ts";

/** Columns of a node's box: place, age, the widest age range in it, the longest limits in it. */
const BOX = 11;
const MIN_X = 0;
const MAX_X = 3;
const MIN_AGE = 6;
const MAX_AGE = 7;
const LEAST_MINIMUM = 8;
const MOST_MAXIMUM = 9;
/** The longest chord anybody here accepts; 2.1 reaches everywhere. */
const REACH = 10;

/** Counts in a node. */
const KINDS = 3;
const FREE_HERE = 0;
const WAITING_HERE = 1;
const OUTER_HERE = 2;
const NOTHING = -1;

/**
 * Members with coordinates in a tree of boxes over place, age and age range, one tree for each class. A
 * node is a range of the population's order (see `space-order.ts`); it knows the box of its members and how
 * many of them stand free, waiting or outer, so that a look for partners passes by what can't hold
 * any. Boxes are compared in chords through the unit sphere, which knows neither date line nor pole.
 */
export class SpaceTree {
  looks = 0;
  readonly #population: Population;
  readonly #classes: Classes;
  readonly #standing: Uint8Array;
  readonly #excluded: (a: number, b: number) => boolean;
  readonly #random: Random;
  /** Root node by class, or -1. */
  readonly #roots: Int32Array;
  readonly #lows: Int32Array;
  readonly #highs: Int32Array;
  /** Left child; the right one follows it. 0 for a leaf. */
  readonly #children: Int32Array;
  readonly #boxes: Float32Array;
  readonly #counts: Int32Array;
  /** An outer member of a node whose blossom holds all outer ones there, or -1 when that isn't known. */
  readonly #representatives: Int32Array;
  /** Outer, but in a frozen tree: not counted any more. */
  readonly #retired: Uint8Array;
  readonly #stack = new Int32Array(256);
  #nodes = 0;

  constructor(
    population: Population,
    classes: Classes,
    standing: Uint8Array,
    excluded: (a: number, b: number) => boolean,
    random: Random,
  ) {
    this.#random = random;
    this.#population = population;
    this.#classes = classes;
    this.#standing = standing;
    this.#excluded = excluded;
    const { located } = population;
    this.#roots = new Int32Array(classes.count).fill(-1);
    let most = 0;
    for (const [low, high] of this.#ranges()) most += countNodes(high - low);
    this.#lows = new Int32Array(most);
    this.#highs = new Int32Array(most);
    this.#children = new Int32Array(most);
    this.#boxes = new Float32Array(most * BOX);
    this.#counts = new Int32Array(most * KINDS);
    this.#representatives = new Int32Array(most).fill(-1);
    this.#retired = new Uint8Array(located);
    for (const [low, high] of this.#ranges()) {
      const root = this.#nodes++;
      this.#roots[classes.classOf[low]!] = root;
      this.#build(root, low, high);
    }
  }

  get bytes(): number {
    return (
      this.#lows.byteLength * 4 +
      this.#boxes.byteLength +
      this.#counts.byteLength +
      this.#retired.byteLength
    );
  }

  release(): void {
    release(this.#boxes);
    release(this.#counts);
  }

  move(v: number, from: number, to: number): void {
    let lost = NOTHING;
    if (from === FREE) lost = FREE_HERE;
    else if (from === WAITING) lost = WAITING_HERE;
    else if (from === OUTER || from === CONVERTED) {
      if (this.#retired[v] === 0) lost = OUTER_HERE;
      this.#retired[v] = 0;
    }
    let gained = NOTHING;
    if (to === FREE) gained = FREE_HERE;
    else if (to === WAITING) gained = WAITING_HERE;
    else if (to === OUTER || to === CONVERTED) gained = OUTER_HERE;
    this.#recount(v, lost, gained);
  }

  /**
   * Up to `limit` partners of `u` that stand free (`FREE`) or waiting (`WAITING`), beginning with any of them
   * by chance: each branch is taken first as often as it holds more than the other.
   */
  collect(u: number, standing: number, limit: number, into: Int32Array, already: number): number {
    const kind = standing === FREE ? FREE_HERE : WAITING_HERE;
    let found = already;
    const own = this.#classes.classOf[u]!;
    const partners = this.#classes.nearPartners[own]!;
    let bits = this.#random.turn() << 2;
    const offset = this.#drawClass(partners, kind, bits);
    for (let k = 0; k < partners.length && found < limit; k++) {
      const other = partners[(k + offset) % partners.length]!;
      const root = this.#roots[other]!;
      if (root === -1) continue;
      let depth = 0;
      this.#stack[depth++] = root;
      while (depth > 0) {
        const node = this.#stack[--depth]!;
        this.looks++;
        if (this.#counts[node * KINDS + kind] === 0 || !this.#boxMayHold(u, node)) continue;
        const child = this.#children[node]!;
        if (child !== 0) {
          bits = (Math.imul(bits, 1664525) + 1013904223) | 0;
          const left = this.#counts[child * KINDS + kind]!;
          const right = this.#counts[(child + 1) * KINDS + kind]!;
          const first = (bits >>> 0) * (left + right) < left * 4294967296 ? 0 : 1;
          this.#stack[depth++] = child + 1 - first;
          this.#stack[depth++] = child + first;
          continue;
        }
        const low = this.#lows[node]!;
        const high = this.#highs[node]!;
        bits = (Math.imul(bits, 1664525) + 1013904223) | 0;
        let v = low + Math.floor(((bits >>> 0) / 4294967296) * (high - low));
        for (let left = high - low; left > 0; left--, v++) {
          if (v === high) v = low;
          if (this.#standing[v] !== standing) continue;
          this.looks++;
          if (!this.#suits(u, v)) continue;
          into[found++] = v;
          if (found === limit) return found;
        }
      }
    }
    return found;
  }

  /** The place of one of the classes, each as likely as it holds more of a kind. */
  #drawClass(partners: Int32Array, kind: number, bits: number): number {
    const held = (k: number) => {
      const root = this.#roots[partners[k]!]!;
      return root === -1 ? 0 : this.#counts[root * KINDS + kind]!;
    };
    let sum = 0;
    for (let k = 0; k < partners.length; k++) sum += held(k);
    let rest = ((bits >>> 0) / 4294967296) * sum;
    for (let k = 0; k < partners.length; k++) {
      rest -= held(k);
      if (rest < 0) return k;
    }
    return 0;
  }

  /**
   * An outer member of another blossom. Where all outer members of a node are in the blossom of one of them,
   * that is noted: blossoms only grow, so it holds until somebody else there becomes outer.
   */
  findOuter(u: number, blossoms: Blossoms): number {
    const base = blossoms.find(u);
    const own = this.#classes.classOf[u]!;
    const partners = this.#classes.nearPartners[own]!;
    for (let k = 0; k < partners.length; k++) {
      const other = partners[k]!;
      const root = this.#roots[other]!;
      if (root === -1) continue;
      let depth = 0;
      this.#stack[depth++] = root;
      while (depth > 0) {
        const node = this.#stack[--depth]!;
        if (node < 0) {
          this.#noteBranch(~node, blossoms);
          continue;
        }
        this.looks++;
        if (this.#counts[node * KINDS + OUTER_HERE] === 0 || !this.#boxMayHold(u, node)) continue;
        const noted = this.#representatives[node]!;
        if (noted !== -1 && blossoms.find(noted) === base) continue;
        const child = this.#children[node]!;
        if (child !== 0) {
          if (noted === -1) this.#stack[depth++] = ~node;
          this.#stack[depth++] = child;
          this.#stack[depth++] = child + 1;
          continue;
        }
        const v = this.#outerInLeaf(u, base, node, blossoms);
        if (v !== -1) return v;
      }
    }
    return -1;
  }

  #outerInLeaf(u: number, base: number, leaf: number, blossoms: Blossoms): number {
    const manyTrees = blossoms.root === -1;
    const high = this.#highs[leaf]!;
    let representative = -1;
    let ofOneBlossom = true;
    for (let v = this.#lows[leaf]!; v < high; v++) {
      const standing = this.#standing[v]!;
      if ((standing !== OUTER && standing !== CONVERTED) || this.#retired[v] === 1) continue;
      this.looks++;
      if (manyTrees && blossoms.isFrozen(v)) {
        this.#retired[v] = 1;
        this.#recount(v, OUTER_HERE, NOTHING);
        continue;
      }
      const itsBase = blossoms.find(v);
      if (itsBase !== base && this.#suits(u, v)) return v;
      if (representative === -1) representative = v;
      else if (itsBase !== blossoms.find(representative)) ofOneBlossom = false;
    }
    if (ofOneBlossom) this.#representatives[leaf] = representative;
    return -1;
  }

  /** All outer members of a branch are in one blossom when those of both its halves are. */
  #noteBranch(node: number, blossoms: Blossoms): void {
    const left = this.#children[node]!;
    const right = left + 1;
    const a = this.#representatives[left]!;
    const b = this.#representatives[right]!;
    if (this.#counts[left * KINDS + OUTER_HERE] === 0) this.#representatives[node] = b;
    else if (this.#counts[right * KINDS + OUTER_HERE] === 0) this.#representatives[node] = a;
    else if (a !== -1 && b !== -1 && blossoms.find(a) === blossoms.find(b))
      this.#representatives[node] = a;
  }

  /** How many partners there are in space, counted up to `most`. */
  degree(u: number, most: number): number {
    return this.#list(u, most, null, 0);
  }

  /** Everybody in here who would do, as many as `into` has room for behind `already`; how many with those. */
  listPartners(u: number, into: Int32Array, already: number): number {
    return this.#list(u, into.length, into, already);
  }

  #list(u: number, most: number, into: Int32Array | null, already: number): number {
    let sum = already;
    if (sum >= most) return sum;
    const partners = this.#classes.nearPartners[this.#classes.classOf[u]!]!;
    for (let k = 0; k < partners.length; k++) {
      const other = partners[k]!;
      const root = this.#roots[other]!;
      if (root === -1) continue;
      let depth = 0;
      this.#stack[depth++] = root;
      while (depth > 0) {
        const node = this.#stack[--depth]!;
        this.looks++;
        if (!this.#boxMayHold(u, node)) continue;
        const child = this.#children[node]!;
        if (child !== 0) {
          this.#stack[depth++] = child;
          this.#stack[depth++] = child + 1;
          continue;
        }
        const high = this.#highs[node]!;
        for (let v = this.#lows[node]!; v < high; v++) {
          this.looks++;
          if (!this.#suits(u, v)) continue;
          if (into !== null) into[sum] = v;
          if (++sum >= most) return sum;
        }
      }
    }
    return sum;
  }

  #suits(u: number, v: number): boolean {
    return u !== v && this.#population.suits(u, v) && !this.#excluded(u, v);
  }

  /** The longest chord that `u` accepts. */
  #reachOf(u: number): number {
    const isOpen = this.#classes.isOpen[this.#classes.classOf[u]!] === 1;
    return isOpen ? 2.1 : this.#population.chordOf(u);
  }

  #boxMayHold(u: number, node: number): boolean {
    const { ages, minimumAges, maximumAges, xs, ys, zs } = this.#population.columns;
    const boxes = this.#boxes;
    const at = node * BOX;
    const age = ages[u]!;
    if (boxes[at + LEAST_MINIMUM]! > age || boxes[at + MOST_MAXIMUM]! < age) return false;
    if (boxes[at + MAX_AGE]! < minimumAges[u]!) return false;
    if (boxes[at + MIN_AGE]! > maximumAges[u]!) return false;
    const reach = Math.min(boxes[at + REACH]!, this.#reachOf(u));
    if (reach < 0) return false;
    if (reach > 2) return true;
    const x = xs[u]!;
    const y = ys[u]!;
    const z = zs[u]!;
    const dx = Math.max(boxes[at + MIN_X]! - x, x - boxes[at + MAX_X]!, 0);
    const dy = Math.max(boxes[at + 1]! - y, y - boxes[at + 4]!, 0);
    const dz = Math.max(boxes[at + 2]! - z, z - boxes[at + 5]!, 0);
    // Everything here is 32-bit and may be off by a metre: the box is taken that much wider.
    const wide = reach + 1e-6;
    return dx * dx + dy * dy + dz * dz <= wide * wide;
  }

  #recount(v: number, lost: number, gained: number): void {
    if (lost === gained) return;
    const counts = this.#counts;
    let node = this.#roots[this.#classes.classOf[v]!]!;
    for (;;) {
      const at = node * KINDS;
      if (lost !== NOTHING) counts[at + lost] = counts[at + lost]! - 1;
      if (gained !== NOTHING) counts[at + gained] = counts[at + gained]! + 1;
      if (gained === OUTER_HERE) this.#representatives[node] = -1;
      const child = this.#children[node]!;
      if (child === 0) return;
      node = v < this.#highs[child]! ? child : child + 1;
    }
  }

  /** The ranges of the order that are one class each. */
  *#ranges(): Generator<readonly [number, number]> {
    const { located } = this.#population;
    const { classOf } = this.#classes;
    let start = 0;
    for (let v = 1; v <= located; v++) {
      if (v < located && classOf[v] === classOf[start]) continue;
      yield [start, v];
      start = v;
    }
  }

  #build(node: number, low: number, high: number): void {
    this.#lows[node] = low;
    this.#highs[node] = high;
    this.#counts[node * KINDS + FREE_HERE] = high - low;
    const at = node * BOX;
    const boxes = this.#boxes;
    for (let c = 0; c < BOX; c++) boxes[at + c] = isLowerBound(c) ? 1e9 : -1e9;
    if (high - low > LEAF_SIZE) {
      const middle = (low + high) >>> 1;
      const child = this.#nodes;
      this.#nodes += 2;
      this.#children[node] = child;
      this.#build(child, low, middle);
      this.#build(child + 1, middle, high);
      for (const from of [child * BOX, (child + 1) * BOX]) {
        for (let c = 0; c < BOX; c++) this.#widen(at + c, c, boxes[from + c]!);
      }
      return;
    }
    const { xs, ys, zs, ages, minimumAges, maximumAges } = this.#population.columns;
    for (let v = low; v < high; v++) {
      for (let low = MIN_X; low <= MAX_X; low += MAX_X) {
        this.#widen(at + low, low, xs[v]!);
        this.#widen(at + low + 1, low + 1, ys[v]!);
        this.#widen(at + low + 2, low + 2, zs[v]!);
      }
      this.#widen(at + MIN_AGE, MIN_AGE, ages[v]!);
      this.#widen(at + MAX_AGE, MAX_AGE, ages[v]!);
      this.#widen(at + LEAST_MINIMUM, LEAST_MINIMUM, minimumAges[v]!);
      this.#widen(at + MOST_MAXIMUM, MOST_MAXIMUM, maximumAges[v]!);
      this.#widen(at + REACH, REACH, this.#reachOf(v));
    }
  }

  #widen(at: number, column: number, value: number): void {
    const held = this.#boxes[at]!;
    this.#boxes[at] = isLowerBound(column) ? Math.min(held, value) : Math.max(held, value);
  }
}

function isLowerBound(column: number): boolean {
  return column < MAX_X || column === MIN_AGE || column === LEAST_MINIMUM;
}

function countNodes(members: number): number {
  if (members <= LEAF_SIZE) return 1;
  const half = members >>> 1;
  return 1 + countNodes(half) + countNodes(members - half);
}
