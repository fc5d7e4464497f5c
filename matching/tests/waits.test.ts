import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readPopulation, writeResult } from "../../bench/pairing/solve.mjs";
import * as engine from "../src/index.ts";
import { tryEverything } from "./oracle/brute.ts";
import { checkValidity, findOptimum } from "./oracle/check.ts";
import { collect, createChance, plainMember } from "./oracle/populations.ts";
import { pairInput } from "./oracle/run-engine.ts";
import type { Input, Member, Output } from "./oracle/types.ts";

const folder = mkdtempSync(join(tmpdir(), "waits-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Pairs an input through files, so that `solve.mjs` is tested too. */
async function solve(input: unknown, seed: number): Promise<Output> {
  const [file, out] = [join(folder, "in.json"), join(folder, "out.json")];
  writeFileSync(file, JSON.stringify(input));
  const { population, ids } = await readPopulation(file, engine);
  writeResult(out, engine.matchPopulation(population, { seed }), ids);
  return JSON.parse(readFileSync(out, "utf8")) as Output;
}

const DATE = "2026-03-01";
const man = { gender: "Male", preferred_match_gender: "Female" };
const woman = { gender: "Female", preferred_match_gender: "Male" };
const withFields = (people: (Partial<Member> & { id: string })[], more: Partial<Input> = {}) => ({
  date: DATE,
  members: people.map((fields, i) => ({ ...plainMember(i), ...fields })),
  blocks: [],
  recentPairs: [],
  ...more,
});

const SEEDS = Array.from({ length: 24 }, (_, seed) => seed);

/** Two men compete for the only woman. @returns with how many seeds each of them is paired */
async function countWins(one: Partial<Member>, other: Partial<Member>): Promise<[number, number]> {
  const input = withFields([
    { id: "one", ...man, ...one },
    { id: "other", ...man, ...other },
    { id: "woman", ...woman },
  ]);
  const wins: [number, number] = [0, 0];
  for (const seed of SEEDS) {
    const { pairs } = await solve(input, seed);
    wins[pairs.flat().includes("one") ? 0 : 1]++;
  }
  return wins;
}

describe("two members for one partner", () => {
  const BORDERS = [0, 1, 2, 59, 60, 61, 300, 256 + 5, 1e9];
  const unequal = BORDERS.flatMap((less) =>
    BORDERS.filter((more) => Math.min(60, more) > Math.min(60, less)).map(
      (more) => [less, more] as const,
    ),
  );
  it.each(unequal)(
    "of two members who compete for one partner, the one who waited longer is paired: %d against %d",
    async (less, more) => {
      expect(await countWins({ waited: less }, { waited: more })).toEqual([0, SEEDS.length]);
      expect(await countWins({ waited: more }, { waited: less })).toEqual([SEEDS.length, 0]);
    },
  );

  it.each([
    [0, 0],
    [2, 2],
    [60, 60],
    [60, 61],
    [300, 61],
  ])(
    "chance decides between waits that are equal or both at least 60 nights: %d and %d",
    async (a, b) => {
      const wins = await countWins({ waited: a }, { waited: b });
      expect(Math.min(...wins)).toBeGreaterThan(4);
    },
  );

  it("an absent partner counts more than no wait, but less than one more night of waiting", async () => {
    const absent = { partner_absent_yesterday: true };
    expect(await countWins(absent, {})).toEqual([SEEDS.length, 0]);
    expect(await countWins(absent, { waited: 1 })).toEqual([0, SEEDS.length]);
    expect(await countWins({ waited: 1, ...absent }, { waited: 2 })).toEqual([0, SEEDS.length]);
  });

  it("a member left out yesterday has a wait of one night unless a wait is given", async () => {
    const left = { left_out_yesterday: true };
    expect(Math.min(...(await countWins(left, { waited: 1 })))).toBeGreaterThan(4);
    expect(await countWins(left, { waited: 2 })).toEqual([0, SEEDS.length]);
    expect(await countWins({ ...left, waited: 3 }, { waited: 2 })).toEqual([SEEDS.length, 0]);
    expect(await countWins({ waited: 3 }, left)).toEqual([SEEDS.length, 0]);
  });
});

describe("waits", () => {
  it("a waiting member without any compatible partner costs the others no pair", async () => {
    const people = [
      { id: "alone", gender: "Other", preferred_match_gender: "Robot", waited: 60 },
      { id: "first", ...man, waited: 1 },
      { id: "second", ...man },
      { id: "woman", ...woman },
    ];
    for (const seed of SEEDS) {
      const { pairs, unmatched } = await solve(withFields(people), seed);
      expect(pairs.map((pair) => pair.sort())).toEqual([["first", "woman"]]);
      expect(unmatched.sort()).toEqual(["alone", "second"]);
    }
  });

  it("two short waits together do not outweigh a long one", async () => {
    const young = { dob: "2005-01-01" };
    const people = [
      { id: "long", ...man, waited: 3, minimum_age_preference: 30 },
      { id: "short one", ...man, waited: 2 },
      { id: "short two", ...man, waited: 2 },
      { id: "older", ...woman },
      { id: "younger", ...woman, ...young },
    ];
    for (const seed of SEEDS) {
      const { pairs } = await solve(withFields(people), seed);
      expect(pairs.length).toBe(2);
      expect(pairs.map((pair) => [...pair].sort().join("+"))).toContain("long+older");
    }
  });

  it("a longer wait counts more than avoiding a repeat", async () => {
    const people = [
      { id: "waiting", ...man, waited: 2 },
      { id: "shorter", ...man, waited: 1 },
      { id: "woman", ...woman },
    ];
    const recentPairs: [string, string][] = [["woman", "waiting"]];
    for (const seed of SEEDS) {
      const { pairs } = await solve(withFields(people, { recentPairs }), seed);
      expect(pairs.map((pair) => [...pair].sort())).toEqual([["waiting", "woman"]]);
    }
  });

  it("there are as many pairs if a fifth of the members have a wait as if nobody has one", () => {
    const plain = collect("realistic", 600, 4);
    const waiting = drawWaits(plain, 0.2, 60, 7);
    expect(pairInput(waiting, 1).pairs.length).toBe(pairInput(plain, 1).pairs.length);
  });

  it("the pairs are the same if `left_out_yesterday` is replaced by any wait that is the same for all", () => {
    const input = collect("skewed", 400, 3);
    const waits = (waited: number) => ({
      ...input,
      members: input.members.map(({ left_out_yesterday: isLeft, ...member }) => ({
        ...member,
        left_out_yesterday: false,
        waited: isLeft ? waited : 0,
      })),
    });
    const flag = pairInput(input, 1);
    for (const waited of [1, 37, 60, 500]) {
      const { pairs, unmatched } = pairInput(waits(waited), 1);
      expect({ pairs, unmatched }).toEqual({ pairs: flag.pairs, unmatched: flag.unmatched });
    }
  });
});

function drawWaits(input: Input, share: number, most: number, seed: number): Input {
  const chance = createChance(seed);
  const members = input.members.map((member) => ({
    ...member,
    left_out_yesterday: false,
    waited: chance() < share ? 1 + Math.floor(chance() * most) : 0,
  }));
  return { ...input, members };
}

describe("every length of wait", () => {
  it("if waits have many lengths, brute force finds no matching with better waits, pairs or repeats", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), fc.nat(), (size, seed) => {
        const chance = createChance(seed);
        const members = Array.from({ length: size }, (_, i) =>
          plainMember(i, {
            waited: Math.floor(chance() ** 2 * 65),
            partner_absent_yesterday: chance() < 0.3,
          }),
        );
        const blocks: [string, string][] = [];
        const recentPairs: [string, string][] = [];
        for (let i = 0; i < size; i++) {
          for (let j = 0; j < i; j++) {
            if (chance() < 0.6) blocks.push([`m${i}`, `m${j}`]);
            else if (chance() < 0.5) recentPairs.push([`m${j}`, `m${i}`]);
          }
        }
        const input = { date: DATE, members, blocks, recentPairs };
        const { pairs, result } = pairInput(input, seed);
        const { repeats, repeatsAtLeast, thresholds } = result;
        const covered = thresholds.map((threshold) => threshold.covered);
        const best = tryEverything(input);
        expect({ covered, pairs: pairs.length, repeats }).toEqual(best);
        expect(thresholds.map(({ coveredAtMost }) => coveredAtMost)).toEqual(best.covered);
        expect(repeatsAtLeast).toBe(repeats);
      }),
      { numRuns: 400 },
    );
  });

  it.each(["skewed", "scarce", "chains", "few-fresh", "dense-blocks", "realistic"] as const)(
    "in the population %s, the checker proves that for each wait up to 60, as many members as possible with at least this wait are paired",
    (name) => {
      const input = drawWaits(collect(name, 300, 9), 0.7, 60, 2);
      const output = pairInput(input, 5);
      const optimum = findOptimum(input, output, output.proofs);
      const { covered, pairs, problems, repeats } = checkValidity(input, output);
      expect(problems).toEqual([]);
      expect(optimum.proven).toBe(true);
      expect(covered).toEqual(optimum.coverable);
      expect(covered.length).toBeGreaterThan(40);
      expect({ pairs, repeats }).toEqual({
        pairs: optimum.maximum,
        repeats: optimum.fewestRepeats,
      });
      expect(output.result.repeatsAtLeast).toBe(repeats);
      expect(output.result.thresholds.map(({ coveredAtMost }) => coveredAtMost)).toEqual(covered);
    },
  );

  it("wherever the work ends, the bounds on how many members of each wait can be paired are valid", () => {
    for (const name of ["scarce", "chains", "few-fresh", "hostile", "skewed"] as const) {
      const input = drawWaits(collect(name, 160, 3), 0.6, 6, 1);
      const whole = pairInput(input, 9);
      const { coverable } = findOptimum(input, whole);
      for (const share of [0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95]) {
        const { result } = pairInput(input, 9, { workLimit: share * whole.result.work });
        result.thresholds.forEach(({ covered, coveredAtMost }, i) => {
          expect(covered).toBeLessThanOrEqual(coverable[i] as number);
          expect(coveredAtMost).toBeGreaterThanOrEqual(coverable[i] as number);
        });
      }
    }
  });
});

