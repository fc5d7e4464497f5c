import { z } from "zod";
import { MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";

/** How many members a run left out, by the nights they have waited, this run included. */
export const waitsSchema = z.record(z.string().regex(/^\d+$/), z.int());
export type WaitCounts = z.infer<typeof waitsSchema>;

export const parseWaits = (json: string): WaitCounts => parseJson(waitsSchema, json);

const SHARE = 0.99;

/**
 * The wait in nights that 99 of 100 places of several runs did not exceed. Each member of each run counts once, with 0
 * nights if paired. The hundredth, and at least four places, stay out of it: a single member's wait must not be public,
 * nor the longest, with which accounts of one's own would ask whether a night counted for them.
 * @returns null if no run has kept waits, or the runs have fewer than five members
 */
export function summariseWaits(
  runs: readonly { members: number; waits?: WaitCounts | undefined }[],
): number | null {
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
  const beyond = Math.max(Math.floor(total * (1 - SHARE)) + 1, MIN_DISCLOSED_COUNT);
  let reached = 0;
  for (let nights = places.length - 1; nights > 0; nights--) {
    reached += places[nights] ?? 0;
    if (reached >= beyond) return nights;
  }
  return 0;
}
