import type { MemberKey } from "~/db/pairing/pairing-runs";

const GROWTH = 1.5;

/**
 * The keys of the members that a run has read, with the instants of their registration: 16 bytes per member. Keys are
 * added in ascending order.
 */
export class MemberKeys {
  #keys: Float64Array<ArrayBuffer>;
  #createdAt: Float64Array<ArrayBuffer>;
  #length = 0;

  /** @param expectedSize number of members, if it is known; avoids growing */
  constructor(expectedSize: number) {
    this.#keys = new Float64Array(Math.max(16, expectedSize));
    this.#createdAt = new Float64Array(this.#keys.length);
  }

  add(key: number, createdAt: number): void {
    if (this.#length === this.#keys.length) {
      this.#keys = grow(this.#keys);
      this.#createdAt = grow(this.#createdAt);
    }
    this.#keys[this.#length] = key;
    this.#createdAt[this.#length++] = createdAt;
  }

  /** -1 without members. */
  get greatest(): number {
    return this.#length > 0 ? (this.#keys[this.#length - 1] as number) : -1;
  }

  get length(): number {
    return this.#length;
  }

  /** @throws Error when the key was never added */
  find(key: number): MemberKey {
    const place = this.findPlace(key);
    if (place < 0) throw new Error("unknown member key");
    return [key, this.#createdAt[place] as number];
  }

  /** The index of a key; -1 if it was never added. */
  findPlace(key: number): number {
    let from = 0;
    let to = this.#length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#keys[middle] as number) < key) from = middle + 1;
      else to = middle;
    }
    return from < this.#length && this.#keys[from] === key ? from : -1;
  }
}

function grow(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  // Growing by half: in a large run each doubling would leave megabytes unused.
  const larger = new Float64Array(Math.ceil(values.length * GROWTH));
  larger.set(values);
  return larger;
}
