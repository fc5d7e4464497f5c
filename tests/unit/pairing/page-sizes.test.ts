import { describe, expect, it } from "vitest";
import { pageSizesFor } from "~/core/pairing/page-sizes";
import { RECENT_PAIR_DAYS } from "~/core/shared/constants";
import { countParts } from "~/db/queries/run-snapshots";

/** Calls of a run to D1, by what it reads and writes: all members in the draw, of whom 91 % were paired on each day of the month. */
function countCalls(members: number): number {
  const sizes = pageSizesFor(members);
  const pairs = Math.floor(0.457 * members);
  const pagesOf = (rows: number, size: number) => Math.floor(rows / size) + 1;
  const reads =
    pagesOf(members, sizes.members) + (RECENT_PAIR_DAYS + 1) * pagesOf(pairs, sizes.pairs) + 2;
  const writes =
    pagesOf(pairs, sizes.written) + pagesOf(members - 2 * pairs, 2 * sizes.written) + 6;
  const sample = 1;
  return reads + writes + countParts(members) + sample;
}

describe("what a run asks of the database", () => {
  it.each([10_000, 100_000, 200_000, 250_000, 500_000, 1_000_000])(
    "is at most 650 calls for %i members and the month behind them, which leaves 50 for signs of life",
    (members) => {
      expect(countCalls(members)).toBeLessThanOrEqual(650);
    },
  );

  it("never is more than a megabyte at once", () => {
    for (const members of [100_000, 1_000_000]) {
      const sizes = pageSizesFor(members);
      // Two keys of seven digits with a space after each; a member's row, of 14 columns, has under 180 letters.
      expect(16 * sizes.pairs).toBeLessThan(1_000_000);
      expect(180 * sizes.members).toBeLessThan(1_000_000);
      expect(50 * sizes.written).toBeLessThan(1_000_000);
    }
  });
});
