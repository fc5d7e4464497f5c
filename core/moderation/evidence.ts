import { z } from "zod";
import type { Deps } from "~/core/deps";
import { type ReportedLine, toAnswerId } from "~/core/jobs/stored-messages";
import type { RecordPurpose } from "~/core/ports";
import { EVIDENCE_AROUND, EVIDENCE_MAX_BYTES } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import type { SenderRow } from "~/db/queries/moderation";

/** Evidence as it is stored. Fields that older reports lack have a default, and the older name of `reported` is accepted. */
const evidenceSchema = z.array(
  z
    .object({
      message_id: z.string(),
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
      is_reported: z.literal(true).optional(),
    })
    .transform(({ is_reported, ...one }) =>
      is_reported ? { ...one, reported: is_reported } : one,
    ),
);

/** A message as a report keeps it; `created_at` in milliseconds since 1970. */
type StoredEvidence = z.output<typeof evidenceSchema>[number];

/** The sealed evidence of a report, oldest message first. @throws ZodError for a column that holds anything else */
export function parseEvidence(json: string): StoredEvidence[] {
  return parseJson(evidenceSchema, json);
}

/**
 * Messages as a report keeps them, oldest first: those nearest to the reported message and the newest ones, each group
 * up to {@link EVIDENCE_MAX_BYTES}.
 * @param messages oldest first @param reportedId the message that the reporter named, if any; one of `messages`
 */
export function toEvidence(
  messages: ReportedLine[],
  senders: SenderRow[],
  reportedId: string | null = null,
): StoredEvidence[] {
  const byId = new Map(senders.map((sender) => [sender.id, sender]));
  const all = messages.map(
    (message): StoredEvidence => ({
      message_id: message.id,
      sender_id: message.sender_id,
      sender_name: byId.get(message.sender_id)?.name ?? "",
      sender_avatar: byId.get(message.sender_id)?.avatar_url ?? null,
      content: message.content,
      created_at: message.created_at,
      is_read: message.read_at !== null,
      ...(message.question === undefined ? {} : { question: message.question }),
      ...(message.id === reportedId ? { reported: true as const } : {}),
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
  // Each group has its own limit, so that long later messages can't push out the message that a report names.
  const kept = new Set([...takeBytes(nearest), ...takeBytes(all.toReversed())]);
  return all.filter((one) => kept.has(one));
}

/** The first messages, up to {@link EVIDENCE_MAX_BYTES} in all. */
function takeBytes(evidence: StoredEvidence[]): StoredEvidence[] {
  let bytes = 0;
  const end = evidence.findIndex((one) => {
    bytes += new TextEncoder().encode(JSON.stringify(one)).length;
    return bytes > EVIDENCE_MAX_BYTES;
  });
  return end < 0 ? evidence : evidence.slice(0, end);
}

const sideOf = ({ sender_id }: StoredEvidence, reporterId: string) =>
  sender_id === reporterId ? "reporter" : "reported";

/** The id of an answer: its level, and in reports of earlier versions its member's id instead of the side. */
const ANSWER_ID = /^question-([1-3])-/;

/** The evidence with each answer named by its side, as {@link toAnswerId} does. */
export function nameAnswers(evidence: StoredEvidence[], reporterId: string): StoredEvidence[] {
  return evidence.map((one) => {
    const [, level] = (one.question !== undefined && ANSWER_ID.exec(one.message_id)) || [];
    if (level === undefined) return one;
    return { ...one, message_id: toAnswerId(Number(level), sideOf(one, reporterId)) };
  });
}

interface Sealed {
  reportId: string;
  reporterId: string;
  /** Null in reports from before seals covered the reported member. */
  reportedDigest: string | null;
  evidence: StoredEvidence[];
}

/**
 * The text that is sealed: each side's messages with their instants, and a digest of the reported member's id. The name
 * and the id itself are not part of it, because they are deleted with the account while the report is open.
 */
function toSealedText({ reportId, reporterId, reportedDigest, evidence }: Sealed): string {
  const lines = evidence.map((one) => [
    one.message_id,
    sideOf(one, reporterId),
    one.content,
    one.created_at,
    one.is_read,
    ...(one.reported ? ["named"] : []),
    ...(one.question === undefined ? [] : [{ question: one.question }]),
  ]);
  const sides = reportedDigest === null ? [] : [reporterId, reportedDigest];
  return JSON.stringify([reportId, ...sides, lines]);
}

/** A keyed digest over the evidence, so that access to the database alone does not suffice to change it unnoticed. */
export async function sealEvidence(
  { records }: Pick<Deps, "records">,
  sealed: Sealed,
): Promise<{ seal: string; keyId: string }> {
  const { digest: seal, keyId } = await records.digest("evidence", toSealedText(sealed));
  return { seal, keyId };
}

interface Seal {
  /** Null for a report from before seals existed, or whose evidence has been deleted after its time. */
  seal: string | null;
  keyId: string;
  /** Null after that account is deleted. */
  reportedId: string | null;
}

/**
 * Whether evidence and the reported member are those that were sealed. `key_leaked`: they are, but others may have made
 * the seal. `key_missing`: the key that made the seal is no longer configured.
 */
export async function verifySeal(
  { records }: Pick<Deps, "records">,
  sealed: Sealed,
  { seal, keyId, reportedId }: Seal,
): Promise<"intact" | "key_leaked" | "broken" | "key_missing" | "none"> {
  if (seal === null) return "none";
  const { reporterId, reportedDigest, evidence } = sealed;
  const sides = [reporterId, reportedId ?? reportedDigest];
  const areSidesRight = evidence.every(({ sender_id }) => sides.includes(sender_id));
  const ofKey = async (purpose: RecordPurpose, value: string) =>
    (await records.digests(purpose, value)).filter((one) => one.keyId === keyId);
  // A report from before seals covered the reported member has a digest too once the account is deleted, so both texts
  // are tried.
  const texts = [toSealedText(sealed), toSealedText({ ...sealed, reportedDigest: null })];
  const made = (await Promise.all(texts.map((text) => ofKey("evidence", text)))).flat();
  if (made.length === 0) return "key_missing";
  const found = made.find(({ digest }) => digest === seal);
  const isSubjectRight =
    reportedId === null ||
    reportedDigest === null ||
    (await ofKey("member", reportedId)).some(({ digest }) => digest === reportedDigest);
  if (!found || !areSidesRight || !isSubjectRight) return "broken";
  return found.isLeaked ? "key_leaked" : "intact";
}

/**
 * Names the answers of an older report by their sides, and seals it again in the same form and by the same key, so that it
 * verifies as it did before. Evidence that doesn't verify keeps the seal that it has.
 */
export async function renameSealed(
  { records }: Pick<Deps, "records">,
  sealed: Sealed,
  { seal, keyId }: Pick<Seal, "seal" | "keyId">,
): Promise<{ evidence: StoredEvidence[]; seal: string | null }> {
  const evidence = nameAnswers(sealed.evidence, sealed.reporterId);
  const sealOf = async (one: Sealed) => {
    const made = await records.digests("evidence", toSealedText(one));
    return made.find((each) => each.keyId === keyId)?.digest;
  };
  for (const form of [sealed, { ...sealed, reportedDigest: null }]) {
    const made = await sealOf({ ...form, evidence });
    if (made !== undefined && (await sealOf(form)) === seal) return { evidence, seal: made };
  }
  return { evidence, seal };
}
