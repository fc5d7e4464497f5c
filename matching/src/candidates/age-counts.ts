import { AGES } from "./bucket-parts.ts";

/** Cumulative counts of members per class and age, used to estimate degrees and to draw a member uniformly. */
export class AgeCounts {
  /** Members of a class up to an age, `AGES` entries per class. */
  readonly #cumulative: Int32Array;

  constructor(classes: number) {
    this.#cumulative = new Int32Array(classes * AGES);
  }

  get bytes(): number {
    return this.#cumulative.byteLength;
  }

  /** Counts a member; call {@link sum} once after all of them. */
  add(own: number, age: number): void {
    this.#cumulative[own * AGES + age]!++;
  }

  sum(): void {
    for (let i = 0; i < this.#cumulative.length; i++) {
      if (i % AGES !== 0) this.#cumulative[i]! += this.#cumulative[i - 1]!;
    }
  }

  /** Members of a class up to an age; 0 for a negative age. */
  upTo(own: number, age: number): number {
    return age < 0 ? 0 : this.#cumulative[own * AGES + age]!;
  }

  /** Members of some classes in a range of ages. */
  countWithin(classes: Int32Array, youngest: number, oldest: number): number {
    if (youngest > oldest) return 0;
    let sum = 0;
    for (let i = 0; i < classes.length; i++)
      sum += this.upTo(classes[i]!, oldest) - this.upTo(classes[i]!, youngest - 1);
    return sum;
  }

  /** The age of the `place`-th member of a class, ordered by age; the age lies in the given range. */
  ageAt(own: number, youngest: number, oldest: number, place: number): number {
    let low = youngest;
    let high = oldest;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.upTo(own, middle) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
