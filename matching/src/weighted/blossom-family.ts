import { findRepresentative, Growable } from "../arrays.ts";
import { NO_VERTEX } from "../labels.ts";

const NO_NODE = NO_VERTEX;

/**
 * A matching of an explicit graph, and the laminar family of its blossoms in a weighted search. A node is a vertex (`0`
 * to `size - 1`) or a blossom (numbered from `size`). A blossom is a cycle of an odd number of child nodes. Its base,
 * the one vertex without a mate inside, can be any of its vertices. Nothing is allocated per blossom, because there can
 * be tens of thousands, nested thousands deep.
 */
export class BlossomFamily {
  size = 0;
  mate = new Int32Array(0);
  /** By node. A vertex is its own base. */
  base = new Int32Array(0);
  /** Doubled dual of a blossom. A blossom with a positive dual is kept for the next phase. */
  dual = new Int32Array(0);
  #enclosing = new Int32Array(0);
  #positions = new Int32Array(0);
  /** Union–find parent of a vertex. Each set has the vertices of one outermost node. */
  #parent = new Int32Array(0);
  #outermost = new Int32Array(0);
  /** Per blossom: its children, and then for each child the two ends of its edge to the next. */
  readonly #cycles = new Growable((n) => new Int32Array(n), 64);
  /** Start of a blossom's entries in `#cycles`, indexed by the blossom's number minus `size`. */
  #starts = new Int32Array(0);
  #lengths = new Int32Array(0);
  #representative = NO_VERTEX;
  /** The existing blossoms. Each blossom comes after its children. */
  readonly #blossoms = new Growable((n) => new Int32Array(n), 16);
  readonly #unusedNumbers = new Growable((n) => new Int32Array(n), 16);
  /**
   * Pending rotations: outermost node and new base. {@link dualOverBoth} also uses this array, for the nodes that
   * contain the second of its vertices.
   */
  readonly #rotations = new Growable((n) => new Int32Array(n), 64);
  /** The nodes that contain a vertex, from the inside to the outside. */
  readonly #ancestors = new Growable((n) => new Int32Array(n), 64);
  readonly #pending = new Growable((n) => new Int32Array(n), 64);

  get nodes(): number {
    return this.base.length;
  }

  reset(size: number): void {
    this.size = size;
    if (this.mate.length < size) {
      const capacity = Math.max(64, size, Math.min(size * 2, 16_384));
      this.mate = new Int32Array(capacity);
      this.#parent = new Int32Array(capacity);
      this.#outermost = new Int32Array(capacity);
      // There are fewer than half as many blossoms as vertices, because each has at least three children and no two
      // overlap unless nested.
      const blossoms = (capacity >> 1) + 1;
      this.#starts = new Int32Array(blossoms);
      this.#lengths = new Int32Array(blossoms);
      this.base = new Int32Array(capacity + blossoms);
      this.dual = new Int32Array(capacity + blossoms);
      this.#enclosing = new Int32Array(capacity + blossoms);
      this.#positions = new Int32Array(capacity + blossoms);
    }
    for (let v = 0; v < size; v++) {
      this.mate[v] = NO_VERTEX;
      this.base[v] = v;
      this.#enclosing[v] = NO_NODE;
    }
    this.#blossoms.length = 0;
    this.#cycles.length = 0;
    this.#unusedNumbers.length = 0;
    for (let b = size + (size >> 1); b >= size; b--) this.#unusedNumbers.push(b);
  }

  outermostOf(v: number): number {
    return this.#outermost[this.#find(v)]!;
  }

