import { z } from "zod";
import { noticeSchema } from "./notices";

/*
 * The queue's messages for notifications. They contain no data of members except ids. The content is read when a
 * notification is sent, so that it is true then and a device that was signed out meanwhile gets nothing.
 */

/** A notice to all devices of a member. */
export const noticeDeliverySchema = z.object({
  kind: z.literal("notice"),
  memberId: z.string(),
  notice: noticeSchema,
});
export type NoticeDelivery = z.infer<typeof noticeDeliverySchema>;

/** A notice to one device. */
export const pushDeliverySchema = z.object({
  kind: z.literal("push"),
  subscriptionId: z.string(),
  notice: noticeSchema,
});
export type PushDelivery = z.infer<typeof pushDeliverySchema>;

/** A notice to several devices of one push service; each device comes with the conversation that the notice is about. */
export const pushesDeliverySchema = z.object({
  kind: z.literal("pushes"),
  about: z.enum(["introduction", "last_hour"]),
  devices: z.array(z.tuple([z.string(), z.string()])),
});
export type PushesDelivery = z.infer<typeof pushesDeliverySchema>;

/** Start of a page, which is the last device of the previous page, and end of its chain. */
const place = { after: z.string(), until: z.string().optional() };

/** A notice to all members of a run, page by page. */
export const introductionsDeliverySchema = z.object({
  kind: z.literal("introductions"),
  runId: z.string(),
  ...place,
});
export type IntroductionsDelivery = z.infer<typeof introductionsDeliverySchema>;

/** A notice to all members whose conversation ends at an instant (milliseconds since 1970), page by page. */
export const lastHoursDeliverySchema = z.object({
  kind: z.literal("last_hours"),
  expiresAt: z.int(),
  ...place,
});
export type LastHoursDelivery = z.infer<typeof lastHoursDeliverySchema>;

/**
 * A notice to all members whose sealed addresses were opened at a midnight (milliseconds since 1970), page by page.
 * `after` has the instant at which the last line of the previous page was left, and its row.
 */
export const envelopesDeliverySchema = z.object({
  kind: z.literal("envelopes"),
  endedAt: z.int(),
  after: z.tuple([z.int(), z.int()]),
});
export type EnvelopesDelivery = z.infer<typeof envelopesDeliverySchema>;

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

/** A notice to many members, page by page. */
export const fanOutSchema = z.discriminatedUnion("kind", [
  introductionsDeliverySchema,
  lastHoursDeliverySchema,
  envelopesDeliverySchema,
]);
export type FanOut = z.infer<typeof fanOutSchema>;
