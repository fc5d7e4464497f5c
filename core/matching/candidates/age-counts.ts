const AGES = 256;

/** How many members each class has up to each age: for estimates, and to draw any of them alike. */
export class AgeCounts {
  readonly #upTo: Int32Array;

  constructor(classes: number) {
    this.#upTo = new Int32Array(classes * AGES);
  }

  get bytes(): number {
    return this.#upTo.byteLength;
  }

  /** Counts a member; {@link sum} once after all of them. */
  add(own: number, age: number): void {
    const at = own * AGES + age;
    this.#upTo[at] = this.#upTo[at]! + 1;
  }

  sum(): void {
    for (let i = 0; i < this.#upTo.length; i++) {
      if (i % AGES !== 0) this.#upTo[i] = this.#upTo[i]! + this.#upTo[i - 1]!;
    }
  }

  /** Members of a class up to an age; none below 0. */
  upTo(own: number, age: number): number {
    return age < 0 ? 0 : this.#upTo[own * AGES + age]!;
  }

  /** Members of some classes in a range of ages. */
  within(classes: Int32Array, youngest: number, oldest: number): number {
    if (youngest > oldest) return 0;
    let sum = 0;
    for (const own of classes) sum += this.upTo(own, oldest) - this.upTo(own, youngest - 1);
    return sum;
  }

  /** The age of the member who is `place`-th of a class by age, looked for in a range. */
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
