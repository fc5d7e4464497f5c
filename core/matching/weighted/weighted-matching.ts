import { Growable, release } from "../arrays.ts";
import { BlossomFamily } from "./blossom-family.ts";

const NOBODY = -1;
const UNREACHED = 0;
const OUTER = 1;
const INNER = 2;

/** A small graph, its edges written down. */
export interface EdgeList {
  size: number;
  /** Where each member's edges begin in {@link ends}; one more than members. */
  starts: Int32Array;
  /** The other end doubled, plus one when the edge is a repeat. */
  ends: Int32Array;
  /** What covering a member is worth, in repeats. */
  prizes: Int32Array;
}

/**
 * The matching of the greatest worth: the prizes of those covered less the repeats, by Edmonds' primal-dual
 * method (1965). Every member v has a dual y(v) and every blossom a dual z; no edge is worth more than the
 * duals over it, `y(u) + y(v) + z… ≥ prize(u) + prize(v) − cost`, and where this is an equation the edge is
 * tight. Duals begin at the prizes, which makes all fresh edges tight. Trees grow from all unmatched members over
 * tight edges, and when none of them gets any further the duals of outer members fall, those of inner ones
 * rise, until an edge becomes tight, an inner blossom has spent its dual, or somebody outer is worth nothing:
 * then the loss is moved to that one. All is doubled, so that every number stays whole.
 *
 * Costs being 0 or 1, there are few levels of duals, so each level simply grows its trees afresh.
 */
