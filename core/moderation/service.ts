import type { Viewer } from "~/core/auth/viewer";
import type { Deps } from "~/core/deps";
import { toIso } from "~/core/shared/age";
import { EVIDENCE_MESSAGES, LIMITS } from "~/core/shared/constants";
import type { BlockDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { assertWithinLimit } from "~/core/shared/rate-limit";
import {
  countReports,
  deleteBlock,
  insertBlock,
  insertReport,
  listBlocked,
} from "~/db/queries/moderation";
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
 * and no run pairs the two. Ends the live side of an open conversation before it answers.
 * @throws AppError `cannot_block_yourself`, `profile_not_found`
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
  await Promise.all(block.openConversationIds.map((id) => deps.channel.close(id, "blocked")));
  return { message: `You have blocked ${block.blockedName}.`, isNew: block.isNew };
}

/** Unblocks; no error when there was no block. An open conversation opens again (contract §7). */
export async function unblockMember(
  deps: Deps,
  viewer: Viewer,
  { userId }: { userId: string },
): Promise<{ message: string }> {
  await deleteBlock(deps.db, { blockerId: viewer.memberId, blockedId: userId });
  return { message: "This user is no longer blocked" };
}

/**
 * Reports a member whom the viewer was ever paired with, blocked or not. The conversation's last 50
 * messages are sealed with it as they are now (contract §3).
 * @throws AppError `cannot_report_yourself`, `too_many_requests`, `profile_not_found` unless the two
 *   were ever paired, `conversation_not_found` for a conversation that is not of the two
 */
export async function reportMember(
  deps: Deps,
  viewer: Viewer,
  { userId, ...input }: { userId: string } & ReportInput,
): Promise<{ message: string }> {
  const now = deps.clock.now();
  const since = now - LIMITS.reports.windowMs;
  const report = await insertReport(
    deps.db,
    {
      id: deps.random.id(),
      reporterId: viewer.memberId,
      reportedId: userId,
      conversationId: input.conversation_id ?? null,
      reason: input.reason,
      details: input.details || null,
      now,
    },
    { since, limit: LIMITS.reports.limit, evidence: EVIDENCE_MESSAGES },
  );
  if (!report.stored) {
    assertWithinLimit(LIMITS.reports, report.before, now);
    if (userId === viewer.memberId) throw new AppError("cannot_report_yourself");
    if (!report.everPaired) throw new AppError("profile_not_found");
    throw new AppError("conversation_not_found");
  }
  return { message: "Thank you. Your report has been received." };
}

/** Throws the 429 of {@link reportMember} if it is due: it goes before a bad body (contract §7, order of refusals). */
export async function checkReportLimit(deps: Deps, viewer: Viewer): Promise<void> {
  const now = deps.clock.now();
  const since = now - LIMITS.reports.windowMs;
  const sent = await countReports(deps.db, { reporterId: viewer.memberId, since });
  assertWithinLimit(LIMITS.reports, sent, now);
}
