import { z } from "zod";
import type { Deps } from "~/core/deps";

const storedMessageSchema = z.object({
  id: z.string(),
  sender_id: z.string(),
  content: z.string(),
  client_id: z.string().nullable(),
  created_at: z.number(),
  read_at: z.number().nullable(),
});

/** Messages of a conversation, stored outside its object. */
export const storedMessagesSchema = z.array(storedMessageSchema);

/** Messages, revealed answers and a sealed line that are kept for a report. */
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
 * The id of an answer in the evidence. It names the side and not the member, because a report outlives the reported
 * member's account (docs/rules.md#evidence).
 */
const toAnswerId = (level: number, side: "reporter" | "reported") => `question-${level}-${side}`;

/** A revealed sealed line as a report keeps it. @param createdAt the instant at which it was left */
export const toAddressLine = (
  authorId: string,
  content: string,
  createdAt: number,
): ReportedLine => ({
  kind: "address",
  id: "address",
  sender_id: authorId,
  content,
  client_id: null,
  created_at: createdAt,
  read_at: null,
  withdrawn_at: null,
});

/** The two sides of a conversation. */
interface Sides {
  /** The side that reports, or may. */
  memberId: string;
  /** The other side's id in the result, or the text that replaces it. */
  partnerId: string;
}

/**
 * The revealed answers of a conversation, of both sides for each level. Sealed answers are no evidence.
 */
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

/** Sorts messages and answers by their instants. */
export const inOrder = (lines: ReportedLine[]): ReportedLine[] =>
  lines.toSorted((one, other) => one.created_at - other.created_at);
