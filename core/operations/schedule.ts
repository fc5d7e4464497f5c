import { pauseWithJitter } from "~/core/shared/backoff";
import { MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import type { JobKind, JobRow } from "~/db/operations/jobs";

/**
 * Tries before a job is parked, some 14 hours after the first; a job that may not be parked is tried every hour from
 * then on.
 */
export const MOST_TRIES = 20;
const PAUSES = { firstMs: 2 * MS_PER_MINUTE, longestMs: 2 * MS_PER_HOUR };

/**
 * Jobs that remove data which a member must no longer have are never parked: a conversation after a block, a suspension
 * or an erasure, and what a restore must repeat. Nor is a report's evidence.
 */
const IS_PARKABLE: Record<JobKind, boolean> = {
  close: false,
  erase: false,
  record: false,
  evidence: false,
  reopen: true,
  end_sessions: true,
  close_ended: true,
  import: true,
  fan_out: true,
};

type RetryPlan =
  | { outcome: "retried"; nextAttemptAt: number }
  /** May not be parked, so an operator has to look. */
  | { outcome: "stuck"; nextAttemptAt: number }
  | { outcome: "parked" };

/**
 * Whether a job whose try has failed is retried, parked or reported to the operator.
 * @param job its attempts include the failed try
 * @param chance at least 0, below 1
 */
export function planRetry(
  { kind, attempts }: Pick<JobRow, "kind" | "attempts">,
  now: number,
  chance: number,
): RetryPlan {
  if (attempts < MOST_TRIES) {
    const pause = pauseWithJitter(attempts, PAUSES, chance);
    const longest = IS_PARKABLE[kind] ? pause : Math.min(pause, MS_PER_HOUR);
    return { outcome: "retried", nextAttemptAt: now + longest };
  }
  if (IS_PARKABLE[kind]) return { outcome: "parked" };
  return { outcome: "stuck", nextAttemptAt: now + MS_PER_HOUR };
}
