import { keyedDigests } from "~/core/accounts/record-keys";
import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { requireDone, runJobs } from "~/core/operations/jobs";
import { toIso } from "~/core/shared/age";
import type { BlockDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { isolate } from "~/core/shared/isolate";
import { newId } from "~/core/shared/random";
import { deleteBlock, insertBlock, listBlocked } from "~/db/moderation/blocks";
import { parsePartnerCard } from "~/db/pairing/partner-card";

/** Newest first. */
export async function listBlocks(deps: Deps, viewer: Viewer): Promise<BlockDto[]> {
  const { mustVerify } = deps.mail;
  const member = { memberId: viewer.memberId, mustVerify };
  const rows = await listBlocked(deps.db, member, deps.clock.now());
  return rows.map((row) => {
    const card = parsePartnerCard(row.card);
    return {
      block_id: row.id,
      user_id: row.blocked_id,
      name: card?.name ?? row.name,
      avatar_url: card?.avatar_url ?? null,
      block_date: toIso(row.created_at),
    };
  });
}

/**
 * From now on, neither member can read or write in their conversations, and no run pairs them. If a conversation's
 * object doesn't answer in time, the cron closes the conversation.
 * @throws AppError `cannot_block_yourself`, `profile_not_found`
 */
export async function blockMember(
  deps: Deps,
  viewer: Viewer,
  { userId }: { userId: string },
): Promise<{ message: string; isNew: boolean }> {
  if (userId === viewer.memberId) throw new AppError("cannot_block_yourself");
  const { memberId } = viewer;
  const now = deps.clock.now();
  const { mustVerify } = deps.mail;
  const wish = { id: newId(), blockerId: memberId, blockedId: userId, mustVerify, now };
  const block = await insertBlock(deps.db, wish);
  if (!block.blockedName) throw new AppError("profile_not_found");
  await runJobs(deps, block.changes);
  return { message: `You have blocked ${isolate(block.blockedName)}.`, isNew: block.isNew };
}

/**
 * Removes a block, or does nothing if there was none. The conversation opens again if its day isn't over
 * (docs/rules.md#open).
 * @throws AppError `unavailable` if the block is removed but the conversation can't be opened yet
 */
export async function unblockMember(
  deps: Deps,
  viewer: Viewer,
  { userId }: { userId: string },
): Promise<{ message: string }> {
  const digests = keyedDigests(deps.config, "member", userId);
  const leftIds = [userId, ...digests.map(({ digest }) => digest)];
  const { mustVerify } = deps.mail;
  const two = { blockerId: viewer.memberId, blockedId: userId, leftIds, mustVerify };
  await requireDone(deps, await deleteBlock(deps.db, { ...two, now: deps.clock.now() }));
  return { message: "This user is no longer blocked" };
}
