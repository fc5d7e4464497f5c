import { freeBuffers } from "../arrays.ts";
import { EVEN, EVEN_BY_BLOSSOM, FREE, HUNGARIAN, NO_VERTEX, UNLABELLED } from "../labels.ts";
import type { Population } from "../population/population.ts";
import type { Random } from "../random.ts";
import type { Blossoms, NeighbourIndex } from "./neighbour-index.ts";

/** Up to this many members the graph is a bit matrix: 12,000² bits are 18 MB. */
export const DENSE_LIMIT = 12_000;

/**
 * The whole graph as a bit matrix, for up to {@link DENSE_LIMIT} members. A search reads 32 edges per word, so that
 * every population of that size is solved exactly, even one made to be hard. Vertices are numbered in random order and
 * only the graph is read, so members that the graph does not distinguish have equal chances.
 */
export class DenseIndex implements NeighbourIndex {
  readonly size: number;
  readonly memberOf: Int32Array;
  readonly labels: Uint8Array;
  readonly workPerEdge = 3;
  work = 0;
  freshOnly = false;
  /** Words per row. */
  readonly #words: number;
  /** The adjacency matrix, row by row. */
  readonly #rows: Int32Array;
  /** The same without repeats; the same array when there are none. */
  readonly #freshRows: Int32Array;
  /** Bit sets of vertices by label; EVEN_BY_BLOSSOM counts as even. */
  readonly #free: Int32Array;
  readonly #unlabelled: Int32Array;
  readonly #even: Int32Array;
  /** Even vertices in the blossom of the only root. */
  readonly #inRootBlossom: Int32Array;
  /** Position in a row, in words, from which {@link collectUnlabelled} goes on: within a search its vertices only become fewer. */
  readonly #cursor: Int32Array;
  /** The same for calls with repeats. */
  readonly #repeatCursor: Int32Array;
  /** Degree of each vertex, repeats included. */
  readonly #degrees: Int32Array;
  /** Position in the row, in words, from which {@link findEven} goes on. */
  #evenCursor = 0;
  readonly #random: Random;

