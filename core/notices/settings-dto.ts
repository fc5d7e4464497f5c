import { isoOrNull, toIso } from "~/core/shared/age";
import type { NotificationSettingsDto, PushSubscriptionDto } from "~/core/shared/contract";
import type { NotificationSettingsRow, PushSubscriptionRow } from "~/db/notices/notifications";
import type { UpdateNotificationsInput } from "./schemas";

export const DEFAULT_SETTINGS_ROW: NotificationSettingsRow = {
  introduction: 1,
  message: 1,
  last_hour: 1,
  envelope: 1,
  report_answer: 1,
  absence: 1,
  account: 1,
};

export function toSettingsDto(row: NotificationSettingsRow): NotificationSettingsDto {
  return {
    introduction: row.introduction === 1,
    message: row.message === 1,
    last_hour: row.last_hour === 1,
    envelope: row.envelope === 1,
    report_answer: row.report_answer === 1,
    absence: row.absence === 1,
    account: row.account === 1,
  };
}

export function toSettingsRow(
  flags: Omit<UpdateNotificationsInput, "reminders">,
): Partial<NotificationSettingsRow> {
  const row: Partial<NotificationSettingsRow> = {};
  for (const [name, value] of Object.entries(flags) as [keyof typeof flags, boolean][]) {
    row[name] = Number(value);
  }
  return row;
}

export function toSubscriptionDto(
  row: Pick<PushSubscriptionRow, "id" | "session_id" | "label" | "created_at" | "last_success_at">,
  sessionId: string,
): PushSubscriptionDto {
  return {
    subscription_id: row.id,
    label: row.label,
    created_at: toIso(row.created_at),
    last_success_at: isoOrNull(row.last_success_at),
    current: row.session_id === sessionId,
  };
}
