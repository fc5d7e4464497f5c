import { WORK_PER_EDGE } from "../candidates/neighbour-index.ts";
import { listRepeats, type MatchingState, priorityOf } from "../cardinality/state.ts";
import { NO_VERTEX } from "../labels.ts";
import { EdgePricing } from "./edge-pricing.ts";
import { Subgraph } from "./subgraph.ts";
import { type DualSolution, WeightedMatching } from "./weighted-matching.ts";

/** The most edges of a subgraph, at 16 bytes each. */
const MAX_EDGES = 1_000_000;
/** The share of the remaining work that one solution can take. */
const SOLVE_SHARE = 0.5;
const MAX_ROUNDS = 40;

/**
 * A dual solution for a component of the graph, or for several that were solved together. It proves a lower bound on
 * repeats, which anyone can verify.
 */
export interface RepeatCertificate extends DualSolution {
  /** The vertex of each position in `duals`. */
  vertices: Int32Array;
  /** Covering a vertex of priority p weighs `vertexWeight * (p + 1)`. A repeat costs 1. */
  vertexWeight: number;
}

/**
 * Minimises repeats without losing a pair or a covered vertex of any priority. Covering a vertex weighs more than all
 * repeats together, and more if its priority is higher. So a matching of maximum weight is the best by priorities, then
 * by pairs, then by repeats. Small components are solved one by one with all their edges. The others are solved
 * together on a sample of their edges, unless they have too many vertices.
 * @returns a lower bound on the repeats of any matching that covers as many vertices of each priority
 */
export function minimiseRepeats(
  state: MatchingState,
  options: { maxEdges?: number; onCertificate?: (certificate: RepeatCertificate) => void },
): number {
  const { index } = state;
  const seeds = listRepeats(state);
  if (seeds.length === 0) return 0;
  index.freshOnly = false;
  const { recentPairs } = state.population;
  const subgraph = new Subgraph(state, options.maxEdges ?? MAX_EDGES, (u, v) =>
    recentPairs.has(u, v) ? 1 : 0,
  );
  const solver = new WeightedMatching();
  const { onCertificate } = options;
  const task: Task = { state, subgraph, solver, onCertificate };
  const settled = new Uint8Array(state.population.size);
  let hasLarge = false;
  let atLeast = 0;
  for (const seed of seeds) {
    if (settled[seed] === 1) continue;
    if (state.workLimit <= index.work) break;
    if (!subgraph.collect(seed)) {
      hasLarge = true;
      continue;
    }
    atLeast += solve(task) ? certify(task) : 0;
    for (let i = 0; i < subgraph.graph.size; i++) settled[subgraph.vertices[i]!] = 1;
  }
  return hasLarge ? atLeast + minimiseTogether(task, settled) : atLeast;
}

interface Task {
  state: MatchingState;
  subgraph: Subgraph;
  solver: WeightedMatching;
  onCertificate: ((certificate: RepeatCertificate) => void) | undefined;
}

/** @returns false if the work limit was reached before a solution was found */
export function solve(
  { state, subgraph, solver }: Pick<Task, "state" | "subgraph" | "solver">,
  mayWork = (state.workLimit - state.index.work) * SOLVE_SHARE,
): boolean {
  const { graph, vertices, costs, freeMates } = subgraph;
  for (let i = 0; i < graph.size; i++) {
    graph.vertexWeights[i] = (costs + 1) * (priorityOf(state, vertices[i]!) + 1);
  }
  const before = solver.edgesScanned;
  const isSolved = solver.solve(graph, freeMates, mayWork / WORK_PER_EDGE);
  state.index.work += (solver.edgesScanned - before) * WORK_PER_EDGE;
  if (isSolved) adopt(state, subgraph, solver);
  return isSolved;
}

/**
 * Hands out the certificate of a solution.
 * @returns the lower bound on its repeats by weak duality: the weight of the covered vertices minus the dual objective
 */
function certify({ subgraph, solver, onCertificate }: Task): number {
  const { graph, vertices, costs } = subgraph;
  const certificate = solver.certificate();
  const { duals, blossoms } = certificate;
  onCertificate?.({
    ...certificate,
    vertices: vertices.slice(0, graph.size),
    vertexWeight: costs + 1,
  });
  let doubled = 0;
  for (let i = 0; i < graph.size; i++) {
    const isCovered = solver.family.mate[i] !== NO_VERTEX;
    doubled += (isCovered ? 2 * graph.vertexWeights[i]! : 0) - duals[i]!;
  }
  for (const { vertices: inside, dual } of blossoms) doubled -= (dual * (inside.length - 1)) / 2;
  return Math.max(0, Math.ceil(doubled / 2));
}

/**
 * Solves all vertices that are not settled, on a sample of their edges. Edges that violate the duals are added to the
 * sample, until no edge does. The duals are then valid for the whole graph.
 * @returns the lower bound on repeats; 0 if it is not proven
 */
function minimiseTogether(task: Task, settled: Uint8Array): number {
  const { state, subgraph, solver } = task;
  if (!subgraph.sample(settled)) return 0;
  const pricing = new EdgePricing(state, subgraph, solver);
  for (let round = 0; round < MAX_ROUNDS && solve(task); round++) {
    const { added, complete } = pricing.price();
    if (added === 0) return complete ? certify(task) : 0;
    subgraph.refresh();
  }
  return 0;
}

/** @returns at index `p`: the number of covered vertices of priority p or higher */
function countCovered(
  state: MatchingState,
  { graph, vertices }: Subgraph,
  mateOf: (i: number) => number,
): number[] {
  const counts = new Array<number>(state.population.topPriority + 1).fill(0);
  for (let i = 0; i < graph.size; i++) {
    if (mateOf(i) === NO_VERTEX) continue;
    for (let p = priorityOf(state, vertices[i]!); p >= 0; p--) counts[p]!++;
  }
  return counts;
}

/**
 * Adopts the solver's matching, unless it covers fewer vertices, which is possible if an earlier step ran out of work.
 */
function adopt(state: MatchingState, subgraph: Subgraph, { family }: WeightedMatching): void {
  const { forest } = state;
  const { graph, vertices } = subgraph;
  const before = countCovered(state, subgraph, (i) => forest.mate[vertices[i]!]!);
  const after = countCovered(state, subgraph, (i) => family.mate[i]!);
  if (after.some((count, p) => count < before[p]!)) return;
  for (let i = 0; i < graph.size; i++) {
    const v = vertices[i]!;
    if (forest.mate[v] !== NO_VERTEX) forest.unmatch(v);
  }
  for (let i = 0; i < graph.size; i++) {
    const partner = family.mate[i]!;
    if (partner > i) forest.match(vertices[i]!, vertices[partner]!);
  }
}
