import { findFirst, freeBuffers, Growable } from "../arrays.ts";

/**
 * A set of unordered pairs of vertex numbers: per vertex, the greater numbers that it is paired with, ascending. Pairs
 * are collected first; {@link seal} sorts them.
 */
export class PairSet {
  readonly #size: number;
  /** Each pair added, as the lower number times the size plus the higher. Empty once sealed. */
  #added = new Growable((capacity) => new Float64Array(capacity), 16);
  /** Start of each vertex's part of `#highs`. Empty until sealed, and for an empty set. */
  #starts: Int32Array = new Int32Array(0);
  #highs: Int32Array = new Int32Array(0);

  /** @param size number of vertices */
  constructor(size: number) {
    this.#size = size;
  }

  /** Number of pairs of a sealed set. */
  get count(): number {
    return this.#highs.length;
  }

  add(a: number, b: number): void {
    this.#added.push(Math.min(a, b) * this.#size + Math.max(a, b));
  }

  /** Makes the set ready for {@link has}; nothing may be added after that. */
  seal(): void {
    const codes = this.#added.values.subarray(0, this.#added.length).sort();
    this.#added = new Growable((capacity) => new Float64Array(capacity), 0);
    if (codes.length === 0) return;
    const starts = new Int32Array(this.#size + 1);
    const highs = new Int32Array(codes.length);
    let count = 0;
    for (let i = 0; i < codes.length; i++) {
      if (codes[i] === codes[i - 1]) continue;
      const low = Math.floor(codes[i]! / this.#size);
      highs[count++] = codes[i]! - low * this.#size;
      starts[low + 1] = count;
    }
    // A vertex without greater numbers has none after those of the vertex before.
    for (let v = 1; v <= this.#size; v++) starts[v] = Math.max(starts[v]!, starts[v - 1]!);
    freeBuffers(codes);
    this.#starts = starts;
    this.#highs = highs.subarray(0, count);
  }

  has(a: number, b: number): boolean {
    if (this.#highs.length === 0) return false;
    const wanted = Math.max(a, b);
    const vertex = Math.min(a, b);
    const end = this.#starts[vertex + 1]!;
    const at = findFirst(this.#highs, this.#starts[vertex]!, end, wanted);
    return at < end && this.#highs[at] === wanted;
  }

  /** Every pair of a sealed set, the lower number first. */
  forEach(visit: (low: number, high: number) => void): void {
    for (let low = 0; low + 1 < this.#starts.length; low++) {
      const end = this.#starts[low + 1]!;
      for (let at = this.#starts[low]!; at < end; at++) visit(low, this.#highs[at]!);
    }
  }
}