  constructor(population: Population, random: Random) {
    const size = population.size;
    this.size = size;
    this.#random = random;
    this.memberOf = new Int32Array(size);
    this.labels = new Uint8Array(size);
    for (let v = 0; v < size; v++) this.memberOf[v] = v;
    random.shuffle(this.memberOf);
    this.#words = (size + 31) >>> 5;
    this.#rows = new Int32Array(size * this.#words);
    const anyRecent = population.recentPairs.count > 0;
    this.#freshRows = anyRecent ? new Int32Array(size * this.#words) : this.#rows;
    this.#degrees = new Int32Array(size);
    this.#free = new Int32Array(this.#words);
    this.#unlabelled = new Int32Array(this.#words);
    this.#even = new Int32Array(this.#words);
    this.#inRootBlossom = new Int32Array(this.#words);
    this.#cursor = new Int32Array(size);
    this.#repeatCursor = anyRecent ? new Int32Array(size) : this.#cursor;
    this.#fill(population);
    for (let v = 0; v < size; v++) setBit(this.#free, v);
  }

  get bytes(): number {
    const matrices = this.#rows.byteLength * (this.#freshRows === this.#rows ? 1 : 2);
    return matrices + this.#words * 16 + this.size * 17;
  }

  relabel(v: number, from: number, to: number): void {
    if (from === FREE) clearBit(this.#free, v);
    else if (from === UNLABELLED) clearBit(this.#unlabelled, v);
    else if (from === EVEN || from === EVEN_BY_BLOSSOM) {
      clearBit(this.#even, v);
      clearBit(this.#inRootBlossom, v);
    }
    if (to === FREE) setBit(this.#free, v);
    else if (to === UNLABELLED) setBit(this.#unlabelled, v);
    else if (to === EVEN || to === EVEN_BY_BLOSSOM) {
      setBit(this.#even, v);
      this.#cursor[v] = 0;
      this.#repeatCursor[v] = 0;
    }
    if (to === HUNGARIAN) this.#cursor[v] = 0;
  }

  joinRootBlossom(v: number): void {
    setBit(this.#inRootBlossom, v);
  }

  beginSearch(): void {
    // Bits are cleared one by one as vertices leave the tree.
  }

  dispose(): void {
    freeBuffers(this.#rows);
    if (this.#freshRows !== this.#rows) freeBuffers(this.#freshRows);
  }

  findFree(u: number): number {
    const rows = this.freshOnly ? this.#freshRows : this.#rows;
    const words = this.#words;
    const start = u * words;
    for (let w = 0; w < words; w++) {
      const hits = rows[start + w]! & this.#free[w]!;
      if (hits !== 0) {
        this.work += w + 1;
        return (w << 5) + lowestBit(hits);
      }
    }
    this.work += words;
    return NO_VERTEX;
  }

  collectUnlabelled(u: number, limit: number, into: Int32Array): number {
    const rows = this.freshOnly ? this.#freshRows : this.#rows;
    const cursors = this.freshOnly ? this.#cursor : this.#repeatCursor;
    const words = this.#words;
    const start = u * words;
    const from = cursors[u]!;
    let found = 0;
    for (let w = from; w < words; w++) {
      let hits = rows[start + w]! & this.#unlabelled[w]!;
      while (hits !== 0) {
        into[found++] = (w << 5) + lowestBit(hits);
        hits &= hits - 1;
        if (found < limit) continue;
        this.work += w - from + 1;
        cursors[u] = w;
        return found;
      }
    }
    this.work += words - from;
    cursors[u] = words;
    return found;
  }

  beginEven(_u: number): void {
    this.#evenCursor = 0;
  }

  findEven(u: number, blossoms: Blossoms): number {
    const rows = this.freshOnly ? this.#freshRows : this.#rows;
    const words = this.#words;
    const start = u * words;
    const from = this.#evenCursor;
    const hasManyTrees = blossoms.root === NO_VERTEX;
    let base = blossoms.findBase(u);
    for (let w = from; w < words; w++) {
      let hits = rows[start + w]! & this.#even[w]!;
      if (base === blossoms.root) hits &= ~this.#inRootBlossom[w]!;
      while (hits !== 0) {
        const v = (w << 5) + lowestBit(hits);
        this.work++;
        if (blossoms.findBase(v) !== base && !(hasManyTrees && blossoms.isFrozen(v))) {
          this.#evenCursor = w;
          this.work += w - from + 1;
          return v;
        }
        hits &= hits - 1;
      }
      base = blossoms.findBase(u);
    }
    this.#evenCursor = words;
    this.work += words - from;
    return NO_VERTEX;
  }

  listNeighbours(u: number, into: Int32Array): number {
    const words = this.#words;
    const start = u * words;
    let found = 0;
    this.work += words;
    for (let w = 0; w < words; w++) {
      let hits = this.#rows[start + w]!;
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

  sample(u: number, label: number, limit: number, into: Int32Array): number {
    const rows = this.freshOnly ? this.#freshRows : this.#rows;
    const words = this.#words;
    const start = u * words;
    const bits = label === FREE ? this.#free : this.#unlabelled;
    const offset = this.#random.below(words);
    let found = 0;
    for (let i = 0; i < words && found < limit; i++) {
      const w = i + offset < words ? i + offset : i + offset - words;
      let hits = rows[start + w]! & bits[w]!;
      this.work++;
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
        if (!population.isCompatible(memberA, memberB) || population.blocks.has(memberA, memberB))
          continue;
        this.#connect(this.#rows, a, b);
        if (this.#freshRows !== this.#rows && !population.recentPairs.has(memberA, memberB)) {
          this.#connect(this.#freshRows, a, b);
        }
        this.#degrees[a]!++;
        this.#degrees[b]!++;
      }
    }
    this.work += (size * size) / 64;
  }

  #connect(rows: Int32Array, a: number, b: number): void {
    const words = this.#words;
    rows[a * words + (b >>> 5)]! |= 1 << (b & 31);
    rows[b * words + (a >>> 5)]! |= 1 << (a & 31);
  }
}

function setBit(bits: Int32Array, v: number): void {
  bits[v >>> 5]! |= 1 << (v & 31);
}

function clearBit(bits: Int32Array, v: number): void {
  bits[v >>> 5]! &= ~(1 << (v & 31));
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
