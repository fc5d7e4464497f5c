import { describe, expect, it } from "vitest";
import { estimateExclusions } from "~/core/pairing/exclusions";
import { drawSample } from "~/core/pairing/run-writer";

const matchingOf = (paired: number, unmatched: number) => ({
  pairs: Float64Array.from({ length: paired }, (_, i) => i),
  unmatched: Float64Array.from({ length: unmatched }, (_, i) => paired + i),
});

describe("the sample of 'Why no match'", () => {
  it.each([
    [0, 0],
    [6, 0],
    [0, 7],
    [6, 4],
  ])(
    "the sample has all members of a small run: %i paired and %i left out",
    (paired, unmatched) => {
      expect(drawSample(matchingOf(paired, unmatched), "seed", 10)).toEqual(
        Array.from({ length: paired + unmatched }, (_, i) => i),
      );
    },
  );

  it("the same seed draws the same sample, and another seed another sample", () => {
    const draw = (seed: string) => drawSample(matchingOf(20_000, 10_000), seed);
    expect(draw("one")).toEqual(draw("one"));
    expect(draw("one")).not.toEqual(draw("other"));
    expect(new Set(draw("one")).size).toBe(10_000);
  });

  it("paired and left-out members have the same chance to be in the sample", () => {
    const drawn = new Int32Array(20);
    for (let seed = 0; seed < 2_000; seed++) {
      for (const key of drawSample(matchingOf(12, 8), String(seed), 5))
        drawn[key] = (drawn[key] ?? 0) + 1;
    }
    // Each member is drawn 500 times on average, with a standard deviation of 19.
    for (const times of drawn) expect(Math.abs(times - 500)).toBeLessThan(90);
  });
});

describe("the counts of 'Why no match'", () => {
  const line = (key: number, gender: string) => ({
    key,
    gender,
    preferredGender: "Female",
    age: 30,
    minimumAge: null,
    maximumAge: null,
    latitude: null,
    longitude: null,
    distanceLimit: null,
  });
  const own = line(0, "Male");
  /**
   * Asks as a member who prefers women. The sample has `size` lines: the member's, then `others`
   * lines of men, then lines of women.
   * @returns how many members are considered, and how many of them gender excludes
   */
  const ask = (members: number, size: number, others: number) => {
    const sample = Array.from({ length: size }, (_, i) => line(i, i <= others ? "Male" : "Female"));
    const { considered, gender } = estimateExclusions({ own, members, sample });
    return [considered, gender];
  };

  it.each([
    // The counts are exact if all members are in the sample.
    [10_000, 10_000, 4_321, [9_999, 4_321]],
    [10_000, 9_998, 4_321, [9_997, 4_321]],
    // The counts are scaled and rounded to two digits if only some members are in the sample.
    [10_001, 10_000, 4_321, [10_000, 4_300]],
    [10_001, 10_000, 7, [10_000, 7]],
    [1_000_000, 10_000, 4_321, [1_000_000, 430_000]],
    [1_000_000, 10_000, 0, [1_000_000, 0]],
    [1_000_000, 10_000, 1, [1_000_000, 100]],
    // The sample lacks the lines of members who have left.
    [20_000, 5_000, 1_000, [20_000, 4_000]],
    [20_000, 0, 0, [0, 0]],
  ])(
    "in a run of %i members, a sample of %i with %i excluded gives the counts %j",
    (members, size, others, told) => {
      expect(ask(members, size, others)).toEqual(told);
    },
  );
});
