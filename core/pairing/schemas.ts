import { z } from "zod";

/** `before` is an `expiry_date` or a `conversation_id` (docs/rules.md#history). */
export const pastQuerySchema = z.object({
  before: z
    .string()
    .min(1, { error: "before must be an expiry date or a conversation id" })
    .optional(),
});
export type PastQuery = z.output<typeof pastQuerySchema>;

export const starSchema = z.object({
  conversationId: z.string().min(1).max(64),
  isStarred: z.boolean(),
});
export type StarInput = z.output<typeof starSchema>;
