import { Growable } from "../arrays.ts";

/** The number of the empty set of languages. */
export const NO_LANGUAGES = 0;
const MAX_SETS = 65_535;
/** 32-bit integers per set. They have room for 128 languages; the product has 110. */
const WORDS = 4;
const MAX_LANGUAGES = 32 * WORDS;

/**
 * The distinct sets of languages that vertices name. Sets are numbered, because most vertices name one of the same few.
 */
export class LanguageSets {
  readonly #bits = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  /** {@link WORDS} integers per set, one set after the other. */
  readonly #masks = new Growable((n) => new Int32Array(n), 64 * WORDS);
  readonly lists: number[][] = [[]];

  constructor() {
    for (let word = 0; word < WORDS; word++) this.#masks.push(0);
  }

  /**
   * The number of a set of codes. Languages beyond the 128th count as not named, and a set beyond the 65,535th counts
   * as empty.
   */
  numberOf(codes: readonly string[] | null | undefined): number {
    if (!codes || codes.length === 0) return NO_LANGUAGES;
    const mask: number[] = Array(WORDS).fill(0);
    const list: number[] = [];
    for (const code of codes) {
      const bit = this.#bits.get(code) ?? this.#bits.size;
      if (bit === MAX_LANGUAGES || list.includes(bit)) continue;
      this.#bits.set(code, bit);
      mask[bit >> 5]! |= 1 << (bit & 31);
      list.push(bit);
    }
    const key = mask.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const next = this.lists.length;
    if (next > MAX_SETS || mask.every((word) => word === 0)) return NO_LANGUAGES;
    this.#numbers.set(key, next);
    for (const word of mask) this.#masks.push(word);
    this.lists.push(list);
    return next;
  }

  get languageCount(): number {
    return this.#bits.size;
  }

  areApart(one: number, other: number): boolean {
    if (one === other || one === NO_LANGUAGES || other === NO_LANGUAGES) return false;
    const masks = this.#masks.values;
    for (let a = one * WORDS, b = other * WORDS, end = a + WORDS; a < end; a++, b++) {
      if ((masks[a]! & masks[b]!) !== 0) return false;
    }
    return true;
  }
}
