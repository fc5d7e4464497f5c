import { Growable } from "../arrays.ts";

/** The number of the empty set, for vertices that named no language. */
export const NO_LANGUAGES = 0;
const MAX_SETS = 65_535;
/** 32-bit integers in the mask of a set. The product has 110 languages. */
const WORDS = 4;
const MAX_LANGUAGES = 32 * WORDS;

/** The distinct sets of languages that vertices name, each with a number. Most vertices name the same few sets. */
export class LanguageSets {
  readonly #bits = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  /** {@link WORDS} integers for each set, one set after the other. The first set is empty. */
  readonly #masks = new Growable((n) => new Int32Array(n), 64 * WORDS);
  /** The languages of each set, by the set's number. The first set is empty. */
  readonly lists: number[][] = [[]];

  constructor() {
    for (let word = 0; word < WORDS; word++) this.#masks.push(0);
  }

  /** The number of a set of codes. Languages after the 128th and sets after the 65,535th count as no language. */
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

  /** Number of languages that occur. Each number in {@link lists} is below this. */
  get languageCount(): number {
    return this.#bits.size;
  }

  /** Whether both sets have a language but none in common. */
  areApart(one: number, other: number): boolean {
    if (one === other || one === NO_LANGUAGES || other === NO_LANGUAGES) return false;
    const masks = this.#masks.values;
    for (let a = one * WORDS, b = other * WORDS, end = a + WORDS; a < end; a++, b++) {
      if ((masks[a]! & masks[b]!) !== 0) return false;
    }
    return true;
  }
}
