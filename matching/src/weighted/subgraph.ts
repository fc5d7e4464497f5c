import { Growable } from "../arrays.ts";
import type { MatchingState } from "../cardinality/state.ts";
import { ISOLATED, NO_VERTEX, UNLABELLED } from "../labels.ts";
import type { EdgeList } from "./weighted-matching.ts";

const OUTSIDE = -1;
/** Marks a vertex outside the subgraph whose component is too large to be listed. */
const TOO_LARGE = -2;
const MAX_DEGREE = 16_384;
/** The share of the edge capacity that a sample can take. The rest is for edges that pricing adds. */
const SAMPLE_SHARE = 0.7;
/** The most random edges per vertex in a sample, and the fewest that make a sample useful. */
const MAX_SAMPLED_DEGREE = 3;
const MIN_SAMPLED_DEGREE = 2;

export const NO_EDGE = -1;

type CostOf = (u: number, v: number) => number;

/**
 * The listed edges of a component, or of a sample of the whole implicit graph. Vertices are numbered in random order,
 * so that their numbers don't favour any of them in the solver.
 */
export class Subgraph {
  /** By number in the subgraph: the vertex of the population. */
  vertices = new Int32Array(0);
  /** By number in the subgraph: the number of the partner if the edge of the pair has cost 0, else NO_VERTEX. */
  freeMates = new Int32Array(0);
  readonly graph: EdgeList = {
    size: 0,
    starts: new Int32Array(0),
    ends: new Int32Array(0),
    costs: null,
    vertexWeights: new Int32Array(0),
  };
  costs = 0;
  readonly #state: MatchingState;
  readonly #maxEdges: number;
  readonly #costOf: CostOf;
  /** By vertex: its number in the subgraph; during the exploration, its position in `#reached`. */
  readonly #numbers: Int32Array;
  readonly #reached = new Growable((n) => new Int32Array(n), 1024);
  /** One end of each edge: at first a vertex of the population, later its number in the subgraph. */
  readonly #edgeFrom = new Growable((n) => new Int32Array(n), 4096);
  /** The other end of each edge doubled, plus the edge's cost. */
  readonly #edgeTo = new Growable((n) => new Int32Array(n), 4096);
  readonly #neighbours = new Int32Array(MAX_DEGREE);

  /** @param maxEdges the capacity, at 16 bytes per edge */
  constructor(state: MatchingState, maxEdges: number, costOf: CostOf) {
    this.#state = state;
    this.#maxEdges = maxEdges;
    this.#costOf = costOf;
    this.#numbers = new Int32Array(state.index.size).fill(OUTSIDE);
  }

  /** Lists the component of a matched vertex. @returns false if it is too large */
  collect(seed: number): boolean {
    if (this.#numbers[seed] === TOO_LARGE) return false;
    const isWhole = this.#explore(seed);
    if (isWhole) this.#number();
    this.#markReached(isWhole ? OUTSIDE : TOO_LARGE);
    return isWhole;
  }

  /**
   * Lists all vertices that are not settled, with some of their edges: those of the matching, all edges of a vertex
   * that has few, and a few random edges of every other vertex. The numbers are valid until the next call of `sample`
   * or {@link collect}.
   * @returns false if the capacity is too small
   */
  sample(settled: Uint8Array): boolean {
    const { forest, index } = this.#state;
    const { mate, labels } = forest;
    this.#clear();
    for (let v = 0; v < mate.length; v++) {
      if (labels[v] !== ISOLATED && settled[v] !== 1) this.#addVertex(v);
    }
    const perVertex = Math.floor(
      (this.#maxEdges * SAMPLE_SHARE) / Math.max(1, this.#reached.length),
    );
    if (perVertex - 1 < MIN_SAMPLED_DEGREE) {
      this.#markReached(OUTSIDE);
      return false;
    }
    const few = Math.min(perVertex - 1, MAX_SAMPLED_DEGREE);
    const into = new Int32Array(2 * few);
    index.freshOnly = false;
    for (let i = 0; i < this.#reached.length; i++) {
      const u = this.#reached.values[i]!;
      const partner = mate[u]!;
      if (partner > u) this.#pushEdge(u, partner);
      let count = index.listNeighbours(u, into);
      if (count === into.length) count = index.sample(u, UNLABELLED, few, into);
      for (let k = 0; k < count; k++) {
        if (into[k] !== partner) this.#pushEdge(u, into[k]!);
      }
    }
    this.#number();
    return true;
  }

  /** The number of a vertex in the sample; negative for a vertex outside. */
  numberOf(v: number): number {
    return this.#numbers[v]!;
  }

  /** @returns false if the capacity is used up */
  addEdge(u: number, v: number, cost: number): boolean {
    if (this.#edgeFrom.length >= this.#maxEdges) return false;
    this.#edgeFrom.push(u);
    this.#edgeTo.push(v * 2 + cost);
    return true;
  }

  refresh(): void {
    this.#readMates();
    this.#indexEdges();
  }

  #clear(): void {
    this.#reached.length = 0;
    this.#edgeFrom.length = 0;
    this.#edgeTo.length = 0;
  }

  #pushEdge(u: number, v: number, cost = this.#costOf(u, v)): void {
    this.#edgeFrom.push(u);
    this.#edgeTo.push(v * 2 + cost);
  }

  /** @returns false if the component is too large */
  #explore(seed: number): boolean {
    const { forest, index } = this.#state;
    const into = this.#neighbours;
    this.#clear();
    this.#addVertex(seed);
    this.#addVertex(forest.mate[seed]!);
    for (let next = 0; next < this.#reached.length; next++) {
      const u = this.#reached.values[next]!;
      const count = index.listNeighbours(u, into);
      if (count === into.length || this.#edgeFrom.length + count > this.#maxEdges) return false;
      for (let i = 0; i < count; i++) {
        const v = into[i]!;
        const position = this.#numbers[v]!;
        if (position === TOO_LARGE) return false;
        // The edge was listed from its other end.
        if (position >= 0 && position < next) continue;
        const cost = this.#costOf(u, v);
        if (cost === NO_EDGE) continue;
        if (position < 0) this.#addVertex(v);
        this.#pushEdge(u, v, cost);
      }
    }
    return true;
  }

  #addVertex(v: number): void {
    this.#numbers[v] = this.#reached.length;
    this.#reached.push(v);
  }

