import { findFirst } from "./arrays.ts";
import type { MatchingState } from "./cardinality/state.ts";
import { ISOLATED, NO_VERTEX } from "./labels.ts";
import { ANY } from "./population/population.ts";

/** Number of genders that have lists. Further genders share these lists. */
const GENDERS = 8;

/**
 * Lists of vertices by language. A matched vertex is listed by its languages, its gender and the languages of its mate,
 * unless one of the two has a local limit. An unmatched vertex is listed by its languages and gender. Lists are in the
 * order of vertex numbers, so vertices side by side in a list usually live near each other.
 */
export class Speakers {
  readonly #state: MatchingState;
  readonly #isLocal: Uint8Array;
  /**
   * Number of languages, plus one that stands for naming no language. A vertex that names none counts as sharing a
   * language with everyone.
   */
  readonly #languages: number;
  /** Number of lists for each language and gender: one per language of a mate, and one for unmatched vertices. */
  readonly #width: number;
  readonly #starts: Int32Array;
  #vertices = new Int32Array(0);
  /** By prepared list: its start, its length, and the position at which reading begins. */
  readonly #from: number[] = [];
  readonly #lengths: number[] = [];
  readonly #offsets: number[] = [];
  #isWhole = false;

  constructor(state: MatchingState, isLocal: Uint8Array) {
    this.#state = state;
    this.#isLocal = isLocal;
    this.#languages = state.population.languageSets.languageCount + 1;
    this.#width = this.#languages + 1;
    this.#starts = new Int32Array(this.#languages * GENDERS * this.#width + 1);
  }

  get prepared(): number {
    return this.#from.length;
  }

  /** Must be called before the first use and again whenever the pairs have changed. */
  update(): void {
    const { columns, languageSets, size } = this.#state.population;
    const { labels, mate } = this.#state.forest;
    const isLocal = this.#isLocal;
    const starts = this.#starts.fill(0);
    const none = [this.#languages - 1];
    const unmatched = [this.#languages];
    const lists = languageSets.lists.map((list) => (list.length === 0 ? none : list));
    const forEachEntry = (visit: (v: number, list: number) => void) => {
      for (let v = 0; v < size; v++) {
        const w = mate[v]!;
        if (labels[v] === ISOLATED || (w !== NO_VERTEX && isLocal[v]! + isLocal[w]! > 0)) continue;
        const gender = columns.genders[v]! % GENDERS;
        const own = lists[columns.languages![v]!]!;
        const others = w === NO_VERTEX ? unmatched : lists[columns.languages![w]!]!;
        for (let k = 0; k < own.length; k++) {
          const first = (own[k]! * GENDERS + gender) * this.#width;
          for (let l = 0; l < others.length; l++) visit(v, first + others[l]!);
        }
      }
    };
    forEachEntry((_, list) => {
      starts[list + 1]!++;
    });
    for (let list = 0; list + 1 < starts.length; list++) starts[list + 1]! += starts[list]!;
    const total = starts[starts.length - 1]!;
    if (this.#vertices.length < total) this.#vertices = new Int32Array(total);
    const next = starts.slice();
    forEachEntry((v, list) => {
      this.#vertices[next[list]!++] = v;
    });
  }

  /**
   * Prepares the vertices that share a language with `u` and have a gender that `u` prefers; all vertices if `u` has
   * named no language. If `goal` is a vertex, two things differ: a matched vertex is left out if its mate shares no
   * language with `goal`, and reading begins near the mate of `u`.
   * @returns how many vertices {@link at} gives
   */
  prepare(u: number, looks: number, goal: number): number {
    const { languageSets, columns } = this.#state.population;
    this.#clear();
    if (languageSets.lists[columns.languages![u]!]!.length === 0) {
      this.#add(0, this.#starts.length - 1);
      return this.#begin(u, looks, false);
    }
    const wanted = goal === NO_VERTEX ? [] : languageSets.lists[columns.languages![goal]!]!;
    this.#forEachKind(u, (first) => {
      if (wanted.length === 0) {
        this.#add(first, first + this.#width);
        return;
      }
      for (let k = 0; k < wanted.length; k++) this.#add(first + wanted[k]!, first + wanted[k]! + 1);
      this.#add(first + this.#languages - 1, first + this.#width);
    });
    return this.#begin(u, looks, goal !== NO_VERTEX);
  }

  /**
   * Like {@link prepare}, but only for unmatched vertices, and always beginning near the mate of `u`. `u` must name a
   * language.
   */
  prepareUnmatched(u: number, looks: number): number {
    this.#clear();
    this.#forEachKind(u, (first) => this.#add(first + this.#languages, first + this.#width));
    return this.#begin(u, looks, true);
  }

  #clear(): void {
    this.#from.length = 0;
    this.#lengths.length = 0;
  }

  /**
   * Visits the lists of each gender that `u` prefers, for each language that `u` names and for vertices that name none.
   * @param visit receives the first list of each combination
   */
  #forEachKind(u: number, visit: (first: number) => void): void {
    const { columns, languageSets } = this.#state.population;
    const named = languageSets.lists[columns.languages![u]!]!;
    const preference = columns.preferences[u]!;
    const [gender, genders] = preference === ANY ? [0, GENDERS] : [preference % GENDERS, 1];
    const visitAll = (language: number) => {
      for (let g = gender; g < gender + genders; g++) visit((language * GENDERS + g) * this.#width);
    };
    for (let k = 0; k < named.length; k++) visitAll(named[k]!);
    visitAll(this.#languages - 1);
  }

  /** Sets where reading begins in each list: near the mate of `u` or at random. @returns how many vertices are read */
  #begin(u: number, looks: number, isNear: boolean): number {
    const { forest, random } = this.#state;
    let sum = 0;
    for (const length of this.#lengths) sum += length;
    this.#isWhole = sum <= looks;
    if (this.#isWhole) return sum;
    const half = Math.floor(looks / this.#from.length / 2);
    for (let k = 0; k < this.#from.length; k++) {
      const length = this.#lengths[k]!;
      this.#offsets[k] = isNear
        ? length + ((this.#find(k, forest.mate[u]!) - half) % length)
        : random.below(length);
    }
    return looks;
  }

  /** Prepares several neighbouring lists as one. */
  #add(first: number, end: number): void {
    const from = this.#starts[first]!;
    const length = this.#starts[end]! - from;
    if (length === 0) return;
    this.#from.push(from);
    this.#lengths.push(length);
  }

  /** In the prepared list `k`, the position of the first vertex whose number is at least `v`. */
  #find(k: number, v: number): number {
    const from = this.#from[k]!;
    return findFirst(this.#vertices, from, from + this.#lengths[k]!, v) - from;
  }

  at(look: number): number {
    const from = this.#from;
    const lengths = this.#lengths;
    if (this.#isWhole) {
      let rest = look;
      let k = 0;
      for (; rest >= lengths[k]!; k++) rest -= lengths[k]!;
      return this.#vertices[from[k]! + rest]!;
    }
    const k = look % from.length;
    const rest = (this.#offsets[k]! + Math.floor(look / from.length)) % lengths[k]!;
    return this.#vertices[from[k]! + rest]!;
  }
}
