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

/** Messages and revealed answers that are kept for a report. */
export const reportedLinesSchema = z.array(
  storedMessageSchema.extend({ question: z.string().optional() }),
);

/** A message, or a revealed answer with its question. */
export type ReportedLine = z.output<typeof reportedLinesSchema>[number];

/**
 * The id of an answer in the evidence. It names the side and not the member, because it is sealed with the report, which
 * outlives the reported member's account (docs/rules.md#evidence).
 */
export const toAnswerId = (level: number, side: "reporter" | "reported") =>
  `question-${level}-${side}`;

/**
 * The revealed answers of a conversation, of both sides for each level. Sealed answers are no evidence.
 * @param sides.memberId the side that reports, or may
 * @param sides.partnerId the other side's id in the result, or the text that replaces it
 */
export async function readRevealed(
  { conversations }: Pick<Deps, "conversations">,
  conversationId: string,
  { memberId, partnerId }: { memberId: string; partnerId: string },
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
