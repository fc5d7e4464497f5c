import type { Deps } from "~/core/deps";
import { requireDone } from "~/core/jobs/jobs";
import { inOrder, type ReportedLine, readRevealed } from "~/core/jobs/stored-messages";
import { mailSupport } from "~/core/mail/send-mail";
import type { StoredMessage } from "~/core/ports";
import { toIso } from "~/core/shared/age";
import { EVIDENCE_AROUND, EVIDENCE_MESSAGES, LIMITS } from "~/core/shared/constants";
import type { BlockDto, OwnReportDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { isolate } from "~/core/shared/isolate";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import type { Viewer } from "~/core/viewer/viewer";
import { findLeftConversation } from "~/db/queries/left-conversations";
import {
  addToReport,
  deleteBlock,
  findReportTarget,
  insertBlock,
  insertReport,
  listBlocked,
  type NewReport,
  readOwnReports,
  type SenderRow,
} from "~/db/queries/moderation";
import { parsePartnerCard } from "~/db/queries/partner-card";
import { type RateWindows, readWindows } from "~/db/queries/rate-window";
import { sealEvidence, toEvidence } from "./evidence";
import { reportLeft } from "./left-report";
import { addQuotation } from "./quotation";
import type { ReportInput } from "./schemas";

/** The members that the viewer has blocked, newest block first. */
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
 * Blocks a member: neither of the two can read or write in their conversations, present or later, and no run pairs the
 * two. Closes an open conversation before the call answers.
 * @throws AppError `cannot_block_yourself`, `profile_not_found`, `unavailable` when the block is stored and the
 *   conversation can't be closed yet
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
  const wish = { id: deps.random.id(), blockerId: memberId, blockedId: userId, mustVerify, now };
  const block = await insertBlock(deps.db, wish);
  if (!block.blockedName) throw new AppError("profile_not_found");
  await requireDone(deps, block.changes);
  return { message: `You have blocked ${isolate(block.blockedName)}.`, isNew: block.isNew };
}

/**
 * Ends a block; no error when there was none. An open conversation opens again (docs/rules.md#open).
 * @throws AppError `unavailable` when the block is gone and the conversation can't be opened yet
 */
export async function unblockMember(
  deps: Deps,
  viewer: Viewer,
  { userId }: { userId: string },
): Promise<{ message: string }> {
  const digests = await deps.records.digests("member", userId);
  const leftIds = [userId, ...digests.map(({ digest }) => digest)];
  const { mustVerify } = deps.mail;
  const two = { blockerId: viewer.memberId, blockedId: userId, leftIds, mustVerify };
  await requireDone(deps, await deleteBlock(deps.db, { ...two, now: deps.clock.now() }));
  return { message: "This user is no longer blocked" };
}

const RECEIVED = { message: "Thank you. Your report has been received." };

/** The window for a member's reports of a day. */
const reportWindows = ({ clock }: Pick<Deps, "clock">, memberId: string): RateWindows => ({
  windows: [{ key: `reports:${memberId}`, limit: LIMITS.reports, memberId }],
  now: clock.now(),
});

/** Attempts, because a report may be resolved, or made in another tab, between the read and the write. */
const REPORT_ATTEMPTS = 3;

/**
 * Reports a member that the viewer was ever paired with, blocked or not. The conversation's last 50 messages are sealed
 * with the report as they are now. While the viewer has an open report about a conversation, another report adds its
 * text to it (docs/rules.md#reports).
 * @throws AppError `cannot_report_yourself`, `too_many_requests`, `profile_not_found` unless the two were ever paired,
 *   `conversation_not_found` for a conversation that is not of the two, `message_not_found`, `unavailable`
 */
export async function reportMember(
  deps: Deps,
  viewer: Viewer,
  { userId, ...input }: { userId: string } & ReportInput,
): Promise<{ message: string }> {
  const windows = reportWindows(deps, viewer.memberId);
  const { now } = windows;
  const ask = {
    reporterId: viewer.memberId,
    reportedId: userId,
    conversationId: input.conversation_id ?? null,
  };
  const details = input.details || null;
  for (let attempt = 0; attempt < REPORT_ATTEMPTS; attempt++) {
    const target = await findReportTarget(deps.db, ask, windows);
    assertWithinLimits(target.states, now);
    if (userId === viewer.memberId) throw new AppError("cannot_report_yourself");
    if (!target.everPaired) {
      const isReported = await reportLeft(deps, viewer, { userId, ...input }, windows);
      if (isReported) return RECEIVED;
      throw new AppError("profile_not_found");
    }
    const { conversationId, openReportId, senders } = target;
    if (conversationId === undefined) throw new AppError("conversation_not_found");
    const messageId = input.message_id ?? null;
    const isRead = openReportId === undefined || messageId !== null;
    const named = { conversationId, reportedId: userId, messageId };
    const messages = isRead ? await readReported(deps, named) : [];
    const sides = { memberId: ask.reporterId, partnerId: ask.reportedId };
    const answers =
      openReportId === undefined ? await readRevealed(deps, conversationId, sides) : [];
    const { stored, states } =
      openReportId === undefined
        ? await insertSealed(
            deps,
            { ...ask, conversationId, reason: input.reason, details, senders },
            { messages: inOrder([...messages, ...answers]), messageId },
            windows,
          )
        : await addToReport(
            deps.db,
            { reportId: openReportId, details: addQuotation(details, messages, messageId) },
            windows,
          );
    if (stored) return RECEIVED;
    assertWithinLimits(states, now);
  }
  // An account was deleted meanwhile.
  throw new AppError("profile_not_found");
}

