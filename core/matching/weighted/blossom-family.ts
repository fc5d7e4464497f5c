import { Growable, release } from "../arrays.ts";
import { findLeader } from "../union-find.ts";

const NOBODY = -1;

/**
 * A matching of a graph and the blossoms that a weighted search has closed on it. A blossom is a circle of
 * an odd number of children, each a member or a blossom in turn; any of its members can be its base, the one
 * who is matched outside or not at all. Members are `0` to `size - 1`, blossoms are numbered from `size`. Made
 * once and used for graph after graph. There may be tens of thousands of blossoms, thousands of them one inside
 * the other, and turned round as often: nothing is made for any of them.
 */
export class BlossomFamily {
  size = 0;
  /** Partner, or -1. */
  mate = new Int32Array(0);
  /** Base of a node; a member is its own. */
  base = new Int32Array(0);
  /** Dual of a blossom, doubled; those with a dual outlive the phase that closed them. */
  dual = new Int32Array(0);
  /** The blossom that a node is a child of, or -1, and its place in that circle. */
  #parent = new Int32Array(0);
  #place = new Int32Array(0);
  /** Union–find over members, and the outermost node of each set. */
  #leader = new Int32Array(0);
  #nodeOf = new Int32Array(0);
  /**
   * Of one blossom after the other: its children, then the edge from each to the next, two ends each. By blossom:
   * where they begin, and how many children there are.
   */
  readonly #circles = new Growable((n) => new Int32Array(n), 64);
  #starts = new Int32Array(0);
  #lengths = new Int32Array(0);
  /** The leader of those who are visited. */
  #first = NOBODY;
  /** Blossoms there are, children before their parents, and numbers that no blossom has. */
  readonly #alive = new Growable((n) => new Int32Array(n), 16);
  readonly #spare = new Growable((n) => new Int32Array(n), 16);
  /** Stacks. Not of the language's own arrays: what a pop gives back of those, a push has to make again. */
  readonly #tasks = new Growable((n) => new Int32Array(n), 64);
  readonly #nest = new Growable((n) => new Int32Array(n), 64);
  readonly #pending = new Growable((n) => new Int32Array(n), 64);

