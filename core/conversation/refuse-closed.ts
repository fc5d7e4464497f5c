import type { Deps } from "~/core/deps";
import { runJobs } from "~/core/jobs/jobs";
import { AppError, unavailable } from "~/core/shared/errors";
import { listJobsOf } from "~/db/queries/jobs";
import { findOwnConversation, requireFound, requireUnblocked } from "./access";

/** The conversation's object takes nothing more: refuses for the reason that the database has. */
export async function refuseClosed(
  deps: Deps,
  memberId: string,
  conversationId: string,
): Promise<never> {
  const ask = { conversationId, memberId };
  const row = requireUnblocked(requireFound(await findOwnConversation(deps, ask)));
  if (row.expires_at <= deps.clock.now()) throw new AppError("conversation_expired");
  // Open by now: the object has not heard of it yet.
  await runJobs(deps, await listJobsOf(deps.db, conversationId));
  throw unavailable();
}
