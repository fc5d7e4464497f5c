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

/** To all members of a run, page by page; `after` is the last subscription of the page before. */
export const introductionsDeliverySchema = z.object({
  kind: z.literal("introductions"),
  runId: z.string(),
  after: z.string(),
});
export type IntroductionsDelivery = z.infer<typeof introductionsDeliverySchema>;

/** To all whose conversation ends at an instant, milliseconds since 1970, page by page. */
export const lastHoursDeliverySchema = z.object({
  kind: z.literal("last_hours"),
  expiresAt: z.int(),
  after: z.string(),
});
export type LastHoursDelivery = z.infer<typeof lastHoursDeliverySchema>;

/** To many members, page by page. */
export const fanOutSchema = z.discriminatedUnion("kind", [
  introductionsDeliverySchema,
  lastHoursDeliverySchema,
]);
export type FanOut = z.infer<typeof fanOutSchema>;
