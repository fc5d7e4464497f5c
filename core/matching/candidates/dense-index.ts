import { release } from "../arrays.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import {
  type Blossoms,
  BURIED,
  CONVERTED,
  FREE,
  type NeighbourIndex,
  OUTER,
  WAITING,
} from "./neighbour-index.ts";

/** Up to this many members the graph is held as bits: 12,000² of them are 18 MB. */
export const DENSE_LIMIT = 12_000;

/**
 * The whole graph as a matrix of bits, for populations of up to {@link DENSE_LIMIT}: a search over it
 * looks at 32 members at a time, so that every population of that size, however hostile, is solved
 * exactly. Members are numbered in an order shuffled by the seed, and nothing but the graph is looked
 * at: whoever can't be told apart by the graph has the same chances.
 */
export class DenseIndex implements NeighbourIndex {
  readonly size: number;
  readonly memberOf: Int32Array;
  readonly standing: Uint8Array;
  readonly looksAnEdge = 3;
  looks = 0;
  freshOnly = false;
  readonly #words: number;
  readonly #all: Int32Array;
  /** Without pairs of the last 30 days; the same array when there are none. */
  readonly #fresh: Int32Array;
  readonly #free: Int32Array;
  readonly #waiting: Int32Array;
  readonly #outer: Int32Array;
  readonly #inRootBlossom: Int32Array;
  /** Where the last look at waiting partners left off: within a search they only become fewer. */
  readonly #cursor: Int32Array;
  readonly #repeatCursor: Int32Array;
  readonly #degrees: Int32Array;
  #outerCursor = 0;
  readonly #random: Random;

