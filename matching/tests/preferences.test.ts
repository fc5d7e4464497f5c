import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tryEverything } from "./oracle/brute.ts";
import { checkValidity } from "./oracle/check.ts";
import { collect, createChance, plainMember } from "./oracle/populations.ts";
import { pairInput } from "./oracle/run-engine.ts";
import type { Input } from "./oracle/types.ts";

/** Members without an edge between them have blocked each other. */
function drawGraph(size: number, seed: number): Input {
  const chance = createChance(seed);
  const members = Array.from({ length: size }, (_, i) =>
    plainMember(i, {
      left_out_yesterday: chance() < 0.3,
      partner_absent_yesterday: chance() < 0.4,
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
  return { date: "2026-03-01", members, blocks, recentPairs };
}

describe("the priority of members whose partner never came", () => {
  it("members whose partner was absent rank after those left out, as brute force confirms", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), fc.nat(), (size, seed) => {
        const input = drawGraph(size, seed);
        const best = tryEverything(input);
        const { pairs, result } = pairInput(input, seed);
        const covered = result.thresholds.map((threshold) => threshold.covered);
        expect({ covered, pairs: pairs.length, repeats: result.repeats }).toEqual(best);
        expect(result.thresholds.map(({ coveredAtMost }) => coveredAtMost)).toEqual(best.covered);
        expect(result.repeatsAtLeast).toBe(best.repeats);
        expect(result.provenMaximum).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("the pairs are the same if `left_out_yesterday` is replaced by `partner_absent_yesterday`", () => {
    const input = collect("scarce", 400, 3);
    const asSecond = {
      ...input,
      members: input.members.map((member) => ({
        ...member,
        left_out_yesterday: false,
        partner_absent_yesterday: member.left_out_yesterday,
      })),
    };
    expect(pairInput(asSecond, 1).pairs).toEqual(pairInput(input, 1).pairs);
  });
});

/** Counts minute by minute, unlike the engine. Both members are awake from 08:00 to 23:00 local time. */
function countOverlap(a: number, b: number): number {
  const isAwake = (minute: number, offset: number) => {
    const local = (((minute + offset) % 1440) + 1440) % 1440;
    return local >= 8 * 60 && local < 23 * 60;
  };
  let minutes = 0;
  for (let minute = 0; minute < 1440; minute++) {
    if (isAwake(minute, a) && isAwake(minute, b)) minutes++;
  }
  return minutes / 60;
}

describe("waking hours", () => {
  const OFFSETS = [-480, -300, 0, 60, 330, 540, 765];
  const withOffsets = (input: Input, known: number): Input => {
    const chance = createChance(99);
    const members = input.members.map((member) => ({
      ...member,
      utc_offset: chance() < known ? (OFFSETS[Math.floor(chance() * OFFSETS.length)] ?? 0) : null,
    }));
    return { ...input, members };
  };
  const sumOverlap = (input: Input, pairs: [string, string][]) => {
    const offsets = new Map(input.members.map((member) => [member.id, member.utc_offset]));
    return pairs.reduce((sum, [a, b]) => {
      const [x, y] = [offsets.get(a), offsets.get(b)];
      return typeof x === "number" && typeof y === "number" ? sum + countOverlap(x, y) : sum;
    }, 0);
  };

  it.each(["realistic", "scarce", "few-fresh", "open-odd"] as const)(
    "if waking hours are known, partners share more of them and nothing else gets worse, on %s",
    (name) => {
      const plain = collect(name, 400, 2);
      const input = withOffsets(plain, 0.9);
      const before = pairInput(plain, 4);
      const after = pairInput(input, 4);
      const { problems, ...counts } = checkValidity(input, after);
      expect(problems).toEqual([]);
      const { problems: _, ...plainCounts } = checkValidity(plain, before);
      expect(counts).toEqual(plainCounts);
      expect([...after.unmatched].sort()).toEqual([...before.unmatched].sort());
      expect(sumOverlap(input, after.pairs)).toBeGreaterThan(sumOverlap(input, before.pairs));
    },
  );

  it("if all members are compatible, partners have nearly the same waking hours", () => {
    const input = withOffsets(collect("open-odd", 400, 2), 1);
    const { pairs } = pairInput(input, 1);
    expect(sumOverlap(input, pairs) / pairs.length).toBeGreaterThan(14);
  });

  it("if every timezone is null, the pairs are the same as without the field", () => {
    const plain = collect("realistic", 400, 2);
    expect(pairInput(withOffsets(plain, 0), 4).pairs).toEqual(pairInput(plain, 4).pairs);
  });
});
