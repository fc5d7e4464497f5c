import { describe, expect, it } from "vitest";
import { POPULATIONS } from "./oracle/populations.ts";
import { listSmallCases, nameOf, readRecorded, resultOf } from "./oracle/recorded.ts";

describe("recorded results", () => {
  const recorded = readRecorded();

  it.each(POPULATIONS)("the engine returns the recorded results for %s", (population) => {
    const cases = listSmallCases().filter((one) => one.population === population);
    expect(cases.length).toBeGreaterThan(10);
    for (const one of cases) {
      const name = nameOf(one);
      expect(`${name}: ${resultOf(one)}`).toBe(`${name}: ${recorded[name]}`);
    }
  });
});
