import { EVEN, FREE, NO_VERTEX, UNLABELLED } from "../labels.ts";
import type { Classes } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import { AgeCounts } from "./age-counts.ts";
import { BucketNotes } from "./bucket-notes.ts";
import { AGES, BucketParts } from "./bucket-parts.ts";
import type { Blossoms } from "./space-tree.ts";

/** Work counted for visiting a bucket; visiting a member is 1. */
const WORK_PER_BUCKET = 0.25;

/**
 * Finds edges between members without a local limit, by class and age. `BucketParts` keeps the members by label, and
 * `BucketNotes` remembers which of them have been scanned in vain.
 */
export class ClassBuckets {
  /** Members and buckets looked at. Two counters, because whole numbers are counted faster than fractions. */
  #membersVisited = 0;
  #bucketsVisited = 0;
  readonly #population: Population;
  readonly #classes: Classes;
  /** True for a block, and for a repeat while only fresh edges count. */
  readonly #excluded: (a: number, b: number) => boolean;
  readonly #parts: BucketParts;
  readonly #ages: AgeCounts;
  /** Number of a group (gender and age), or -1. Members of one group are accepted by the same members of a bucket. */
  readonly #groups: Int32Array;
  readonly #notes: BucketNotes;
  /** State of a linear congruential generator: it gives the bucket at which the next sweep starts. */
  #rotation = 0;

  /**
   * @param isOpen 1 for members of open classes: only they are indexed here
   * @param excluded blocks, and repeats while only fresh edges count
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
    this.#groups = new Int32Array(classes.genderCount * AGES).fill(-1);
    const { ages } = population.columns;
    let groups = 0;
    for (let v = 0; v < population.size; v++) {
      if (isOpen[v] !== 1) continue;
      const own = classes.classOf[v]!;
      const group = classes.genderOf[own]! * AGES + ages[v]!;
      if (this.#groups[group] === -1) this.#groups[group] = groups++;
      this.#ages.add(own, ages[v]!);
    }
    this.#ages.sum();
    this.#notes = new BucketNotes(groups, this.#parts.count);
  }

  get work(): number {
    return this.#membersVisited + this.#bucketsVisited * WORK_PER_BUCKET;
  }

  get bytes(): number {
    return this.#parts.bytes + this.#groups.byteLength + this.#notes.bytes + this.#ages.bytes;
  }

  relabel(v: number, from: number, to: number): void {
    this.#parts.relabel(v, from, to);
    if (to === FREE) this.#notes.becameFree(this.#parts.bucketOf(v));
  }

  /** Shuffles each bucket, so that a member's position does not depend on the key. */
  shuffle(chance: (bound: number) => number): void {
    this.#rotation = chance(4294967296) | 0;
    this.#parts.shuffle(chance);
  }

  beginSearch(): void {
    this.#notes.beginSearch();
  }

  dispose(): void {
    this.#parts.dispose();
    this.#notes.dispose();
  }

  findFree(u: number): number {
    return this.#sweep(u, FREE, 1, ONE) === 1 ? ONE[0]! : NO_VERTEX;
  }

  collectUnlabelled(u: number, limit: number, into: Int32Array, found: number): number {
    if (found >= limit) return found;
    return this.#sweep(u, UNLABELLED, limit, into, found);
  }

