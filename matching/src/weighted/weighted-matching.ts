import { findCommon, Growable } from "../arrays.ts";
import { EVEN, NO_VERTEX, ODD, UNLABELLED } from "../labels.ts";
import { BlossomFamily } from "./blossom-family.ts";

export interface EdgeList {
  size: number;
  /**
   * By vertex: the position in {@link ends} at which its edges begin. One more entry holds the end of the last vertex's
   * edges.
   */
  starts: Int32Array;
  /** The other end of each edge, doubled. If {@link costs} is null, the edge's cost of 0 or 1 is added. */
  ends: Int32Array;
  /** The cost of each edge in {@link ends}, at least 0; null if `ends` has the costs. */
  costs: Int32Array | null;
  vertexWeights: Int32Array;
}

/** A dual solution. All duals are stored doubled, which makes them integers. */
export interface DualSolution {
  duals: Int32Array;
  /** Odd sets of vertices with a positive dual z(B). */
  blossoms: { vertices: number[]; dual: number }[];
}

/**
 * A matching of maximum weight by Edmonds' primal-dual method (1965). The weight of an edge is the sum of the vertex
 * weights of its ends minus its cost. Every vertex has a dual y ≥ 0 and every blossom a dual z ≥ 0, and over every edge
 * `y(u) + y(v) + Σ z ≥ weight`; an edge with equality is tight. Duals start at the vertex weights, so that all fresh
 * edges are tight.
 *
 * Trees grow from the unmatched vertices over tight edges. When no tree can grow, the duals of even vertices fall and
 * those of odd ones rise by the same step, until another edge is tight, the dual of an odd blossom is 0, or the dual of
 * an even vertex is 0. In the last case, the vertex with dual 0 is left unmatched instead of the root of its tree.
 *
 * After each step, all trees are grown anew. Steps are few, because the costs of a population are 0 or 1.
 */
export class WeightedMatching {
  readonly family = new BlossomFamily();
  edgesScanned = 0;
  #graph!: EdgeList;
  /**
   * By vertex: its doubled dual minus its doubled weight. The slack of an edge is the sum of its ends' reduced duals
   * and twice its cost.
   */
  #reducedDuals = new Int32Array(0);
  /** By vertex and outermost blossom: UNLABELLED, ODD or EVEN. */
  #labels = new Uint8Array(0);
  #treeRoots = new Int32Array(0);
  /** By odd node: the even vertex from which the search reached the node. */
  #predFrom = new Int32Array(0);
  /** By odd node: the vertex of the node at which the search reached it. */
  #predTo = new Int32Array(0);
  #stamps = new Int32Array(0);
  #stamp = 0;
  /** 1 for a root whose tree has been augmented in this phase. */
  #frozen = new Uint8Array(0);
  #even = new Int32Array(0);
  #evenCount = 0;
  /** The nodes of the cycle that is being contracted, and for each node the two ends of its edge to the next. */
  readonly #children = new Growable((n) => new Int32Array(n), 64);
  readonly #links = new Growable((n) => new Int32Array(n), 128);

  /**
   * @param start a matching without repeats
   * @param budget the most edges that are scanned
   * @returns false if the budget was too small for an optimal matching
   */
  solve(graph: EdgeList, start: Int32Array, budget: number): boolean {
    this.#prepare(graph, start);
    const until = this.edgesScanned + budget;
    while (this.edgesScanned <= until) {
      const outcome = this.#runPhase();
      if (outcome === "finished") return true;
      if (outcome === "stuck") this.#adjustDuals();
    }
    return false;
  }

  dualOf(v: number): number {
    return this.#reducedDuals[v]! + 2 * this.#graph.vertexWeights[v]!;
  }

  reducedDualOf(v: number): number {
    return this.#reducedDuals[v]!;
  }

  /**
   * Doubled slack of an edge, with the duals of the blossoms that contain it. It can be negative for an edge that is
   * not in the graph.
   */
  slackOf(u: number, v: number, cost: number): number {
    const slack = this.#reducedDuals[u]! + this.#reducedDuals[v]! + 2 * cost;
    return slack < 0 ? slack + this.family.dualOverBoth(u, v, -slack) : slack;
  }

