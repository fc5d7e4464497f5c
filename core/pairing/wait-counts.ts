import { z } from "zod";
import { MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";

/** How many members a run left out, by the nights they have waited, this run included. */
export const waitsSchema = z.record(z.string().regex(/^\d+$/), z.int());
export type WaitCounts = z.infer<typeof waitsSchema>;

export const parseWaits = (json: string): WaitCounts => parseJson(waitsSchema, json);

const PERCENTILE = 0.99;

/**
 * Summarises the waits of several runs. Each member of each run counts once, with 0 nights if paired. The longest wait
 * is the longest that five or more reached, because one member's own wait must not be public.
 * @returns null if no run has kept waits, or the runs have fewer than five members
 */
export function summariseWaits(
  runs: readonly { members: number; waits?: WaitCounts | undefined }[],
): { longest: number; most: number } | null {
  const places: number[] = [];
  let total = 0;
  for (const { members, waits } of runs) {
    if (!waits) continue;
    total += members;
    for (const [key, count] of Object.entries(waits)) {
      const nights = Number(key);
      places[nights] = (places[nights] ?? 0) + count;
    }
  }
  if (total < MIN_DISCLOSED_COUNT) return null;
  /** The longest wait that at least `least` of them reached. */
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
