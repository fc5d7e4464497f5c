import { z } from "zod";
import { MIN_DISCLOSED_COUNT } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";

/** Members that a run left out, by the nights that they have waited, this run included. */
export const waitsSchema = z.record(z.string().regex(/^\d+$/), z.int());
export type WaitCounts = z.infer<typeof waitsSchema>;

export const parseWaits = (json: string): WaitCounts => parseJson(waitsSchema, json);

const SHARE = 0.99;

/**
 * The 99th percentile of waits over several runs, in nights. Each member of each run counts once,
 * with 0 nights if paired. At least the four longest waits are ignored, because a single member's
 * wait must not be public. With accounts of their own, someone could also learn from the longest
 * wait whether a night counted.
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
