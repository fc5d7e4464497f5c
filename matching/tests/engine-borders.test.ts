import { describe, expect, it } from "vitest";
import { type Population, PopulationBuilder, type VertexRow } from "../src/index.ts";
import { greatCircleKm } from "../src/population/sphere.ts";
import { plainMember } from "./oracle/populations.ts";
import { kilometres } from "./oracle/rule.ts";
import { AGES, toRow } from "./oracle/run-engine.ts";

const areCompatible = (population: Population, a: number, b: number): boolean =>
  a !== b && population.isCompatible(a, b) && !population.blocks.has(a, b);

const DATE = "2026-03-01";

function build(...rows: Partial<VertexRow>[]): Population {
  const builder = new PopulationBuilder({ date: DATE, ages: AGES });
  rows.forEach((fields, key) => {
    builder.add({ ...toRow(key, plainMember(key)), ...fields });
  });
  return builder.build();
}

const suits = (a: Partial<VertexRow>, b: Partial<VertexRow>): boolean => {
  const population = build(a, b);
  if (population.size < 2) return false;
  const forth = areCompatible(population, 0, 1);
  expect(areCompatible(population, 1, 0)).toBe(forth);
  expect(areCompatible(population, 0, 0)).toBe(false);
  return forth;
};

const at = (latitude: number | null, longitude: number | null, distance: number | null = null) => ({
  latitude,
  longitude,
  distance,
});

describe("compatibility at the border of each rule", () => {
  it.each<[string, Partial<VertexRow>, Partial<VertexRow>, boolean]>([
    ["no wishes", {}, {}, true],
    ["the wished gender", { preferredMatchGender: "Female" }, { gender: "Female" }, true],
    ["another gender", { preferredMatchGender: "Female" }, { gender: "Male" }, false],
    [
      "an unstated gender satisfies only 'any'",
      { preferredMatchGender: "Female" },
      { gender: null },
      false,
    ],
    [
      "an empty string is a gender like any other",
      { preferredMatchGender: "" },
      { gender: null },
      false,
    ],
    ["18 today", {}, { dob: "2008-03-01" }, true],
    ["18 tomorrow", {}, { dob: "2008-03-02" }, false],
    ["80 until tomorrow", {}, { dob: "1945-03-02" }, true],
    ["81 today", {}, { dob: "1945-03-01" }, false],
    [
      "born on 29 February, a year older on 1 March",
      { minimumAge: 22 },
      { dob: "2004-02-29" },
      true,
    ],
    ["at the lower bound", { minimumAge: 36 }, { dob: "1990-03-01" }, true],
    ["a day short of the lower bound", { minimumAge: 36 }, { dob: "1990-03-02" }, false],
    ["at the upper bound", { maximumAge: 36 }, { dob: "1989-03-02" }, true],
    ["a day past the upper bound", { maximumAge: 36 }, { dob: "1989-03-01" }, false],
    ["a range that no age fits", { minimumAge: 40, maximumAge: 30 }, {}, false],
    ["a bound with a fraction", { minimumAge: 36.5 }, { dob: "1990-01-01" }, false],
    ["just within a limit", at(0, 0, 5), at(0.04496, 0), true],
    ["just past a limit", at(0, 0, 5), at(0.04497, 0), false],
    ["within one limit, past the other's", at(0, 0, 50), at(0.04497, 0, 5), false],
    ["a limit needs the other's place", at(0, 0, 300), at(null, null), false],
    ["a limit without a place has no effect", at(null, null, 5), at(50, 50), true],
    ["a latitude without a longitude is no place", at(0, 0, 300), at(0, null), false],
    ["latitude and longitude 0 are a place", at(0, 0, 5), at(0, 0, 5), true],
    ["across the date line", at(0, 179.98, 5), at(0, -179.98, 5), true],
    ["across the date line, too far", at(0, 179.98, 5), at(0, -179.97, 5), false],
    ["around the pole", at(89.99, 0, 5), at(89.99, 180, 5), true],
    ["at the pole the longitude has no effect", at(90, 0, 5), at(90, 123, 5), true],
    ["opposite ends of the earth", at(0, 0, 20_016), at(0, 180), true],
    ["a limit of zero at one place", at(10, 10, 0), at(10, 10), true],
    ["a limit below zero", at(10, 10, -5), at(10, 10), false],
  ])("compatibility is mutual and exact at the limit of each rule: %s", (_name, a, b, expected) => {
    expect(suits(a, b)).toBe(expected);
  });

  it("two members are not compatible if either has blocked the other", () => {
    for (const [blocker, blocked] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const builder = new PopulationBuilder({ date: DATE, ages: AGES });
      for (const key of [0, 1]) {
        builder.add(toRow(key, plainMember(key)));
      }
      builder.addBlock(blocker, blocked);
      builder.addBlock(blocker, 99);
      expect(areCompatible(builder.build(), 0, 1)).toBe(false);
    }
  });

  it("distance limits are exact to the millimetre", () => {
    // The engine compares in 32 bits first, which is not exact enough near a limit.
    for (let i = 0; i < 400; i++) {
      const latitude = -80 + i * 0.4;
      const longitude = -180 + i * 0.9;
      const other = {
        latitude: latitude + 0.3 * Math.cos(i),
        longitude: longitude + 0.3 * Math.sin(i),
      };
      const km = kilometres({ latitude, longitude }, other);
      expect(greatCircleKm(latitude, longitude, other.latitude, other.longitude)).toBeCloseTo(
        km,
        9,
      );
      for (const [distance, expected] of [
        [km + 1e-6, true],
        [km - 1e-6, false],
      ] as const) {
        expect(suits({ latitude, longitude, distance }, other)).toBe(expected);
      }
    }
  });
});
