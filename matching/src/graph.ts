import { NO_VERTEX } from "./labels.ts";
import { Random } from "./random.ts";
import {
  type DualSolution,
  type EdgeList,
  WeightedMatching,
} from "./weighted/weighted-matching.ts";

/** Duals are stored doubled in 32 bits, and no dual exceeds the greatest weight. */
const MAX_WEIGHT = 2 ** 29;

/** Vertices are 0 to `size - 1`. Of several edges between two vertices, the heaviest counts. */
export interface Graph {
  size: number;
  /** Weights are whole numbers and can be negative. */
  edges: readonly (readonly [u: number, v: number, weight: number])[];
}

export interface GraphMatching {
  /** Partner of each vertex, or -1. */
  mate: Int32Array;
  certificate: DualSolution;
}

export interface GraphOptions {
  seed: string | number;
  /** If true, one more pair counts more than any weight. */
  maxCardinality?: boolean;
}

/**
 * A matching of maximum weight (Edmonds 1965).
 * @throws RangeError for an edge with an invalid vertex or weight, or if the weights are too large
 */
export function matchGraph(graph: Graph, options: GraphOptions): GraphMatching {
  const { size } = graph;
  const vertices = Int32Array.from({ length: size }, (_, v) => v);
  new Random(options.seed).shuffle(vertices);
  const solver = new WeightedMatching();
  const edges = toEdgeList(graph, vertices, options.maxCardinality === true);
  solver.solve(edges, new Int32Array(size).fill(NO_VERTEX), Number.POSITIVE_INFINITY);
  const { duals: dualsByNumber, blossoms } = solver.certificate();
  const mate = new Int32Array(size).fill(NO_VERTEX);
  const duals = new Int32Array(size);
  vertices.forEach((v, i) => {
    const partner = solver.family.mate[i]!;
    if (partner !== NO_VERTEX) mate[v] = vertices[partner]!;
    duals[v] = dualsByNumber[i]!;
  });
  for (const blossom of blossoms) blossom.vertices = blossom.vertices.map((i) => vertices[i]!);
  return { mate, certificate: { duals, blossoms } };
}

/**
 * Added to each weight. One more pair then outweighs any differences between the weights, so a matching of maximum
 * weight has the most pairs.
 */
function bonusOf({ size, edges }: Graph, maxCardinality: boolean): number {
  if (!maxCardinality) return 0;
  let least = 0;
  let most = 0;
  for (const [, , weight] of edges) {
    least = Math.min(least, weight);
    most = Math.max(most, weight);
  }
  return 1 - least + Math.max(0, (size >> 1) - 1) * (most - least);
}

/**
 * The graph as adjacency lists. Every vertex gets the same weight. The weight of an edge is the sum of the weights of
 * its ends minus its cost.
 */
function toEdgeList(graph: Graph, vertices: Int32Array, maxCardinality: boolean): EdgeList {
  const { size, edges } = graph;
  const bonus = bonusOf(graph, maxCardinality);
  const isVertex = (v: number) => Number.isInteger(v) && v >= 0 && v < size;
  const heaviest = new Map<number, number>();
  let most = 0;
  for (const [u, v, given] of edges) {
    if (!isVertex(u) || !isVertex(v) || u === v || !Number.isSafeInteger(given))
      throw new RangeError(`no edge: ${u} ${v} ${given}`);
    const weight = given + bonus;
    const key = Math.min(u, v) * size + Math.max(u, v);
    if (weight <= (heaviest.get(key) ?? 0)) continue; // worse than a parallel edge, or than no edge
    heaviest.set(key, weight);
    most = Math.max(most, weight);
  }
  if (most > MAX_WEIGHT) throw new RangeError(`weights too large for ${size} vertices: ${most}`);
  const half = Math.ceil(most / 2);
  const numbers = new Int32Array(size);
  vertices.forEach((v, i) => {
    numbers[v] = i;
  });
  const lists: [end: number, cost: number][][] = Array.from({ length: size }, () => []);
  for (const [key, weight] of heaviest) {
    const a = numbers[Math.floor(key / size)]!;
    const b = numbers[key % size]!;
    lists[a]!.push([b, 2 * half - weight]);
    lists[b]!.push([a, 2 * half - weight]);
  }
  const starts = new Int32Array(size + 1);
  for (let v = 0; v < size; v++) starts[v + 1] = starts[v]! + lists[v]!.length;
  // Sorted, so that the result does not depend on the order of the given edges.
  const all = lists.flatMap((list) => list.sort(([a], [b]) => a - b));
  return {
    size,
    starts,
    ends: Int32Array.from(all, ([end]) => end * 2),
    costs: Int32Array.from(all, ([, cost]) => cost),
    vertexWeights: new Int32Array(size).fill(half),
  };
}

/**
 * Whether the certificate proves that no matching is better (by complementary slackness of every edge, vertex and
 * blossom). The options must be the same as for {@link matchGraph}.
 */
export function checkGraphMatching(
  graph: Graph,
  { mate, certificate }: GraphMatching,
  { maxCardinality = false }: Pick<GraphOptions, "maxCardinality"> = {},
): boolean {
  const { size, edges } = graph;
  const { duals, blossoms } = certificate;
  const bonus = bonusOf(graph, maxCardinality);
  if (mate.length !== size || duals.length !== size) return false;
  const around: number[][] = Array.from({ length: size }, () => []);
  for (const [position, { vertices, dual }] of blossoms.entries()) {
    const inside = new Set(vertices);
    const matchedInside = [...inside].filter((v) => inside.has(mate[v]!)).length;
    if (!(dual > 0) || inside.size % 2 === 0 || matchedInside !== inside.size - 1) return false;
    for (const v of inside) around[v]!.push(position);
  }
  const isTight = new Uint8Array(size);
  for (const [u, v, weight] of edges) {
    let slack = duals[u]! + duals[v]! - 2 * (weight + bonus);
    const [one, other] = [around[u]!, around[v]!];
    for (let i = 0, j = 0; i < one.length && j < other.length; ) {
      if (one[i] === other[j]) slack += blossoms[one[i]!]!.dual;
      if (one[i]! <= other[j]!) i++;
      else j++;
    }
    if (slack < 0) return false;
    if (slack === 0 && mate[u] === v && mate[v] === u) isTight[u] = isTight[v] = 1;
  }
  return duals.every(
    (dual, v) => dual >= 0 && (mate[v] === NO_VERTEX ? dual === 0 : isTight[v] === 1),
  );
}