  /** Dissolves the outermost blossoms with dual 0. */
  beginPhase(): void {
    const blossoms = this.#blossoms.values;
    // In reverse order, because a blossom that becomes outermost in the loop is older than the one that contained it.
    for (let i = this.#blossoms.length - 1; i >= 0; i--) {
      const blossom = blossoms[i]!;
      if (this.#enclosing[blossom] !== NO_NODE || this.dual[blossom] !== 0) continue;
      const end = this.#endOf(blossom);
      for (let at = this.#startOf(blossom); at < end; at++) {
        this.#enclosing[this.#cycles.values[at]!] = NO_NODE;
      }
      this.#unusedNumbers.push(blossom);
      blossoms[i] = NO_NODE;
    }
    this.#compact();
    for (let v = 0; v < this.size; v++) {
      this.#parent[v] = v;
      this.#outermost[v] = v;
    }
    for (let i = 0; i < this.#blossoms.length; i++) {
      const blossom = blossoms[i]!;
      if (this.#enclosing[blossom] !== NO_NODE) continue;
      this.#representative = this.base[blossom]!;
      this.forEachVertex(blossom, this.#follow);
      this.#outermost[this.#representative] = blossom;
    }
  }

  readonly #follow = (v: number): void => {
    this.#parent[v] = this.#representative;
  };

  #compact(): void {
    const blossoms = this.#blossoms.values;
    let kept = 0;
    let used = 0;
    for (let i = 0; i < this.#blossoms.length; i++) {
      const blossom = blossoms[i]!;
      if (blossom === NO_NODE) continue;
      const start = this.#startOf(blossom);
      const words = 3 * (this.#endOf(blossom) - start);
      this.#cycles.values.copyWithin(used, start, start + words);
      this.#starts[blossom - this.size] = used;
      used += words;
      blossoms[kept++] = blossom;
    }
    this.#blossoms.length = kept;
    this.#cycles.length = used;
  }

  /**
   * Contracts a cycle of outermost nodes to a blossom. The first node contains the blossom's base.
   * @param links for each node the two ends of its edge to the next
   * @returns the blossom's number
   */
  shrink(children: Growable<Int32Array>, links: Growable<Int32Array>): number {
    const blossom = this.#unusedNumbers.pop();
    const first = children.values[0]!;
    const count = children.length;
    this.#starts[blossom - this.size] = this.#cycles.length;
    this.#lengths[blossom - this.size] = count;
    for (let i = 0; i < count; i++) this.#cycles.push(children.values[i]!);
    for (let i = 0; i < 2 * count; i++) this.#cycles.push(links.values[i]!);
    this.base[blossom] = this.base[first]!;
    this.dual[blossom] = 0;
    this.#enclosing[blossom] = NO_NODE;
    this.#blossoms.push(blossom);
    const representative = this.#find(this.base[first]!);
    for (let i = 0; i < count; i++) {
      const child = children.values[i]!;
      this.#enclosing[child] = blossom;
      this.#positions[child] = i;
      this.#parent[this.#find(this.base[child]!)] = representative;
    }
    this.#outermost[representative] = blossom;
    return blossom;
  }

  /** Makes `v` the base of its outermost node `node`, by changing which edges inside the node are matched. */
  rotate(node: number, v: number): void {
    const rotations = this.#rotations;
    rotations.push(node);
    rotations.push(v);
    // A rotation changes only edges of its own cycle, so the order of rotations does not matter.
    while (rotations.length > 0) {
      const base = rotations.pop();
      const outermost = rotations.pop();
      if (this.base[outermost] === base) continue;
      const ancestors = this.#ancestors;
      for (let at = base; at !== outermost; at = this.#enclosing[at]!) ancestors.push(at);
      for (let blossom = outermost; ancestors.length > 0; ) {
        const child = ancestors.pop();
        if (this.base[blossom] !== base) this.#rotateCycle(blossom, child, base);
        blossom = child;
      }
    }
  }

  /**
   * Moves the base of a blossom into its child `child`. Of the two paths along the cycle from there to the old base,
   * one has an even number of edges. On that path, matched and unmatched edges swap.
   */
  #rotateCycle(blossom: number, child: number, base: number): void {
    const cycles = this.#cycles.values;
    const start = this.#startOf(blossom);
    const length = this.#lengths[blossom - this.size]!;
    const links = start + length;
    let old = this.base[blossom]!;
    while (this.#enclosing[old] !== blossom) old = this.#enclosing[old]!;
    const from = this.#positions[child]!;
    const to = this.#positions[old]!;
    this.base[blossom] = base;
    const steps = (to - from + length) % length;
    // Follows the even path in the direction of the cycle: from the new base to the old one, or from the old one to the
    // new.
    const isForward = steps % 2 === 0;
    let at = isForward ? from + 1 : to;
    for (let left = isForward ? steps : length - steps; left > 0; left -= 2, at += 2) {
      const near = at % length;
      const far = (at + 1) % length;
      const a = cycles[links + 2 * near]!;
      const b = cycles[links + 2 * near + 1]!;
      this.#rotations.push(cycles[start + near]!);
      this.#rotations.push(a);
      this.#rotations.push(cycles[start + far]!);
      this.#rotations.push(b);
      this.mate[a] = b;
      this.mate[b] = a;
    }
  }

  forEachVertex(node: number, visit: (v: number) => void): void {
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
        const child = this.#cycles.values[at]!;
        if (child < this.size) visit(child);
        else pending.push(child);
      }
    }
  }

  forEachOutermost(visit: (blossom: number) => void): void {
    for (let i = 0; i < this.#blossoms.length; i++) {
      const blossom = this.#blossoms.values[i]!;
      if (this.#enclosing[blossom] === NO_NODE) visit(blossom);
    }
  }

  forEachDual(visit: (blossom: number) => void): void {
    for (let i = 0; i < this.#blossoms.length; i++) {
      const blossom = this.#blossoms.values[i]!;
      if (this.dual[blossom]! > 0) visit(blossom);
    }
  }

  /**
   * Visits the vertices of a blossom and the blossoms inside it that have a positive dual, but not what a visited
   * blossom contains. NO_NODE stands for the whole graph.
   */
  forEachPart(blossom: number, visit: (node: number) => void): void {
    const pending = this.#pending;
    const floor = pending.length;
    const open = (node: number) => {
      if (node < this.size || this.dual[node]! > 0) visit(node);
      else pending.push(node);
    };
    if (blossom === NO_NODE) {
      for (let v = 0; v < this.size; v++) if (this.#enclosing[v] === NO_NODE) visit(v);
      this.forEachOutermost(open);
    } else pending.push(blossom);
    while (pending.length > floor) {
      const at = pending.pop();
      const end = this.#endOf(at);
      for (let i = this.#startOf(at); i < end; i++) open(this.#cycles.values[i]!);
    }
  }

  /** Sum of the doubled duals of the blossoms that contain both vertices. The sum stops once it reaches `enough`. */
  dualOverBoth(u: number, v: number, enough: number): number {
    const top = this.outermostOf(u);
    if (top < this.size || top !== this.outermostOf(v)) return 0;
    // The dual of the outermost blossom usually suffices, and there can be thousands of blossoms inside it.
    let sum = this.dual[top]!;
    if (sum >= enough) return sum;
    const one = this.#ancestors;
    const other = this.#rotations;
    for (let at = u; at !== top; at = this.#enclosing[at]!) one.push(at);
    for (let at = v; at !== top; at = this.#enclosing[at]!) other.push(at);
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

  #endOf(blossom: number): number {
    return this.#startOf(blossom) + this.#lengths[blossom - this.size]!;
  }

  #find(v: number): number {
    return findRepresentative(this.#parent, v);
  }
}
