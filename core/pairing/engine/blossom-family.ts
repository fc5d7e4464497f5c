import { release } from "./growable.ts";

const NOBODY = -1;

/**
 * A matching of a small graph and the blossoms that a weighted search has closed on it. A blossom is a
 * circle of an odd number of children, each a member or a blossom in turn; any of its members can be its base,
 * the one who is matched outside or not at all. Members are `0` to `size - 1`, blossoms are numbered
 * from `size`. Made once and used for graph after graph: there may be tens of thousands of them.
 */
export class BlossomFamily {
  size = 0;
  /** Partner, or -1. */
  mate = new Int32Array(0);
  /** Base of a node; a member is its own. */
  base = new Int32Array(0);
  /** Dual of a blossom, doubled; those with a dual outlive the phase that closed them. */
  dual = new Int32Array(0);
  /** The blossom that a node is a child of, or -1. */
  #parent = new Int32Array(0);
  /** Union–find over members, and the outermost node of each set. */
  #leader = new Int32Array(0);
  #nodeOf = new Int32Array(0);
  /** Children of a blossom, its base's child first, and the edge from each to the next: two ends each. */
  #children: number[][] = [];
  #links: number[][] = [];
  /** Blossoms there are, children before their parents. */
  #alive: number[] = [];
  #spare: number[] = [];
  readonly #tasks: number[] = [];
  readonly #pending: number[] = [];

  get bytes(): number {
    return this.base.byteLength * 3 + this.mate.byteLength * 3;
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
      for (const array of [this.mate, this.#leader, this.#nodeOf]) release(array);
      for (const array of [this.base, this.dual, this.#parent]) release(array);
      this.mate = new Int32Array(room);
      this.#leader = new Int32Array(room);
      this.#nodeOf = new Int32Array(room);
      // Odd sets of three and more, one inside the other or apart: fewer than half as many.
      const nodes = room + (room >> 1) + 1;
      this.base = new Int32Array(nodes);
      this.dual = new Int32Array(nodes);
      this.#parent = new Int32Array(nodes);
    }
    for (let v = 0; v < size; v++) {
      this.mate[v] = NOBODY;
      this.base[v] = v;
      this.#parent[v] = NOBODY;
    }
    this.#alive.length = 0;
    this.#children.length = 0;
    this.#links.length = 0;
    this.#spare.length = 0;
    for (let b = size + (size >> 1); b >= size; b--) this.#spare.push(b);
  }

  /** The outermost node that holds member `v`. */
  topOf(v: number): number {
    const leader = this.#leader;
    let at = v;
    for (;;) {
      const next = leader[at] as number;
      if (next === at) return this.#nodeOf[at] as number;
      const after = leader[next] as number;
      leader[at] = after;
      at = after;
    }
  }

  /** Dissolves the outermost blossoms without a dual: what they were is found again when it matters. */
  beginPhase(): void {
    let kept = this.#alive.length;
    // From the newest: whoever loses a parent here comes later in this loop.
    for (let i = this.#alive.length - 1; i >= 0; i--) {
      const blossom = this.#alive[i] as number;
      if (this.#parent[blossom] === NOBODY && this.dual[blossom] === 0) {
        for (const child of this.#childrenOf(blossom)) this.#parent[child] = NOBODY;
        this.#spare.push(blossom);
      } else this.#alive[--kept] = blossom;
    }
    this.#alive.splice(0, kept);
    for (let v = 0; v < this.size; v++) {
      this.#leader[v] = v;
      this.#nodeOf[v] = v;
    }
    for (const blossom of this.#alive) {
      if (this.#parent[blossom] !== NOBODY) continue;
      const first = this.base[blossom] as number;
      this.forEachMember(blossom, (v) => {
        this.#leader[v] = first;
      });
      this.#nodeOf[first] = blossom;
    }
  }

  /** Closes a blossom over outermost nodes, the first of which holds its base. @returns its number */
  shrink(children: number[], links: number[]): number {
    const blossom = this.#spare.pop() as number;
    const first = children[0] as number;
    this.#children[blossom - this.size] = children;
    this.#links[blossom - this.size] = links;
    this.base[blossom] = this.base[first] as number;
    this.dual[blossom] = 0;
    this.#parent[blossom] = NOBODY;
    this.#alive.push(blossom);
    const leader = this.#find(this.base[first] as number);
    for (const child of children) {
      this.#parent[child] = blossom;
      this.#leader[this.#find(this.base[child] as number)] = leader;
    }
    this.#nodeOf[leader] = blossom;
    return blossom;
  }

  /** Makes `v` the base of the outermost node that holds it: everybody else inside is matched inside. */
  rotate(node: number, v: number): void {
    const tasks = this.#tasks;
    tasks.push(node, v);
    // Every task is about the edges of one circle only, so that their order is of no matter.
    while (tasks.length > 0) {
      const base = tasks.pop() as number;
      const blossom = tasks.pop() as number;
      if (this.base[blossom] === base) continue;
      this.base[blossom] = base;
      let at = base;
      while (this.#parent[at] !== blossom) at = this.#parent[at] as number;
      this.#turn(blossom, at);
      const children = this.#childrenOf(blossom);
      const links = this.#linksOf(blossom);
      tasks.push(children[0] as number, base);
      for (let i = 1; i < children.length; i += 2) {
        const a = links[2 * i] as number;
        const b = links[2 * i + 1] as number;
        tasks.push(children[i] as number, a, children[i + 1] as number, b);
        this.mate[a] = b;
        this.mate[b] = a;
      }
    }
  }

  forEachMember(node: number, visit: (v: number) => void): void {
    const pending = this.#pending;
    const floor = pending.length;
    pending.push(node);
    while (pending.length > floor) {
      const at = pending.pop() as number;
      if (at < this.size) visit(at);
      else for (const child of this.#childrenOf(at)) pending.push(child);
    }
  }

  /** Outermost blossoms. */
  forEachTop(visit: (blossom: number) => void): void {
    for (const blossom of this.#alive) if (this.#parent[blossom] === NOBODY) visit(blossom);
  }

  /** Blossoms with a dual, outermost or not. */
  forEachDual(visit: (blossom: number) => void): void {
    for (const blossom of this.#alive) if ((this.dual[blossom] as number) > 0) visit(blossom);
  }

  #childrenOf(blossom: number): number[] {
    return this.#children[blossom - this.size] as number[];
  }

  #linksOf(blossom: number): number[] {
    return this.#links[blossom - this.size] as number[];
  }

  /** Turns the circle until `child` is first. */
  #turn(blossom: number, child: number): void {
    const children = this.#childrenOf(blossom);
    const links = this.#linksOf(blossom);
    const by = children.indexOf(child);
    this.#children[blossom - this.size] = children.slice(by).concat(children.slice(0, by));
    this.#links[blossom - this.size] = links.slice(2 * by).concat(links.slice(0, 2 * by));
  }

  #find(v: number): number {
    const leader = this.#leader;
    let at = v;
    while (leader[at] !== at) at = leader[at] as number;
    return at;
  }
}
