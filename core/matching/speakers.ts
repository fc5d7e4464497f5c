import { freeBuffers } from "./arrays.ts";
import type { MatchingState } from "./cardinality/state.ts";
import { NO_VERTEX } from "./labels.ts";
import { ANY } from "./population/population.ts";

/** Genders that have lists of their own; further ones share them. */
const GENDERS = 8;

/**
 * The members of the pairs without a local limit, by language, gender and a language of the mate. Within a list they are
 * in the order of their numbers, so neighbours are of the same kind and near each other.
 */
export class Speakers {
  readonly #state: MatchingState;
  readonly #isLocal: Uint8Array;
  /** Number of languages and one more, which stands for none: its members share with everyone. */
  readonly #languages: number;
  /** Start of each list in {@link #members}. */
  readonly #starts: Int32Array;
  #members = new Int32Array(0);
  /** Start and length of each list that is gone through now, and the position in it that is looked at first. */
  readonly #from: number[] = [];
  readonly #lengths: number[] = [];
  readonly #offsets: number[] = [];
  #isWhole = false;

  constructor(state: MatchingState, isLocal: Uint8Array) {
    this.#state = state;
    this.#isLocal = isLocal;
    this.#languages = state.population.languageSets.languageCount + 1;
    this.#starts = new Int32Array(this.#languages * GENDERS * this.#languages + 1);
  }

  /** Number of lists that were prepared. */
  get prepared(): number {
    return this.#from.length;
  }

  /** Lists the pairs as they are now. Called before the first use, and when the pairs have changed. */
  update(): void {
    const { columns, languageSets, size } = this.#state.population;
    const { mate } = this.#state.forest;
    const isLocal = this.#isLocal;
    const languages = this.#languages;
    const starts = this.#starts.fill(0);
    const none = [languages - 1];
    const lists = languageSets.lists.map((list) => (list.length === 0 ? none : list));
    const forEachEntry = (visit: (v: number, list: number) => void) => {
      for (let v = 0; v < size; v++) {
        const w = mate[v]!;
        if (isLocal[v] === 1 || w === NO_VERTEX || isLocal[w] === 1) continue;
        const gender = columns.genders[v]! % GENDERS;
        const own = lists[columns.languages![v]!]!;
        const others = lists[columns.languages![w]!]!;
        for (let k = 0; k < own.length; k++) {
          const first = (own[k]! * GENDERS + gender) * languages;
          for (let l = 0; l < others.length; l++) visit(v, first + others[l]!);
        }
      }
    };
    forEachEntry((_, list) => {
      starts[list + 1]!++;
    });
    for (let list = 0; list + 1 < starts.length; list++) starts[list + 1]! += starts[list]!;
    const total = starts[starts.length - 1]!;
    if (this.#members.length < total) {
      freeBuffers(this.#members);
      this.#members = new Int32Array(total);
    }
    const next = starts.slice();
    forEachEntry((v, list) => {
      this.#members[next[list]!++] = v;
    });
    freeBuffers(next);
  }

  dispose(): void {
    freeBuffers(this.#starts, this.#members);
  }

  /**
   * Prepares the members who share a language with `u` and have a gender that `u` prefers. With a `goal` other than
   * NO_VERTEX, only those whose mate shares a language with it, first those near the mate of `u`. Everyone shares with a
   * member who has named none, so for that one all are prepared.
   * @returns how many of them {@link at} gives
   */
  prepare(u: number, looks: number, goal: number): number {
    const { forest, population, random } = this.#state;
    const { columns, languageSets } = population;
    const named = languageSets.listOf(columns.languages![u]!);
    const wanted = goal === NO_VERTEX ? [] : languageSets.listOf(columns.languages![goal]!);
    const preference = columns.preferences[u]!;
    const [gender, genders] = preference === ANY ? [0, GENDERS] : [preference % GENDERS, 1];
    this.#from.length = 0;
    this.#lengths.length = 0;
    if (named.length === 0) this.#add(0, this.#starts.length - 1);
    else {
      for (let k = 0; k < named.length; k++) this.#addSpeakers(named[k]!, gender, genders, wanted);
      this.#addSpeakers(this.#languages - 1, gender, genders, wanted);
    }
    let sum = 0;
    for (const length of this.#lengths) sum += length;
    this.#isWhole = sum <= looks;
    if (this.#isWhole) return sum;
    const half = Math.floor(looks / this.#from.length / 2);
    for (let k = 0; k < this.#from.length; k++) {
      const length = this.#lengths[k]!;
      this.#offsets[k] =
        goal === NO_VERTEX || named.length === 0
          ? random.below(length)
          : length + ((this.#find(k, forest.mate[u]!) - half) % length);
    }
    return looks;
  }

  /** Adds the lists of a language, some genders from `gender` on, and the mates' languages; of all mates if none is wanted. */
  #addSpeakers(language: number, gender: number, genders: number, wanted: readonly number[]): void {
    const first = (language * GENDERS + gender) * this.#languages;
    const end = first + genders * this.#languages;
    if (wanted.length === 0) {
      this.#add(first, end);
      return;
    }
    for (let list = first; list < end; list += this.#languages) {
      for (let k = 0; k < wanted.length; k++) this.#add(list + wanted[k]!, list + wanted[k]! + 1);
      this.#add(list + this.#languages - 1, list + this.#languages);
    }
  }

  /** Adds neighbouring lists as one. */
  #add(first: number, end: number): void {
    const from = this.#starts[first]!;
    const length = this.#starts[end]! - from;
    if (length === 0) return;
    this.#from.push(from);
    this.#lengths.push(length);
  }

  /** Position of the first member in one of the prepared lists whose number is not below that of `v`. */
  #find(k: number, v: number): number {
    const from = this.#from[k]!;
    let low = from;
    let high = from + this.#lengths[k]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#members[middle]! < v) low = middle + 1;
      else high = middle;
    }
    return low - from;
  }

  /** The member at a position among those prepared. */
  at(look: number): number {
    const from = this.#from;
    const lengths = this.#lengths;
    if (this.#isWhole) {
      let rest = look;
      let k = 0;
      for (; rest >= lengths[k]!; k++) rest -= lengths[k]!;
      return this.#members[from[k]! + rest]!;
    }
    const k = look % from.length;
    const rest = (this.#offsets[k]! + Math.floor(look / from.length)) % lengths[k]!;
    return this.#members[from[k]! + rest]!;
  }
}
