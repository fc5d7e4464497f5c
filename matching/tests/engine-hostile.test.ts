import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchPopulation, PopulationBuilder } from "../src/index.ts";
import { checkValidity } from "./oracle/check.ts";
import { collect, plainMember } from "./oracle/populations.ts";
import { AGES, pairInput, toRow } from "./oracle/run-engine.ts";

const oddNumber = fc.oneof(
  fc.constantFrom(
    null,
    0,
    -0,
    -1,
    18,
    80,
    255,
    256,
    1e308,
    -1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    5e-324,
  ),
  fc.double(),
);
const oddText = fc.oneof(
  fc.constantFrom(
    null,
    "",
    "Male",
    "Female",
    "male",
    "__proto__",
    "2000-02-30",
    "2000-02-29",
    "1990-01-01",
    "2008-03-01T00:00:00Z",
  ),
  fc.string(),
);
const row = fc.record({
  key: fc.oneof(fc.nat(12), fc.constantFrom(-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER, 2 ** 53)),
  gender: oddText,
  preferredMatchGender: oddText,
  dob: oddText,
  minimumAge: oddNumber,
  maximumAge: oddNumber,
  latitude: oddNumber,
  longitude: oddNumber,
  distance: oddNumber,
  waited: oddNumber.map((waited) => waited ?? 0),
});
const keyPair = fc.tuple(fc.oneof(fc.nat(14), oddNumber), fc.oneof(fc.nat(14), oddNumber));

describe("hostile populations", () => {
  it("a population of malformed rows gives a valid result and never throws", () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 14 }),
        fc.array(keyPair),
        fc.array(keyPair),
        (rows, blocks, recent) => {
          const builder = new PopulationBuilder({ date: "2026-03-01", ages: AGES });
          for (const entry of rows) builder.add(entry);
          for (const [a, b] of blocks) builder.addBlock(a ?? Number.NaN, b ?? Number.NaN);
          for (const [a, b] of recent) builder.addRecentPair(a ?? Number.NaN, b ?? Number.NaN);
          const population = builder.build();
          const result = matchPopulation(population, { seed: 1 });
          const seen = [...result.pairs, ...result.unmatched];
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen.length).toBe(result.eligible);
          expect(result.eligible).toBe(population.size);
          expect(result.upperBound).toBeGreaterThanOrEqual(result.pairs.length / 2);
          const adults = new Set(
            rows
              .filter((entry) => typeof entry.dob === "string" && entry.dob.slice(0, 4) <= "2008")
              .map((entry) => entry.key),
          );
          for (const key of seen) expect(adults.has(key)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("a member under 18 is never paired, even if all age preferences allow it", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "2008-03-01",
            "2008-03-02",
            "2010-12-31",
            "2026-03-01",
            "2030-01-01",
            "1990-01-01",
          ),
          { minLength: 1, maxLength: 20 },
        ),
        (dobs) => {
          const builder = new PopulationBuilder({ date: "2026-03-01", ages: AGES });
          dobs.forEach((dob, key) => {
            builder.add({
              key,
              gender: null,
              preferredMatchGender: null,
              dob,
              minimumAge: 0,
              maximumAge: 200,
              latitude: null,
              longitude: null,
              distance: null,
              waited: 1,
            });
          });
          const result = matchPopulation(builder.build(), { seed: 2 });
          const adults = dobs.filter((dob) => dob <= "2008-03-01").length;
          expect(result.eligible).toBe(adults);
          expect(result.pairs.length).toBe(adults - (adults % 2));
          for (const key of result.pairs) expect((dobs[key] as string) <= "2008-03-01").toBe(true);
        },
      ),
    );
  });

  it("a matching that reaches its work limit is valid, and claims to be a maximum only if it is one", () => {
    for (const name of ["realistic", "scarce", "chains", "few-fresh", "hostile"] as const) {
      const input = collect(name, 150, 3);
      for (const workLimit of [0, 1, 100, 3_000]) {
        const output = pairInput(input, 9, { workLimit });
        expect(checkValidity(input, output).problems).toEqual([]);
        const best = pairInput(input, 9).pairs.length;
        expect(output.upperBound).toBeGreaterThanOrEqual(best);
        expect(output.provenMaximum === true && output.pairs.length < best).toBe(false);
      }
    }
  });

  it("a population with a thousand genders is paired completely", () => {
    const builder = new PopulationBuilder({ date: "2026-03-01", ages: AGES });
    for (let key = 0; key < 2000; key++) {
      builder.add({
        key,
        gender: `g${key >> 1}`,
        preferredMatchGender: `g${key >> 1}`,
        dob: "1990-01-01",
        minimumAge: null,
        maximumAge: null,
        latitude: key % 3 ? null : 0,
        longitude: 0,
        distance: null,
        waited: 0,
      });
    }
    const result = matchPopulation(builder.build(), { seed: 1 });
    expect(result.pairs.length).toBe(2000);
    expect(result.provenMaximum).toBe(true);
  });

  it("the builder keeps the first of two rows with the same key, and refuses members after the first block", () => {
    const plain = toRow(1, plainMember(1));
    const builder = new PopulationBuilder({ date: "2026-03-01", ages: AGES });
    builder.add(plain);
    builder.add({ ...plain, key: 1, dob: "1980-01-01" });
    builder.add({ ...plain, key: 2, dob: "1990-01-01", minimumAge: 30, maximumAge: 40 });
    builder.addBlock(7, 8);
    expect(() => builder.add({ ...plain, key: 3, dob: "1990-01-01" })).toThrow();
    builder.addRecentPair(1, 2);
    const population = builder.build();
    expect(matchPopulation(population, { seed: 1 }).pairs.length).toBe(2);
    expect(builder.build()).toBe(population);
    expect(() => builder.addRecentPair(1, 2)).toThrow();
    expect(() => new PopulationBuilder({ date: "tomorrow", ages: AGES })).toThrow(RangeError);
  });
});
