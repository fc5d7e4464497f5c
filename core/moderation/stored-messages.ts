import { z } from "zod";
import { decryptRecord, encryptRecord } from "~/core/accounts/record-keys";
import type { Deps } from "~/core/deps";
import { parseJson } from "~/core/shared/parse";

const storedMessageSchema = z.object({
  id: z.string(),
  sender_id: z.string(),
  content: z.string(),
  client_id: z.string().nullable(),
  created_at: z.number(),
  read_at: z.number().nullable(),
});

export const storedMessagesSchema = z.array(storedMessageSchema);

export const reportedLinesSchema = z.array(
  storedMessageSchema.extend({
    question: z.string().optional(),
    kind: z.literal("address").optional(),
    withdrawn_at: z.number().nullable().optional(),
  }),
);

/** A message, a revealed answer with its question, or a revealed sealed line. */
export type ReportedLine = z.output<typeof reportedLinesSchema>[number];

/**
 * The id of an answer in a report. It names the side and not the member, because a report outlives the reported
 * member's account (docs/rules.md#evidence).
 */
const toAnswerId = (level: number, side: "reporter" | "reported") => `question-${level}-${side}`;

/** @param createdAt when the line was left */
export const toAddressLine = (
  authorId: string,
  content: string,
  createdAt: number,
  withdrawnAt: number | null = null,
): ReportedLine => ({
  kind: "address",
  id: "address",
  sender_id: authorId,
  content,
  client_id: null,
  created_at: createdAt,
  read_at: null,
  withdrawn_at: withdrawnAt,
});

const keptLine = z.object({
  address: z.string(),
  left_at: z.number(),
  withdrawn_at: z.number().nullable(),
});

/** @param withdrawnAt when the author withdrew the line; null if the author is leaving */
export const encryptLine = (
  { config }: Pick<Deps, "config">,
  { address, updated_at }: { address: string; updated_at: number },
  withdrawnAt: number | null,
): Promise<string> =>
  encryptRecord(
    config,
    JSON.stringify({ address, left_at: updated_at, withdrawn_at: withdrawnAt }),
  );

/** Null if no record key decrypts the line. */
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

interface Sides {
  /** The member who reports, or who may report later. */
  memberId: string;
  /** The sender of the partner's answers: the partner's id, or a digest once the partner has left. */
  partnerId: string;
}

/** Both members' answers of each revealed level. Sealed answers are no evidence. */
export async function readRevealed(
  { conversations }: Pick<Deps, "conversations">,
  conversationId: string,
  { memberId, partnerId }: Sides,
): Promise<ReportedLine[]> {
  const levels = await conversations.listQuestions(conversationId, memberId);
  return levels.flatMap(({ level, question, mine, theirs, revealedAt }) => {
    if (revealedAt === null || question === null) return [];
    return [
      { id: toAnswerId(level, "reporter"), sender_id: memberId, content: mine ?? "" },
      { id: toAnswerId(level, "reported"), sender_id: partnerId, content: theirs ?? "" },
    ].map((answer) => ({
      ...answer,
      question,
      client_id: null,
      created_at: revealedAt,
      read_at: revealedAt,
    }));
  });
}

export const inOrder = (lines: ReportedLine[]): ReportedLine[] =>
  lines.toSorted((one, other) => one.created_at - other.created_at);
