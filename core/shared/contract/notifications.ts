import { z } from "zod";
import { instant, text } from "./fields";

export const notificationSettingsSchema = z.strictObject({
  introduction: z.boolean(),
  message: z.boolean(),
  last_hour: z.boolean(),
  envelope: z.boolean(),
  report_answer: z.boolean(),
  absence: z.boolean(),
  account: z.boolean(),
});
export type NotificationSettingsDto = z.infer<typeof notificationSettingsSchema>;

export const pushSubscriptionSchema = z.strictObject({
  subscription_id: text,
  label: text,
  created_at: instant,
  last_success_at: instant.nullable(),
  current: z.boolean(),
});
export type PushSubscriptionDto = z.infer<typeof pushSubscriptionSchema>;

export const notificationsSchema = z.strictObject({
  settings: notificationSettingsSchema,
  /** The profile's timezone, or UTC+00:00. The quiet hours follow this timezone if the browser's zone is unknown. */
  timezone: text,
  /** Null before the member has chosen. */
  reminders: z.boolean().nullable(),
  /** For `PushManager.subscribe`; null if this server sends no notifications. */
  public_key: text.nullable(),
  subscriptions: z.array(pushSubscriptionSchema),
});
export type NotificationsDto = z.infer<typeof notificationsSchema>;
