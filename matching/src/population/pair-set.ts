import { findFirst, freeBuffers, Growable } from "../arrays.ts";

/** Number of vertices that share one list of pairs. A list per vertex would take more memory. */
const GROUP = 4;

/** A set of unordered pairs of vertices. It can be read only after {@link seal}. */
export class PairSet {
  readonly #size: number;
  /** Each added pair, as the lower vertex times `size` plus the higher vertex. Empty once sealed. */
  #added = new Growable((capacity) => new Float64Array(capacity), 16);
  #starts: Int32Array = new Int32Array(0);
  /**
   * Each pair as `place * size + higher`, where `place` is the position of the lower vertex in its group. Sorted within
   * each group.
   */
  #pairs: Int32Array = new Int32Array(0);

  constructor(size: number) {
    this.#size = size;
  }

  get count(): number {
    return this.#pairs.length;
  }

  add(a: number, b: number): void {
    this.#added.push(Math.min(a, b) * this.#size + Math.max(a, b));
  }

  seal(): void {
    const codes = this.#added.values.subarray(0, this.#added.length).sort();
    this.#added = new Growable((capacity) => new Float64Array(capacity), 0);
    if (codes.length === 0) return;
    const starts = new Int32Array(Math.ceil(this.#size / GROUP) + 1);
    const pairs = new Int32Array(codes.length);
    let count = 0;
    for (let i = 0; i < codes.length; i++) {
      if (codes[i] === codes[i - 1]) continue;
      const group = Math.floor(codes[i]! / (this.#size * GROUP));
      pairs[count++] = codes[i]! - group * this.#size * GROUP;
      starts[group + 1] = count;
    }
    for (let g = 1; g < starts.length; g++) starts[g] = Math.max(starts[g]!, starts[g - 1]!);
    freeBuffers(codes);
    this.#starts = starts;
    this.#pairs = pairs.subarray(0, count);
  }

  has(a: number, b: number): boolean {
    if (this.#pairs.length === 0) return false;
    const low = Math.min(a, b);
    const group = Math.floor(low / GROUP);
    const wanted = (low - group * GROUP) * this.#size + Math.max(a, b);
    const end = this.#starts[group + 1]!;
    const at = findFirst(this.#pairs, this.#starts[group]!, end, wanted);
    return at < end && this.#pairs[at] === wanted;
  }

  forEach(visit: (low: number, high: number) => void): void {
    for (let group = 0; group + 1 < this.#starts.length; group++) {
      const end = this.#starts[group + 1]!;
      for (let at = this.#starts[group]!; at < end; at++) {
        const place = Math.floor(this.#pairs[at]! / this.#size);
        visit(group * GROUP + place, this.#pairs[at]! - place * this.#size);
      }
    }
  }
}
