import { z } from "zod";

/** What the evidence of older reports was sealed without has a default. */
const evidenceSchema = z.array(
  z.object({
    message_id: z.string(),
    sender_id: z.string(),
    sender_name: z.string(),
    sender_avatar: z.string().nullable().default(null),
    content: z.string(),
    created_at: z.number(),
    is_read: z.boolean().default(false),
  }),
);

/** A message as a report keeps it; `created_at` in milliseconds since 1970. */
export type StoredEvidence = z.output<typeof evidenceSchema>[number];

/** The sealed evidence of a report, oldest message first. @throws ZodError for a column that holds anything else */
export function parseEvidence(json: string): StoredEvidence[] {
  return evidenceSchema.parse(JSON.parse(json));
}
