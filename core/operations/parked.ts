import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { auditOf } from "~/core/moderation/audit";
import { toIso } from "~/core/shared/age";
import { readFailingJobs, sendParkedAgain } from "~/db/operations/jobs";
import { MOST_TRIES } from "./schedule";

/** A job that needs an operator, without its detail, which may have members' texts. */
export interface FailingJob {
  id: number;
  kind: string;
  attempts: number;
  last_error: string | null;
  created_at: string;
  /** Null for a job that may not be parked and is tried every hour. */
  parked_at: string | null;
}

/** Oldest first, at most 100. @throws AppError `forbidden` unless admin */
export async function listFailingJobs(deps: Deps, viewer: Viewer): Promise<FailingJob[]> {
  requireAdmin(viewer);
  const rows = await readFailingJobs(deps.db, MOST_TRIES);
  return rows.map(({ id, kind, attempts, lastError, createdAt, parkedAt }) => ({
    ...{ id, kind, attempts, last_error: lastError },
    created_at: toIso(createdAt),
    parked_at: parkedAt === null ? null : toIso(parkedAt),
  }));
}

/**
 * The next cron tries them as if for the first time. Audited.
 * @returns number of jobs
 * @throws AppError `forbidden` unless admin
 */
export async function sendJobsAgain(deps: Deps, viewer: Viewer): Promise<number> {
  requireAdmin(viewer);
  return sendParkedAgain(deps.db, auditOf(deps, viewer, "send_jobs_again"));
}
