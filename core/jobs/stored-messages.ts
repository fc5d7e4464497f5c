import { z } from "zod";

/** Messages of a conversation outside of its object. */
export const storedMessagesSchema = z.array(
  z.object({
    id: z.string(),
    sender_id: z.string(),
    content: z.string(),
    client_id: z.string().nullable(),
    created_at: z.number(),
    read_at: z.number().nullable(),
  }),
);
