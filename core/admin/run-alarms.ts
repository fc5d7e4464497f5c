import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import type { AdminRunDto } from "~/core/shared/contract";

/** The first retry is at 00:05 UTC: a run that is missing a little later needs an operator. */
const RUN_DUE_MS = 15 * MS_PER_MINUTE;
const LEFT_OUT_LIMIT = 0.05;

/**
 * What is wrong with the pairing runs, in words for an admin; empty when all is well.
 * 'No complete run today' from 00:15 UTC on. 'Left out above 5 %' of the newest published run: the
 * one whom an odd number always leaves out isn't counted.
 * @param runs in any order @param now milliseconds since 1970
 */
export function findRunAlarms(runs: AdminRunDto[], now: number): string[] {
  const alarms: string[] = [];
  const published = runs.filter(({ state }) => state === "published");
  const isDue = now % MS_PER_DAY >= RUN_DUE_MS;
  if (isDue && !published.some(({ date }) => date === toUtcDate(now))) {
    alarms.push("No complete run today.");
  }
  const [newest] = published.sort((a, b) => b.started_at.localeCompare(a.started_at));
  if (newest && newest.members > 0) {
    const avoidable = newest.unmatched - (newest.members % 2);
    if (avoidable > LEFT_OUT_LIMIT * newest.members) {
      const share = Math.round((100 * newest.unmatched) / newest.members);
      alarms.push(
        `Left out above 5 %: ${newest.unmatched} of ${newest.members} members (${share} %) on ${newest.date}.`,
      );
    }
  }
  return alarms;
}