it("sixty different waits take hardly more work than one", () => {
  for (const name of ["realistic", "skewed"] as const) {
    const input = collect(name, 1_000, 1);
    const chance = createChance(1);
    const waits = input.members.map(() => Math.floor(61 * chance()));
    const workOf = (waited: (i: number) => number) => {
      const members = input.members.map((member, i) => ({ ...member, waited: waited(i) }));
      const { result } = pairInput({ ...input, members }, 1);
      for (const { covered, coveredAtMost } of result.thresholds)
        expect(covered).toBe(coveredAtMost);
      return result.work;
    };
    const [one, sixty] = [workOf((i) => Math.min(1, waits[i] ?? 0)), workOf((i) => waits[i] ?? 0)];
    expect(sixty).toBeLessThan(1.25 * one);
  }
});

describe("newcomers whom a member keeps away", () => {
  const input = withFields([
    { id: "guarded", ...woman, accepted_until: 10 },
    { id: "open", ...woman },
    { id: "old", ...man, since: 10 },
    { id: "new", ...man, since: 11 },
    { id: "newer", ...man, since: 12 },
  ]);

  it("a member is never paired with an account newer than they accept", () => {
    for (const seed of SEEDS) {
      const { pairs } = pairInput(input, seed);
      expect(pairs.map((pair) => [...pair].sort().join())).toContain("guarded,old");
    }
  });

  it("the choices of a member who keeps newcomers away include no newcomer, but a newcomer's choices include that member", () => {
    const fewOf = (leastChoices: number) => {
      const { result } = pairInput(input, 1, { leastChoices });
      return [...result.fewChoices].map((key) => input.members[key]?.id).sort();
    };
    // `guarded` has one compatible member, `open` has three, and every man has two.
    expect(fewOf(2)).toEqual(["guarded"]);
    expect(fewOf(3)).toEqual(["guarded", "new", "newer", "old"]);
  });
});
