import { freeBuffers, Growable } from "../arrays.ts";

/** A set above this many bytes becomes a Bloom filter; 2²⁷ bits hold 15 million pairs with 1.6 % false positives. */
const EXACT_BYTES = 20_000_000;
const FILTER_BITS = 2 ** 27;
const FILTER_HASHES = 5;
/** Pairs collected before they are merged into the stream: a quarter of those held, within these limits. */
const MIN_PENDING = 2 ** 18;
const MAX_PENDING = 2 ** 20;
/** Rows that share an offset, as a power of two, and the number of rows from which on they share one. */
const ROWS_SHIFT = 2;
const MANY_ROWS = 300_000;
/** Groups of rows with more bytes than this are also kept as plain numbers, for binary search. */
const WIDE_BYTES = 512;
/** A difference takes at most this many bytes: codes are below 2⁵³. */
const MAX_BYTES = 8;

/**
 * A set of unordered pairs of member numbers. A pair has the code `low * size + high`. Codes are stored in ascending
 * order as differences with 7 bits per byte, one to three bytes per pair. A pair is found by adding up differences from
 * the offset of the row `low`. Neighbours in space have neighbouring numbers, so most differences are small. A set that
 * `mayApproximate` becomes a Bloom filter (1970) above {@link EXACT_BYTES}; a false positive only makes a fresh pair
 * look like a repeat.
 */
export class PairSet {
  readonly #size: number;
  readonly #mayApproximate: boolean;
  readonly #shift: number;
  /** Codes added since the last merge, unsorted. */
  readonly #pending = new Growable((capacity) => new Float64Array(capacity), 16);
  /** The codes as differences. */
  #stream = new Uint8Array(0);
  /** Start of each group of rows in the stream; its first difference counts from {@link #firstOf}. Null until sealed. */
  #starts: Int32Array | null = null;
  /** The codes of each long group of rows, ascending. */
  readonly #wide = new Map<number, Float64Array>();
  /** The Bloom filter's bits. */
  #filter: Int32Array | null = null;
  /** Number of pairs; a filter counts a repeated pair each time. */
  count = 0;

  /** @param size number of members */
  constructor(size: number, mayApproximate: boolean) {
    this.#size = size;
    this.#mayApproximate = mayApproximate;
    this.#shift = size > MANY_ROWS ? ROWS_SHIFT : 0;
  }

  /** False for a filter, which may also find pairs that were never added. */
  get isExact(): boolean {
    return this.#filter === null;
  }