  certificate(): DualSolution {
    const { family } = this;
    const blossoms: DualSolution["blossoms"] = [];
    family.forEachDual((blossom) => {
      const vertices: number[] = [];
      family.forEachVertex(blossom, (v) => vertices.push(v));
      blossoms.push({ vertices, dual: family.dual[blossom]! });
    });
    return {
      duals: Int32Array.from({ length: this.#graph.size }, (_, v) => this.dualOf(v)),
      blossoms,
    };
  }

  #prepare(graph: EdgeList, start: Int32Array): void {
    const { family } = this;
    this.#graph = graph;
    family.reset(graph.size);
    family.mate.set(start.subarray(0, graph.size));
    if (this.#treeRoots.length < family.nodes) {
      this.#reducedDuals = new Int32Array(family.mate.length);
      this.#even = new Int32Array(family.mate.length);
      this.#frozen = new Uint8Array(family.mate.length);
      this.#labels = new Uint8Array(family.nodes);
      this.#treeRoots = new Int32Array(family.nodes);
      this.#predFrom = new Int32Array(family.nodes);
      this.#predTo = new Int32Array(family.nodes);
      this.#stamps = new Int32Array(family.nodes);
      this.#stamp = 0;
    }
    this.#reducedDuals.fill(0, 0, graph.size);
  }

  #runPhase(): "found" | "stuck" | "finished" {
    const { family } = this;
    const { size } = this.#graph;
    family.beginPhase();
    this.#labels.fill(UNLABELLED, 0, size + (size >> 1) + 1);
    this.#frozen.fill(0, 0, size);
    this.#evenCount = 0;
    let roots = 0;
    let found = false;
    for (let v = 0; v < size; v++) {
      if (family.mate[v] !== NO_VERTEX || this.dualOf(v) === 0) continue;
      roots++;
      if (this.#makeEven(family.outermostOf(v), v)) found = true;
    }
    if (roots === 0) return "finished";
    for (let head = 0; head < this.#evenCount; head++) {
      if (this.#scan(this.#even[head]!)) found = true;
    }
    this.edgesScanned += size;
    return found ? "found" : "stuck";
  }

  /** @returns true if a vertex of the node has dual 0 and is left unmatched instead of the root */
  #makeEven(node: number, root: number): boolean {
    this.#labels[node] = EVEN;
    this.#treeRoots[node] = root;
    return this.#enqueue(node, root);
  }

  readonly #appendEven = (v: number): void => {
    this.#even[this.#evenCount++] = v;
  };

  #enqueue(node: number, root: number): boolean {
    const before = this.#evenCount;
    this.family.forEachVertex(node, this.#appendEven);
    for (let i = before; i < this.#evenCount; i++) {
      const v = this.#even[i]!;
      if (this.dualOf(v) !== 0) continue;
      this.#augment(v, NO_VERTEX);
      this.#frozen[root] = 1;
      return true;
    }
    return false;
  }

