import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import type { BlockStatusDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { type AccessRow, findConversation } from "~/db/conversation/conversations";
import { markOpened } from "~/db/notices/availability";

/**
 * The conversation's row, if it was read together with the viewer's session. Null if there is no such row, undefined if
 * none was read.
 */
export type ReadAhead = AccessRow | null | undefined;

/** A conversation as the viewer may see it; undefined unless it is the viewer's own. */
export async function readAccess(
  { db }: Pick<Deps, "db">,
  { memberId }: Pick<Viewer, "memberId">,
  conversationId: string,
  ahead: ReadAhead,
): Promise<AccessRow | undefined> {
  if (ahead === undefined) return findConversation(db, { conversationId, memberId });
  return ahead ?? undefined;
}

/**
 * Stores that a member has opened a conversation: once, after the answer, and only while the conversation is open. Must
 * not be called for a refused call. In the next run, a member whose partner never opened the conversation comes right
 * after the members who have waited.
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

/** @throws AppError `conversation_not_found` for anyone but the conversation's two members */
export function requireFound<Row extends AccessRow>(row: Row | undefined): Row {
  if (!row) throw new AppError("conversation_not_found");
  return row;
}

/**
 * @throws AppError `blocked_by_you`, `blocked_by_partner`: a block by either side closes the conversation for both
 * (docs/rules.md#blocks)
 */
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
