import { z } from "zod";

/** Where a page of the history begins: an `expiry_date`, or a `conversation_id` (docs/rules.md#history). */
export const pastQuerySchema = z.object({
  before: z
    .string()
    .min(1, { error: "before must be an expiry date or a conversation id" })
    .optional(),
});
export type PastQuery = z.output<typeof pastQuerySchema>;