  /** Scans one part of each bucket in which `u` may have neighbours, from a random one on. @returns found in all */
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
    this.#rotation = (Math.imul(this.#rotation, 1664525) + 1013904223) | 0;
    const turned = (this.#rotation >>> 0) / 4294967296;
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
        this.#bucketsVisited++;
        const low = parts.start(bucket, part);
        const high = parts.start(bucket, part + 1);
        if (low === high) continue;
        let next = high;
        const note = this.#notes.find(group, bucket);
        if (note !== -1) next = Math.min(high, this.#notes.read(note, bucket, part));
        let rejectedAll = true;
        for (let i = next - 1; i >= low; i--) {
          const v = parts.items[i]!;
          this.#membersVisited++;
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

  /** An even neighbour outside of `u`'s blossom; see {@link #findEvenInBucket} for what is noted. */
  findEven(u: number, blossoms: Blossoms): number {
    const parts = this.#parts;
    const { ages, minimumAges, maximumAges } = this.#population.columns;
    const own = this.#classes.classOf[u]!;
    const age = ages[u]!;
    const oldest = maximumAges[u]!;
    const group = this.#group(own, age);
    const base = blossoms.findBase(u);
    const partners = this.#classes.openPartners[own]!;
    for (let k = 0; k < partners.length; k++) {
      const other = partners[k]!;
      if (parts.isEmpty(other, EVEN)) continue;
      for (let years = minimumAges[u]!; years <= oldest; years++) {
        const bucket = parts.find(other, years);
        if (bucket === -1) continue;
        this.#bucketsVisited++;
        const low = parts.start(bucket, EVEN);
        const high = parts.start(bucket, EVEN + 1);
        if (low === high) continue;
        const v = this.#findEvenInBucket(u, base, group, bucket, low, high, blossoms);
        if (v !== NO_VERTEX) return v;
      }
    }
    return NO_VERTEX;
  }

  /**
   * Looks for an even neighbour of `u` in one bucket. All even vertices that the group has scanned there and that
   * accept it are in one blossom, because each was contracted with the scanning vertex. So the note keeps one of them
   * as their representative.
   */
  #findEvenInBucket(
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
    let representative = NO_VERTEX;
    if (note !== -1) {
      next = this.#notes.readEven(note);
      if (next < 0 || next > high) next = high;
      representative = this.#notes.representativeOf(note);
    }
    const hasManyTrees = blossoms.root === NO_VERTEX;
    // A frozen representative is void: its whole blossom, with all noted vertices, is frozen too.
    if (representative !== NO_VERTEX && hasManyTrees && blossoms.isFrozen(representative))
      representative = NO_VERTEX;
    if (representative !== NO_VERTEX && blossoms.findBase(representative) !== base) {
      if (!this.#excluded(u, representative)) return representative;
      // `u` is blocked with the representative, so any other vertex of that blossom is looked for.
      next = high;
    }
    let isContiguous = true;
    for (let i = next - 1; i >= low; i--) {
      const v = parts.items[i]!;
      this.#membersVisited++;
      if (age >= minimumAges[v]! && age <= maximumAges[v]!) {
        // `u` itself may be in the bucket; it then becomes the representative for later vertices.
        if (hasManyTrees && blossoms.isFrozen(v)) {
          // A frozen vertex is skipped for good, as if it were not compatible.
        } else if (blossoms.findBase(v) !== base) {
          if (!this.#excluded(u, v)) {
            if (note !== -1) this.#notes.writeEven(note, next, representative);
            return v;
          }
          isContiguous = false;
        } else if (isContiguous) representative = v;
      }
      if (isContiguous) next = i;
    }
    if (note !== -1) this.#notes.writeEven(note, next, representative);
    return NO_VERTEX;
  }

  /** Neighbours of any label, up to the length of `into`. @returns how many */
  listNeighbours(u: number, into: Int32Array): number {
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
          this.#membersVisited++;
          if (age < minimumAges[v]! || age > maximumAges[v]!) continue;
          if (v === u || this.#excluded(u, v)) continue;
          if (found === into.length) return found;
          into[found++] = v;
        }
      }
    }
    return found;
  }

  /** Number of members that `u` accepts, whether or not they accept `u`: an upper bound of the degree. */
  degree(u: number): number {
    const { minimumAges, maximumAges } = this.#population.columns;
    const partners = this.#classes.openPartners[this.#classes.classOf[u]!]!;
    return this.#ages.countWithin(partners, minimumAges[u]!, maximumAges[u]!);
  }

  /**
   * Random neighbours of one label. Draws from all members of an accepted class and age, and takes the drawn member if
   * it has that label. After many vain draws it takes a random member with that label from the drawn bucket.
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
    const accepted = this.degree(u);
    if (accepted === 0) return 0;
    let found = 0;
    for (let tries = 0; tries < 4 * limit && found < limit; tries++) {
      this.#membersVisited++;
      let rest = chance(accepted);
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
    return this.#groups[this.#classes.genderOf[own]! * AGES + age]!;
  }
}

/** Room for the results of one vertex. */
const ONE = new Int32Array(1);
