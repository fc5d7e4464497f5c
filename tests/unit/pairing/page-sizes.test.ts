import { describe, expect, it } from "vitest";
import { pageSizesFor } from "~/core/pairing/match-members";
import { WRITTEN_DAY_OFFS, WRITTEN_PAIRS, waitPartsFor } from "~/core/pairing/run-writer";
import { RECENT_PAIR_DAYS } from "~/core/shared/constants";
import { snapshotSteps } from "~/db/pairing/run-snapshots";

/**
 * Counts the calls to D1 of a run in which all members take part. It pairs 91 % of them, like each
 * run of the last month.
 */
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

describe("a run's calls to the database", () => {
  it.each([10_000, 100_000, 200_000, 250_000, 500_000, 1_000_000])(
    "a run of %i members with a month of pairs makes at most 650 calls to D1, not counting lease renewals",
    (members) => {
      expect(countCalls(members)).toBeLessThanOrEqual(650);
    },
  );

  it("one statement changes the waits of at most 250,000 members", () => {
    expect([0, 1, 250_000, 250_001, 1_000_000].map(waitPartsFor)).toEqual([1, 1, 1, 2, 4]);
  });

  it("no call of a run carries a megabyte or more", () => {
    for (const members of [100_000, 1_000_000]) {
      const sizes = pageSizesFor(members);
      // A pair has two keys of seven digits, each with a space. A member's row of 14 columns has less than 180 bytes.
      expect(16 * sizes.pairs).toBeLessThan(1_000_000);
      expect(180 * sizes.members).toBeLessThan(1_000_000);
    }
    expect(50 * WRITTEN_PAIRS).toBeLessThan(1_000_000);
    expect(30 * WRITTEN_DAY_OFFS).toBeLessThan(1_000_000);
  });

  it("a run writes each part of its snapshot once, ten parts per step", () => {
    expect(snapshotSteps(0)).toEqual([[0]]);
    expect(snapshotSteps(20_000)).toEqual([[0, 1, 2]]);
    const steps = snapshotSteps(1_000_000);
    expect(steps.flat()).toEqual(Array.from({ length: 101 }, (_, i) => i));
    expect(steps.map(({ length }) => length)).toEqual([...Array<number>(10).fill(10), 1]);
  });
});
