import { AgeCounts } from "./age-counts.ts";
import { BucketNotes } from "./bucket-notes.ts";
import type { Classes } from "./classes.ts";
import {
  type Blossoms,
  BURIED,
  CONVERTED,
  FREE,
  INNER,
  OUTER,
  WAITING,
} from "./neighbour-index.ts";
import type { Population } from "./population.ts";

const AGES = 256;
/** Borders of a bucket's parts: free | waiting | inner | outer | buried. */
const PARTS = 5;

/**
 * Members without an effective distance limit, in one bucket for each class and age. A bucket is a
 * range of `#items`, kept in parts by standing, so that a member changes standing by at most four swaps.
 */
export class ClassBuckets {
  looks = 0;
  readonly #population: Population;
  readonly #classes: Classes;
  readonly #excluded: (a: number, b: number) => boolean;
  readonly #items: Int32Array;
  readonly #position: Int32Array;
  /** Bucket by class and age, or -1. */
  readonly #buckets: Int32Array;
  /** `PARTS + 1` positions a bucket. */
  readonly #borders: Int32Array;
  /** Members by class and standing: an empty class is passed by. */
  readonly #counts: Int32Array;
  readonly #ages: AgeCounts;
  readonly #groupOf: Int32Array;
  readonly #bucketCount: number;
  readonly #notes: BucketNotes;
  /** Where the next look begins among the buckets. */
  #turn = 0;

  /**
   * @param unlimited 1 for members without an effective limit: those in here
   * @param excluded blocks, and recent pairs while only fresh ones count
   */
  constructor(
    population: Population,
    classes: Classes,
    unlimited: Uint8Array,
    excluded: (a: number, b: number) => boolean,
  ) {
    this.#population = population;
    this.#classes = classes;
    this.#excluded = excluded;
    const { ages } = population.columns;
    const size = population.size;
    this.#buckets = new Int32Array(classes.count * AGES).fill(-1);
    const sizes: number[] = [];
    const groupNumbers = new Int32Array(classes.genderCount * AGES).fill(-1);
    let groups = 0;
    let held = 0;
    for (let v = 0; v < size; v++) {
      const own = classes.classOf[v] as number;
      const group = (classes.genderOf[own] as number) * AGES + (ages[v] as number);
      if (unlimited[v] !== 1) continue;
      if (groupNumbers[group] === -1) groupNumbers[group] = groups++;
      const at = own * AGES + (ages[v] as number);
      if (this.#buckets[at] === -1) {
        this.#buckets[at] = sizes.length;
        sizes.push(0);
      }
      const bucket = this.#buckets[at] as number;
      sizes[bucket] = (sizes[bucket] as number) + 1;
      held++;
    }
    this.#groupOf = groupNumbers;
    this.#bucketCount = sizes.length;
    this.#items = new Int32Array(held);
    this.#position = new Int32Array(held > 0 ? size : 0);
    this.#borders = new Int32Array(sizes.length * (PARTS + 1));
    this.#counts = new Int32Array(classes.count * (BURIED + 1));
    this.#ages = new AgeCounts(classes.count);
    let start = 0;
    for (let b = 0; b < sizes.length; b++) {
      this.#borders[b * (PARTS + 1)] = start;
      start += sizes[b] as number;
      for (let part = 1; part <= PARTS; part++) this.#borders[b * (PARTS + 1) + part] = start;
    }
    this.#place(unlimited, sizes.length);
    this.#notes = new BucketNotes(groups, sizes.length);
  }

  get bytes(): number {
    const words =
      this.#items.length +
      this.#position.length +
      this.#buckets.length +
      this.#borders.length +
      this.#counts.length +
      this.#groupOf.length;
    return words * 4 + this.#notes.bytes + this.#ages.bytes;
  }

