/**
 * Finds a matching of greatest weight in any graph by Edmonds' method, in cubic time. Shares no code with the engine,
 * so that tests can compare the two.
 */

const NONE = -1;
const EVEN = 0;
const ODD = 1;
const OUT = 2;

/**
 * @param weightOf a whole number for two vertices; 0 or less if there is no edge
 * @returns the mate of each vertex, or -1
 */
export function matchHeaviest(
  size: number,
  weightOf: (a: number, b: number) => number,
): Int32Array {
  return new Heaviest(size, weightOf).solve();
}

class Heaviest {
  readonly #size: number;
  /**
   * Room for all vertices and for the most blossoms that can exist at once, each of which has at least three children.
   */
  readonly #capacity: number;
  #nodes: number;
  /** By two nodes: the weight of the edge between them, and its ends among the vertices. */
  readonly #weights: Float64Array;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** By node: its dual, doubled for a vertex. */
  readonly #duals: Float64Array;
  /** By node: the vertex at the other end of its matched edge. */
  readonly #mates: Int32Array;
  /** By node: the vertex whose edge to the node has the least slack. */
  readonly #closest: Int32Array;
  /** By node: the outermost blossom around it; NONE for a node that no longer exists. */
  readonly #outermost: Int32Array;
  /** By odd node: the vertex from which the search reached it. */
  readonly #parents: Int32Array;
  readonly #labels: Uint8Array;
  readonly #stamps: Int32Array;
  #stamp = 0;
  /** By blossom and vertex: the child of the blossom that contains the vertex. */
  readonly #holders: Int32Array;
  readonly #children: number[][];
  #queue: number[] = [];

  constructor(size: number, weightOf: (a: number, b: number) => number) {
    this.#size = size;
    this.#nodes = size;
    const capacity = size + Math.floor(size / 2) + 2;
    this.#capacity = capacity;
    const nodes = (value: number) => new Int32Array(capacity).fill(value);
    this.#weights = new Float64Array(capacity * capacity);
    this.#from = new Int32Array(capacity * capacity);
    this.#to = new Int32Array(capacity * capacity);
    this.#holders = new Int32Array(capacity * size).fill(NONE);
    this.#duals = new Float64Array(capacity);
    this.#mates = nodes(NONE);
    this.#closest = nodes(NONE);
    this.#outermost = nodes(NONE);
    this.#parents = nodes(NONE);
    this.#stamps = nodes(0);
    this.#labels = new Uint8Array(capacity);
    this.#children = Array.from({ length: capacity }, () => []);
    let greatest = 0;
    for (let a = 0; a < size; a++) {
      this.#outermost[a] = a;
      this.#holders[a * size + a] = a;
      for (let b = 0; b < size; b++) {
        const weight = a === b ? 0 : weightOf(a, b);
        this.#put(a, b, a, b, weight);
        greatest = Math.max(greatest, weight);
      }
    }
    this.#duals.fill(greatest, 0, size);
  }

  solve(): Int32Array {
    while (this.#augmentOnce());
    return this.#mates.slice(0, this.#size);
  }

  #put(a: number, b: number, from: number, to: number, weight: number): void {
    const at = a * this.#capacity + b;
    this.#weights[at] = weight;
    this.#from[at] = from;
    this.#to[at] = to;
  }

  #slack(a: number, b: number): number {
    const at = a * this.#capacity + b;
    const u = this.#from[at] as number;
    const v = this.#to[at] as number;
    const weight = this.#weights[u * this.#capacity + v] as number;
    return (this.#duals[u] as number) + (this.#duals[v] as number) - 2 * weight;
  }

