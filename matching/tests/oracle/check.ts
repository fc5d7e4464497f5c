/** Checks a result. Shares no code with the engine. */
import { type Proof, verifyProofs } from "./duals.ts";
import { BitGraph, maximise } from "./graph.ts";
import { listRanks, mayMeet, numberPeople, type Person, toPerson } from "./rule.ts";
import type { Input, Output } from "./types.ts";

export interface Verdict {
  /** The broken rules. Empty if the result is valid. */
  problems: string[];
  pairs: number;
  covered: number[];
  repeats: number;
}

export interface Optimum {
  /** The most pairs that a matching can have, proven by a Tutte–Berge witness. */
  maximum: number;
  /**
   * For each rank that occurs, the highest first: the most members with this or a higher rank that a matching can pair.
   * One matching can reach all these numbers, because the sets that can be paired form a matroid.
   */
  coverable: number[];
  /**
   * Lower bound of the repeats of any matching that is the best by waits and pairs. It is the most pairs minus the most
   * pairs without a repeat, or more if the result's proofs show more.
   */
  fewestRepeats: number;
  proven: boolean;
}

const pairKey = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

/** Checks that the result has each member exactly once, and that each pair is allowed. */
export function checkValidity(input: Input, output: Output): Verdict {
  const problems: string[] = [];
  const people = new Map(input.members.map((member) => [member.id, toPerson(member, input.date)]));
  const blocked = new Set(input.blocks.map(([a, b]) => pairKey(a, b)));
  const recent = new Set(input.recentPairs.map(([a, b]) => pairKey(a, b)));
  const seen = new Set<string>();
  const see = (id: string) => {
    if (!people.has(id)) problems.push(`unknown ${id}`);
    if (seen.has(id)) problems.push(`twice: ${id}`);
    seen.add(id);
  };
  const paired: Person[] = [];
  let repeats = 0;
  for (const [a, b] of output.pairs) {
    see(a);
    see(b);
    const personA = people.get(a);
    const personB = people.get(b);
    if (!personA || !personB) problems.push(`not to be paired: ${a} ${b}`);
    else {
      if (!mayMeet(personA, personB)) problems.push(`incompatible: ${a} ${b}`);
      paired.push(personA, personB);
    }
    if (blocked.has(pairKey(a, b))) problems.push(`blocked: ${a} ${b}`);
    if (recent.has(pairKey(a, b))) repeats++;
  }
  for (const id of output.unmatched) see(id);
  if (seen.size !== people.size) problems.push(`${people.size - seen.size} members are missing`);
  if (output.upperBound !== undefined && output.upperBound < output.pairs.length) {
    problems.push("the upper bound is below the pairs");
  }
  const adults = [...people.values()].filter((person) => person !== null);
  const covered = listRanks(adults).map(
    (least) => paired.filter(({ rank }) => rank >= least).length,
  );
  return { problems, pairs: output.pairs.length, covered, repeats };
}

/**
 * Finds the best possible result. The population must fit into a matrix (up to about 12,000 members).
 * @param proofs proofs of lower bounds on the repeats, which this function verifies
 * @throws Error if a proof doesn't hold
 */
export function findOptimum(input: Input, output: Output, proofs: Proof[] = []): Optimum {
  const { people, numbers, code, codes, suits } = numberPeople(input);
  const size = people.length;
  const recent = codes(input.recentPairs);
  const all = new BitGraph(size);
  const fresh = new BitGraph(size);
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (!suits(a, b)) continue;
      all.connect(a, b);
      if (!recent.has(code(a, b))) fresh.connect(a, b);
    }
  }
  const mate = new Int32Array(size).fill(-1);
  const freshMate = new Int32Array(size).fill(-1);
  for (const [idA, idB] of output.pairs) {
    const a = numbers.get(idA);
    const b = numbers.get(idB);
    if (a === undefined || b === undefined || !all.connected(a, b)) continue;
    mate[a] = b;
    mate[b] = a;
    if (!fresh.connected(a, b)) continue;
    freshMate[a] = b;
    freshMate[b] = a;
  }
  const full = maximise(all, mate.slice());
  const most = maximise(fresh, freshMate);
  const ranks = listRanks(people);
  const rankOf = (v: number) => people[v]?.rank ?? 0;
  const covers = ranks.map((least) => mostCoverable(all, mate, (v) => rankOf(v) >= least));
  const proven = full.proven && most.proven && covers.every((cover) => cover.proven);
  // The proofs hold only for a matching that is the best by waits and pairs.
  const best =
    proven &&
    full.added === 0 &&
    ranks.every((least, i) => {
      const paired = mate.reduce((sum, b, a) => sum + Number(b !== -1 && rankOf(a) >= least), 0);
      return paired === covers[i]?.covered;
    });
  /** The proofs number the ranks without gaps. */
  const levelOf = (v: number) => ranks.filter((rank) => rank <= rankOf(v)).length;
  const byDuals = best ? verifyProofs({ all, fresh, numbers, levelOf, mate }, proofs) : 0;
  return {
    maximum: full.pairs,
    coverable: covers.map(({ covered }) => covered),
    fewestRepeats: Math.max(full.pairs - most.pairs, byDuals),
    proven,
  };
}

/**
 * Counts how many members with priority one matching can cover. In the graph here, any two members without priority
 * have an edge. So a maximum matching leaves out only members with priority who can't be covered together, and at most
 * one member without priority. The graph is tried with and without an extra vertex, which has an edge to every member
 * without priority. In one of the two graphs, every vertex left out has priority, so the smaller count is right.
 */
function mostCoverable(
  all: BitGraph,
  mate: Int32Array,
  hasPriority: (v: number) => boolean,
): { covered: number; proven: boolean } {
  const { size } = all;
  let priorities = 0;
  for (let v = 0; v < size; v++) priorities += Number(hasPriority(v));
  let uncovered = Number.POSITIVE_INFINITY;
  let proven = true;
  for (const extra of [1, 0]) {
    const graph = new BitGraph(size + extra);
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        if ((!hasPriority(a) && !hasPriority(b)) || all.connected(a, b)) graph.connect(a, b);
      }
      if (extra === 1 && !hasPriority(a)) graph.connect(a, size);
    }
    const start = new Int32Array(graph.size).fill(-1);
    start.set(mate);
    let held = -1;
    for (let v = 0; v < graph.size; v++) {
      if (start[v] !== -1 || (v < size && hasPriority(v))) continue;
      if (held === -1) held = v;
      else {
        start[v] = held;
        start[held] = v;
        held = -1;
      }
    }
    const found = maximise(graph, start);
    uncovered = Math.min(uncovered, graph.size - 2 * found.pairs);
    proven &&= found.proven;
    if (uncovered === 0) break;
  }
  return { covered: priorities - uncovered, proven };
}