  move(v: number, from: number, to: number): void {
    const bucket = this.#bucket(v);
    const own = this.#classes.classOf[v] as number;
    const source = partOf(from);
    const target = partOf(to);
    this.#count(own, source, -1);
    this.#count(own, target, 1);
    let at = source;
    while (at < target) {
      // To the next part: behind the last of this one, whose border then moves down.
      const border = bucket * (PARTS + 1) + at + 1;
      const last = (this.#borders[border] as number) - 1;
      this.#swap(v, last);
      this.#borders[border] = last;
      at++;
    }
    while (at > target) {
      const border = bucket * (PARTS + 1) + at;
      const first = this.#borders[border] as number;
      this.#swap(v, first);
      this.#borders[border] = first + 1;
      at--;
    }
    if (target === FREE) this.#notes.becameFree(bucket);
  }

  beginSearch(): void {
    this.#notes.beginSearch();
  }

  findFree(u: number): number {
    return this.#sweep(u, FREE, 1, ONE) === 1 ? (ONE[0] as number) : -1;
  }

  collectWaiting(u: number, limit: number, into: Int32Array, found: number): number {
    if (found >= limit) return found;
    return this.#sweep(u, WAITING, limit, into, found);
  }

  /** Walks the buckets that may hold partners of `u` and takes those of one part who take `u`. */
  #sweep(u: number, part: number, limit: number, into: Int32Array, already = 0): number {
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u] as number;
    const age = ages[u] as number;
    const youngest = Math.max(minimumAges[u] as number, 0);
    const oldest = maximumAges[u] as number;
    const group = this.#group(own, age);
    const partners = this.#classes.partners[own] as Int32Array;
    const span = oldest - youngest + 1;
    this.#turn = (Math.imul(this.#turn, 1664525) + 1013904223) | 0;
    const turned = (this.#turn >>> 0) / 4294967296;
    let k = Math.floor(turned * partners.length);
    const from = youngest + Math.floor(((turned * 65_536) % 1) * span);
    let found = already;
    for (let left = partners.length; left > 0; left--, k++) {
      const other = partners[k < partners.length ? k : k - partners.length] as number;
      if (this.#counts[other * (BURIED + 1) + part] === 0) continue;
      for (let step = 0; step < span; step++) {
        const years = from + step > oldest ? from + step - span : from + step;
        const bucket = this.#buckets[other * AGES + years] as number;
        if (bucket === -1) continue;
        this.looks += 0.25;
        const low = this.#borders[bucket * (PARTS + 1) + part] as number;
        const high = this.#borders[bucket * (PARTS + 1) + part + 1] as number;
        if (low === high) continue;
        let next = high;
        const note = this.#notes.find(group, bucket);
        if (note !== -1) next = Math.min(high, this.#notes.read(note, bucket, part));
        let rejectedAll = true;
        for (let i = next - 1; i >= low; i--) {
          const v = this.#items[i] as number;
          this.looks++;
          if (age < (minimumAges[v] as number) || age > (maximumAges[v] as number)) {
            if (rejectedAll) next = i;
            continue;
          }
          rejectedAll = false;
          if (v === u || this.#excluded(u, v)) continue;
          into[found++] = v;
          if (found === limit) break;
        }
        if (note !== -1) this.#notes.write(note, part, next);
        if (found === limit) return found;
      }
    }
    return found;
  }

  /** An outer member of another blossom, see {@link #outerIn} for what is noted. */
  findOuter(u: number, blossoms: Blossoms): number {
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u] as number;
    const age = ages[u] as number;
    const oldest = maximumAges[u] as number;
    const group = this.#group(own, age);
    const base = blossoms.find(u);
    for (const other of this.#classes.partners[own] as Int32Array) {
      if (this.#counts[other * (BURIED + 1) + OUTER] === 0) continue;
      for (let years = minimumAges[u] as number; years <= oldest; years++) {
        const bucket = this.#buckets[other * AGES + years] as number;
        if (bucket === -1) continue;
        this.looks += 0.25;
        const low = this.#borders[bucket * (PARTS + 1) + OUTER] as number;
        const high = this.#borders[bucket * (PARTS + 1) + OUTER + 1] as number;
        if (low === high) continue;
        const v = this.#outerIn(u, base, group, bucket, low, high, blossoms);
        if (v !== -1) return v;
      }
    }
    return -1;
  }

  /**
   * All outer members of a bucket that take this gender and age, as far as noted, are in one blossom: whoever
   * looked through them was joined to each. So one of them stands for all.
   */
  #outerIn(
    u: number,
    base: number,
    group: number,
    bucket: number,
    low: number,
    high: number,
    blossoms: Blossoms,
  ): number {
    const { minimumAges, maximumAges, ages } = this.#population.columns;
    const age = ages[u] as number;
    const note = this.#notes.find(group, bucket);
    let next = high;
    let representative = -1;
    if (note !== -1) {
      next = this.#notes.readOuter(note);
      if (next < 0 || next > high) next = high;
      representative = this.#notes.representativeOf(note);
    }
    const manyTrees = blossoms.root === -1;
    // Its whole blossom is frozen with it, and all that was noted belongs to that blossom.
    if (representative !== -1 && manyTrees && blossoms.isFrozen(representative))
      representative = -1;
    if (representative !== -1 && blossoms.find(representative) !== base) {
      if (!this.#excluded(u, representative)) return representative;
      // Blocked with the one who stands for the rest: any of the rest will do.
      next = high;
    }
    let unbroken = true;
    for (let i = next - 1; i >= low; i--) {
      const v = this.#items[i] as number;
      this.looks++;
      if (age >= (minimumAges[v] as number) && age <= (maximumAges[v] as number)) {
        // `u` may meet itself here; it then stands for itself to whoever comes later.
        if (manyTrees && blossoms.isFrozen(v)) {
          // Passed by for good, like somebody who doesn't suit.
        } else if (blossoms.find(v) !== base) {
          if (!this.#excluded(u, v)) {
            if (note !== -1) this.#notes.writeOuter(note, next, representative);
            return v;
          }
          unbroken = false;
        } else if (unbroken) representative = v;
      }
      if (unbroken) next = i;
    }
    if (note !== -1) this.#notes.writeOuter(note, next, representative);
    return -1;
  }

  /** Everybody in here who would do, as many as `into` holds; how many. */
  listPartners(u: number, into: Int32Array): number {
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u] as number;
    const age = ages[u] as number;
    const oldest = maximumAges[u] as number;
    let found = 0;
    for (const other of this.#classes.partners[own] as Int32Array) {
      for (let years = minimumAges[u] as number; years <= oldest; years++) {
        const bucket = this.#buckets[other * AGES + years] as number;
        if (bucket === -1) continue;
        const end = this.#borders[bucket * (PARTS + 1) + PARTS] as number;
        for (let i = this.#borders[bucket * (PARTS + 1)] as number; i < end; i++) {
          const v = this.#items[i] as number;
          this.looks++;
          if (age < (minimumAges[v] as number) || age > (maximumAges[v] as number)) continue;
          if (v === u || this.#excluded(u, v)) continue;
          if (found === into.length) return found;
          into[found++] = v;
        }
      }
    }
    return found;
  }

  /** About how many would do, whatever their own wishes: an estimate for the order of the start. */
  degree(u: number): number {
    const { minimumAges, maximumAges } = this.#population.columns;
    const partners = this.#classes.partners[this.#classes.classOf[u] as number] as Int32Array;
    return this.#ages.within(partners, minimumAges[u] as number, maximumAges[u] as number);
  }

  /**
   * Random partners of one part. Somebody is drawn from all who are of a fitting class and age, and taken if
   * they stand in that part; after many vain draws anybody of the part in the same bucket will do.
   */
  sample(
    u: number,
    part: number,
    limit: number,
    into: Int32Array,
    chance: (bound: number) => number,
  ): number {
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u] as number;
    const partners = this.#classes.partners[own] as Int32Array;
    const age = ages[u] as number;
    const before = (minimumAges[u] as number) - 1;
    const oldest = maximumAges[u] as number;
    const there = this.degree(u);
    if (there === 0) return 0;
    let found = 0;
    for (let tries = 0; tries < 4 * limit && found < limit; tries++) {
      this.looks++;
      let rest = chance(there);
      let k = 0;
      let other = partners[0] as number;
      let passed = this.#ages.upTo(other, before);
      for (;;) {
        const held = this.#ages.upTo(other, oldest) - passed;
        if (rest < held) break;
        rest -= held;
        other = partners[++k] as number;
        passed = this.#ages.upTo(other, before);
      }
      const years = this.#ages.ageAt(other, before + 1, oldest, passed + rest);
      rest -= this.#ages.upTo(other, years - 1) - passed;
      const bucket = this.#buckets[other * AGES + years] as number;
      const low = this.#borders[bucket * (PARTS + 1) + part] as number;
      const count = (this.#borders[bucket * (PARTS + 1) + part + 1] as number) - low;
      if (rest >= count) {
        if (count === 0 || tries < 2 * limit) continue;
        rest = chance(count);
      }
      const v = this.#items[low + rest] as number;
      if (age < (minimumAges[v] as number) || age > (maximumAges[v] as number)) continue;
      if (v !== u && !this.#excluded(u, v)) into[found++] = v;
    }
    if (found > 0) return found;
    return this.#sweep(u, part, 1, into);
  }

  #place(unlimited: Uint8Array, buckets: number): void {
    const { ages } = this.#population.columns;
    const filled = new Int32Array(buckets);
    for (let v = 0; v < unlimited.length; v++) {
      if (unlimited[v] !== 1) continue;
      const own = this.#classes.classOf[v] as number;
      const bucket = this.#bucket(v);
      const at = (this.#borders[bucket * (PARTS + 1)] as number) + (filled[bucket] as number);
      filled[bucket] = (filled[bucket] as number) + 1;
      this.#items[at] = v;
      this.#position[v] = at;
      this.#count(own, FREE, 1);
      this.#ages.add(own, ages[v] as number);
    }
    this.#ages.sum();
  }

  /** The chance of the seed over each bucket, so that nobody's place tells their key. */
  shuffle(chance: (bound: number) => number): void {
    this.#turn = chance(4294967296) | 0;
    for (let b = 0; b < this.#bucketCount; b++) {
      const low = this.#borders[b * (PARTS + 1)] as number;
      const high = this.#borders[b * (PARTS + 1) + PARTS] as number;
      for (let i = high - 1; i > low; i--)
        this.#swap(this.#items[i] as number, low + chance(i - low + 1));
    }
  }

  #bucket(v: number): number {
    const own = this.#classes.classOf[v] as number;
    return this.#buckets[own * AGES + (this.#population.columns.ages[v] as number)] as number;
  }

  #group(own: number, age: number): number {
    return this.#groupOf[(this.#classes.genderOf[own] as number) * AGES + age] as number;
  }

  #count(own: number, part: number, by: number): void {
    const at = own * (BURIED + 1) + part;
    this.#counts[at] = (this.#counts[at] as number) + by;
  }

  #swap(v: number, to: number): void {
    const from = this.#position[v] as number;
    const other = this.#items[to] as number;
    this.#items[to] = v;
    this.#items[from] = other;
    this.#position[v] = to;
    this.#position[other] = from;
  }
}

const ONE = new Int32Array(1);

/** Standings are numbered as the parts are; converted members stand with the outer ones. */
function partOf(standing: number): number {
  if (standing === CONVERTED) return OUTER;
  return standing === BURIED ? INNER + 2 : standing;
}
