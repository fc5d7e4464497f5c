import { z } from "zod";
import { mailDeliverySchema, recoveryDeliverySchema } from "./mail-messages";
import { noticeSchema } from "./notices";

/** The consumer reads all members of a message in one statement. */
const MEMBERS_PER_MESSAGE = 100;

/**
 * Holds only ids, because the text is written from what is true when the notice is sent. A retry lists in `devices` the
 * devices that still lack their notice. Without `devices`, the notices are for all devices of their members.
 */
const noticesDeliverySchema = z.object({
  kind: z.literal("notices"),
  to: z.array(z.tuple([z.string(), noticeSchema])),
  devices: z.array(z.string()).optional(),
});
export type NoticesDelivery = z.infer<typeof noticesDeliverySchema>;

export type Recipient = NoticesDelivery["to"][number];

/** A mail for a member who has no device for notifications. */
const reminderDeliverySchema = z.object({
  kind: z.literal("reminder"),
  memberId: z.string(),
  conversationId: z.string(),
  about: z.enum(["introduction", "envelope"]),
  /** `YYYY-MM-DD`. A member gets at most one mail about an introduction per date. Not used for an envelope. */
  date: z.string(),
});
export type ReminderDelivery = z.infer<typeof reminderDeliverySchema>;

/** A Worker can receive messages that an older version wrote, so only optional fields can be added to a schema. */
export const deliverySchema = z.discriminatedUnion("kind", [
  mailDeliverySchema,
  recoveryDeliverySchema,
  noticesDeliverySchema,
  reminderDeliverySchema,
]);
export type Delivery = z.infer<typeof deliverySchema>;

export function toMessages(recipients: Recipient[]): NoticesDelivery[] {
  const messages: NoticesDelivery[] = [];
  for (let i = 0; i < recipients.length; i += MEMBERS_PER_MESSAGE) {
    messages.push({ kind: "notices", to: recipients.slice(i, i + MEMBERS_PER_MESSAGE) });
  }
  return messages;
}
