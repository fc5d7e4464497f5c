import { freeBuffers } from "../arrays.ts";
import { NO_VERTEX, UNLABELLED } from "../labels.ts";

/** Notes are kept for up to this many combinations of a group and a bucket, at 24 bytes each. */
const MAX_NOTES = 1_200_000;
/** A position beyond all items: nothing has been scanned. */
const UNSCANNED = 0x7fffffff;

/**
 * Whether a member of a bucket accepts a vertex depends only on the vertex's group (its gender and age), because a
 * vertex only looks into buckets whose class and age it accepts. So for each group and bucket a note keeps how far the
 * bucket has been scanned in vain. Within one search a bucket is scanned once per group and not once per vertex, which
 * bounds a search over n members by about 63 n visits, whatever the population.
 */
export class BucketNotes {
  /** Number of buckets. */
  readonly #buckets: number;
  /** False when there would be too many notes to keep. */
  readonly #areKept: boolean;
  /** Per bucket: how often a member became free again, which makes notes on its free part void. */
  readonly #freeVersions: Int32Array;
  /** Per note: a position in the free part. All vertices from there on have been scanned. */
  readonly #free: Int32Array;
  /** Per note: the bucket's free version when `#free` was written. */
  readonly #freeVersionSeen: Int32Array;
  /** Per note: the search in which the next three columns were written. */
  readonly #searchSeen: Int32Array;
  /** Per note: a position in the unlabelled part. All vertices from there on have been scanned. */
  readonly #unlabelled: Int32Array;
  /** Per note: the same position for the even part, or -1. */
  readonly #even: Int32Array;
  /** Per note: one of the scanned even vertices (see `ClassBuckets`), or NO_VERTEX. */
  readonly #representatives: Int32Array;
  #searchNumber = 0;

  constructor(groups: number, buckets: number) {
    const notes = groups * buckets;
    this.#buckets = buckets;
    this.#areKept = notes <= MAX_NOTES;
    const make = () => new Int32Array(this.#areKept ? notes : 0);
    this.#freeVersions = new Int32Array(buckets);
    this.#free = make();
    this.#freeVersionSeen = make();
    this.#searchSeen = make();
    this.#unlabelled = make();
    this.#even = make();
    this.#representatives = make();
    this.#freeVersionSeen.fill(-1);
  }

  get bytes(): number {
    return this.#freeVersions.byteLength + this.#free.byteLength * 6;
  }

  dispose(): void {
    freeBuffers(
      this.#free,
      this.#freeVersionSeen,
      this.#searchSeen,
      this.#unlabelled,
      this.#even,
      this.#representatives,
    );
  }

  beginSearch(): void {
    this.#searchNumber++;
  }

  /** A member of a bucket is free again. */
  becameFree(bucket: number): void {
    this.#freeVersions[bucket]!++;
  }

  /** The note of a group on a bucket, or -1 when none are kept. */
  find(group: number, bucket: number): number {
    return this.#areKept ? group * this.#buckets + bucket : -1;
  }

  /** Position in the free or unlabelled part from which on all have been scanned in vain. */
  read(note: number, bucket: number, part: number): number {
    if (part === UNLABELLED) {
      this.#open(note);
      return this.#unlabelled[note]!;
    }
    if (this.#freeVersionSeen[note] !== this.#freeVersions[bucket]) {
      this.#freeVersionSeen[note] = this.#freeVersions[bucket]!;
      this.#free[note] = UNSCANNED;
    }
    return this.#free[note]!;
  }

  write(note: number, part: number, next: number): void {
    if (part === UNLABELLED) this.#unlabelled[note] = next;
    else this.#free[note] = next;
  }

  /** The same position for the even part; -1 when nothing has been scanned. */
  readEven(note: number): number {
    this.#open(note);
    return this.#even[note]!;
  }

  /** The representative of the even vertices scanned, or NO_VERTEX. */
  representativeOf(note: number): number {
    return this.#representatives[note]!;
  }

  writeEven(note: number, next: number, representative: number): void {
    const before = this.#even[note]!;
    if (before >= 0 && before <= next) return; // another scan got further
    this.#even[note] = next;
    this.#representatives[note] = representative;
  }

  /** Resets a note of an earlier search. */
  #open(note: number): void {
    if (this.#searchSeen[note] === this.#searchNumber) return;
    this.#searchSeen[note] = this.#searchNumber;
    this.#unlabelled[note] = UNSCANNED;
    this.#even[note] = -1;
    this.#representatives[note] = NO_VERTEX;
  }
}