  get bytes(): number {
    const grown = this.#circles.values.length + this.#alive.values.length;
    const byBlossom = this.#starts.byteLength * 2;
    return (
      this.base.byteLength * 4 +
      this.mate.byteLength * 3 +
      byBlossom +
      (grown + this.#spare.values.length) * 4
    );
  }

  /** Gives back the room: nothing is asked any more. */
  release(): void {
    this.#releaseArrays();
    for (const list of [this.#circles, this.#alive, this.#spare]) release(list.values);
  }

  #releaseArrays(): void {
    for (const array of [this.mate, this.#leader, this.#nodeOf]) release(array);
    for (const array of [this.base, this.dual, this.#parent, this.#place]) release(array);
    for (const array of [this.#starts, this.#lengths]) release(array);
  }

  /** How many numbers nodes can have. */
  get nodes(): number {
    return this.base.length;
  }

  /** Starts anew with `size` members, all without a partner. */
  reset(size: number): void {
    this.size = size;
    if (this.mate.length < size) {
      const room = Math.max(64, size, Math.min(size * 2, 16_384));
      this.#releaseArrays();
      this.mate = new Int32Array(room);
      this.#leader = new Int32Array(room);
      this.#nodeOf = new Int32Array(room);
      // Odd sets of three and more, one inside the other or apart: fewer than half as many.
      const blossoms = (room >> 1) + 1;
      this.#starts = new Int32Array(blossoms);
      this.#lengths = new Int32Array(blossoms);
      this.base = new Int32Array(room + blossoms);
      this.dual = new Int32Array(room + blossoms);
      this.#parent = new Int32Array(room + blossoms);
      this.#place = new Int32Array(room + blossoms);
    }
    for (let v = 0; v < size; v++) {
      this.mate[v] = NOBODY;
      this.base[v] = v;
      this.#parent[v] = NOBODY;
    }
    this.#alive.length = 0;
    this.#circles.length = 0;
    this.#spare.length = 0;
    for (let b = size + (size >> 1); b >= size; b--) this.#spare.push(b);
  }

  /** The outermost node that holds member `v`. */
  topOf(v: number): number {
    return this.#nodeOf[this.#find(v)]!;
  }

  /** Dissolves the outermost blossoms without a dual: what they were is found again when it matters. */
  beginPhase(): void {
    const alive = this.#alive.values;
    // From the newest: whoever loses a parent here comes later in this loop.
    for (let i = this.#alive.length - 1; i >= 0; i--) {
      const blossom = alive[i]!;
      if (this.#parent[blossom] !== NOBODY || this.dual[blossom] !== 0) continue;
      const end = this.#endOf(blossom);
      for (let at = this.#startOf(blossom); at < end; at++) {
        this.#parent[this.#circles.values[at]!] = NOBODY;
      }
      this.#spare.push(blossom);
      alive[i] = NOBODY;
    }
    this.#closeRanks();
    for (let v = 0; v < this.size; v++) {
      this.#leader[v] = v;
      this.#nodeOf[v] = v;
    }
    for (let i = 0; i < this.#alive.length; i++) {
      const blossom = alive[i]!;
      if (this.#parent[blossom] !== NOBODY) continue;
      this.#first = this.base[blossom]!;
      this.forEachMember(blossom, this.#follow);
      this.#nodeOf[this.#first] = blossom;
    }
  }

  readonly #follow = (v: number): void => {
    this.#leader[v] = this.#first;
  };

  /** Those who are left move up, in the order they have. */
  #closeRanks(): void {
    const alive = this.#alive.values;
    let kept = 0;
    let used = 0;
    for (let i = 0; i < this.#alive.length; i++) {
      const blossom = alive[i]!;
      if (blossom === NOBODY) continue;
      const start = this.#startOf(blossom);
      const words = 3 * (this.#endOf(blossom) - start);
      this.#circles.values.copyWithin(used, start, start + words);
      this.#starts[blossom - this.size] = used;
      used += words;
      alive[kept++] = blossom;
    }
    this.#alive.length = kept;
    this.#circles.length = used;
  }

  /**
   * Closes a blossom over outermost nodes, the first of which holds its base.
   * @param links the edge from each to the next, two ends each
   * @returns its number
   */
  shrink(children: Growable<Int32Array>, links: Growable<Int32Array>): number {
    const blossom = this.#spare.pop();
    const first = children.values[0]!;
    const count = children.length;
    this.#starts[blossom - this.size] = this.#circles.length;
    this.#lengths[blossom - this.size] = count;
    for (let i = 0; i < count; i++) this.#circles.push(children.values[i]!);
    for (let i = 0; i < 2 * count; i++) this.#circles.push(links.values[i]!);
    this.base[blossom] = this.base[first]!;
    this.dual[blossom] = 0;
    this.#parent[blossom] = NOBODY;
    this.#alive.push(blossom);
    const leader = this.#find(this.base[first]!);
    for (let i = 0; i < count; i++) {
      const child = children.values[i]!;
      this.#parent[child] = blossom;
      this.#place[child] = i;
      this.#leader[this.#find(this.base[child]!)] = leader;
    }
    this.#nodeOf[leader] = blossom;
    return blossom;
  }

  /** Makes `v` the base of the outermost node that holds it: everybody else inside is matched inside. */
  rotate(node: number, v: number): void {
    const tasks = this.#tasks;
    tasks.push(node);
    tasks.push(v);
    // Every task is about the edges of its own circles only, so that their order is of no matter.
    while (tasks.length > 0) {
      const base = tasks.pop();
      const outermost = tasks.pop();
      if (this.base[outermost] === base) continue;
      // Climbed once for all circles around the base.
      const nest = this.#nest;
      for (let at = base; at !== outermost; at = this.#parent[at]!) nest.push(at);
      for (let blossom = outermost; nest.length > 0; ) {
        const child = nest.pop();
        if (this.base[blossom] !== base) this.#rotateCircle(blossom, child, base);
        blossom = child;
      }
    }
  }

  /**
   * The circle opens at `child` instead of where its old base was. Between the two, the way that has an even number of
   * steps changes over; the rest is matched as it was.
   */
  #rotateCircle(blossom: number, child: number, base: number): void {
    const circles = this.#circles.values;
    const start = this.#startOf(blossom);
    const length = this.#lengths[blossom - this.size]!;
    const links = start + length;
    let old = this.base[blossom]!;
    while (this.#parent[old] !== blossom) old = this.#parent[old]!;
    const from = this.#place[child]!;
    const to = this.#place[old]!;
    this.base[blossom] = base;
    const steps = (to - from + length) % length;
    // Forward from the new opening to the old one, or forward from the old one to the new one.
    const isForward = steps % 2 === 0;
    let at = isForward ? from + 1 : to;
    for (let left = isForward ? steps : length - steps; left > 0; left -= 2, at += 2) {
      const near = at % length;
      const far = (at + 1) % length;
      const a = circles[links + 2 * near]!;
      const b = circles[links + 2 * near + 1]!;
      this.#tasks.push(circles[start + near]!);
      this.#tasks.push(a);
      this.#tasks.push(circles[start + far]!);
      this.#tasks.push(b);
      this.mate[a] = b;
      this.mate[b] = a;
    }
  }

  forEachMember(node: number, visit: (v: number) => void): void {
    if (node < this.size) {
      visit(node);
      return;
    }
    const pending = this.#pending;
    const floor = pending.length;
    pending.push(node);
    while (pending.length > floor) {
      const blossom = pending.pop();
      const end = this.#endOf(blossom);
      for (let at = this.#startOf(blossom); at < end; at++) {
        const child = this.#circles.values[at]!;
        if (child < this.size) visit(child);
        else pending.push(child);
      }
    }
  }

  /** Outermost blossoms. */
  forEachTop(visit: (blossom: number) => void): void {
    for (let i = 0; i < this.#alive.length; i++) {
      const blossom = this.#alive.values[i]!;
      if (this.#parent[blossom] === NOBODY) visit(blossom);
    }
  }

  /** Blossoms with a dual, outermost or not. */
  forEachDual(visit: (blossom: number) => void): void {
    for (let i = 0; i < this.#alive.length; i++) {
      const blossom = this.#alive.values[i]!;
      if (this.dual[blossom]! > 0) visit(blossom);
    }
  }

  /**
   * Members and blossoms with a dual inside a blossom, none of them inside another one of them; of everything when
   * `blossom` is -1.
   */
  forEachPart(blossom: number, visit: (node: number) => void): void {
    const pending = this.#pending;
    const floor = pending.length;
    const meet = (node: number) => {
      if (node < this.size || this.dual[node]! > 0) visit(node);
      else pending.push(node);
    };
    if (blossom === NOBODY) {
      for (let v = 0; v < this.size; v++) if (this.#parent[v] === NOBODY) visit(v);
      this.forEachTop(meet);
    } else pending.push(blossom);
    while (pending.length > floor) {
      const open = pending.pop();
      const end = this.#endOf(open);
      for (let at = this.#startOf(open); at < end; at++) meet(this.#circles.values[at]!);
    }
  }

  /** Doubled duals of the blossoms that hold both members; summed no further than `enough`. */
  sharedDual(u: number, v: number, enough: number): number {
    const top = this.topOf(u);
    if (top < this.size || top !== this.topOf(v)) return 0;
    // The outermost one mostly does, and there may be thousands inside.
    let sum = this.dual[top]!;
    if (sum >= enough) return sum;
    const one = this.#nest;
    const other = this.#tasks;
    for (let at = u; at !== top; at = this.#parent[at]!) one.push(at);
    for (let at = v; at !== top; at = this.#parent[at]!) other.push(at);
    // From the outermost inwards, as long as both are in the same one.
    while (one.length > 1 && other.length > 1 && sum < enough) {
      const node = one.pop();
      if (node !== other.pop()) break;
      sum += this.dual[node]!;
    }
    one.length = 0;
    other.length = 0;
    return sum;
  }

  #startOf(blossom: number): number {
    return this.#starts[blossom - this.size]!;
  }

  /** Where the children of a blossom end. */
  #endOf(blossom: number): number {
    return this.#startOf(blossom) + this.#lengths[blossom - this.size]!;
  }

  #find(v: number): number {
    return findLeader(this.#leader, v);
  }
}
