import { keyedDigests } from "~/core/accounts/record-keys";
import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { mailSupport } from "~/core/notices/send-mail";
import { LEFT_REPORT_DAYS, LIMITS, MS_PER_DAY, MS_PER_SECOND } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { withTimeLimit } from "~/core/shared/time-limit";
import { type RateWindows, readWindows } from "~/db/accounts/rate-window";
import { findLeftConversation, insertLeftReport } from "~/db/moderation/left-reports";
import {
  addToReport,
  findReportTarget,
  insertReport,
  type OpenReport,
} from "~/db/moderation/moderation";
import type { PendingEvidence, SenderRow } from "~/db/moderation/report-evidence";
import { addEvidence, type StoredEvidence, toEvidence } from "./evidence";
import { type Look, readMessages } from "./read-evidence";
import type { ReportInput } from "./schemas";
import { decryptLine, type ReportedLine, toAddressLine } from "./stored-messages";

const RECEIVED = { message: "Thank you. Your report has been received." };

const reportWindows = ({ clock }: Pick<Deps, "clock">, memberId: string): RateWindows => ({
  windows: [{ key: `reports:${memberId}`, limit: LIMITS.reports, memberId }],
  now: clock.now(),
});

/** An attempt fails if another tab makes or resolves a report between the read and the write. */
const ATTEMPTS = 3;
/** How long a report waits for the conversation's object. After that the messages are added later. */
const MESSAGES_WAIT_MS = 2 * MS_PER_SECOND;

interface Collected {
  evidence: StoredEvidence[];
  pending: PendingEvidence | null;
}

/** @throws AppError `message_not_found` */
async function collect(
  deps: Deps,
  look: Look,
  line: ReportedLine | null,
  senders: SenderRow[],
): Promise<Collected> {
  const { messageId, conversationId, at } = look;
  const messages = await withTimeLimit(readMessages(deps, look), MESSAGES_WAIT_MS).catch(
    (error) => {
      if (error instanceof AppError && error.code === "message_not_found") throw error;
      return null;
    },
  );
  const named = messages && messageId;
  return {
    evidence: toEvidence([...(messages ?? []), ...(line ? [line] : [])], senders, named),
    pending: messages ? null : { conversationId, messageId, at },
  };
}

/**
 * Adds a report to the open report about the same conversation.
 * @returns false if the open report has changed meanwhile
 */
async function addReport(
  deps: Deps,
  open: OpenReport,
  { evidence, pending }: Collected,
  details: string | null,
  windows: RateWindows,
): Promise<boolean> {
  const added = { open, details, evidence: addEvidence(open.evidence, evidence), pending };
  const { stored, states } = await addToReport(deps.db, added, windows);
  if (!stored) assertWithinLimits(states, windows.now);
  return stored;
}

/**
 * Reports a member that the viewer was ever paired with, blocked or not. The evidence is what the conversation has now,
 * even if its object doesn't answer in time and the messages are added later (docs/rules.md#evidence). While the viewer
 * has an open report about a conversation, another report is added to it (docs/rules.md#reports).
 * @throws AppError `cannot_report_yourself`, `too_many_requests`, `profile_not_found` unless the two were ever paired,
 * `conversation_not_found` for a conversation that isn't between the two, `message_not_found`
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const target = await findReportTarget(deps.db, ask, windows);
    assertWithinLimits(target.states, now);
    if (userId === viewer.memberId) throw new AppError("cannot_report_yourself");
    if (!target.ever_paired) {
      if (await reportLeft(deps, viewer, { userId, ...input }, windows)) return RECEIVED;
      throw new AppError("profile_not_found");
    }
    const { conversation_id: conversationId, address, left_at, withdrawn, senders } = target;
    if (conversationId === null) throw new AppError("conversation_not_found");
    const messageId = input.message_id ?? null;
    const look = { ...ask, conversationId, isLeft: false, messageId, at: now };
    const line =
      address !== null && left_at !== null
        ? toAddressLine(userId, address, left_at)
        : withdrawn && (await decryptLine(deps, userId, withdrawn));
    const collected = await collect(deps, look, line || null, senders);
    if (target.open_id !== null && target.evidence !== null) {
      const open = { id: target.open_id, evidence: target.evidence };
      if (await addReport(deps, open, collected, details, windows)) return RECEIVED;
      continue;
    }
    const { evidence, pending } = collected;
    const report = {
      ...{ ...ask, conversationId, reason: input.reason, details, now },
      id: newId(),
      evidence: JSON.stringify(evidence),
      pending,
    };
    const { stored, states, isAboutLoneAdmin } = await insertReport(deps.db, report, windows);
    if (stored) {
      const mail = {
        template: "admin_reported",
        reportId: report.id,
        reason: input.reason,
      } as const;
      if (isAboutLoneAdmin) mailSupport(deps, userId, mail);
      return RECEIVED;
    }
    assertWithinLimits(states, now);
  }
  // The account was deleted meanwhile, or every attempt failed.
  throw new AppError("profile_not_found");
}

/**
 * Reports a member who has left, while their last messages are kept (docs/rules.md#leaving).
 * @param input.userId the id that the member had; null if `conversation_id` names the conversation
 * @returns false if there is nothing to report
 * @throws AppError `message_not_found`, `too_many_requests`
 */
async function reportLeft(
  deps: Deps,
  { memberId, user }: Viewer,
  input: { userId: string | null } & ReportInput,
  windows: RateWindows,
): Promise<boolean> {
  const { now } = windows;
  const conversationId = input.conversation_id ?? null;
  const messageId = input.message_id ?? null;
  const subjects =
    input.userId === null
      ? null
      : (await keyedDigests(deps.config, "member", input.userId)).map(({ digest }) => digest);
  const details = input.details || null;
  const senders = [{ id: memberId, name: user.name, avatarUrl: user.avatar_url }];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const left = await findLeftConversation(deps.db, { memberId, subjects, conversationId, now });
    if (!left) return false;
    const look = {
      conversationId: left.conversation_id,
      reporterId: memberId,
      reportedId: left.author,
      ...{ isLeft: true, messageId, at: now },
    };
    const line = left.line === null ? null : await decryptLine(deps, left.author, left.line);
    const collected = await collect(deps, look, line, senders);
    if (left.open_id !== null && left.evidence !== null) {
      const open = { id: left.open_id, evidence: left.evidence };
      if (await addReport(deps, open, collected, details, windows)) return true;
      continue;
    }
    const { evidence, pending } = collected;
    const report = {
      ...{ reporterId: memberId, conversationId: look.conversationId, subject: left.author },
      ...{ reason: input.reason, details, now, until: now + LEFT_REPORT_DAYS * MS_PER_DAY },
      id: newId(),
      evidence: JSON.stringify(evidence),
      pending,
    };
    const { stored, states } = await insertLeftReport(deps.db, report, windows);
    if (stored) return true;
    assertWithinLimits(states, now);
  }
  return false;
}

export async function canReportLeft(
  { db, clock }: Deps,
  { memberId }: Viewer,
  { conversationId }: { conversationId: string },
): Promise<boolean> {
  const ask = { memberId, subjects: null, conversationId, now: clock.now() };
  return (await findLeftConversation(db, ask)) !== undefined;
}

/**
 * @throws AppError `too_many_requests`, `message_not_found`, `conversation_not_found` once it can no longer be reported
 * (docs/rules.md#leaving)
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
