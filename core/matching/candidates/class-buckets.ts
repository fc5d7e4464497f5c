import type { Classes } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import { AgeCounts } from "./age-counts.ts";
import { BucketNotes } from "./bucket-notes.ts";
import { AGES, BucketParts } from "./bucket-parts.ts";
import { type Blossoms, FREE, OUTER, WAITING } from "./neighbour-index.ts";

/**
 * Members whom no distance keeps apart: looks for partners among them, by class and age, and notes what has
 * been looked through in vain. Where everybody stands is kept in `bucket-parts.ts`.
 */
export class ClassBuckets {
  looks = 0;
  readonly #population: Population;
  readonly #classes: Classes;
  readonly #excluded: (a: number, b: number) => boolean;
  readonly #parts: BucketParts;
  readonly #ages: AgeCounts;
  readonly #groupOf: Int32Array;
  readonly #notes: BucketNotes;
  /** Where the next look begins among the buckets. */
  #turn = 0;

  /**
   * @param isOpen 1 for members of open classes: those in here
   * @param excluded blocks, and recent pairs while only fresh ones count
   */
  constructor(
    population: Population,
    classes: Classes,
    isOpen: Uint8Array,
    excluded: (a: number, b: number) => boolean,
  ) {
    this.#population = population;
    this.#classes = classes;
    this.#excluded = excluded;
    this.#parts = new BucketParts(population, classes, isOpen);
    this.#ages = new AgeCounts(classes.count);
    this.#groupOf = new Int32Array(classes.genderCount * AGES).fill(-1);
    const { ages } = population.columns;
    let groups = 0;
    for (let v = 0; v < population.size; v++) {
      if (isOpen[v] !== 1) continue;
      const own = classes.classOf[v]!;
      const group = classes.genderOf[own]! * AGES + ages[v]!;
      if (this.#groupOf[group] === -1) this.#groupOf[group] = groups++;
      this.#ages.add(own, ages[v]!);
    }
    this.#ages.sum();
    this.#notes = new BucketNotes(groups, this.#parts.count);
  }

  get bytes(): number {
    return this.#parts.bytes + this.#groupOf.byteLength + this.#notes.bytes + this.#ages.bytes;
  }

  move(v: number, from: number, to: number): void {
    this.#parts.move(v, from, to);
    if (to === FREE) this.#notes.becameFree(this.#parts.bucketOf(v));
  }

  /** The chance of the seed over each bucket, so that nobody's place tells their key. */
  shuffle(chance: (bound: number) => number): void {
    this.#turn = chance(4294967296) | 0;
    this.#parts.shuffle(chance);
  }

  beginSearch(): void {
    this.#notes.beginSearch();
  }

  /** Gives back the room: nothing is asked any more. */
  release(): void {
    this.#parts.release();
    this.#notes.release();
  }

  findFree(u: number): number {
    return this.#sweep(u, FREE, 1, ONE) === 1 ? ONE[0]! : -1;
  }

  collectWaiting(u: number, limit: number, into: Int32Array, found: number): number {
    if (found >= limit) return found;
    return this.#sweep(u, WAITING, limit, into, found);
  }

  /** Walks the buckets that may hold partners of `u` and takes those of one part who take `u`. */
  #sweep(u: number, part: number, limit: number, into: Int32Array, already = 0): number {
    const parts = this.#parts;
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u]!;
    const age = ages[u]!;
    const youngest = Math.max(minimumAges[u]!, 0);
    const oldest = maximumAges[u]!;
    const group = this.#group(own, age);
    const partners = this.#classes.openPartners[own]!;
    const span = oldest - youngest + 1;
    this.#turn = (Math.imul(this.#turn, 1664525) + 1013904223) | 0;
    const turned = (this.#turn >>> 0) / 4294967296;
    let k = Math.floor(turned * partners.length);
    const from = youngest + Math.floor(((turned * 65_536) % 1) * span);
    let found = already;
    for (let left = partners.length; left > 0; left--, k++) {
      const other = partners[k < partners.length ? k : k - partners.length]!;
      if (parts.isEmpty(other, part)) continue;
      for (let step = 0; step < span; step++) {
        const years = from + step > oldest ? from + step - span : from + step;
        const bucket = parts.find(other, years);
        if (bucket === -1) continue;
        this.looks += 0.25;
        const low = parts.start(bucket, part);
        const high = parts.start(bucket, part + 1);
        if (low === high) continue;
        let next = high;
        const note = this.#notes.find(group, bucket);
        if (note !== -1) next = Math.min(high, this.#notes.read(note, bucket, part));
        let rejectedAll = true;
        for (let i = next - 1; i >= low; i--) {
          const v = parts.items[i]!;
          this.looks++;
          if (age < minimumAges[v]! || age > maximumAges[v]!) {
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
    const parts = this.#parts;
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u]!;
    const age = ages[u]!;
    const oldest = maximumAges[u]!;
    const group = this.#group(own, age);
    const base = blossoms.find(u);
    const partners = this.#classes.openPartners[own]!;
    for (let k = 0; k < partners.length; k++) {
      const other = partners[k]!;
      if (parts.isEmpty(other, OUTER)) continue;
      for (let years = minimumAges[u]!; years <= oldest; years++) {
        const bucket = parts.find(other, years);
        if (bucket === -1) continue;
        this.looks += 0.25;
        const low = parts.start(bucket, OUTER);
        const high = parts.start(bucket, OUTER + 1);
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
    const parts = this.#parts;
    const { minimumAges, maximumAges, ages } = this.#population.columns;
    const age = ages[u]!;
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
      const v = parts.items[i]!;
      this.looks++;
      if (age >= minimumAges[v]! && age <= maximumAges[v]!) {
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
    const parts = this.#parts;
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u]!;
    const age = ages[u]!;
    const oldest = maximumAges[u]!;
    let found = 0;
    const partners = this.#classes.openPartners[own]!;
    for (let k = 0; k < partners.length; k++) {
      const other = partners[k]!;
      for (let years = minimumAges[u]!; years <= oldest; years++) {
        const bucket = parts.find(other, years);
        if (bucket === -1) continue;
        const end = parts.end(bucket);
        for (let i = parts.start(bucket, FREE); i < end; i++) {
          const v = parts.items[i]!;
          this.looks++;
          if (age < minimumAges[v]! || age > maximumAges[v]!) continue;
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
    const partners = this.#classes.openPartners[this.#classes.classOf[u]!]!;
    return this.#ages.within(partners, minimumAges[u]!, maximumAges[u]!);
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
    const parts = this.#parts;
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u]!;
    const partners = this.#classes.openPartners[own]!;
    const age = ages[u]!;
    const before = minimumAges[u]! - 1;
    const oldest = maximumAges[u]!;
    const there = this.degree(u);
    if (there === 0) return 0;
    let found = 0;
    for (let tries = 0; tries < 4 * limit && found < limit; tries++) {
      this.looks++;
      let rest = chance(there);
      let k = 0;
      let other = partners[0]!;
      let passed = this.#ages.upTo(other, before);
      for (;;) {
        const held = this.#ages.upTo(other, oldest) - passed;
        if (rest < held) break;
        rest -= held;
        other = partners[++k]!;
        passed = this.#ages.upTo(other, before);
      }
      const years = this.#ages.ageAt(other, before + 1, oldest, passed + rest);
      rest -= this.#ages.upTo(other, years - 1) - passed;
      const bucket = parts.find(other, years);
      const low = parts.start(bucket, part);
      const count = parts.start(bucket, part + 1) - low;
      if (rest >= count) {
        if (count === 0 || tries < 2 * limit) continue;
        rest = chance(count);
      }
      const v = parts.items[low + rest]!;
      if (age < minimumAges[v]! || age > maximumAges[v]!) continue;
      if (v !== u && !this.#excluded(u, v)) into[found++] = v;
    }
    if (found > 0) return found;
    return this.#sweep(u, part, 1, into);
  }

  #group(own: number, age: number): number {
    return this.#groupOf[this.#classes.genderOf[own]! * AGES + age]!;
  }
}

const ONE = new Int32Array(1);
