import { Growable, sortRange } from "../arrays.ts";

/**
 * A set of unordered pairs of member numbers: per member, the greater numbers that it is paired with, ascending. Pairs
 * are collected first; {@link seal} sorts them, by counting per member and then within one.
 */
export class PairSet {
  readonly #size: number;
  /** The two numbers of each pair added, the lower first. */
  readonly #added = new Growable((capacity) => new Int32Array(capacity), 16);
  /** Start of each member's part of `#highs`. Empty until sealed, and for an empty set. */
  #starts: Int32Array = new Int32Array(0);
  #highs: Int32Array = new Int32Array(0);

  /** @param size number of members */
  constructor(size: number) {
    this.#size = size;
  }

  /** Number of pairs of a sealed set. */
  get count(): number {
    return this.#highs.length;
  }

  add(a: number, b: number): void {
    this.#added.push(Math.min(a, b));
    this.#added.push(Math.max(a, b));
  }

  /** Makes the set ready for {@link has}; nothing may be added after that. */
  seal(): void {
    const { values, length } = this.#added;
    if (length > 0) {
      const starts = new Int32Array(this.#size + 1);
      for (let i = 0; i < length; i += 2) starts[values[i]!]!++;
      for (let v = 0, sum = 0; v <= this.#size; v++) starts[v] = sum += starts[v]!;
      const highs = new Int32Array(length / 2);
      // Each start is first the end of its part, and moves down as the part fills.
      for (let i = 0; i < length; i += 2) highs[--starts[values[i]!]!] = values[i + 1]!;
      this.#starts = starts;
      this.#highs = sortParts(starts, highs);
    }
    this.#added.clear();
  }

  has(a: number, b: number): boolean {
    if (this.#highs.length === 0) return false;
    const wanted = Math.max(a, b);
    const member = Math.min(a, b);
    let from = this.#starts[member]!;
    let to = this.#starts[member + 1]!;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const high = this.#highs[middle]!;
      if (high === wanted) return true;
      if (high < wanted) from = middle + 1;
      else to = middle;
    }
    return false;
  }

  /** Every pair of a sealed set, the lower number first. */
  forEach(visit: (low: number, high: number) => void): void {
    for (let low = 0; low + 1 < this.#starts.length; low++) {
      const end = this.#starts[low + 1]!;
      for (let at = this.#starts[low]!; at < end; at++) visit(low, this.#highs[at]!);
    }
  }
}

/** Sorts each part and keeps each number in it once. @returns the parts, whose starts are moved accordingly */
function sortParts(starts: Int32Array, highs: Int32Array): Int32Array {
  let kept = 0;
  for (let v = 0; v + 1 < starts.length; v++) {
    const from = starts[v]!;
    const to = starts[v + 1]!;
    sortRange(highs, from, to);
    starts[v] = kept;
    for (let at = from; at < to; at++) {
      if (at === from || highs[at] !== highs[at - 1]) highs[kept++] = highs[at]!;
    }
  }
  starts[starts.length - 1] = kept;
  if (kept === highs.length) return highs;
  const exact = highs.slice(0, kept);
  return exact;
}
