import type { Viewer } from "~/core/auth/viewer";
import { requireDelivered } from "~/core/conversation/changes";
import type { Deps } from "~/core/deps";
import type { StoredMessage } from "~/core/ports";
import { toIso } from "~/core/shared/age";
import { EVIDENCE_MESSAGES, LIMITS } from "~/core/shared/constants";
import type { BlockDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { assertWithinLimit } from "~/core/shared/rate-limit";
import {
  countReports,
  deleteBlock,
  findReportTarget,
  insertBlock,
  insertReport,
  listBlocked,
} from "~/db/queries/moderation";
import type { StoredEvidence } from "./evidence";
import type { ReportInput } from "./schemas";

/** Whom the viewer has blocked, newest first. */
export async function listBlocks(deps: Deps, viewer: Viewer): Promise<BlockDto[]> {
  const rows = await listBlocked(deps.db, viewer.memberId);
  return rows.map((row) => ({
    block_id: row.id,
    user_id: row.blocked_id,
    name: row.name,
    avatar_url: row.avatar_url,
    block_date: toIso(row.created_at),
  }));
}

/**
 * Blocks a member: neither reads or writes the other's conversation from then on, now or later,
 * and no run pairs the two. Closes an open conversation before it answers.
 * @throws AppError `cannot_block_yourself`, `profile_not_found`, `unavailable` when the block is stored and the
 *   conversation can't be closed yet
 */
export async function blockMember(
  deps: Deps,
  viewer: Viewer,
  { userId }: { userId: string },
): Promise<{ message: string; isNew: boolean }> {
  if (userId === viewer.memberId) throw new AppError("cannot_block_yourself");
  const block = await insertBlock(deps.db, {
    id: deps.random.id(),
    blockerId: viewer.memberId,
    blockedId: userId,
    now: deps.clock.now(),
  });
  if (!block.blockedName) throw new AppError("profile_not_found");
  await requireDelivered(deps, block.changes);
  return { message: `You have blocked ${block.blockedName}.`, isNew: block.isNew };
}

/**
 * Unblocks; no error when there was no block. An open conversation opens again (contract §7).
 * @throws AppError `unavailable` when the block is gone and the conversation can't be opened yet
 */
export async function unblockMember(
  deps: Deps,
  viewer: Viewer,
  { userId }: { userId: string },
): Promise<{ message: string }> {
  const two = { blockerId: viewer.memberId, blockedId: userId };
  await requireDelivered(deps, await deleteBlock(deps.db, { ...two, now: deps.clock.now() }));
  return { message: "This user is no longer blocked" };
}

/**
 * Reports a member whom the viewer was ever paired with, blocked or not. The conversation's last 50
 * messages are sealed with it as they are now (contract §3).
 * @throws AppError `cannot_report_yourself`, `too_many_requests`, `profile_not_found` unless the two
 *   were ever paired, `conversation_not_found` for a conversation that is not of the two, `unavailable`
 */
export async function reportMember(
  deps: Deps,
  viewer: Viewer,
  { userId, ...input }: { userId: string } & ReportInput,
): Promise<{ message: string }> {
  const now = deps.clock.now();
  const since = now - LIMITS.reports.windowMs;
  const ask = {
    reporterId: viewer.memberId,
    reportedId: userId,
    conversationId: input.conversation_id ?? null,
  };
  const target = await findReportTarget(deps.db, ask, since);
  assertWithinLimit(LIMITS.reports, target.before, now);
  if (userId === viewer.memberId) throw new AppError("cannot_report_yourself");
  if (!target.everPaired) throw new AppError("profile_not_found");
  if (target.conversationId === undefined) throw new AppError("conversation_not_found");
  const { conversationId } = target;
  const { messages } = await deps.conversations.list(conversationId, {
    before: null,
    limit: EVIDENCE_MESSAGES,
  });
  const report = await insertReport(
    deps.db,
    {
      ...ask,
      conversationId,
      id: deps.random.id(),
      reason: input.reason,
      details: input.details || null,
      evidence: JSON.stringify(sealEvidence(messages, target.senders)),
      now,
    },
    { since, limit: LIMITS.reports.limit },
  );
  if (!report.stored) {
    // Other reports filled the day, or an account went, since the first look.
    assertWithinLimit(LIMITS.reports, report.before, now);
    throw new AppError("profile_not_found");
  }
  return { message: "Thank you. Your report has been received." };
}

/** The messages as they are now, for the day when they are judged. */
function sealEvidence(
  messages: StoredMessage[],
  senders: { id: string; name: string; avatar_url: string | null }[],
): StoredEvidence[] {
  const byId = new Map(senders.map((sender) => [sender.id, sender]));
  return messages.map((message) => ({
    message_id: message.id,
    sender_id: message.sender_id,
    sender_name: byId.get(message.sender_id)?.name ?? "",
    sender_avatar: byId.get(message.sender_id)?.avatar_url ?? null,
    content: message.content,
    created_at: message.created_at,
    is_read: message.read_at !== null,
  }));
}

/** Throws the 429 of {@link reportMember} if it is due: it goes before a bad body (contract §7, order of refusals). */
export async function checkReportLimit(deps: Deps, viewer: Viewer): Promise<void> {
  const now = deps.clock.now();
  const since = now - LIMITS.reports.windowMs;
  const sent = await countReports(deps.db, { reporterId: viewer.memberId, since });
  assertWithinLimit(LIMITS.reports, sent, now);
}