  /** Follows the tight edges of `u`. @returns true if one of them freezes the tree of `u` */
  #scan(u: number): boolean {
    const { family } = this;
    const { starts, ends, costs } = this.#graph;
    const reduced = this.#reducedDuals;
    const root = this.#treeRoots[family.outermostOf(u)]!;
    if (this.#frozen[root] === 1) return false;
    const own = reduced[u]!;
    const end = starts[u + 1]!;
    const start = starts[u]!;
    this.edgesScanned += end - start;
    for (let e = start; e < end; e++) {
      const code = ends[e]!;
      const v = code >> 1;
      if (own + reduced[v]! + 2 * (costs ? costs[e]! : code & 1) !== 0) continue;
      const node = family.outermostOf(v);
      const label = this.#labels[node];
      if (label === ODD) continue;
      if (label === UNLABELLED) {
        if (this.#growEdge(u, v, node, root)) return true;
        continue;
      }
      const other = this.#treeRoots[node]!;
      if (this.#frozen[other] === 1) continue;
      if (other !== root) {
        this.#augment(u, v);
        this.#augment(v, u);
        this.#frozen[root] = 1;
        this.#frozen[other] = 1;
        return true;
      }
      if (node !== family.outermostOf(u) && this.#contract(u, v)) return true;
    }
    return false;
  }

  /**
   * Adds the tight edge from `u` to `v`, after which the node of `v` is odd and its mate even. If the node is
   * unmatched, augments instead.
   * @returns true if the tree is then frozen
   */
  #growEdge(u: number, v: number, node: number, root: number): boolean {
    const { family } = this;
    const partner = family.mate[family.base[node]!]!;
    this.#labels[node] = ODD;
    this.#treeRoots[node] = root;
    if (partner === NO_VERTEX) {
      family.rotate(node, v);
      family.mate[v] = u;
      this.#augment(u, v);
      this.#frozen[root] = 1;
      return true;
    }
    this.#predFrom[node] = u;
    this.#predTo[node] = v;
    return this.#makeEven(family.outermostOf(partner), root);
  }

  /**
   * Matches the even vertex `u` with `partner`, or with nobody if that is NO_VERTEX, and augments along the path from
   * `u` to its root.
   */
  #augment(u: number, partner: number): void {
    const { family } = this;
    const { mate, base } = family;
    let covered = u;
    let by = partner;
    for (;;) {
      const node = family.outermostOf(covered);
      const next = mate[base[node]!]!;
      family.rotate(node, covered);
      mate[covered] = by;
      if (next === NO_VERTEX) return;
      const odd = family.outermostOf(next);
      covered = this.#predFrom[odd]!;
      by = this.#predTo[odd]!;
      family.rotate(odd, by);
      mate[by] = covered;
    }
  }

  /**
   * Contracts the blossom that the edge between the even vertices `u` and `v` of one tree closes.
   * @returns as {@link #makeEven}
   */
  #contract(u: number, v: number): boolean {
    const { family } = this;
    const [a, b] = [family.outermostOf(u), family.outermostOf(v)];
    const common = findCommon(a, b, this.#stamps, ++this.#stamp, this.#evenAncestor);
    const children = this.#children;
    const links = this.#links;
    children.length = 0;
    links.length = 0;
    this.#climbTo(common, u);
    children.push(common);
    children.values.subarray(0, children.length).reverse();
    links.values.subarray(0, links.length).reverse();
    links.push(u);
    links.push(v);
    this.#climbTo(common, v);
    const root = this.#treeRoots[common]!;
    const blossom = family.shrink(children, links);
    this.#labels[blossom] = EVEN;
    this.#treeRoots[blossom] = root;
    for (let i = 0; i < children.length; i++) {
      const child = children.values[i]!;
      if (this.#labels[child] === ODD && this.#enqueue(child, root)) return true;
    }
    return false;
  }

  #climbTo(common: number, v: number): void {
    const { family } = this;
    let node = family.outermostOf(v);
    while (node !== common) {
      const base = family.base[node]!;
      const partner = family.mate[base]!;
      const odd = family.outermostOf(partner);
      const from = this.#predFrom[odd]!;
      this.#children.push(node);
      this.#children.push(odd);
      this.#links.push(base);
      this.#links.push(partner);
      this.#links.push(this.#predTo[odd]!);
      this.#links.push(from);
      node = family.outermostOf(from);
    }
  }

  readonly #evenAncestor = (node: number): number => {
    const { family } = this;
    const partner = family.mate[family.base[node]!]!;
    return partner === NO_VERTEX
      ? NO_VERTEX
      : family.outermostOf(this.#predFrom[family.outermostOf(partner)]!);
  };

  /** Moves the duals by the largest step that leaves every slack at 0 or more. */
  #adjustDuals(): void {
    const { family } = this;
    const { size } = this.#graph;
    const reduced = this.#reducedDuals;
    const by = this.#largestStep();
    for (let i = 0; i < this.#evenCount; i++) reduced[this.#even[i]!]! -= by;
    for (let v = 0; v < size; v++) {
      if (this.#labels[family.outermostOf(v)] === ODD) reduced[v]! += by;
    }
    family.forEachOutermost((blossom) => {
      if (this.#labels[blossom] === EVEN) family.dual[blossom]! += 2 * by;
      else if (this.#labels[blossom] === ODD) family.dual[blossom]! -= 2 * by;
    });
  }

  #largestStep(): number {
    const { family } = this;
    const { starts, ends, costs } = this.#graph;
    const reduced = this.#reducedDuals;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#evenCount; i++) {
      const u = this.#even[i]!;
      least = Math.min(least, this.dualOf(u));
      const node = family.outermostOf(u);
      const own = reduced[u]!;
      const end = starts[u + 1]!;
      this.edgesScanned += end - starts[u]!;
      for (let e = starts[u]!; e < end; e++) {
        const code = ends[e]!;
        const slack = own + reduced[code >> 1]! + 2 * (costs ? costs[e]! : code & 1);
        // For an edge inside a blossom, this sum lacks the blossom's dual. Such edges are skipped below.
        if (slack >= 2 * least) continue;
        const other = family.outermostOf(code >> 1);
        const label = this.#labels[other];
        if (label === ODD || other === node) continue;
        least = Math.min(least, label === EVEN ? slack / 2 : slack);
      }
    }
    family.forEachOutermost((blossom) => {
      if (this.#labels[blossom] === ODD) least = Math.min(least, family.dual[blossom]! / 2);
    });
    return least;
  }
}
