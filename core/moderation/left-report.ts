import type { Deps } from "~/core/deps";
import {
  inOrder,
  type ReportedLine,
  readRevealed,
  reportedLinesSchema,
} from "~/core/jobs/stored-messages";
import { EVIDENCE_MESSAGES, LEFT_REPORT_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { parseJson } from "~/core/shared/parse";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import type { Viewer } from "~/core/viewer/viewer";
import {
  findLeftConversation,
  insertLeftReport,
  type LeftConversation,
} from "~/db/queries/left-conversations";
import { addToReport } from "~/db/queries/moderation";
import type { RateWindows } from "~/db/queries/rate-window";
import { sealEvidence, toEvidence } from "./evidence";
import { addQuotation } from "./quotation";
import type { ReportInput } from "./schemas";

/**
 * Reports a member who has left, as long as their last messages are kept (docs/rules.md#leaving).
 * @param input.userId the id that the member had; null if the conversation is named
 * @returns false if there is nothing that may be reported
 * @throws AppError `message_not_found`, `too_many_requests`, `unavailable`
 */
export async function reportLeft(
  deps: Deps,
  { memberId, user }: Viewer,
  input: { userId: string | null } & ReportInput,
  windows: RateWindows,
): Promise<boolean> {
  const { now } = windows;
  const conversationId = input.conversation_id ?? null;
  const subjects =
    input.userId === null
      ? null
      : (await deps.records.digests("member", input.userId)).map(({ digest }) => digest);
  const left = await findLeftConversation(deps.db, { memberId, subjects, conversationId, now });
  if (!left) return false;
  const messages = await readKept(deps, memberId, left);
  const messageId = input.message_id ?? null;
  const isNamed = ({ id, sender_id, question }: ReportedLine) =>
    id === messageId && sender_id !== memberId && question === undefined;
  if (messageId !== null && !messages.some(isNamed)) throw new AppError("message_not_found");
  const details = input.details || null;
  if (left.open_report_id !== null) {
    const added = {
      reportId: left.open_report_id,
      details: addQuotation(details, messages, messageId),
    };
    const { stored, states } = await addToReport(deps.db, added, windows);
    if (!stored) assertWithinLimits(states, now);
    return stored;
  }
  const { subject } = left;
  const lines = messages.map((message) => ({
    ...message,
    sender_id: message.sender_id === memberId ? memberId : subject,
  }));
  const senders = [{ id: memberId, name: user.name, avatar_url: user.avatar_url }];
  const evidence = toEvidence(lines, senders, messageId);
  const id = deps.random.id();
  const sides = { reporterId: memberId, reportedDigest: subject };
  const sealed = await sealEvidence(deps, { reportId: id, ...sides, evidence });
  const report = {
    ...sealed,
    id,
    reporterId: memberId,
    conversationId: left.conversation_id,
    subject,
    reason: input.reason,
    details,
    evidence: JSON.stringify(evidence),
    until: now + LEFT_REPORT_DAYS * MS_PER_DAY,
    now,
  };
  const { stored, states } = await insertLeftReport(deps.db, report, windows);
  if (!stored) assertWithinLimits(states, now);
  return stored;
}

/**
 * The last messages and the revealed answers that were kept. They are read from the conversation's object if they have
 * not been kept yet.
 */
async function readKept(
  deps: Deps,
  memberId: string,
  { conversation_id: conversationId, subject, messages: kept }: LeftConversation,
): Promise<ReportedLine[]> {
  const plain = kept === null ? null : await deps.records.decrypt(kept);
  if (plain !== null) return parseJson(reportedLinesSchema, plain);
  const last = { before: null, limit: EVIDENCE_MESSAGES };
  const { messages } = await deps.conversations.list(conversationId, last);
  const sides = { memberId, partnerId: subject };
  return inOrder([...messages, ...(await readRevealed(deps, conversationId, sides))]);
}