  #number(): void {
    const size = this.#reached.length;
    if (this.vertices.length < size) {
      const capacity = Math.max(64, size, Math.min(size * 2, 16_384));
      const { graph } = this;
      this.vertices = new Int32Array(capacity);
      this.freeMates = new Int32Array(capacity);
      graph.vertexWeights = new Int32Array(capacity);
      graph.starts = new Int32Array(capacity + 1);
    }
    const { vertices } = this;
    vertices.set(this.#reached.values.subarray(0, size));
    this.#state.random.shuffle(vertices, size);
    for (let i = 0; i < size; i++) this.#numbers[vertices[i]!] = i;
    this.graph.size = size;
    const from = this.#edgeFrom.values;
    const to = this.#edgeTo.values;
    for (let e = 0; e < this.#edgeFrom.length; e++) {
      const code = to[e]!;
      from[e] = this.#numbers[from[e]!]!;
      to[e] = this.#numbers[code >> 1]! * 2 + (code & 1);
    }
    this.refresh();
  }

  #readMates(): void {
    const { mate } = this.#state.forest;
    const { freeMates, graph, vertices } = this;
    this.costs = 0;
    for (let i = 0; i < graph.size; i++) {
      const u = vertices[i]!;
      const partner = mate[u]!;
      freeMates[i] = NO_VERTEX;
      if (partner === NO_VERTEX) continue;
      if (this.#costOf(u, partner) === 0) freeMates[i] = this.#numbers[partner]!;
      else if (u < partner) this.costs++;
    }
  }

  #indexEdges(): void {
    const { graph } = this;
    const { size, starts } = graph;
    const count = this.#edgeFrom.length;
    if (graph.ends.length < count * 2) {
      graph.ends = new Int32Array(Math.max(1024, count * 2, Math.min(count * 4, 65_536)));
    }
    const { ends } = graph;
    starts.fill(0, 0, size + 1);
    const from = this.#edgeFrom.values;
    const to = this.#edgeTo.values;
    for (let e = 0; e < count; e++) {
      starts[from[e]!]!++;
      starts[to[e]! >> 1]!++;
    }
    let sum = 0;
    for (let v = 0; v <= size; v++) {
      sum += starts[v]!;
      starts[v] = sum;
    }
    // Each start begins as the end of its list, and moves down as the list fills.
    for (let e = 0; e < count; e++) {
      const u = from[e]!;
      const code = to[e]!;
      ends[--starts[u]!] = code;
      ends[--starts[code >> 1]!] = u * 2 + (code & 1);
    }
    for (let v = 0; v < size; v++) ends.subarray(starts[v]!, starts[v + 1]!).sort();
  }

  #markReached(as: number): void {
    for (let i = 0; i < this.#reached.length; i++) this.#numbers[this.#reached.values[i]!] = as;
  }
}