  /** Bytes held in typed arrays. */
  get bytes(): number {
    let sum =
      this.#pending.values.byteLength +
      this.#stream.byteLength +
      (this.#starts?.byteLength ?? 0) +
      (this.#filter?.byteLength ?? 0);
    for (const codes of this.#wide.values()) sum += codes.byteLength;
    return sum;
  }

  add(a: number, b: number): void {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    if (this.#filter) {
      this.count++;
      this.#mark(this.#filter, low, high);
      return;
    }
    this.#pending.push(low * this.#size + high);
    const capacity = Math.min(MAX_PENDING, Math.max(MIN_PENDING, this.count >> 2));
    if (this.#pending.length < capacity) return;
    this.#mergePending();
    if (this.#mayApproximate && this.#stream.length > EXACT_BYTES) this.#approximate();
  }

  /** Makes the set ready for {@link has}; nothing may be added after that. */
  seal(): void {
    if (this.#filter) return;
    if (this.#pending.length > 0) this.#mergePending();
    this.#pending.clear();
    if (this.count === 0) return;
    this.#index();
  }

  has(a: number, b: number): boolean {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    if (this.#filter) return this.#isMarked(this.#filter, low, high);
    if (this.#starts === null) return false;
    const group = low >> this.#shift;
    let at = this.#starts[group]!;
    const end = this.#starts[group + 1]!;
    if (at === end) return false;
    const wanted = low * this.#size + high;
    if (end - at > WIDE_BYTES) return includes(this.#wide.get(group)!, wanted);
    const stream = this.#stream;
    // #firstOf is inlined, because a number this large is allocated on the heap when a call returns it.
    const row = group << this.#shift;
    let code = row * this.#size + row;
    while (at < end) {
      let byte = stream[at++]!;
      let scale = 128;
      let step = byte & 127;
      while (byte > 127) {
        byte = stream[at++]!;
        step += (byte & 127) * scale;
        scale *= 128;
      }
      code += step;
      if (code >= wanted) return code === wanted;
    }
    return false;
  }

  /** Every pair of a sealed set, the lower number first; none for a filter. */
  forEach(visit: (low: number, high: number) => void): void {
    const starts = this.#starts;
    if (starts === null) return;
    const size = this.#size;
    const stream = this.#stream;
    for (let group = 0; group + 1 < starts.length; group++) {
      const end = starts[group + 1]!;
      let row = group << this.#shift;
      // A difference that reaches `size` or more leads to one of the next rows.
      let high = row;
      for (let at = starts[group]!; at < end; ) {
        let byte = stream[at++]!;
        let scale = 128;
        high += byte & 127;
        while (byte > 127) {
          byte = stream[at++]!;
          high += (byte & 127) * scale;
          scale *= 128;
        }
        for (; high >= size; high -= size) row++;
        visit(row, high);
      }
    }
  }

  /** A lower bound of the codes in a group of rows. */
  #firstOf(group: number): number {
    const row = group << this.#shift;
    return row * this.#size + row;
  }

  /** Merges the pending codes into the stream, each code once. */
  #mergePending(): void {
    const pending = this.#pending.values.subarray(0, this.#pending.length);
    pending.sort();
    const old = new Reader(this.#stream);
    const merged = new Writer(this.#stream.length + pending.length * MAX_BYTES);
    let count = 0;
    let code = old.next();
    for (let i = 0; i < pending.length; i++) {
      const added = pending[i]!;
      while (code < added) {
        merged.write(code);
        count++;
        code = old.next();
      }
      if (code === added || (i > 0 && pending[i - 1] === added)) continue;
      merged.write(added);
      count++;
    }
    for (; code !== Number.POSITIVE_INFINITY; code = old.next()) {
      merged.write(code);
      count++;
    }
    freeBuffers(this.#stream);
    this.#stream = merged.done();
    this.count = count;
    this.#pending.length = 0;
  }

  /** Rewrites the stream so that each group of rows can be read on its own, and notes the start of each group. */
  #index(): void {
    const groups = ((this.#size - 1) >> this.#shift) + 1;
    const starts = new Int32Array(groups + 1);
    const old = new Reader(this.#stream);
    const indexed = new Writer(this.#stream.length + Math.min(groups, this.count) * MAX_BYTES);
    let code = old.next();
    for (let group = 0; group < groups; group++) {
      starts[group] = indexed.length;
      if (code === Number.POSITIVE_INFINITY) continue;
      const first = this.#firstOf(group);
      const after = ((group + 1) << this.#shift) * this.#size;
      let held = 0;
      indexed.restart(first);
      for (; code < after; code = old.next()) {
        indexed.write(code);
        held++;
      }
      if (indexed.length - starts[group]! > WIDE_BYTES) {
        const reader = indexed.readFrom(starts[group]!, first);
        this.#wide.set(
          group,
          new Float64Array(held).map(() => reader.next()),
        );
      }
    }
    starts[groups] = indexed.length;
    freeBuffers(this.#stream);
    this.#stream = indexed.done();
    this.#starts = starts;
  }

  #approximate(): void {
    const filter = new Int32Array(FILTER_BITS / 32);
    const old = new Reader(this.#stream);
    for (let code = old.next(); code !== Number.POSITIVE_INFINITY; code = old.next()) {
      const row = Math.floor(code / this.#size);
      this.#mark(filter, row, code - row * this.#size);
    }
    freeBuffers(this.#stream);
    this.#stream = new Uint8Array(0);
    this.#pending.clear();
    this.#filter = filter;
  }

  #mark(filter: Int32Array, low: number, high: number): void {
    let hash = mix(low, high);
    const step = mix(high, low) | 1;
    for (let i = 0; i < FILTER_HASHES; i++) {
      const word = (hash >>> 5) & (FILTER_BITS / 32 - 1);
      filter[word]! |= 1 << (hash & 31);
      hash = (hash + step) | 0;
    }
  }

  #isMarked(filter: Int32Array, low: number, high: number): boolean {
    let hash = mix(low, high);
    const step = mix(high, low) | 1;
    for (let i = 0; i < FILTER_HASHES; i++) {
      if ((filter[(hash >>> 5) & (FILTER_BITS / 32 - 1)]! & (1 << (hash & 31))) === 0) {
        return false;
      }
      hash = (hash + step) | 0;
    }
    return true;
  }
}

/** Reads ascending codes from their differences. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #code: number;

  /** @param first the value to which the first difference is added */
  constructor(bytes: Uint8Array, first = 0) {
    this.#bytes = bytes;
    this.#code = first;
  }

  /** The next code; infinity at the end. */
  next(): number {
    if (this.#at === this.#bytes.length) return Number.POSITIVE_INFINITY;
    let scale = 1;
    let byte: number;
    do {
      byte = this.#bytes[this.#at++]!;
      this.#code += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return this.#code;
  }
}

/** Writes ascending codes as differences. */
class Writer {
  #bytes: Uint8Array;
  #code = 0;
  length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** A reader from `start`; the first difference there is added to `first`. */
  readFrom(start: number, first: number): Reader {
    return new Reader(this.#bytes.subarray(start, this.length), first);
  }

  /** Makes the next difference count from `code`. */
  restart(code: number): void {
    this.#code = code;
  }

  write(code: number): void {
    let step = code - this.#code;
    this.#code = code;
    while (step > 127) {
      const rest = Math.floor(step / 128);
      this.#bytes[this.length++] = (step - rest * 128) | 128;
      step = rest;
    }
    this.#bytes[this.length++] = step;
  }

  /** The bytes written, in an array of that length. */
  done(): Uint8Array<ArrayBuffer> {
    const exact = new Uint8Array(this.#bytes.subarray(0, this.length));
    freeBuffers(this.#bytes);
    return exact;
  }
}

function includes(sorted: Float64Array, wanted: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const value = sorted[middle]!;
    if (value === wanted) return true;
    if (value < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

function mix(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return hash ^ (hash >>> 15);
}
