import { freeBuffers } from "../arrays.ts";

/** The vertex of each key, by open addressing with Fibonacci hashing (Knuth). */
export class KeyTable {
  readonly #keys: Float64Array | Uint32Array;
  /** By slot: a vertex plus one, or 0 if the slot is empty. There are more than twice as many slots as vertices. */
  readonly #slots: Int32Array;
  readonly #shift: number;

  constructor(keys: Float64Array | Uint32Array) {
    this.#keys = keys;
    this.#shift = Math.clz32(keys.length) - 1;
    this.#slots = new Int32Array(2 ** (32 - this.#shift));
    for (let v = 0; v < keys.length; v++) this.#slots[this.#slotOf(keys[v]!)] = v + 1;
  }

  find(key: number): number {
    return this.#slots[this.#slotOf(key)]! - 1;
  }

  #slotOf(key: number): number {
    let slot = Math.imul(key ^ (key / 2 ** 32), 0x9e3779b1) >>> this.#shift;
    for (;;) {
      const entry = this.#slots[slot]!;
      if (entry === 0 || this.#keys[entry - 1] === key) return slot;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
  }

  free(): void {
    freeBuffers(this.#slots);
  }
}
