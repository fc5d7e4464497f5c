import { isPriority, isRepeated, type Run, repeatedPairs } from "../cardinality/state.ts";
import { EdgePricing } from "./edge-pricing.ts";
import { Region } from "./subgraph.ts";
import { WeightedMatching } from "./weighted-matching.ts";

/** Edges of a region at most, at 16 bytes each. */
const MOST_EDGES = 1_000_000;
/** Looks for a region may be so much of what is left. */
const SHARE = 0.5;
/** Looks for solving in parts, for each member: with more there are hardly fewer repeats. */
const LOOKS_IN_PARTS = 800;
/** Samples that are solved at most. */
const ROUNDS = 40;

/** A proof that everybody can verify: duals over a part of the graph that no edge leaves. */
export interface RepeatWitness {
  /** Members of the part, by number in the population. */
  members: Int32Array;
  /** What it is worth in repeats to cover somebody; twice as much for those with priority. */
  prize: number;
  /** Doubled duals, by place in `members`. */
  duals: Int32Array;
  /** Odd sets, by place in `members`, and their doubled duals. */
  blossoms: { members: number[]; dual: number }[];
}

export interface FewestRepeats {
  /** Nothing with as many covered and as many pairs has fewer repeats than this. */
  atLeast: number;
  /** Bytes held on the way. */
  bytes: number;
}

/**
 * As few repeats as a matching with these aims before it can have. Covering somebody is worth more than all
 * repeats there are, covering somebody with priority twice that; the matching of the greatest worth then has
 * the most priority members, the most pairs and the fewest repeats, in this order. Where the graph around a repeat
 * can be written down it is solved as it stands; all the rest is solved together, on a sample of its edges.
 */
export function minimiseRepeats(
  run: Run,
  options: { mostEdges?: number; witness?: (proof: RepeatWitness) => void },
): FewestRepeats {
  const { search, population } = run;
  const { index } = search;
  const seeds = repeatedPairs(run);
  if (seeds.length === 0) return { atLeast: 0, bytes: 0 };
  index.freshOnly = false;
  const tools: Tools = {
    run,
    region: new Region(run, options.mostEdges ?? MOST_EDGES),
    solver: new WeightedMatching(),
    settled: new Uint8Array(population.size),
    witness: options.witness ?? null,
    bytes: 0,
  };
  const { region, solver, settled } = tools;
  let atLeast = 0;
  const endless: number[] = [];
  for (const seed of seeds) {
    if (settled[seed] === 1) continue;
    if (run.maxLooks <= index.looks) break;
    if (region.collect(seed)) atLeast += solve(tools) ? settle(tools) : 0;
    else endless.push(seed);
  }
  if (endless.length > 0) atLeast += minimiseTogether(tools) ?? minimiseInParts(tools, endless);
  const bytes = settled.byteLength + Math.max(tools.bytes, region.bytes + solver.bytes);
  region.release();
  solver.release();
  return { atLeast, bytes };
}

interface Tools {
  run: Run;
  region: Region;
  solver: WeightedMatching;
  /** 1 for those around whom nothing is left to be done. */
  settled: Uint8Array;
  witness: ((proof: RepeatWitness) => void) | null;
  /** Most bytes held at one time. */
  bytes: number;
}

/** Solves what the region holds, and takes it over. @returns false when the looks are spent */
function solve({ run, region, solver, settled }: Tools): boolean {
  const { index } = run.search;
  setPrizes(run, region);
  const budget = ((run.maxLooks - index.looks) * SHARE) / index.looksAnEdge;
  const before = solver.scanned;
  const solved = solver.solve(region.graph, region.freshMates, budget);
  index.looks += (solver.scanned - before) * index.looksAnEdge;
  region.forEachWithin((v) => {
    settled[v] = 1;
  });
  if (solved) takeOver(run, region, solver);
  return solved;
}

/** Hands out the proof of a region that no edge leaves. @returns what its repeats are at least */
function settle({ run, region, solver, witness }: Tools): number {
  witness?.(writeWitness(run, region, solver));
  return boundOf(run, region, solver);
}