interface NamedMessage {
  conversationId: string;
  reportedId: string;
  /** Null if the report is about the conversation as a whole. */
  messageId: string | null;
}

/**
 * Messages that a report keeps (docs/rules.md#evidence): the conversation's last ones, and the named message with those
 * around it, so that no one can hide a message by writing more.
 * @throws AppError `message_not_found` for a message that is not the reported member's in this conversation
 */
async function readReported(
  { conversations }: Deps,
  { conversationId, reportedId, messageId }: NamedMessage,
): Promise<StoredMessage[]> {
  const newest = { before: null, limit: EVIDENCE_MESSAGES };
  const { messages } = await conversations.list(conversationId, newest);
  if (messageId === null) return messages;
  const isNamed = ({ id, sender_id }: StoredMessage) =>
    id === messageId && sender_id === reportedId;
  const nearby = { before: messageId, limit: EVIDENCE_AROUND, after: EVIDENCE_AROUND };
  const { messages: around } = await conversations.list(conversationId, nearby);
  if (!around.some(isNamed)) throw new AppError("message_not_found");
  const known = new Set(messages.map(({ id }) => id));
  return [...around.filter(({ id }) => !known.has(id)), ...messages];
}

/** Whether a member may still report a conversation whose other member has left. */
export async function canReportLeft(
  { db, clock }: Deps,
  { memberId }: Viewer,
  { conversationId }: { conversationId: string },
): Promise<boolean> {
  const ask = { memberId, subjects: null, conversationId, now: clock.now() };
  return (await findLeftConversation(db, ask)) !== undefined;
}

/**
 * Reports a conversation whose other member has left (docs/rules.md#leaving).
 * @throws AppError `too_many_requests`, `message_not_found`, `conversation_not_found` once it can't be reported any
 *   more
 */
export async function reportLeftConversation(
  deps: Deps,
  viewer: Viewer,
  { conversationId, ...input }: { conversationId: string } & ReportInput,
): Promise<{ message: string }> {
  const windows = reportWindows(deps, viewer.memberId);
  assertWithinLimits(await readWindows(deps.db, windows), windows.now);
  const about = { ...input, userId: null, conversation_id: conversationId };
  if (!(await reportLeft(deps, viewer, about, windows)))
    throw new AppError("conversation_not_found");
  return RECEIVED;
}

async function insertSealed(
  deps: Deps,
  {
    senders,
    ...report
  }: Omit<NewReport, "id" | "now"> & {
    conversationId: string;
    senders: SenderRow[];
  },
  { messages, messageId }: { messages: ReportedLine[]; messageId: string | null },
  windows: RateWindows,
) {
  const id = deps.random.id();
  const evidence = toEvidence(messages, senders, messageId);
  const { reporterId, reportedId } = report;
  const { digest: reportedDigest } = await deps.records.digest("member", reportedId);
  const sealed = await sealEvidence(deps, { reportId: id, reporterId, reportedDigest, evidence });
  const inserted = await insertReport(
    deps.db,
    {
      ...report,
      ...sealed,
      reportedDigest,
      id,
      evidence: JSON.stringify(evidence),
      now: windows.now,
    },
    windows,
  );
  if (inserted.stored && inserted.isAboutLoneAdmin) {
    const mail = { template: "admin_reported", reportId: id, reason: report.reason } as const;
    mailSupport(deps, reportedId, mail);
  }
  return inserted;
}

/**
 * The viewer's own reports, newest first, without the actions that followed. A report about a member who has left has
 * no name.
 */
export async function listOwnReports(deps: Deps, viewer: Viewer): Promise<OwnReportDto[]> {
  const rows = await readOwnReports(deps.db, viewer.memberId);
  return rows.map((row) => ({
    report_id: row.id,
    user_id: row.reported_id,
    name: row.reported_name,
    reason: row.reason,
    created_at: toIso(row.created_at),
    outcome: row.status === "open" ? "received" : (row.outcome ?? "no_breach"),
  }));
}
