import { z } from "zod";
import { instant, optionalText, text } from "./fields";
import type { PartnerDto } from "./pairings";

export const messageSchema = z.strictObject({
  message_id: text,
  content: text,
  sender_id: text,
  sender_name: text,
  sender_avatar: optionalText,
  created_at: instant,
  sent_at: instant,
  is_read: z.boolean(),
  /** Null if the message was sent without an idempotency key. */
  client_id: optionalText,
});
export type MessageDto = z.infer<typeof messageSchema>;

export const blockStatusSchema = z.strictObject({
  isBlocked: z.boolean(),
  blockedByYou: z.boolean(),
});
export type BlockStatusDto = z.infer<typeof blockStatusSchema>;

/** Without the messages. Not part of the API. */
export interface ConversationDto {
  id: string;
  expiryDate: string;
  /** Published, not ended and not expired. */
  isOpen: boolean;
  partner: PartnerDto;
}

/** See docs/rules.md#events. */
export type CloseReason = "expired" | "blocked" | "ended";

/** Before the reveal, `theirs` is null and `revealed` is false (docs/rules.md#sealed-addresses). */
export const addressesSchema = z.strictObject({
  mine: optionalText,
  theirs: optionalText,
  opensAt: instant,
  revealed: z.boolean(),
});
export type AddressesDto = z.infer<typeof addressesSchema>;

/** See docs/rules.md#questions. `question` is null before the level opens, `theirs` before the reveal. */
export const questionSchema = z.strictObject({
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  question: optionalText,
  mine: optionalText,
  theirs: optionalText,
  partner_answered: z.boolean(),
});
export type QuestionDto = z.infer<typeof questionSchema>;

/** Not part of the API. */
export interface ShownQuestion extends QuestionDto {
  revealed_at: string | null;
}
