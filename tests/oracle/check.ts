/** Holds a result against its population, sharing no code with the engine. */
import { type Proof, verifyProofs } from "./duals.ts";
import { BitGraph, maximise } from "./graph.ts";
import { mayMeet, numberPeople, toPerson } from "./rule.ts";
import type { Input, Output } from "./types.ts";

export interface Verdict {
  /** What is wrong with the result as such; empty when it is valid. */
  problems: string[];
  pairs: number;
  /** Of those left out the day before. */
  covered: number;
  /** Of those left out or unanswered. */
  coveredEither: number;
  repeats: number;
}

export interface Optimum {
  /** Pairs of a maximum matching, proven by a witness. */
  maximum: number;
  /** How many of those left out any matching can cover. */
  coverable: number;
  /** The same of those left out or unanswered: both at once, because the sets that can be covered are a matroid's. */
  coverableEither: number;
  /**
   * No matching as good by the aims before has fewer repeats: the maximum less the most fresh pairs, or more
   * where proofs that came with the result say so.
   */
  fewestRepeats: number;
  proven: boolean;
}

const pairKey = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

/** Everyone exactly once, each pair allowed, minors left over. */
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
  let covered = 0;
  let coveredEither = 0;
  let repeats = 0;
  for (const [a, b] of output.pairs) {
    see(a);
    see(b);
    const personA = people.get(a);
    const personB = people.get(b);
    if (!personA || !personB) problems.push(`not to be paired: ${a} ${b}`);
    else {
      if (!mayMeet(personA, personB)) problems.push(`incompatible: ${a} ${b}`);
      for (const { priority, unanswered } of [personA, personB]) {
        covered += Number(priority);
        coveredEither += Number(priority || unanswered);
      }
    }
    if (blocked.has(pairKey(a, b))) problems.push(`blocked: ${a} ${b}`);
    if (recent.has(pairKey(a, b))) repeats++;
  }
  for (const id of output.unmatched) see(id);
  if (seen.size !== people.size) problems.push(`${people.size - seen.size} members are missing`);
  if (output.upperBound !== undefined && output.upperBound < output.pairs.length) {
    problems.push("the upper bound is below the pairs");
  }
  return { problems, pairs: output.pairs.length, covered, coveredEither, repeats };
}

/**
 * The best there is, for populations small enough for a matrix (about 12,000).
 * @param proofs of a bound on repeats, to be verified here
 * @throws Error when a proof doesn't hold
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
  const isLeftOut = (v: number) => people[v]?.priority === true;
  const isUnanswered = (v: number) => people[v]?.unanswered === true;
  const hasPriority = (v: number) => isLeftOut(v) || isUnanswered(v);
  const hasLevels = people.some(({ unanswered }) => unanswered);
  const cover = mostCoverable(all, mate, isLeftOut);
  const coverEither = hasLevels ? mostCoverable(all, mate, hasPriority) : cover;
  const proven = full.proven && most.proven && cover.proven && coverEither.proven;
  const count = (has: (v: number) => boolean) =>
    mate.reduce((sum, b, a) => sum + Number(b !== -1 && has(a)), 0);
  // The proofs are about matchings that are the best by the other aims: of others they say nothing.
  const best =
    proven &&
    full.added === 0 &&
    count(isLeftOut) === cover.covered &&
    count(hasPriority) === coverEither.covered;
  const levelOf = (v: number) => (isLeftOut(v) ? 1 + Number(hasLevels) : Number(isUnanswered(v)));
  const byDuals = best ? verifyProofs({ all, fresh, numbers, levelOf, mate }, proofs) : 0;
  return {
    maximum: full.pairs,
    coverable: cover.covered,
    coverableEither: coverEither.covered,
    fewestRepeats: Math.max(full.pairs - most.pairs, byDuals),
    proven,
  };
}

/**
 * With free choice among the members without priority, a maximum matching leaves uncovered just those with
 * priority who can't be covered together, and one more where the number is odd. So the number is made
 * even by an extra vertex, which may be matched with any member without priority, or left as it is: the smaller count holds.
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
