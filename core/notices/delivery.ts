import { z } from "zod";
import { noticeSchema } from "./notices";

/*
 * Queue messages for notifications hold ids only. The content is read when a notification is sent, so that it is true
 * then, and a device that was signed out meanwhile gets nothing.
 */

/** They are read by one statement. */
const MEMBERS_PER_MESSAGE = 100;

/** To all of a member's devices, or to some if the others have theirs already. */
export const noticesDeliverySchema = z.object({
  kind: z.literal("notices"),
  to: z.array(z.tuple([z.string(), noticeSchema])),
  devices: z.array(z.string()).optional(),
});
export type NoticesDelivery = z.infer<typeof noticesDeliverySchema>;

export type Recipient = NoticesDelivery["to"][number];

/** Up to a hundred members each. */
export function toMessages(recipients: Recipient[]): NoticesDelivery[] {
  const messages: NoticesDelivery[] = [];
  for (let i = 0; i < recipients.length; i += MEMBERS_PER_MESSAGE) {
    messages.push({ kind: "notices", to: recipients.slice(i, i + MEMBERS_PER_MESSAGE) });
  }
  return messages;
}

/** A mail that calls back a member without a device for notifications. */
export const reminderDeliverySchema = z.object({
  kind: z.literal("reminder"),
  memberId: z.string(),
  conversationId: z.string(),
  about: z.enum(["introduction", "envelope"]),
  /** Of the run, `YYYY-MM-DD`. A member gets one such mail per date. */
  date: z.string(),
});
export type ReminderDelivery = z.infer<typeof reminderDeliverySchema>;
