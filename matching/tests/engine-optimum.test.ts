import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tryEverything } from "./oracle/brute.ts";
import { solveByComponents } from "./oracle/by-components.ts";
import { checkValidity, findOptimum } from "./oracle/check.ts";
import { collect, plainMember } from "./oracle/populations.ts";
import { pairInput } from "./oracle/run-engine.ts";
import type { Input, Member } from "./oracle/types.ts";

const gender = fc.constantFrom("Male", "Female", null);
const member: fc.Arbitrary<Omit<Member, "id">> = fc.record({
  gender,
  preferred_match_gender: gender,
  dob: fc.constantFrom(
    "2010-01-01",
    "2007-05-05",
    "2000-02-29",
    "1990-03-01",
    "1990-03-02",
    "1960-07-07",
  ),
  minimum_age_preference: fc.constantFrom(null, null, 18, 20, 35, 36, 81),
  maximum_age_preference: fc.constantFrom(null, null, 17, 25, 36, 80),
  latitude: fc.constantFrom(null, 0, 0.2, 0.4),
  longitude: fc.constantFrom(null, 0, 180, -179.9),
  // Nobody satisfies a limit of −1 km, and everybody satisfies one of 20,016 km.
  distance_preference: fc.constantFrom(null, null, -1, 5, 25, 50, 300, 20_016),
  left_out_yesterday: fc.boolean(),
  waited: fc.constantFrom(undefined, undefined, 0, 1, 2, 3, 60, 61),
  partner_absent_yesterday: fc.boolean(),
  since: fc.constantFrom(0, 0, 5, 10),
  accepted_until: fc.constantFrom(null, null, null, 4, 9),
});
const pairOfIds = fc
  .tuple(fc.nat(8), fc.nat(9))
  .map(([a, b]): [string, string] => [`m${a}`, `m${b}`]);
const population: fc.Arbitrary<Input> = fc.record({
  date: fc.constant("2026-03-01"),
  members: fc
    .array(member, { maxLength: 8 })
    .map((list) => list.map((fields, i) => ({ ...fields, id: `m${i}` }))),
  blocks: fc.array(pairOfIds, { maxLength: 6 }),
  recentPairs: fc.array(pairOfIds, { maxLength: 16 }),
});

/** Any two members are compatible unless there is a block between them, so this gives any graph. */
const anyGraph: fc.Arbitrary<Input> = fc
  .tuple(
    fc.integer({ min: 2, max: 9 }),
    fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }),
    fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }),
    fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  )
  .map(([size, edges, recents, priorities]) => {
    const members = Array.from({ length: size }, (_, i) =>
      plainMember(i, { left_out_yesterday: priorities[i] === true }),
    );
    const blocks: [string, string][] = [];
    const recentPairs: [string, string][] = [];
    let k = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++, k++) {
        if (edges[k]) blocks.push([`m${i}`, `m${j}`]);
        else if (recents[k]) recentPairs.push([`m${j}`, `m${i}`]);
      }
    }
    return { date: "2026-03-01", members, blocks, recentPairs };
  });

describe("the optimum", () => {
  it.each([
    ["profiles", population],
    ["graphs", anyGraph],
  ] as const)(
    "the engine finds the optimum that brute force finds, on tiny %s",
    (_kind, arbitrary) => {
      fc.assert(
        fc.property(arbitrary, fc.nat(), (input, seed) => {
          const output = pairInput(input, seed);
          const verdict = checkValidity(input, output);
          const best = tryEverything(input);
          expect(verdict.problems).toEqual([]);
          const { covered, pairs, repeats } = verdict;
          expect({ covered, pairs, repeats }).toEqual(best);
          expect(output.result.repeatsAtLeast).toBe(repeats);
          expect(output.provenMaximum).toBe(true);
          expect(output.upperBound).toBe(best.pairs);
          expect(output.result.repeats).toBe(verdict.repeats);
        }),
        { numRuns: 700 },
      );
    },
  );

  it.each([
    "realistic",
    "skewed",
    "scarce",
    "chains",
    "dense-blocks",
    "open-odd",
    "few-fresh",
    "borders",
    "hostile",
    "unanswered",
  ] as const)("the checker proves independently that the result is the optimum, on %s", (name) => {
    const input = collect(name, 500, 11);
    const output = pairInput(input, 5);
    const verdict = checkValidity(input, output);
    const optimum = findOptimum(input, output, output.proofs);
    expect(verdict.problems).toEqual([]);
    expect(optimum.proven).toBe(true);
    expect(verdict.pairs).toBe(optimum.maximum);
    expect(verdict.covered).toEqual(optimum.coverable);
    const { thresholds } = output.result;
    expect(thresholds.map(({ covered }) => covered)).toEqual(verdict.covered);
    expect(thresholds.map(({ coveredAtMost }) => coveredAtMost)).toEqual(verdict.covered);
    expect(verdict.repeats).toBe(optimum.fewestRepeats);
    expect(output.provenMaximum).toBe(true);
    expect(output.result.repeatsAtLeast).toBe(verdict.repeats);
  });

  it("the result has the fewest repeats if new pairs are scarce", () => {
    for (const seed of [1, 2, 3]) {
      const input = collect("few-fresh", 420, seed);
      const { covered, pairs, repeats } = checkValidity(input, pairInput(input, seed));
      expect({ covered, pairs, repeats }).toEqual(solveByComponents(input));
    }
  });
});

describe("the checker", () => {
  it("the checker finds the optimum that brute force finds", () => {
    fc.assert(
      fc.property(fc.oneof(population, anyGraph), (input) => {
        // The result is empty, so that nothing comes from the engine.
        const optimum = findOptimum(input, { pairs: [], unmatched: [] });
        const best = tryEverything(input);
        expect(optimum.proven).toBe(true);
        expect(optimum.maximum).toBe(best.pairs);
        expect(optimum.coverable).toEqual(best.covered);
        expect(optimum.fewestRepeats).toBeLessThanOrEqual(best.repeats);
      }),
      { numRuns: 300 },
    );
  });

  it("the checker refuses a result with a missing pair, a member listed twice, or a blocked pair", () => {
    const input = collect("realistic", 60, 1);
    const output = pairInput(input, 1);
    const [first, second] = output.pairs as [[string, string], [string, string]];
    expect(checkValidity(input, { ...output, pairs: output.pairs.slice(1) }).problems).not.toEqual(
      [],
    );
    expect(
      checkValidity(input, { ...output, unmatched: [...output.unmatched, first[0]] }).problems,
    ).not.toEqual([]);
    expect(checkValidity({ ...input, blocks: [[second[1], second[0]]] }, output).problems).toEqual([
      `blocked: ${second[0]} ${second[1]}`,
    ]);
  });
});
