import { freeBuffers } from "../arrays.ts";
import { EVEN, EVEN_BY_BLOSSOM, FREE, HUNGARIAN } from "../labels.ts";
import type { Classes } from "../population/classes.ts";
import type { Population } from "../population/population.ts";

/** Ages are stored in a byte. */
export const AGES = 256;
/** Parts of a bucket: free | unlabelled | odd | even | Hungarian or isolated. */
const PARTS = 5;

/**
 * Members of open classes, one bucket per class and age. A bucket is a range of `items` partitioned by label, so that
 * a change of label takes at most four swaps.
 */
export class BucketParts {
  /** Number of buckets. */
  readonly count: number;
  /** Members, bucket by bucket and part by part. */
  readonly items: Int32Array;
  readonly #population: Population;
  readonly #classes: Classes;
  /** Position of a member in `items`. */
  readonly #position: Int32Array;
  /** Bucket of a class and age, or -1. */
  readonly #buckets: Int32Array;
  /** Start of each part of a bucket in `items`, and the end of the last: `PARTS + 1` entries per bucket. */
  readonly #borders: Int32Array;
  /** Members per class and part, so that an empty part of a class is skipped. */
  readonly #counts: Int32Array;

  /** @param isOpen 1 for members of open classes; all of them are free at first */
  constructor(population: Population, classes: Classes, isOpen: Uint8Array) {
    this.#population = population;
    this.#classes = classes;
    const { ages } = population.columns;
    this.#buckets = new Int32Array(classes.count * AGES).fill(-1);
    const sizes: number[] = [];
    let held = 0;
    for (let v = 0; v < isOpen.length; v++) {
      if (isOpen[v] !== 1) continue;
      const at = classes.classOf[v]! * AGES + ages[v]!;
      if (this.#buckets[at] === -1) {
        this.#buckets[at] = sizes.length;
        sizes.push(0);
      }
      const bucket = this.#buckets[at]!;
      sizes[bucket] = sizes[bucket]! + 1;
      held++;
    }
    this.count = sizes.length;
    this.items = new Int32Array(held);
    this.#position = new Int32Array(held > 0 ? population.size : 0);
    this.#borders = new Int32Array(sizes.length * (PARTS + 1));
    this.#counts = new Int32Array(classes.count * PARTS);
    let start = 0;
    for (let b = 0; b < sizes.length; b++) {
      this.#borders[b * (PARTS + 1)] = start;
      start += sizes[b]!;
      for (let part = 1; part <= PARTS; part++) this.#borders[b * (PARTS + 1) + part] = start;
    }
    this.#place(isOpen);
  }

  get bytes(): number {
    const words =
      this.items.length +
      this.#position.length +
      this.#buckets.length +
      this.#borders.length +
      this.#counts.length;
    return words * 4;
  }

  dispose(): void {
    freeBuffers(this.items, this.#position);
  }

  /** The bucket of a class and age, or -1 when there is none. */
  find(own: number, age: number): number {
    return this.#buckets[own * AGES + age]!;
  }

  /** The bucket of member `v`. */
  bucketOf(v: number): number {
    return this.find(this.#classes.classOf[v]!, this.#population.columns.ages[v]!);
  }

  /** Start of a part of a bucket in `items`. It ends at the start of the next one. */
  start(bucket: number, part: number): number {
    return this.#borders[bucket * (PARTS + 1) + part]!;
  }

  end(bucket: number): number {
    return this.#borders[bucket * (PARTS + 1) + PARTS]!;
  }

  /** True if no bucket of the class has a member in this part. */
  isEmpty(own: number, part: number): boolean {
    return this.#counts[own * PARTS + part] === 0;
  }

  /** Moves a member to the part of its new label. */
  relabel(v: number, from: number, to: number): void {
    const bucket = this.bucketOf(v);
    const own = this.#classes.classOf[v]!;
    const target = partOf(to);
    let at = partOf(from);
    this.#count(own, at, -1);
    this.#count(own, target, 1);
    while (at < target) {
      // Moves into the next part: swaps with the last of this part, then moves the border below it.
      const border = bucket * (PARTS + 1) + at + 1;
      const last = this.#borders[border]! - 1;
      this.#swap(v, last);
      this.#borders[border] = last;
      at++;
    }
    while (at > target) {
      const border = bucket * (PARTS + 1) + at;
      const first = this.#borders[border]!;
      this.#swap(v, first);
      this.#borders[border] = first + 1;
      at--;
    }
  }

  /** Shuffles each bucket; all members must be free. */
  shuffle(chance: (bound: number) => number): void {
    for (let b = 0; b < this.count; b++) {
      const low = this.start(b, FREE);
      for (let i = this.end(b) - 1; i > low; i--)
        this.#swap(this.items[i]!, low + chance(i - low + 1));
    }
  }

  #place(isOpen: Uint8Array): void {
    const filled = new Int32Array(this.count);
    for (let v = 0; v < isOpen.length; v++) {
      if (isOpen[v] !== 1) continue;
      const bucket = this.bucketOf(v);
      const at = this.start(bucket, FREE) + filled[bucket]!;
      filled[bucket] = filled[bucket]! + 1;
      this.items[at] = v;
      this.#position[v] = at;
      this.#count(this.#classes.classOf[v]!, FREE, 1);
    }
  }

  #count(own: number, part: number, by: number): void {
    const at = own * PARTS + part;
    this.#counts[at]! += by;
  }

  #swap(v: number, to: number): void {
    const from = this.#position[v]!;
    const other = this.items[to]!;
    this.items[to] = v;
    this.items[from] = other;
    this.#position[v] = to;
    this.#position[other] = from;
  }
}

/** The first four labels are the numbers of their parts. */
function partOf(label: number): number {
  if (label === EVEN_BY_BLOSSOM) return EVEN;
  return label >= HUNGARIAN ? EVEN + 1 : label;
}
