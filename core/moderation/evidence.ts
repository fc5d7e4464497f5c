import { z } from "zod";
import { decryptRecord, encryptRecord } from "~/core/accounts/record-keys";
import type { StoredMessage } from "~/core/conversation/objects";
import type { Deps } from "~/core/deps";
import { EVIDENCE_AROUND, EVIDENCE_MAX_BYTES, EVIDENCE_MESSAGES } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { parseJson } from "~/core/shared/parse";
import { findKeptMessages } from "~/db/conversation/kept-words";
import { findPendingReport, type SenderRow, storeEvidence } from "~/db/moderation/reports";
import type { JobRow } from "~/db/operations/jobs";

const storedMessageSchema = z.object({
  id: z.string(),
  sender_id: z.string(),
  content: z.string(),
  client_id: z.string().nullable(),
  created_at: z.number(),
  read_at: z.number().nullable(),
});

export const storedMessagesSchema = z.array(storedMessageSchema);

const reportedLinesSchema = z.array(
  storedMessageSchema.extend({
    question: z.string().optional(),
    kind: z.literal("address").optional(),
    withdrawn_at: z.number().nullable().optional(),
  }),
);

/** A message, a revealed answer with its question, or a revealed sealed address. */
export type ReportedLine = z.output<typeof reportedLinesSchema>[number];

const evidenceSchema = z.array(
  z.object({
    kind: z.literal("address").optional(),
    /** Null for a sealed address. */
    message_id: z.string().nullable(),
    sender_id: z.string(),
    sender_name: z.string(),
    sender_avatar: z.string().nullable().default(null),
    content: z.string(),
    created_at: z.number(),
    is_read: z.boolean().default(false),
    question: z.string().optional(),
    reported: z.literal(true).optional(),
    /** Present if a later report, which was added to this one, names the message. */
    quoted: z.literal(true).optional(),
    withdrawn_at: z.number().nullable().optional(),
  }),
);

type StoredEvidence = z.output<typeof evidenceSchema>[number];

export const parseEvidence = (json: string): StoredEvidence[] => parseJson(evidenceSchema, json);

/**
 * Keeps the lines nearest to the reported message and the newest lines, each group up to {@link EVIDENCE_MAX_BYTES}.
 * @param lines oldest first
 */
export function toEvidence(
  lines: ReportedLine[],
  senders: SenderRow[],
  reportedId: string | null,
): StoredEvidence[] {
  const byId = new Map(senders.map((sender) => [sender.id, sender]));
  const all = lines.map(
    ({ id, client_id: _, read_at, ...line }): StoredEvidence => ({
      ...line,
      message_id: line.kind === "address" ? null : id,
      sender_name: byId.get(line.sender_id)?.name ?? "",
      sender_avatar: byId.get(line.sender_id)?.avatarUrl ?? null,
      is_read: read_at !== null,
      ...(id === reportedId ? { reported: true as const } : {}),
    }),
  );
  const named = all.findIndex(({ reported }) => reported);
  const nearest = all
    .map((one, index) => ({ one, distance: Math.abs(index - named) }))
    .filter(({ distance }) => named >= 0 && distance <= EVIDENCE_AROUND)
    .sort((one, other) => one.distance - other.distance)
    .map(({ one }) => one);
  // Each group has its own limit, so that long messages after the reported one can't push it out.
  const kept = new Set([
    ...takeBytes(nearest, EVIDENCE_MAX_BYTES),
    ...takeBytes(all.toReversed(), EVIDENCE_MAX_BYTES),
  ]);
  return all.filter((one) => kept.has(one));
}

function takeBytes(evidence: StoredEvidence[], most: number): StoredEvidence[] {
  let bytes = 0;
  const end = evidence.findIndex((one) => {
    bytes += new TextEncoder().encode(JSON.stringify(one)).length;
    return bytes > most;
  });
  return end < 0 ? evidence : evidence.slice(0, end);
}

