import { z } from "zod";
import { EVIDENCE_AROUND, EVIDENCE_MAX_BYTES } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import type { SenderRow } from "~/db/moderation/report-evidence";
import type { ReportedLine } from "./stored-messages";

const evidenceSchema = z.array(
  z.object({
    /** Present on a revealed sealed address, which has no message id. */
    kind: z.literal("address").optional(),
    message_id: z.string().nullable(),
    sender_id: z.string(),
    sender_name: z.string(),
    sender_avatar: z.string().nullable().default(null),
    content: z.string(),
    created_at: z.number(),
    is_read: z.boolean().default(false),
    /** The question that an answer belongs to (docs/rules.md#questions). */
    question: z.string().optional(),
    /** Present on the message that the reporter named. */
    reported: z.literal(true).optional(),
    /** Present on a message that a later report named, if that report was added to this one. */
    quoted: z.literal(true).optional(),
    /** When the author withdrew a sealed address; null if it is still there. */
    withdrawn_at: z.number().nullable().optional(),
  }),
);

export type StoredEvidence = z.output<typeof evidenceSchema>[number];

/**
 * Messages and answers, oldest first, then the sealed address.
 * @throws ZodError for a column that holds anything else
 */
export const parseEvidence = (json: string): StoredEvidence[] => parseJson(evidenceSchema, json);

/**
 * Keeps the lines nearest to the reported message and the newest lines, each group up to {@link EVIDENCE_MAX_BYTES}.
 * @param lines oldest first
 * @param reportedId the message that the reporter named, if any; one of `lines`
 */
export function toEvidence(
  lines: ReportedLine[],
  senders: SenderRow[],
  reportedId: string | null = null,
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
  const distances = new Map(all.map((one, index) => [one, Math.abs(index - named)]));
  const distance = (one: StoredEvidence) => distances.get(one) ?? 0;
  const nearest =
    named < 0
      ? []
      : all
          .filter((one) => distance(one) <= EVIDENCE_AROUND)
          .sort((one, other) => distance(one) - distance(other));
  // Each group has its own limit, so that long later messages can't push out the reported one.
  const kept = new Set([...takeBytes(nearest), ...takeBytes(all.toReversed())]);
  return all.filter((one) => kept.has(one));
}

function takeBytes(evidence: StoredEvidence[], most = EVIDENCE_MAX_BYTES): StoredEvidence[] {
  let bytes = 0;
  const end = evidence.findIndex((one) => {
    bytes += new TextEncoder().encode(JSON.stringify(one)).length;
    return bytes > most;
  });
  return end < 0 ? evidence : evidence.slice(0, end);
}

/** For a report and its additions. A D1 row has at most 2 MB. */
const TOTAL_BYTES = 6 * EVIDENCE_MAX_BYTES;

const keyOf = ({ kind, message_id }: StoredEvidence) => message_id ?? kind;

/** Keeps the lines that the report already has, but marks the one that the added report names. */
export function addEvidence(json: string, added: StoredEvidence[]): string {
  const known = parseEvidence(json);
  const quoted = new Set(added.flatMap((one) => (one.reported ? [keyOf(one)] : [])));
  const keys = new Set(known.map(keyOf));
  const all = [...known, ...added.filter((one) => !keys.has(keyOf(one)))];
  const marked = takeBytes(all, TOTAL_BYTES).map(
    (one): StoredEvidence =>
      quoted.has(keyOf(one)) ? { ...one, reported: true, quoted: true } : one,
  );
  const isLine = ({ kind }: StoredEvidence) => kind === "address";
  return JSON.stringify([
    ...marked.filter((one) => !isLine(one)).sort((one, other) => one.created_at - other.created_at),
    ...marked.filter(isLine),
  ]);
}
