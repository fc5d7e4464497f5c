import { describe, expect, it } from "vitest";
import {
  pageSizesFor,
  WRITTEN_DAY_OFFS,
  WRITTEN_PAIRS,
  waitPartsFor,
} from "~/core/pairing/page-sizes";
import { RECENT_PAIR_DAYS } from "~/core/shared/constants";
import { snapshotSteps } from "~/db/queries/run-snapshots";

/** Calls of a run to D1, by what it reads and writes: all members in the draw, of whom 91 % were paired on each day of the month. */
function countCalls(members: number): number {
  const sizes = pageSizesFor(members);
  const pairs = Math.floor(0.457 * members);
  const pagesOf = (rows: number, size: number) => Math.floor(rows / size) + 1;
  const reads =
    pagesOf(members, sizes.members) + (RECENT_PAIR_DAYS + 1) * pagesOf(pairs, sizes.pairs) + 2;
  const writes = pagesOf(pairs, WRITTEN_PAIRS) + pagesOf(members - 2 * pairs, WRITTEN_DAY_OFFS) + 6;
  const sample = 1;
  return reads + writes + snapshotSteps(members).length + sample;
}

describe("what a run asks of the database", () => {
  it.each([10_000, 100_000, 200_000, 250_000, 500_000, 1_000_000])(
    "is at most 650 calls for %i members and the month behind them, which leaves 50 for signs of life",
    (members) => {
      expect(countCalls(members)).toBeLessThanOrEqual(650);
    },
  );

  it("changes the waits of at most 250,000 members by one statement", () => {
    expect([0, 1, 250_000, 250_001, 1_000_000].map(waitPartsFor)).toEqual([1, 1, 1, 2, 4]);
  });

  it("never is more than a megabyte at once", () => {
    for (const members of [100_000, 1_000_000]) {
      const sizes = pageSizesFor(members);
      // Two keys of seven digits with a space after each; a member's row, of 14 columns, has under 180 letters.
      expect(16 * sizes.pairs).toBeLessThan(1_000_000);
      expect(180 * sizes.members).toBeLessThan(1_000_000);
    }
    expect(50 * WRITTEN_PAIRS).toBeLessThan(1_000_000);
    expect(30 * WRITTEN_DAY_OFFS).toBeLessThan(1_000_000);
  });

  it("writes every part of a snapshot once, ten at a time", () => {
    expect(snapshotSteps(0)).toEqual([[0]]);
    expect(snapshotSteps(20_000)).toEqual([[0, 1, 2]]);
    const steps = snapshotSteps(1_000_000);
    expect(steps.flat()).toEqual(Array.from({ length: 101 }, (_, i) => i));
    expect(steps.map(({ length }) => length)).toEqual([...Array<number>(10).fill(10), 1]);
  });
});
