import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { runJobs } from "~/core/operations/jobs";
import type { BlockStatusDto } from "~/core/shared/contract";
import { AppError, unavailable } from "~/core/shared/errors";
import { type AccessRow, findConversation } from "~/db/conversation/conversations";
import { markOpened } from "~/db/notices/availability";
import { listJobsOf } from "~/db/operations/jobs";
import type { NotStored } from "./objects";

/** The conversation's row; null if it doesn't exist, undefined if it wasn't read together with the viewer's session. */
export type ReadAhead = AccessRow | null | undefined;

/** @throws AppError `conversation_not_found` for anyone but the conversation's two members */
export async function requireAccess(
  { db }: Pick<Deps, "db">,
  { memberId }: Pick<Viewer, "memberId">,
  conversationId: string,
  ahead?: ReadAhead,
): Promise<AccessRow> {
  return requireFound(
    ahead === undefined ? await findConversation(db, { conversationId, memberId }) : ahead,
  );
}

/**
 * Stores, after the answer, that a member has opened an open conversation. Must be called only after access was
 * granted, because the mark decides whether the partner gets priority in the next run.
 */
export function noteOpened(
  deps: Pick<Deps, "db" | "clock" | "defer">,
  memberId: string,
  { id, viewer_opened, expires_at }: Pick<AccessRow, "id" | "viewer_opened" | "expires_at">,
): void {
  const now = deps.clock.now();
  if (viewer_opened === 1 || expires_at <= now) return;
  deps.defer(markOpened(deps.db, { conversationId: id, memberId, now }));
}

type BlockColumns = Pick<AccessRow, "blocked_by_viewer" | "blocked_by_partner">;

export function requireFound<Row>(row: Row | null | undefined): Row {
  if (!row) throw new AppError("conversation_not_found");
  return row;
}

/** @throws AppError `blocked_by_you`, `blocked_by_partner` (docs/rules.md#blocks) */
export function requireUnblocked<Row extends BlockColumns>(row: Row): Row {
  const { isBlocked, blockedByYou } = toBlockStatus(row);
  if (!isBlocked) return row;
  throw new AppError(blockedByYou ? "blocked_by_you" : "blocked_by_partner", {
    extra: { isBlocked, blockedByYou },
  });
}

export function toBlockStatus(row: BlockColumns): BlockStatusDto {
  const blockedByYou = row.blocked_by_viewer === 1;
  return { isBlocked: blockedByYou || row.blocked_by_partner === 1, blockedByYou };
}

export async function refuse(
  deps: Deps,
  memberId: string,
  conversationId: string,
  outcome: NotStored,
): Promise<never> {
  if (outcome.kind === "refused") {
    throw new AppError(outcome.refusal.code, outcome.refusal.details);
  }
  const row = requireUnblocked(await requireAccess(deps, { memberId }, conversationId));
  if (row.expires_at <= deps.clock.now()) throw new AppError("conversation_expired");
  // The database has opened the conversation again, but its object doesn't know that yet.
  await runJobs(deps, await listJobsOf(deps.db, conversationId));
  throw unavailable();
}
