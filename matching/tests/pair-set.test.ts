import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PairSet } from "../src/population/pair-set.ts";
import { createChance } from "./oracle/populations.ts";

function expectHas(set: PairSet, known: Set<string>, size: number, probes: number, seed: number) {
  const chance = createChance(seed);
  for (const pair of known) {
    const [a, b] = pair.split(" ").map(Number) as [number, number];
    if (!set.has(a, b) || !set.has(b, a)) throw new Error(`${pair} is missing`);
  }
  for (let k = 0; k < probes; k++) {
    const a = Math.floor(chance() * size);
    const b = Math.floor(chance() * size);
    if (a !== b) expect(set.has(a, b)).toBe(known.has(`${Math.min(a, b)} ${Math.max(a, b)}`));
  }
}

function expectList(set: PairSet, known: Set<string>) {
  const listed: string[] = [];
  set.forEach((low, high) => {
    listed.push(`${low} ${high}`);
  });
  expect(listed.length).toBe(known.size);
  expect(new Set(listed)).toEqual(known);
}

describe("a set of pairs", () => {
  it("a set of pairs has each added pair once, whichever member comes first, and no other pair", () => {
    const lists = fc.integer({ min: 2, max: 60 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        pairs: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1))),
      }),
    );
    fc.assert(
      fc.property(lists, ({ size, pairs }) => {
        const set = new PairSet(size);
        const known = new Set<string>();
        for (const [a, b] of pairs) {
          if (a === b) continue;
          set.add(a, b);
          known.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
        }
        set.seal();
        expect(set.count).toBe(known.size);
        for (let a = 0; a < size; a++) {
          for (let b = 0; b < a; b++) expect(set.has(a, b)).toBe(known.has(`${b} ${a}`));
        }
        expectList(set, known);
      }),
      { numRuns: 150 },
    );
  });

  it("a set for a million members can have 300,000 pairs, thousands of them with the same member", () => {
    const size = 1_000_000;
    const set = new PairSet(size);
    const chance = createChance(4);
    const known = new Set<string>();
    for (let k = 0; k < 300_000; k++) {
      const a = k % 10 === 0 ? k % 3 : Math.floor(chance() * size);
      const b = Math.floor(chance() * size);
      if (a === b) continue;
      set.add(a, b);
      known.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
    }
    set.seal();
    expect(set.count).toBe(known.size);
    expectHas(set, known, size, 20_000, 5);
    expectList(set, known);
  });
});
