import { toUtcDate } from "~/core/shared/age";
import type { AdminRunDto } from "~/core/shared/contract";
import { isRunDue } from "./watch";

const LEFT_OUT_LIMIT = 0.05;

/** More than 5 %. An odd number of members always leaves one out, who isn't counted. */
const isLeftOutHigh = ({ members, unmatched }: { members: number; unmatched: number }) =>
  unmatched - (members % 2) > LEFT_OUT_LIMIT * members;

/**
 * Empty when all is well. 'No complete run today' appears from 00:15 UTC on. 'Left out above 5 %' is about the newest
 * published run.
 * @param runs in any order
 */
export function findRunAlarms(runs: AdminRunDto[], now: number): string[] {
  const alarms: string[] = [];
  const published = runs.filter(({ state }) => state === "published");
  if (isRunDue(now) && !published.some(({ date }) => date === toUtcDate(now))) {
    alarms.push("No complete run today.");
  }
  const [newest] = published.sort((a, b) => b.started_at.localeCompare(a.started_at));
  if (newest && isLeftOutHigh(newest)) {
    const share = Math.round((100 * newest.unmatched) / newest.members);
    alarms.push(
      `Left out above 5 %: ${newest.unmatched} of ${newest.members} members (${share} %) on ${newest.date}.`,
    );
  }
  return alarms;
}
