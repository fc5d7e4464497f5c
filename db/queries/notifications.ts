import { sql } from "drizzle-orm";

/** A member's settings as stored: flags are 0 or 1, quiet hours minutes of the day. */
export interface NotificationSettingsRow {
  introduction: number;
  message: number;
  last_hour: number;
  report_answer: number;
  absence: number;
  account: number;
  show_words: number;
  quiet_from: number | null;
  quiet_to: number | null;
}

/** A subscription as stored; instants in milliseconds since 1970. */
export interface PushSubscriptionRow {
  id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  label: string;
  created_at: number;
  last_success_at: number | null;
  failing_since: number | null;
}

/** Statement: a member's settings; no row while they are as they were at the beginning. */
export const selectSettings = (memberId: string) => sql<NotificationSettingsRow>`
  select introduction, message, last_hour, report_answer, absence, account, show_words, quiet_from, quiet_to
  from notification_settings where member_id = ${memberId}`;
