import { release } from "../arrays.ts";
import { WAITING } from "./neighbour-index.ts";

/** Notes are kept for up to so many pairs of (gender and age) with a bucket, at 24 bytes each. */
const MOST_NOTES = 1_200_000;
const UNSEEN = 0x7fffffff;

/**
 * Whether a member of a bucket takes a seeker depends on the seeker's gender and age alone (the bucket's age
 * is already in the seeker's range). So notes are kept for each group (gender, age) and bucket: how far
 * it has been looked through in vain. Within one search a bucket is looked through once for each gender
 * and age, not once for each seeker, which bounds a search over n members by about 63 n looks,
 * whatever the population.
 */
export class BucketNotes {
  readonly #buckets: number;
  readonly #kept: boolean;
  /** How often somebody came back to a bucket's free part: notes on it are void then. */
  readonly #freeAge: Int32Array;
  readonly #free: Int32Array;
  readonly #freeNoteAge: Int32Array;
  readonly #search: Int32Array;
  readonly #waiting: Int32Array;
  readonly #outer: Int32Array;
  readonly #representative: Int32Array;
  #searchNumber = 0;

  constructor(groups: number, buckets: number) {
    const notes = groups * buckets;
    this.#buckets = buckets;
    this.#kept = notes <= MOST_NOTES;
    const make = () => new Int32Array(this.#kept ? notes : 0);
    this.#freeAge = new Int32Array(buckets);
    this.#free = make();
    this.#freeNoteAge = make();
    this.#search = make();
    this.#waiting = make();
    this.#outer = make();
    this.#representative = make();
    this.#freeNoteAge.fill(-1);
  }

  get bytes(): number {
    return this.#freeAge.byteLength + this.#free.byteLength * 6;
  }

  release(): void {
    release(this.#free);
    release(this.#freeNoteAge);
    release(this.#search);
    release(this.#waiting);
    release(this.#outer);
    release(this.#representative);
  }

  beginSearch(): void {
    this.#searchNumber++;
  }

  /** Somebody of a bucket is free again. */
  becameFree(bucket: number): void {
    this.#freeAge[bucket] = this.#freeAge[bucket]! + 1;
  }

  /** The note on a bucket for a gender and age, or -1 where none are kept. */
  find(group: number, bucket: number): number {
    return this.#kept ? group * this.#buckets + bucket : -1;
  }

  /** All from here on up have been looked at in vain. */
  read(note: number, bucket: number, part: number): number {
    if (part === WAITING) {
      this.#open(note);
      return this.#waiting[note]!;
    }
    if (this.#freeNoteAge[note] !== this.#freeAge[bucket]) {
      this.#freeNoteAge[note] = this.#freeAge[bucket]!;
      this.#free[note] = UNSEEN;
    }
    return this.#free[note]!;
  }

  write(note: number, part: number, next: number): void {
    if (part === WAITING) this.#waiting[note] = next;
    else this.#free[note] = next;
  }

  /** Likewise of outer members; -1 when none has been looked at. */
  readOuter(note: number): number {
    this.#open(note);
    return this.#outer[note]!;
  }

  /** One of the outer members that have been looked at, see `ClassBuckets`; -1 when there is none. */
  representativeOf(note: number): number {
    return this.#representative[note]!;
  }

  writeOuter(note: number, next: number, representative: number): void {
    const before = this.#outer[note]!;
    if (before >= 0 && before <= next) return; // already further
    this.#outer[note] = next;
    this.#representative[note] = representative;
  }

  #open(note: number): void {
    if (this.#search[note] === this.#searchNumber) return;
    this.#search[note] = this.#searchNumber;
    this.#waiting[note] = UNSEEN;
    this.#outer[note] = -1;
    this.#representative[note] = -1;
  }
}
