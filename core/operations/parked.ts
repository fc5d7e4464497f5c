import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { auditOf } from "~/core/moderation/audit";
import { toIso } from "~/core/shared/age";
import { isParkable, readFailingJobs, sendParkedAgain } from "~/db/operations/jobs";

/** A job that needs an operator. Omits the job's detail, which can contain members' texts. */
export interface FailingJob {
  id: number;
  kind: string;
  attempts: number;
  last_error: string | null;
  created_at: string;
  is_parked: boolean;
}

/** Oldest first, at most 100. */
export async function listFailingJobs(deps: Deps, viewer: Viewer): Promise<FailingJob[]> {
  requireAdmin(viewer);
  const rows = await readFailingJobs(deps.db);
  return rows.map(({ id, kind, attempts, lastError, createdAt }) => ({
    ...{ id, kind, attempts, last_error: lastError },
    created_at: toIso(createdAt),
    is_parked: isParkable(kind),
  }));
}

/**
 * Lets the next cron try the parked jobs as if for the first time. Audited.
 * @returns number of jobs
 */
export async function sendJobsAgain(deps: Deps, viewer: Viewer): Promise<number> {
  requireAdmin(viewer);
  return sendParkedAgain(deps.db, auditOf(deps, viewer, "send_jobs_again"));
}