  constructor(population: Population, random: Random) {
    const size = population.size;
    this.size = size;
    this.#random = random;
    this.memberOf = new Int32Array(size);
    this.standing = new Uint8Array(size);
    for (let v = 0; v < size; v++) this.memberOf[v] = v;
    random.shuffle(this.memberOf);
    this.#words = (size + 31) >>> 5;
    this.#all = new Int32Array(size * this.#words);
    const anyRecent = population.recentPairs.count > 0;
    this.#fresh = anyRecent ? new Int32Array(size * this.#words) : this.#all;
    this.#degrees = new Int32Array(size);
    this.#free = new Int32Array(this.#words);
    this.#waiting = new Int32Array(this.#words);
    this.#outer = new Int32Array(this.#words);
    this.#inRootBlossom = new Int32Array(this.#words);
    this.#cursor = new Int32Array(size);
    this.#repeatCursor = anyRecent ? new Int32Array(size) : this.#cursor;
    this.#fill(population);
    for (let v = 0; v < size; v++) setBit(this.#free, v);
  }

  get bytes(): number {
    const matrices = this.#all.byteLength * (this.#fresh === this.#all ? 1 : 2);
    return matrices + this.#words * 16 + this.size * 17;
  }

  move(v: number, from: number, to: number): void {
    if (from === FREE) clearBit(this.#free, v);
    else if (from === WAITING) clearBit(this.#waiting, v);
    else if (from === OUTER || from === CONVERTED) {
      clearBit(this.#outer, v);
      clearBit(this.#inRootBlossom, v);
    }
    if (to === FREE) setBit(this.#free, v);
    else if (to === WAITING) setBit(this.#waiting, v);
    else if (to === OUTER || to === CONVERTED) {
      setBit(this.#outer, v);
      this.#cursor[v] = 0;
      this.#repeatCursor[v] = 0;
    }
    if (to === BURIED) this.#cursor[v] = 0;
  }

  joinRootBlossom(v: number): void {
    setBit(this.#inRootBlossom, v);
  }

  beginSearch(): void {
    // Bits are cleared one by one as members leave the tree.
  }

  release(): void {
    release(this.#all);
    if (this.#fresh !== this.#all) release(this.#fresh);
  }

  findFree(u: number): number {
    const rows = this.freshOnly ? this.#fresh : this.#all;
    const words = this.#words;
    const start = u * words;
    for (let w = 0; w < words; w++) {
      const hits = rows[start + w]! & this.#free[w]!;
      if (hits !== 0) {
        this.looks += w + 1;
        return (w << 5) + lowestBit(hits);
      }
    }
    this.looks += words;
    return -1;
  }

  collectWaiting(u: number, limit: number, into: Int32Array): number {
    const rows = this.freshOnly ? this.#fresh : this.#all;
    const cursors = this.freshOnly ? this.#cursor : this.#repeatCursor;
    const words = this.#words;
    const start = u * words;
    const from = cursors[u]!;
    let found = 0;
    for (let w = from; w < words; w++) {
      let hits = rows[start + w]! & this.#waiting[w]!;
      while (hits !== 0) {
        into[found++] = (w << 5) + lowestBit(hits);
        hits &= hits - 1;
        if (found < limit) continue;
        this.looks += w - from + 1;
        cursors[u] = w;
        return found;
      }
    }
    this.looks += words - from;
    cursors[u] = words;
    return found;
  }

  beginOuter(_u: number): void {
    this.#outerCursor = 0;
  }

  findOuter(u: number, blossoms: Blossoms): number {
    const rows = this.freshOnly ? this.#fresh : this.#all;
    const words = this.#words;
    const start = u * words;
    const from = this.#outerCursor;
    const manyTrees = blossoms.root === -1;
    let base = blossoms.find(u);
    for (let w = from; w < words; w++) {
      let hits = rows[start + w]! & this.#outer[w]!;
      if (base === blossoms.root) hits &= ~this.#inRootBlossom[w]!;
      while (hits !== 0) {
        const v = (w << 5) + lowestBit(hits);
        this.looks++;
        if (blossoms.find(v) !== base && !(manyTrees && blossoms.isFrozen(v))) {
          this.#outerCursor = w;
          this.looks += w - from + 1;
          return v;
        }
        hits &= hits - 1;
      }
      base = blossoms.find(u);
    }
    this.#outerCursor = words;
    this.looks += words - from;
    return -1;
  }

  listPartners(u: number, into: Int32Array): number {
    const words = this.#words;
    const start = u * words;
    let found = 0;
    this.looks += words;
    for (let w = 0; w < words; w++) {
      let hits = this.#all[start + w]!;
      while (hits !== 0) {
        if (found === into.length) return found;
        into[found++] = (w << 5) + lowestBit(hits);
        hits &= hits - 1;
      }
    }
    return found;
  }

  degree(u: number): number {
    return this.#degrees[u]!;
  }

  sample(u: number, standing: number, limit: number, into: Int32Array): number {
    const rows = this.freshOnly ? this.#fresh : this.#all;
    const words = this.#words;
    const start = u * words;
    const bits = standing === FREE ? this.#free : this.#waiting;
    const offset = this.#random.below(words);
    let found = 0;
    for (let i = 0; i < words && found < limit; i++) {
      const w = i + offset < words ? i + offset : i + offset - words;
      let hits = rows[start + w]! & bits[w]!;
      this.looks++;
      while (hits !== 0 && found < limit) {
        into[found++] = (w << 5) + lowestBit(hits);
        hits &= hits - 1;
      }
    }
    return found;
  }

  #fill(population: Population): void {
    const { size, memberOf } = this;
    for (let a = 0; a < size; a++) {
      const memberA = memberOf[a]!;
      for (let b = a + 1; b < size; b++) {
        const memberB = memberOf[b]!;
        if (!population.suits(memberA, memberB) || population.blocks.has(memberA, memberB))
          continue;
        this.#connect(this.#all, a, b);
        if (this.#fresh !== this.#all && !population.recentPairs.has(memberA, memberB)) {
          this.#connect(this.#fresh, a, b);
        }
        this.#degrees[a] = this.#degrees[a]! + 1;
        this.#degrees[b] = this.#degrees[b]! + 1;
      }
    }
    this.looks += (size * size) / 64;
  }

  #connect(rows: Int32Array, a: number, b: number): void {
    const words = this.#words;
    const atA = a * words + (b >>> 5);
    const atB = b * words + (a >>> 5);
    rows[atA] = rows[atA]! | (1 << (b & 31));
    rows[atB] = rows[atB]! | (1 << (a & 31));
  }
}

function setBit(bits: Int32Array, v: number): void {
  bits[v >>> 5] = bits[v >>> 5]! | (1 << (v & 31));
}

function clearBit(bits: Int32Array, v: number): void {
  bits[v >>> 5] = bits[v >>> 5]! & ~(1 << (v & 31));
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