/**
 * All who are not settled, on a sample of their edges: whatever edge is worth more than the duals over it comes into
 * the sample, until there is none, and the duals hold over the whole graph.
 * @returns what the repeats are at least, 0 when that isn't known; null when there are too many members
 */
function minimiseTogether(tools: Tools): number | null {
  const { run, region, solver, settled } = tools;
  if (!region.sample(settled)) return null;
  const pricing = new EdgePricing(run, region, solver);
  let atLeast = 0;
  for (let round = 0; round < ROUNDS && solve(tools); round++) {
    const { added, complete } = pricing.price();
    tools.bytes = Math.max(tools.bytes, region.bytes + solver.bytes + pricing.bytes);
    if (added === 0) {
      atLeast = complete ? settle(tools) : 0;
      break;
    }
    region.refresh();
  }
  pricing.release();
  return atLeast;
}

/** The surroundings of each repeat, with everybody outside left as they are. @returns 0: nothing is proven */
function minimiseInParts(tools: Tools, seeds: number[]): number {
  const { run, region, settled } = tools;
  const { index, mate } = run.search;
  const until = Math.min(run.maxLooks, index.looks + LOOKS_IN_PARTS * mate.length);
  for (const seed of seeds) {
    if (settled[seed] === 1 || !isRepeated(run, seed)) continue;
    if (until <= index.looks) break;
    region.collectPart(seed);
    solve(tools);
  }
  return 0;
}

function setPrizes(run: Run, { graph, members, repeats }: Region): void {
  const prize = repeats + 1;
  for (let i = 0; i < graph.size; i++) {
    graph.prizes[i] = isPriority(run, members[i]!) ? 2 * prize : prize;
  }
}

interface Tally {
  covered: number;
  priorities: number;
}

function tally(run: Run, { graph, members }: Region, mateOf: (i: number) => number): Tally {
  const sum = { covered: 0, priorities: 0 };
  for (let i = 0; i < graph.size; i++) {
    if (mateOf(i) === -1) continue;
    sum.covered++;
    if (isPriority(run, members[i]!)) sum.priorities++;
  }
  return sum;
}

/** The new matching takes the place of the old one, if it is none the worse by any aim. */
function takeOver(run: Run, region: Region, { family }: WeightedMatching): void {
  const { search } = run;
  const { graph, members } = region;
  const before = tally(run, region, (i) => search.mate[members[i]!]!);
  const after = tally(run, region, (i) => family.mate[i]!);
  // Only where the search before this one ran out of looks.
  if (after.covered < before.covered || after.priorities < before.priorities) return;
  for (let i = 0; i < graph.size; i++) {
    const v = members[i]!;
    if (search.mate[v] !== -1) search.part(v);
  }
  for (let i = 0; i < graph.size; i++) {
    const partner = family.mate[i]!;
    if (partner > i) search.join(members[i]!, members[partner]!);
  }
}

/** From the duals alone: what the worth of this many pairs and priorities leaves for repeats at least. */
function boundOf(run: Run, region: Region, solver: WeightedMatching): number {
  const { covered, priorities } = tally(run, region, (i) => solver.family.mate[i]!);
  const worth = (region.repeats + 1) * (covered + priorities);
  return Math.max(0, Math.ceil(worth - solver.bound() / 2));
}

function writeWitness(run: Run, region: Region, solver: WeightedMatching): RepeatWitness {
  const { graph, members, repeats } = region;
  const { memberOf } = run.search.index;
  const blossoms: RepeatWitness["blossoms"] = [];
  solver.family.forEachDual((blossom) => {
    const inside: number[] = [];
    solver.family.forEachMember(blossom, (v) => inside.push(v));
    blossoms.push({ members: inside, dual: solver.family.dual[blossom]! });
  });
  return {
    members: members.slice(0, graph.size).map((v) => (memberOf === null ? v : memberOf[v]!)),
    prize: repeats + 1,
    duals: Int32Array.from({ length: graph.size }, (_, v) => solver.dualOf(v)),
    blossoms,
  };
}