  #weight(a: number, b: number): number {
    return this.#weights[a * this.#capacity + b] as number;
  }

  #outer(v: number): number {
    return v === NONE ? NONE : (this.#outermost[v] as number);
  }

  #compare(u: number, x: number): void {
    const known = this.#closest[x] as number;
    if (known === NONE || this.#slack(u, x) < this.#slack(known, x)) this.#closest[x] = u;
  }

  #findClosest(x: number): void {
    this.#closest[x] = NONE;
    for (let u = 0; u < this.#size; u++) {
      if (this.#weight(u, x) <= 0 || this.#outermost[u] === x) continue;
      if (this.#labels[this.#outer(u)] === EVEN) this.#compare(u, x);
    }
  }

  #enqueue(x: number): void {
    if (x < this.#size) this.#queue.push(x);
    else for (const child of this.#children[x] as number[]) this.#enqueue(child);
  }

  #setOutermost(x: number, blossom: number): void {
    this.#outermost[x] = blossom;
    if (x < this.#size) return;
    for (const child of this.#children[x] as number[]) this.#setOutermost(child, blossom);
  }

  /** The position of a child in the cycle. If it is odd, the cycle is first reversed, which makes it even. */
  #evenPosition(blossom: number, child: number): number {
    const list = this.#children[blossom] as number[];
    const at = list.indexOf(child);
    if (at % 2 === 0) return at;
    const [base, ...rest] = list as [number, ...number[]];
    this.#children[blossom] = [base, ...rest.reverse()];
    return list.length - at;
  }

  #holder(blossom: number, v: number): number {
    return this.#holders[blossom * this.#size + v] as number;
  }

  #setMate(u: number, v: number): void {
    const at = u * this.#capacity + v;
    this.#mates[u] = this.#to[at] as number;
    if (u < this.#size) return;
    const child = this.#holder(u, this.#from[at] as number);
    const position = this.#evenPosition(u, child);
    const list = this.#children[u] as number[];
    for (let i = 0; i < position; i++) this.#setMate(list[i] as number, list[i ^ 1] as number);
    this.#setMate(child, v);
    this.#children[u] = [...list.slice(position), ...list.slice(0, position)];
  }

  #augment(start: number, end: number): void {
    let [u, v] = [start, end];
    for (;;) {
      const next = this.#outer(this.#mates[u] as number);
      this.#setMate(u, v);
      if (next === NONE) return;
      const above = this.#outer(this.#parents[next] as number);
      this.#setMate(next, above);
      [u, v] = [above, next];
    }
  }

  #findCommon(a: number, b: number): number {
    this.#stamp++;
    let [x, y] = [a, b];
    while (x !== NONE || y !== NONE) {
      if (x !== NONE) {
        if (this.#stamps[x] === this.#stamp) return x;
        this.#stamps[x] = this.#stamp;
        const odd = this.#outer(this.#mates[x] as number);
        x = odd === NONE ? NONE : this.#outer(this.#parents[odd] as number);
      }
      [x, y] = [y, x];
    }
    return NONE;
  }

  #contract(u: number, common: number, v: number): void {
    let blossom = this.#size;
    while (blossom < this.#nodes && this.#outermost[blossom] !== NONE) blossom++;
    if (blossom === this.#nodes) this.#nodes++;
    const climb = (from: number) => {
      const side: number[] = [];
      for (let x = from; x !== common; ) {
        const odd = this.#outer(this.#mates[x] as number);
        side.push(x, odd);
        this.#enqueue(odd);
        x = this.#outer(this.#parents[odd] as number);
      }
      return side;
    };
    const children = [common, ...climb(u).reverse(), ...climb(v)];
    this.#children[blossom] = children;
    this.#duals[blossom] = 0;
    this.#labels[blossom] = EVEN;
    this.#mates[blossom] = this.#mates[common] as number;
    this.#setOutermost(blossom, blossom);
    for (let x = 0; x < this.#nodes; x++) {
      this.#put(blossom, x, 0, 0, 0);
      this.#put(x, blossom, 0, 0, 0);
    }
    this.#holders.fill(NONE, blossom * this.#size, (blossom + 1) * this.#size);
    for (const child of children) {
      for (let x = 0; x < this.#nodes; x++) {
        if (this.#weight(child, x) <= 0) continue;
        if (this.#weight(blossom, x) > 0 && this.#slack(child, x) >= this.#slack(blossom, x))
          continue;
        const at = child * this.#capacity + x;
        const [from, to, weight] = [this.#from[at], this.#to[at], this.#weights[at]] as [
          number,
          number,
          number,
        ];
        this.#put(blossom, x, from, to, weight);
        this.#put(x, blossom, to, from, weight);
      }
      for (let x = 0; x < this.#size; x++) {
        if (this.#holder(child, x) !== NONE) this.#holders[blossom * this.#size + x] = child;
      }
    }
    this.#findClosest(blossom);
  }

  #expand(blossom: number): void {
    for (const child of this.#children[blossom] as number[]) this.#setOutermost(child, child);
    const parent = this.#parents[blossom] as number;
    const entry = this.#from[blossom * this.#capacity + parent] as number;
    const child = this.#holder(blossom, entry);
    const position = this.#evenPosition(blossom, child);
    const list = this.#children[blossom] as number[];
    for (let i = 0; i < position; i += 2) {
      const [odd, even] = [list[i] as number, list[i + 1] as number];
      this.#parents[odd] = this.#from[even * this.#capacity + odd] as number;
      this.#labels[odd] = ODD;
      this.#labels[even] = EVEN;
      this.#closest[odd] = NONE;
      this.#findClosest(even);
      this.#enqueue(even);
    }
    this.#labels[child] = ODD;
    this.#parents[child] = parent;
    for (const other of list.slice(position + 1)) {
      this.#labels[other] = OUT;
      this.#findClosest(other);
    }
    this.#outermost[blossom] = NONE;
  }

  /** Follows a tight edge. @returns true if it completes an augmenting path */
  #take(a: number, b: number): boolean {
    const at = a * this.#capacity + b;
    const [from, to] = [this.#from[at] as number, this.#to[at] as number];
    const u = this.#outer(from);
    const v = this.#outer(to);
    if (this.#labels[v] === OUT) {
      this.#parents[v] = from;
      this.#labels[v] = ODD;
      const even = this.#outer(this.#mates[v] as number);
      this.#closest[v] = NONE;
      this.#closest[even] = NONE;
      this.#labels[even] = EVEN;
      this.#enqueue(even);
      return false;
    }
    if (this.#labels[v] !== EVEN) return false;
    const common = this.#findCommon(u, v);
    if (common !== NONE) {
      this.#contract(u, common, v);
      return false;
    }
    this.#augment(u, v);
    this.#augment(v, u);
    return true;
  }

  /** @returns false if the matching can't become heavier */
  #augmentOnce(): boolean {
    this.#labels.fill(OUT);
    this.#closest.fill(NONE);
    this.#queue = [];
    for (let x = 0; x < this.#nodes; x++) {
      if (this.#outermost[x] !== x || this.#mates[x] !== NONE) continue;
      this.#parents[x] = NONE;
      this.#labels[x] = EVEN;
      this.#enqueue(x);
    }
    if (this.#queue.length === 0) return false;
    for (;;) {
      if (this.#scan()) return true;
      if (!this.#adjust()) return false;
      this.#queue = [];
      for (let x = 0; x < this.#nodes; x++) {
        const u = this.#closest[x] as number;
        if (this.#outermost[x] !== x || u === NONE || this.#outer(u) === x) continue;
        if (this.#slack(u, x) === 0 && this.#take(u, x)) return true;
      }
      for (let x = this.#size; x < this.#nodes; x++) {
        if (this.#outermost[x] === x && this.#labels[x] === ODD && this.#duals[x] === 0)
          this.#expand(x);
      }
    }
  }

  #scan(): boolean {
    for (let head = 0; head < this.#queue.length; head++) {
      const u = this.#queue[head] as number;
      if (this.#labels[this.#outer(u)] === ODD) continue;
      for (let v = 0; v < this.#size; v++) {
        if (this.#weight(u, v) <= 0 || this.#outer(u) === this.#outer(v)) continue;
        if (this.#slack(u, v) !== 0) this.#compare(u, this.#outer(v));
        else if (this.#take(u, v)) return true;
      }
    }
    return false;
  }

  /**
   * Moves the duals until another edge is tight.
   * @returns false if the dual of a vertex reaches 0 first, which proves that no matching is heavier
   */
  #adjust(): boolean {
    let step = Number.POSITIVE_INFINITY;
    for (let x = 0; x < this.#nodes; x++) {
      if (this.#outermost[x] !== x) continue;
      const label = this.#labels[x];
      if (x >= this.#size && label === ODD) step = Math.min(step, (this.#duals[x] as number) / 2);
      const u = this.#closest[x] as number;
      if (u === NONE || label === ODD) continue;
      const slack = this.#slack(u, x);
      step = Math.min(step, label === EVEN ? slack / 2 : slack);
    }
    for (let v = 0; v < this.#size; v++) {
      const label = this.#labels[this.#outer(v)];
      if (label === EVEN) {
        if ((this.#duals[v] as number) <= step) return false;
        this.#duals[v] = (this.#duals[v] as number) - step;
      } else if (label === ODD) this.#duals[v] = (this.#duals[v] as number) + step;
    }
    for (let x = this.#size; x < this.#nodes; x++) {
      if (this.#outermost[x] !== x) continue;
      const label = this.#labels[x];
      if (label === EVEN) this.#duals[x] = (this.#duals[x] as number) + 2 * step;
      else if (label === ODD) this.#duals[x] = (this.#duals[x] as number) - 2 * step;
    }
    return true;
  }
}
