/**
 * A random stream from a seed: xoshiro128** (Blackman and Vigna 2018), initialised by splitmix32. All arithmetic is on
 * 32-bit integers, so a seed gives the same stream in every JavaScript engine.
 */
export class Random {
  readonly #state = new Int32Array(4);

  /** @param seed `7` and `"7"` are the same seed, because seeds are stored as text */
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
    for (let i = 0; i < 4; i++) this.#state[i] = fill();
    this.#state[3] = this.#state[3]! | 1; // xoshiro's state must not be all zero
  }

  /** A whole number from 0 to `bound - 1`. Its bias is below 2⁻²⁰ for every bound in use. */
  below(bound: number): number {
    return Math.floor(((this.#next32() >>> 0) / 4294967296) * bound);
  }

  #next32(): number {
    const state = this.#state;
    const a = state[0]!;
    const b = state[1]!;
    const c = state[2]!;
    const d = state[3]!;
    const product = Math.imul(b, 5);
    const rest = d ^ b;
    const mixed = c ^ a;
    state[1] = b ^ mixed;
    state[0] = a ^ rest;
    state[2] = mixed ^ (b << 9);
    state[3] = (rest << 11) | (rest >>> 21);
    return Math.imul((product << 7) | (product >>> 25), 9);
  }

  shuffle(list: Int32Array, length = list.length): void {
    for (let i = length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const held = list[i]!;
      list[i] = list[j]!;
      list[j] = held;
    }
  }
}
