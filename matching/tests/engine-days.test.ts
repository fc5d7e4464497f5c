import { describe, expect, it } from "vitest";
import { tryEverything } from "./oracle/brute.ts";
import { checkValidity, findOptimum } from "./oracle/check.ts";
import { collect } from "./oracle/populations.ts";
import { simulateDays } from "./oracle/simulate-days.ts";

describe("thirty days in a row", () => {
  it("in a group of nine, nobody is left out two days in a row, and few pairs repeat", () => {
    const base = collect("open-odd", 9, 1);
    const report = simulateDays(base, 30, (input, output) => {
      const verdict = checkValidity(input, output);
      const best = tryEverything(input);
      expect(verdict.problems).toEqual([]);
      expect(verdict.pairs).toBe(4);
      expect(verdict.covered).toEqual(best.covered);
      expect(verdict.repeats).toBeLessThanOrEqual(best.repeats + 1);
    });
    expect(report.longestWait).toBe(1);
  });

  it("if partners are scarce, each day makes the most pairs possible and leaves out the fewest waiting members possible", () => {
    const base = collect("scarce", 240, 6);
    const report = simulateDays(base, 30, (input, output) => {
      const verdict = checkValidity(input, output);
      const optimum = findOptimum(input, output);
      expect(verdict.problems).toEqual([]);
      expect(verdict.pairs).toBe(optimum.maximum);
      expect(verdict.covered).toEqual(optimum.coverable);
    });
    expect(report.days).toBe(30);
    expect(report.avoidableWaits).toBe(0);
  });
});
