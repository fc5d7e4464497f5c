import { z } from "zod";
import { MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";

/** Of a run: members left out, by nights waited, the run itself included. */
export const waitsSchema = z.record(z.string().regex(/^\d+$/), z.int());
export type WaitCounts = z.infer<typeof waitsSchema>;

export const parseWaits = (json: string): WaitCounts => parseJson(waitsSchema, json);

/** By nights waited, the shortest first. */
export const listWaits = (counts: WaitCounts): { nights: number; members: number }[] =>
  Object.entries(counts)
    .map(([nights, members]) => ({ nights: Number(nights), members }))
    .sort((one, other) => one.nights - other.nights);

/** A share of the places in runs that the shown percentile has below it. */
const PERCENTILE = 0.99;

/**
 * The waits of several runs, a place of a paired member being one of 0 nights. The longest one is shown as the longest that
 * five places or more reached: one member's own wait is no public number.
 * @returns null if no run has kept them, or they have fewer than five places
 */
export function summariseWaits(
  runs: readonly { members: number; waits?: WaitCounts | undefined }[],
): { longest: number; most: number } | null {
  const places: number[] = [];
  let total = 0;
  for (const { members, waits } of runs) {
    if (!waits) continue;
    total += members;
    for (const { nights, members: count } of listWaits(waits)) {
      places[nights] = (places[nights] ?? 0) + count;
    }
  }
  if (total < MIN_DISCLOSED_COUNT) return null;
  /** The longest wait that at least that many places reached. */
  const reachedBy = (least: number) => {
    let reached = 0;
    for (let nights = places.length - 1; nights > 0; nights--) {
      reached += places[nights] ?? 0;
      if (reached >= least) return nights;
    }
    return 0;
  };
  const beyond = Math.floor(total * (1 - PERCENTILE)) + 1;
  return {
    longest: reachedBy(MIN_DISCLOSED_COUNT),
    most: reachedBy(Math.max(beyond, MIN_DISCLOSED_COUNT)),
  };
}
