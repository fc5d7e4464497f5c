type NumberArray = Uint8Array | Uint16Array | Int32Array | Float64Array;

/**
 * Gives back the room of an array that nobody reads any more. It would be held until the next collection,
 * which typed arrays, being outside the heap, do little to bring about.
 */
export function release(array: { readonly buffer: ArrayBufferLike }): void {
  if (array.buffer instanceof ArrayBuffer) array.buffer.transfer(0);
}

/** A typed array that doubles when full: a million members without one object each. */
export class Growable<T extends NumberArray> {
  values: T;
  length = 0;
  readonly #create: (capacity: number) => T;

  /** @param create makes the array; @param capacity how many entries to start with */
  constructor(create: (capacity: number) => T, capacity: number) {
    this.#create = create;
    this.values = create(Math.max(16, capacity));
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.#create(Math.max(16, this.values.length * 2));
      larger.set(this.values);
      release(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  /** Takes the last value off; there must be one. */
  pop(): number {
    return this.values[--this.length]!;
  }

  /** Turns the order round. */
  reverse(): void {
    const { values } = this;
    for (let i = 0, j = this.length - 1; i < j; i++, j--) {
      const held = values[i]!;
      values[i] = values[j]!;
      values[j] = held;
    }
  }

  /** Gives back the room that isn't used. */
  trim(): void {
    if (this.values.length === this.length) return;
    const exact = this.#create(this.length);
    exact.set(this.values.subarray(0, this.length));
    release(this.values);
    this.values = exact;
  }

  /** Lets go of the storage. */
  clear(): void {
    release(this.values);
    this.values = this.#create(0);
    this.length = 0;
  }
}
