import { z } from "zod";
import { noticeSchema } from "./notices";

/*
 * The queue's work for notifications. Nothing of a member is in it but ids: what is sent is read when it is sent, so
 * that it is true then, and nothing goes to a device that was signed out meanwhile.
 */

/** To all devices of a member. */
export const noticeDeliverySchema = z.object({
  kind: z.literal("notice"),
  memberId: z.string(),
  notice: noticeSchema,
});
export type NoticeDelivery = z.infer<typeof noticeDeliverySchema>;

/** To one device. */
export const pushDeliverySchema = z.object({
  kind: z.literal("push"),
  subscriptionId: z.string(),
  notice: noticeSchema,
});
export type PushDelivery = z.infer<typeof pushDeliverySchema>;

/** To some devices, of one push service, with the conversation that each is notified of. */
export const pushesDeliverySchema = z.object({
  kind: z.literal("pushes"),
  about: z.enum(["introduction", "last_hour"]),
  devices: z.array(z.tuple([z.string(), z.string()])),
});
export type PushesDelivery = z.infer<typeof pushesDeliverySchema>;

/** Start of a page, after the last device of the page before, and end of its chain. */
const place = { after: z.string(), until: z.string().optional() };

/** To all members of a run, page by page. */
export const introductionsDeliverySchema = z.object({
  kind: z.literal("introductions"),
  runId: z.string(),
  ...place,
});
export type IntroductionsDelivery = z.infer<typeof introductionsDeliverySchema>;

/** To all whose conversation ends at an instant, milliseconds since 1970, page by page. */
export const lastHoursDeliverySchema = z.object({
  kind: z.literal("last_hours"),
  expiresAt: z.int(),
  ...place,
});
export type LastHoursDelivery = z.infer<typeof lastHoursDeliverySchema>;

/**
 * To all whose sealed addresses were opened at a midnight, milliseconds since 1970, page by page; `after` is when the last line of the
 * page before was left, and its row.
 */
export const envelopesDeliverySchema = z.object({
  kind: z.literal("envelopes"),
  endedAt: z.int(),
  after: z.tuple([z.int(), z.int()]),
});
export type EnvelopesDelivery = z.infer<typeof envelopesDeliverySchema>;

/** A mail that calls a member back, who has no device to be notified. */
export const reminderDeliverySchema = z.object({
  kind: z.literal("reminder"),
  memberId: z.string(),
  conversationId: z.string(),
  about: z.enum(["introduction", "envelope"]),
  /** Date of the run, `YYYY-MM-DD`: one such mail goes per date. */
  date: z.string(),
});
export type ReminderDelivery = z.infer<typeof reminderDeliverySchema>;

/** To many members, page by page. */
export const fanOutSchema = z.discriminatedUnion("kind", [
  introductionsDeliverySchema,
  lastHoursDeliverySchema,
  envelopesDeliverySchema,
]);
export type FanOut = z.infer<typeof fanOutSchema>;
