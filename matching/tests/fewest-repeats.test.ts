import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { solveByComponents } from "./oracle/by-components.ts";
import { checkValidity, findOptimum } from "./oracle/check.ts";
import { collect, createChance, plainMember } from "./oracle/populations.ts";
import { pairInput } from "./oracle/run-engine.ts";
import type { Input } from "./oracle/types.ts";

interface Shape {
  size: number;
  /** Chances that two members are compatible, that their pair would be a repeat, and that a member has waited. */
  suit: number;
  repeat: number;
  priority: number;
  seed: number;
}

/** Members without an edge between them have blocked each other. */
function drawGraph({ size, suit, repeat, priority, seed }: Shape): Input {
  const chance = createChance(seed);
  const members = Array.from({ length: size }, (_, i) =>
    plainMember(i, { waited: chance() < priority ? 1 + Math.floor(chance() * 4) : 0 }),
  );
  const blocks: [string, string][] = [];
  const recentPairs: [string, string][] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      if (chance() > suit) blocks.push([`m${i}`, `m${j}`]);
      else if (chance() < repeat) recentPairs.push([`m${j}`, `m${i}`]);
    }
  }
  return { date: "2026-03-01", members, blocks, recentPairs };
}

const share = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const drawShape = (size: [number, number], suit: [number, number], repeat: [number, number]) =>
  fc.record({
    size: fc.integer({ min: size[0], max: size[1] }),
    suit: share(...suit),
    repeat: share(...repeat),
    priority: share(0, 0.8),
    seed: fc.nat(),
  });

describe("the fewest repeats", () => {
  it("in small graphs, brute force finds no matching with better waits, pairs or repeats", () => {
    const shape = drawShape([2, 13], [0.15, 0.9], [0.3, 1]);
    fc.assert(
      fc.property(shape, (drawn) => {
        const input = drawGraph(drawn);
        const best = solveByComponents(input);
        const output = pairInput(input, drawn.seed);
        const { covered, pairs, repeats, problems } = checkValidity(input, output);
        expect(problems).toEqual([]);
        expect({ covered, pairs, repeats }).toEqual(best);
        expect(output.result.repeatsAtLeast).toBe(repeats);
      }),
      { numRuns: 2000 },
    );
  });

  it("in larger graphs, the checker verifies the proof that the repeats are the fewest", () => {
    const shape = drawShape([30, 150], [0.01, 0.06], [0.5, 1]);
    fc.assert(
      fc.property(shape, (drawn) => {
        const input = drawGraph(drawn);
        const output = pairInput(input, drawn.seed);
        const optimum = findOptimum(input, output, output.proofs);
        expect(optimum.proven).toBe(true);
        expect(output.result.repeats).toBe(optimum.fewestRepeats);
      }),
      { numRuns: 60 },
    );
  });

  it("the repeats are proven to be the fewest even if only a sample of the edges is stored", () => {
    const shape = drawShape([60, 150], [0.3, 1], [0.93, 1]);
    let together = 0;
    fc.assert(
      fc.property(shape, (drawn) => {
        const input = drawGraph(drawn);
        const maxEdges = 16 * drawn.size;
        const output = pairInput(input, drawn.seed, { maxEdges });
        const optimum = findOptimum(input, output, output.proofs);
        expect(checkValidity(input, output).problems).toEqual([]);
        expect(optimum.proven).toBe(true);
        expect(output.result.repeats).toBe(optimum.fewestRepeats);
        if (output.result.repeats > 0) together++;
      }),
      { numRuns: 150 },
    );
    expect(together).toBeGreaterThan(10);
  });

  it("if some members have a distance limit, a sample of the edges gives as few repeats as all edges", () => {
    const input = collect("realistic", 900, 3);
    input.recentPairs = input.members.flatMap((a, i) =>
      input.members
        .slice(0, i)
        .flatMap((b, j): [string, string][] => ((i * 7 + j * 13) % 50 < 49 ? [[a.id, b.id]] : [])),
    );
    const whole = pairInput(input, 1);
    const sampled = pairInput(input, 1, { maxEdges: 6_000 });
    expect(whole.result.repeats).toBeGreaterThan(0);
    expect(sampled.result.repeats).toBe(whole.result.repeats);
    expect(sampled.result.repeatsAtLeast).toBe(whole.result.repeats);
    expect(findOptimum(input, sampled, sampled.proofs).fewestRepeats).toBe(whole.result.repeats);
    // Wherever the work ends, the result must be valid and its bounds true.
    for (const share of [0.97, 0.9, 0.8, 0.6]) {
      const workLimit = sampled.result.work * share;
      const cut = pairInput(input, 1, { maxEdges: 6_000, workLimit });
      expect(checkValidity(input, cut).problems).toEqual([]);
      expect(cut.result.repeatsAtLeast).toBeLessThanOrEqual(whole.result.repeats);
      if (cut.result.provenMaximum) expect(cut.pairs.length).toBe(whole.pairs.length);
    }
  });

  it("if there are too many edges to store, repeats are few and their lower bound is valid", () => {
    const input = collect("scarce", 600, 4);
    input.recentPairs = input.members.flatMap((a, i) =>
      input.members
        .slice(0, i)
        .flatMap((b, j): [string, string][] => ((i * 7 + j * 13) % 10 < 9 ? [[a.id, b.id]] : [])),
    );
    const whole = pairInput(input, 1);
    const fewest = whole.result.repeats;
    expect(fewest).toBeGreaterThan(20);
    expect(whole.result.repeatsAtLeast).toBe(fewest);
    const inParts = pairInput(input, 1, { maxEdges: 300 });
    const { problems, pairs, covered } = checkValidity(input, inParts);
    expect(problems).toEqual([]);
    expect({ pairs, covered }).toEqual({
      pairs: checkValidity(input, whole).pairs,
      covered: checkValidity(input, whole).covered,
    });
    expect(inParts.result.repeatsAtLeast).toBeLessThanOrEqual(fewest);
    expect(inParts.result.repeats).toBeLessThanOrEqual(fewest * 1.05 + 3);
  });

  it("the checker refuses a false proof of the fewest repeats", () => {
    const input = drawGraph({ size: 60, suit: 0.05, repeat: 0.9, priority: 0.3, seed: 5 });
    const output = pairInput(input, 1);
    const [proof] = output.proofs;
    if (!proof) throw new Error("a proof was expected");
    const { duals, ids } = proof;
    const claim = (change: Partial<typeof proof>) =>
      findOptimum(input, output, [{ ...proof, ...change }]);
    expect(() => claim({ duals: duals.map((dual) => Math.max(0, dual - 1)) })).toThrow(
      "worth more",
    );
    expect(() => claim({ duals: duals.map((dual) => dual - 1000) })).toThrow("negative");
    expect(() => claim({ ids: ids.slice(1), duals: duals.slice(1), blossoms: [] })).toThrow();
    expect(() => claim({ blossoms: [{ vertices: [0, 1], dual: 2 }] })).toThrow("odd");
  });
});
