/** Member number by key, by open addressing. Needed only while a population is built. */
export class KeyTable {
  /** Key by member number. */
  readonly #keys: Float64Array | Uint32Array;
  /** Member number plus one, or 0 for an empty slot. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** @param keys distinct keys */
  constructor(keys: Float64Array | Uint32Array) {
    let capacity = 16;
    while (capacity < keys.length * 1.5) capacity *= 2;
    this.#keys = keys;
    this.#mask = capacity - 1;
    this.#slots = new Int32Array(capacity);
    for (let i = 0; i < keys.length; i++) {
      let slot = this.#start(keys[i]!);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = i + 1;
    }
  }

  /** The member number of a key, or -1. */
  find(key: number): number {
    if (!Number.isSafeInteger(key) || key < 0) return -1;
    let slot = this.#start(key);
    for (;;) {
      const entry = this.#slots[slot]!;
      if (entry === 0) return -1;
      if (this.#keys[entry - 1] === key) return entry - 1;
      slot = (slot + 1) & this.#mask;
    }
  }

  #start(key: number): number {
    const high = Math.floor(key / 4294967296);
    const mixed = Math.imul((key | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
