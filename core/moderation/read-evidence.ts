import { z } from "zod";
import { decryptRecord } from "~/core/accounts/record-keys";
import type { StoredMessage } from "~/core/conversation/objects";
import type { Deps } from "~/core/deps";
import { EVIDENCE_AROUND, EVIDENCE_MESSAGES } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { parseJson } from "~/core/shared/parse";
import { findKeptMessages } from "~/db/conversation/kept-words";
import { findPendingReport, storeEvidence } from "~/db/moderation/report-evidence";
import type { JobRow } from "~/db/operations/jobs";
import { addEvidence, toEvidence } from "./evidence";
import { inOrder, type ReportedLine, readRevealed, reportedLinesSchema } from "./stored-messages";

type ReadDeps = Pick<Deps, "db" | "conversations" | "config">;

/** A report, or an addition to a report, whose evidence is read. */
export interface Look {
  conversationId: string;
  reporterId: string;
  /** A digest once the reported member has left. */
  reportedId: string;
  isLeft: boolean;
  messageId: string | null;
  at: number;
}

/**
 * The messages and revealed answers that a report keeps, as they were when it was made: the last messages, and the
 * reported message with those around it. So nobody can hide a message by writing more (docs/rules.md#evidence).
 * @throws AppError `message_not_found` for a message that isn't the reported member's in this conversation,
 * `unavailable`
 */
export async function readMessages(deps: ReadDeps, look: Look): Promise<ReportedLine[]> {
  const { reporterId, reportedId, messageId, at } = look;
  const kept = look.isLeft ? await readKept(deps, look) : null;
  const lines = (kept ?? (await readFromObject(deps, look)))
    .filter(({ created_at }) => created_at <= at)
    .map((line) => ({
      ...line,
      sender_id: line.sender_id === reporterId ? reporterId : reportedId,
    }));
  const isNamed = ({ id, sender_id, question }: ReportedLine) =>
    id === messageId && sender_id === reportedId && question === undefined;
  if (messageId !== null && !lines.some(isNamed)) throw new AppError("message_not_found");
  return lines;
}

/** Null if the conversation's object hasn't handed over its last messages. */
async function readKept(
  { db, config }: ReadDeps,
  { conversationId }: Look,
): Promise<ReportedLine[] | null> {
  const kept = await findKeptMessages(db, conversationId);
  const plain = kept === null ? null : await decryptRecord(config, kept);
  return plain === null ? null : parseJson(reportedLinesSchema, plain);
}

async function readFromObject(
  { conversations }: ReadDeps,
  { conversationId, reporterId, reportedId, messageId, at }: Look,
): Promise<ReportedLine[]> {
  const newest = { before: null, limit: EVIDENCE_MESSAGES, until: at };
  const around = { before: messageId, limit: EVIDENCE_AROUND, after: EVIDENCE_AROUND, until: at };
  const nothing = { messages: [] as StoredMessage[] };
  const [last, nearby, answers] = await Promise.all([
    conversations.list(conversationId, newest),
    messageId === null ? nothing : conversations.list(conversationId, around),
    readRevealed({ conversations }, conversationId, {
      memberId: reporterId,
      partnerId: reportedId,
    }),
  ]);
  const known = new Set(last.messages.map(({ id }) => id));
  const others = nearby.messages.filter(({ id }) => !known.has(id));
  return inOrder([...others, ...last.messages, ...answers]);
}

const evidenceDetail = z.object({
  report: z.string(),
  message: z.string().nullable(),
  at: z.number(),
});

/**
 * An attempt fails if the report's evidence or its reported member changes meanwhile, for example because the reporter
 * reported again.
 */
const ATTEMPTS = 3;

/**
 * Adds the messages to a report whose conversation's object didn't answer in time. If the report names a message that
 * isn't the reported member's, no message is marked as the reported one.
 */
export async function fetchEvidence(deps: ReadDeps, { id, conversationId, detail }: JobRow) {
  const { report: reportId, message, at } = parseJson(evidenceDetail, detail);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const report = await findPendingReport(deps.db, reportId);
    if (!report) return;
    const look = {
      conversationId: conversationId ?? "",
      reporterId: report.reporterId,
      reportedId: report.reportedId ?? report.reportedDigest ?? "",
      isLeft: report.reportedId === null,
      at,
    };
    const named = await readMessages(deps, { ...look, messageId: message }).catch((error) => {
      if (error instanceof AppError && error.code === "message_not_found") return null;
      throw error;
    });
    const lines = named ?? (await readMessages(deps, { ...look, messageId: null }));
    const senders = [report.reporter, report.reported].filter((sender) => sender !== null);
    const added = toEvidence(lines, senders, named ? message : null);
    const evidence = addEvidence(report.evidence, added);
    if (await storeEvidence(deps.db, { jobId: id, reportId, before: report, evidence })) return;
  }
  throw new Error("the report changed at each attempt");
}
