import { z } from "zod";
import { noticeSchema } from "./notices";

/*
 * The queue's messages for notifications. They contain no data of members except ids. The content is read when a
 * notification is sent, so that it is true then and a device that was signed out meanwhile gets nothing.
 */

/** Most members in one message, which are read by one statement. */
const MEMBERS_PER_MESSAGE = 100;

/** Notices to members, on all their devices; or on some, where others have theirs already. */
export const noticesDeliverySchema = z.object({
  kind: z.literal("notices"),
  to: z.array(z.tuple([z.string(), noticeSchema])),
  devices: z.array(z.string()).optional(),
});
export type NoticesDelivery = z.infer<typeof noticesDeliverySchema>;

/** A member and their notice. */
export type Recipient = NoticesDelivery["to"][number];

/** Messages of the queue with up to a hundred members each. */
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
  /** Date of the run, `YYYY-MM-DD`. A member gets one such mail per date. */
  date: z.string(),
});
export type ReminderDelivery = z.infer<typeof reminderDeliverySchema>;
