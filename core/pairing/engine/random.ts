/**
 * Chance from a seed: xoshiro128** filled by splitmix32 from a hash of the seed. The same seed gives the
 * same stream in a Worker, a browser and Node, because it is 32-bit integer arithmetic throughout.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param seed any text or number; `7` and `"7"` are the same seed, so that a stored seed can be replayed */
  constructor(seed: string | number) {
    const text = String(seed);
    let state = 0x9e3779b9 ^ text.length;
    for (let i = 0; i < text.length; i++) {
      state = Math.imul(state ^ text.charCodeAt(i), 0x85ebca6b);
      state ^= state >>> 13;
    }
    const fill = () => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.#a = fill();
    this.#b = fill();
    this.#c = fill();
    this.#d = fill() | 1; // never all zero
  }

  /** 32 random bits, as an unsigned integer. */
  bits(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
  }

  /** A whole number from 0 to `bound - 1`; the bias of the multiplication is below 2⁻²⁰ for any bound in use. */
  below(bound: number): number {
    return Math.floor((this.bits() / 4294967296) * bound);
  }

  /** Fisher–Yates over the first `length` entries, in place. */
  shuffle(list: Int32Array, length = list.length): void {
    for (let i = length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const held = list[i] as number;
      list[i] = list[j] as number;
      list[j] = held;
    }
  }
}