/** For the evidence of a report and of everything that was added to it. D1 limits a row to 2 MB. */
const TOTAL_BYTES = 6 * EVIDENCE_MAX_BYTES;

const keyOf = ({ kind, message_id }: StoredEvidence) => message_id ?? kind;

/** Adds the lines of a later report that the evidence lacks, and marks the message that the later report names. */
export function addEvidence(json: string, added: StoredEvidence[]): string {
  const known = parseEvidence(json);
  const quoted = new Set(added.filter(({ reported }) => reported).map(keyOf));
  const keys = new Set(known.map(keyOf));
  const all = [...known, ...added.filter((one) => !keys.has(keyOf(one)))];
  const marked = takeBytes(all, TOTAL_BYTES).map(
    (one): StoredEvidence =>
      quoted.has(keyOf(one)) ? { ...one, reported: true, quoted: true } : one,
  );
  return JSON.stringify([
    ...inOrder(marked.filter(({ kind }) => kind !== "address")),
    ...marked.filter(({ kind }) => kind === "address"),
  ]);
}

export const inOrder = <Line extends { created_at: number }>(lines: Line[]): Line[] =>
  lines.toSorted((one, other) => one.created_at - other.created_at);

export const toAddressLine = (
  authorId: string,
  content: string,
  leftAt: number,
  withdrawnAt: number | null = null,
): ReportedLine => ({
  kind: "address",
  id: "address",
  sender_id: authorId,
  content,
  client_id: null,
  created_at: leftAt,
  read_at: null,
  withdrawn_at: withdrawnAt,
});

const keptLine = z.object({
  address: z.string(),
  left_at: z.number(),
  withdrawn_at: z.number().nullable(),
});

/** @param withdrawnAt when the author withdrew the address; null if the author is leaving */
export const encryptLine = (
  { config }: Pick<Deps, "config">,
  { address, updated_at }: { address: string; updated_at: number },
  withdrawnAt: number | null,
): Promise<string> =>
  encryptRecord(
    config,
    JSON.stringify({ address, left_at: updated_at, withdrawn_at: withdrawnAt }),
  );

export async function decryptLine(
  { config }: Pick<Deps, "config">,
  authorId: string,
  words: string,
): Promise<ReportedLine | null> {
  const plain = await decryptRecord(config, words);
  if (plain === null) return null;
  const { address, left_at, withdrawn_at } = parseJson(keptLine, plain);
  return toAddressLine(authorId, address, left_at, withdrawn_at);
}

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
 * The conversation's last lines when the report was made, and the reported message with the lines around it. Later
 * messages don't push them out, so nobody can hide a message by writing more (docs/rules.md#evidence).
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

/** Null if the conversation's object hasn't handed over its last messages, or no record key decrypts them. */
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
    readRevealed({ conversations }, conversationId, reporterId, reportedId),
  ]);
  const known = new Set(last.messages.map(({ id }) => id));
  const others = nearby.messages.filter(({ id }) => !known.has(id));
  return inOrder([...others, ...last.messages, ...answers]);
}

/**
 * Both members' answers of each revealed level. Sealed answers are no evidence.
 * @param reporterId the member who reports or could report
 * @param reportedId the partner, or a digest once the partner has left
 */
export async function readRevealed(
  { conversations }: Pick<Deps, "conversations">,
  conversationId: string,
  reporterId: string,
  reportedId: string,
): Promise<ReportedLine[]> {
  const levels = await conversations.listQuestions(conversationId, reporterId);
  return levels.flatMap(({ level, question, mine, theirs, revealedAt }) => {
    if (revealedAt === null || question === null) return [];
    // The lines' own ids contain no member's id, because a report outlives the reported member's account.
    return [
      { id: `question-${level}-reporter`, sender_id: reporterId, content: mine ?? "" },
      { id: `question-${level}-reported`, sender_id: reportedId, content: theirs ?? "" },
    ].map((answer) => ({
      ...answer,
      question,
      client_id: null,
      created_at: revealedAt,
      read_at: revealedAt,
    }));
  });
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
