import type { Deps } from "~/core/deps";
import { runJobs } from "~/core/operations/jobs";
import { AppError, unavailable } from "~/core/shared/errors";
import { findConversation } from "~/db/conversation/conversations";
import { listJobsOf } from "~/db/operations/jobs";
import { requireFound, requireUnblocked } from "./access";

/** Refuses a message or answer that the conversation's object didn't take, for the reason in the database. */
export async function refuseClosed(
  deps: Deps,
  memberId: string,
  conversationId: string,
): Promise<never> {
  const ask = { conversationId, memberId };
  const row = requireUnblocked(requireFound(await findConversation(deps.db, ask)));
  if (row.expires_at <= deps.clock.now()) throw new AppError("conversation_expired");
  // The database has opened the conversation again, but its object doesn't know that yet.
  await runJobs(deps, await listJobsOf(deps.db, conversationId));
  throw unavailable();
}