export class WeightedMatching {
  readonly family = new BlossomFamily();
  /** Edges looked at so far; in an array, because a field that large would be a new object at each change. */
  readonly #scanned = new Float64Array(1);
  #graph: EdgeList = {
    size: 0,
    starts: new Int32Array(1),
    ends: new Int32Array(0),
    prizes: new Int32Array(0),
  };
  /** Doubled dual of a member less its doubled prize: the slack of an edge is the sum of its ends' and twice its cost. */
  #shift = new Int32Array(0);
  /** Of a node: where it stands, the root of its tree, for an inner one the edge it was reached by. */
  #label = new Uint8Array(0);
  #tree = new Int32Array(0);
  #from = new Int32Array(0);
  #to = new Int32Array(0);
  #stamp = new Int32Array(0);
  #stamped = 0;
  /** 1 for a root whose tree has found what it looked for in this phase. */
  #done = new Uint8Array(0);
  #outer = new Int32Array(0);
  #outerCount = 0;
  /** Of the blossom that is being closed. */
  readonly #children = new Growable((n) => new Int32Array(n), 64);
  readonly #links = new Growable((n) => new Int32Array(n), 128);

  /** Gives back the room: nothing is asked any more. */
  release(): void {
    this.family.release();
    this.#releaseArrays();
  }

  #releaseArrays(): void {
    for (const array of [this.#shift, this.#outer, this.#done, this.#label]) release(array);
    for (const array of [this.#tree, this.#from, this.#to, this.#stamp]) release(array);
  }

  /** Edges looked at so far. */
  get scanned(): number {
    return this.#scanned[0]!;
  }

  get bytes(): number {
    return (
      this.family.bytes +
      (this.#children.values.length + this.#links.values.length) * 4 +
      this.#shift.byteLength * 2 +
      this.#tree.byteLength * 4 +
      this.#label.byteLength +
      this.#done.byteLength
    );
  }

  /**
   * @param start partners to begin with, over fresh edges only; -1 for nobody
   * @param budget edges that may be looked at
   * @returns false when the budget was too small: nothing is known then
   */
  solve(graph: EdgeList, start: Int32Array, budget: number): boolean {
    this.#prepare(graph, start);
    const until = this.scanned + budget;
    while (this.scanned <= until) {
      const outcome = this.#runPhase();
      if (outcome === "finished") return true;
      if (outcome === "stuck") this.#adjustDuals();
    }
    return false;
  }

  /** Doubled dual of a member. */
  dualOf(v: number): number {
    return this.#shift[v]! + 2 * this.#graph.prizes[v]!;
  }

  /** Doubled dual of a member less its doubled prize: below nought for whoever others have to outbid. */
  shiftOf(v: number): number {
    return this.#shift[v]!;
  }

  /** Doubled: what the duals over an edge leave beyond its worth. Below nought they are no bound for it. */
  slackOf(u: number, v: number, cost: number): number {
    const over = this.#shift[u]! + this.#shift[v]! + 2 * cost;
    return over < 0 ? over + this.family.sharedDual(u, v, -over) : over;
  }

  /** Twice what no matching is worth more than, by the duals alone. */
  bound(): number {
    let sum = 0;
    for (let v = 0; v < this.#graph.size; v++) sum += this.dualOf(v);
    this.family.forEachDual((blossom) => {
      let members = 0;
      this.family.forEachMember(blossom, () => {
        members++;
      });
      sum += (this.family.dual[blossom]! * (members - 1)) / 2;
    });
    return sum;
  }

  #prepare(graph: EdgeList, start: Int32Array): void {
    const { family } = this;
    this.#graph = graph;
    family.reset(graph.size);
    family.mate.set(start.subarray(0, graph.size));
    if (this.#tree.length < family.nodes) {
      this.#releaseArrays();
      this.#shift = new Int32Array(family.mate.length);
      this.#outer = new Int32Array(family.mate.length);
      this.#done = new Uint8Array(family.mate.length);
      this.#label = new Uint8Array(family.nodes);
      this.#tree = new Int32Array(family.nodes);
      this.#from = new Int32Array(family.nodes);
      this.#to = new Int32Array(family.nodes);
      this.#stamp = new Int32Array(family.nodes);
      this.#stamped = 0;
    }
    this.#shift.fill(0, 0, graph.size);
  }

  #runPhase(): "found" | "stuck" | "finished" {
    const { family } = this;
    const { size } = this.#graph;
    family.beginPhase();
    this.#label.fill(UNREACHED, 0, size + (size >> 1) + 1);
    this.#done.fill(0, 0, size);
    this.#outerCount = 0;
    let roots = 0;
    let found = false;
    for (let v = 0; v < size; v++) {
      if (family.mate[v] !== NOBODY || this.dualOf(v) === 0) continue;
      roots++;
      if (this.#plant(family.topOf(v), v)) found = true;
    }
    if (roots === 0) return "finished";
    for (let head = 0; head < this.#outerCount; head++) {
      if (this.#scan(this.#outer[head]!)) found = true;
    }
    this.#scanned[0] = this.#scanned[0]! + size;
    return found ? "found" : "stuck";
  }

  /** A node becomes outer. @returns true when somebody in it is worth nothing and has taken the loss */
  #plant(node: number, root: number): boolean {
    this.#label[node] = OUTER;
    this.#tree[node] = root;
    return this.#enqueue(node, root);
  }

  readonly #putOuter = (v: number): void => {
    this.#outer[this.#outerCount++] = v;
  };

  #enqueue(node: number, root: number): boolean {
    const before = this.#outerCount;
    if (node < this.#graph.size) this.#outer[this.#outerCount++] = node;
    else this.family.forEachMember(node, this.#putOuter);
    for (let i = before; i < this.#outerCount; i++) {
      const v = this.#outer[i]!;
      if (this.dualOf(v) !== 0) continue;
      this.#flip(v, NOBODY);
      this.#done[root] = 1;
      return true;
    }
    return false;
  }

  /** @returns true when the tree has found what it looked for */
  #scan(u: number): boolean {
    const { family } = this;
    const { starts, ends } = this.#graph;
    const shift = this.#shift;
    const root = this.#tree[family.topOf(u)]!;
    if (this.#done[root] === 1) return false;
    const own = shift[u]!;
    const end = starts[u + 1]!;
    const start = starts[u]!;
    this.#scanned[0] = this.#scanned[0]! + end - start;
    for (let e = start; e < end; e++) {
      const code = ends[e]!;
      const v = code >> 1;
      if (own + shift[v]! + 2 * (code & 1) !== 0) continue;
      const node = family.topOf(v);
      const label = this.#label[node];
      if (label === INNER) continue;
      if (label === UNREACHED) {
        if (this.#reach(u, v, node, root)) return true;
        continue;
      }
      const other = this.#tree[node]!;
      if (this.#done[other] === 1) continue;
      if (other !== root) {
        this.#flip(u, v);
        this.#flip(v, u);
        this.#done[root] = 1;
        this.#done[other] = 1;
        return true;
      }
      if (node !== family.topOf(u) && this.#contract(u, v)) return true;
    }
    return false;
  }

  /** The node of `v` becomes inner and its partner outer, or the path ends there. @returns true when it ends */
  #reach(u: number, v: number, node: number, root: number): boolean {
    const { family } = this;
    const partner = family.mate[family.base[node]!]!;
    this.#label[node] = INNER;
    this.#tree[node] = root;
    if (partner === NOBODY) {
      // Without a partner and worth nothing: gladly covered.
      family.rotate(node, v);
      family.mate[v] = u;
      this.#flip(u, v);
      this.#done[root] = 1;
      return true;
    }
    this.#from[node] = u;
    this.#to[node] = v;
    return this.#plant(family.topOf(partner), root);
  }

  /** Outer `u` is matched with `partner`, and the way from it to its root changes over. */
  #flip(u: number, partner: number): void {
    const { family } = this;
    const { mate, base } = family;
    let covered = u;
    let by = partner;
    for (;;) {
      const node = family.topOf(covered);
      const next = mate[base[node]!]!;
      family.rotate(node, covered);
      mate[covered] = by;
      if (next === NOBODY) return;
      const inner = family.topOf(next);
      covered = this.#from[inner]!;
      by = this.#to[inner]!;
      family.rotate(inner, by);
      mate[by] = covered;
    }
  }

  /** The edge between outer `u` and `v` of one tree closes a blossom. @returns as {@link #plant} */
  #contract(u: number, v: number): boolean {
    const { family } = this;
    const common = this.#commonNode(family.topOf(u), family.topOf(v));
    const children = this.#children;
    const links = this.#links;
    children.length = 0;
    links.length = 0;
    this.#climbTo(common, u);
    // Collected from below: turned round, it leads from the common node down to u.
    children.push(common);
    children.reverse();
    links.reverse();
    links.push(u);
    links.push(v);
    this.#climbTo(common, v);
    const root = this.#tree[common]!;
    const blossom = family.shrink(children, links);
    this.#label[blossom] = OUTER;
    this.#tree[blossom] = root;
    for (let i = 0; i < children.length; i++) {
      const child = children.values[i]!;
      if (this.#label[child] === INNER && this.#enqueue(child, root)) return true;
    }
    return false;
  }

  /** Nodes from that of `v` up to below `common`, and the edges from each to the next. */
  #climbTo(common: number, v: number): void {
    const { family } = this;
    let node = family.topOf(v);
    while (node !== common) {
      const base = family.base[node]!;
      const partner = family.mate[base]!;
      const inner = family.topOf(partner);
      const from = this.#from[inner]!;
      this.#children.push(node);
      this.#children.push(inner);
      this.#links.push(base);
      this.#links.push(partner);
      this.#links.push(this.#to[inner]!);
      this.#links.push(from);
      node = family.topOf(from);
    }
  }

  #commonNode(a: number, b: number): number {
    this.#stamped++;
    let x = a;
    let y = b;
    for (;;) {
      if (x !== NOBODY) {
        if (this.#stamp[x] === this.#stamped) return x;
        this.#stamp[x] = this.#stamped;
        x = this.#above(x);
      }
      if (y !== NOBODY) {
        if (this.#stamp[y] === this.#stamped) return y;
        this.#stamp[y] = this.#stamped;
        y = this.#above(y);
      }
    }
  }

  #above(node: number): number {
    const { family } = this;
    const partner = family.mate[family.base[node]!]!;
    return partner === NOBODY ? NOBODY : family.topOf(this.#from[family.topOf(partner)]!);
  }

  /** No tree gets any further: the duals move by as much as leaves every edge worth no more than they say. */
  #adjustDuals(): void {
    const { family } = this;
    const { size } = this.#graph;
    const shift = this.#shift;
    const by = this.#leastStep();
    for (let i = 0; i < this.#outerCount; i++) {
      const u = this.#outer[i]!;
      shift[u] = shift[u]! - by;
    }
    for (let v = 0; v < size; v++) {
      if (this.#label[family.topOf(v)] === INNER) shift[v] = shift[v]! + by;
    }
    family.forEachTop((blossom) => {
      if (this.#label[blossom] === OUTER) {
        family.dual[blossom] = family.dual[blossom]! + 2 * by;
      } else if (this.#label[blossom] === INNER) {
        family.dual[blossom] = family.dual[blossom]! - 2 * by;
      }
    });
  }

  #leastStep(): number {
    const { family } = this;
    const { starts, ends } = this.#graph;
    const shift = this.#shift;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#outerCount; i++) {
      const u = this.#outer[i]!;
      least = Math.min(least, this.dualOf(u));
      const node = family.topOf(u);
      const own = shift[u]!;
      const end = starts[u + 1]!;
      this.#scanned[0] = this.#scanned[0]! + end - starts[u]!;
      for (let e = starts[u]!; e < end; e++) {
        const code = ends[e]!;
        const slack = own + shift[code >> 1]! + 2 * (code & 1);
        // Inside a blossom slacks count for nothing; they may be anything.
        if (slack >= 2 * least) continue;
        const other = family.topOf(code >> 1);
        const label = this.#label[other];
        if (label === INNER || other === node) continue;
        least = Math.min(least, label === OUTER ? slack / 2 : slack);
      }
    }
    family.forEachTop((blossom) => {
      if (this.#label[blossom] === INNER) {
        least = Math.min(least, family.dual[blossom]! / 2);
      }
    });
    return least;
  }
}
