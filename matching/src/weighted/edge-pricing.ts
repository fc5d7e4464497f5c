import { findRepresentative, Growable } from "../arrays.ts";
import { type Blossoms, WORK_PER_EDGE } from "../candidates/neighbour-index.ts";
import type { MatchingState } from "../cardinality/state.ts";
import { EVEN, NO_VERTEX, ODD } from "../labels.ts";
import type { Subgraph } from "./subgraph.ts";
import type { WeightedMatching } from "./weighted-matching.ts";

const NO_NODE = NO_VERTEX;
/** The most edges that are added for one vertex in a round. These edges usually suffice for the next solution. */
const MAX_EDGES_PER_VERTEX = 32;

interface Pricing {
  added: number;
  /** False if the sample became full or the work was spent. */
  complete: boolean;
}

/**
 * Checks the duals of a sample against all other edges of the graph, and adds the edges with a negative slack to the
 * sample (column generation: Dantzig and Wolfe 1960). If there is none, the duals are a proof for the whole graph.
 *
 * Few edges have to be scanned. A fresh edge can have a negative slack only if one end has a reduced dual −L < 0 and
 * the other a reduced dual below L. So the vertices with a negative reduced dual are handled in ascending order of L.
 * For each, the vertices with a reduced dual below L are labelled even and all others odd, and the index is searched
 * for even neighbours.
 *
 * Edges inside a blossom have the blossom's dual as additional slack. So the index skips them, and a blossom whose dual
 * is too small to bound all its edges is handled on its own afterwards.
 */
export class EdgePricing implements Blossoms {
  readonly #state: MatchingState;
  readonly #subgraph: Subgraph;
  readonly #solver: WeightedMatching;
  /**
   * Union–find parent of a vertex. At first the sets are the nodes between which edges are priced; each edge that is
   * found unites two.
   */
  readonly #parent: Int32Array;
  readonly #keys: Float64Array;
  readonly #order: Int32Array;
  readonly #blossoms = new Growable((n) => new Int32Array(n), 64);
  /** By entry of `#blossoms`: half the sum of the duals of the blossom and of all blossoms around it. */
  readonly #offsets = new Growable((n) => new Int32Array(n), 64);
  #offset = 0;
  #count = 0;
  #firstInNode = NO_VERTEX;
  #leastInNode = 0;
  #added = 0;
  #complete = true;

  constructor(state: MatchingState, subgraph: Subgraph, solver: WeightedMatching) {
    this.#state = state;
    this.#subgraph = subgraph;
    this.#solver = solver;
    this.#parent = new Int32Array(state.index.size);
    this.#keys = new Float64Array(subgraph.graph.size);
    this.#order = new Int32Array(subgraph.graph.size);
  }

  price(): Pricing {
    const { forest, index } = this.#state;
    const { graph, vertices } = this.#subgraph;
    this.#added = 0;
    this.#complete = true;
    for (let i = 0; i < graph.size; i++) forest.setLabel(vertices[i]!, ODD);
    index.freshOnly = true;
    this.#priceWithin(NO_NODE);
    while (this.#blossoms.length > 0) {
      this.#offset = this.#offsets.pop();
      this.#priceWithin(this.#blossoms.pop());
    }
    this.#offset = 0;
    index.freshOnly = false;
    forest.resetLabels();
    this.#priceRepeats();
    return { added: this.#added, complete: this.#complete };
  }

  findBase(v: number): number {
    return findRepresentative(this.#parent, v);
  }

  isFrozen(): boolean {
    return false;
  }

  /** Prices the edges between the children of a blossom; for NO_NODE, those between the outermost nodes. */
  #priceWithin(blossom: number): void {
    const { forest, index, workLimit } = this.#state;
    const { vertices } = this.#subgraph;
    this.#count = 0;
    this.#solver.family.forEachPart(blossom, this.#addNode);
    this.#sort();
    const count = this.#count;
    const order = this.#order;
    let negative = 0;
    while (negative < count && this.#reducedDualOf(order[negative]!) < 0) negative++;
    if (negative === 0) return;
    let even = 0;
    for (let rank = negative - 1; rank >= 0; rank--) {
      if (index.work > workLimit) {
        this.#complete = false;
        break;
      }
      const i = order[rank]!;
      const bound = -this.#reducedDualOf(i);
      for (; even < count && this.#reducedDualOf(order[even]!) < bound; even++) {
        forest.setLabel(vertices[order[even]!]!, EVEN);
      }
      this.#priceVertex(i);
    }
    for (let rank = 0; rank < even; rank++) forest.setLabel(vertices[order[rank]!]!, ODD);
  }

  /**
   * The reduced dual of a vertex, plus half the dual of each blossom around the priced edges. The slack of a fresh edge
   * is the sum of these values for its ends.
   */
  #reducedDualOf(i: number): number {
    return this.#solver.reducedDualOf(i) + this.#offset;
  }

  /** Adds a child node. A blossom whose dual does not bound all its edges is queued, to be priced on its own. */
  readonly #addNode = (node: number): void => {
    const { family } = this.#solver;
    this.#firstInNode = NO_VERTEX;
    this.#leastInNode = 0;
    family.forEachVertex(node, this.#addVertex);
    if (node < this.#subgraph.graph.size) return;
    const dual = family.dual[node]!;
    if (2 * this.#leastInNode + dual >= 0) return;
    this.#blossoms.push(node);
    this.#offsets.push(this.#offset + dual / 2);
  };

  readonly #addVertex = (i: number): void => {
    const v = this.#subgraph.vertices[i]!;
    const reduced = this.#reducedDualOf(i);
    if (this.#firstInNode === NO_VERTEX) this.#firstInNode = v;
    if (reduced < this.#leastInNode) this.#leastInNode = reduced;
    this.#parent[v] = this.#firstInNode;
    this.#keys[this.#count] = reduced * this.#subgraph.graph.size + i;
    this.#count++;
  };

  #sort(): void {
    const { size } = this.#subgraph.graph;
    this.#keys.subarray(0, this.#count).sort();
    for (let rank = 0; rank < this.#count; rank++) {
      const key = this.#keys[rank]!;
      this.#order[rank] = key - Math.floor(key / size) * size;
    }
  }

  #priceVertex(i: number): void {
    const { index } = this.#state;
    const u = this.#subgraph.vertices[i]!;
    for (let found = 0; ; found++) {
      const v = index.findEven(u, this);
      if (v === NO_VERTEX) return;
      if (found < MAX_EDGES_PER_VERTEX) this.#addEdge(i, this.#subgraph.numberOf(v), 0);
      // Without this, the index would return another vertex of the same node next.
      this.#parent[this.findBase(v)] = this.findBase(u);
    }
  }

  #addEdge(i: number, j: number, cost: number): void {
    if (this.#subgraph.addEdge(i, j, cost)) this.#added++;
    else this.#complete = false;
  }

  #priceRepeats(): void {
    const { index, population } = this.#state;
    const { recentPairs } = population;
    index.work += recentPairs.count * WORK_PER_EDGE;
    recentPairs.forEach((a, b) => {
      const i = this.#subgraph.numberOf(a);
      const j = this.#subgraph.numberOf(b);
      if (i < 0 || j < 0 || this.#solver.slackOf(i, j, 1) >= 0 || population.excludes(a, b)) return;
      this.#addEdge(i, j, 1);
    });
  }
}
