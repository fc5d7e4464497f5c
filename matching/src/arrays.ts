type NumberArray = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/**
 * Frees the buffers immediately, by detaching them. The garbage collector would free them late, because memory outside
 * its heap hardly triggers a collection.
 */
export function freeBuffers(...arrays: { readonly buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * A list in a typed array. `pop` keeps the memory, whereas V8 shrinks its own arrays on `pop` and reallocates them on
 * `push`.
 */
export class Growable<T extends NumberArray> {
  values: T;
  length = 0;
  readonly #create: (capacity: number) => T;

  constructor(create: (capacity: number) => T, capacity: number) {
    this.#create = create;
    this.values = create(Math.max(16, capacity));
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.#create(Math.max(16, this.values.length * 2));
      larger.set(this.values);
      freeBuffers(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  /**
   * Sets the entry `at`, which must be beyond the last one, and fills the gap with `nothing`. As long as every value is
   * `nothing`, the list stays empty.
   */
  put(at: number, value: number, nothing: number): void {
    if (value === nothing && this.length === 0) return;
    while (this.length < at) this.push(nothing);
    this.push(value);
  }

  pop(): number {
    return this.values[--this.length]!;
  }
}

/** Union–find with path halving. A representative is its own parent. */
export function findRepresentative(parent: Int32Array, vertex: number): number {
  let at = vertex;
  for (;;) {
    const next = parent[at]!;
    if (next === at) return at;
    const after = parent[next]!;
    parent[at] = after;
    at = after;
  }
}

/**
 * The first common vertex of the paths from `a` and from `b` to their root.
 * @param stamps by vertex: the `stamp` of the last search that passed the vertex
 * @param above the next vertex on the path; negative above the root
 */
export function findCommon(
  a: number,
  b: number,
  stamps: Int32Array,
  stamp: number,
  above: (vertex: number) => number,
): number {
  let at = a;
  let other = b;
  for (;;) {
    if (at >= 0) {
      if (stamps[at] === stamp) return at;
      stamps[at] = stamp;
      at = above(at);
    }
    const next = at;
    at = other;
    other = next;
  }
}

/** Binary search for the first position with a value of at least `wanted`; `to` if there is none. */
export function findFirst(
  list: Int32Array | Float64Array,
  from: number,
  to: number,
  wanted: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
