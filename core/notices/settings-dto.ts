import { isoOrNull, toIso } from "~/core/shared/age";
import type { NotificationSettingsDto, PushSubscriptionDto } from "~/core/shared/contract";
import type { NotificationSettingsRow, PushSubscriptionRow } from "~/db/notices/notifications";
import { QUIET_FROM_DEFAULT, QUIET_TO_DEFAULT } from "./quiet-hours";
import type { UpdateNotificationsInput } from "./schemas";

export const DEFAULT_SETTINGS_ROW: NotificationSettingsRow = {
  introduction: 1,
  message: 1,
  last_hour: 1,
  envelope: 1,
  report_answer: 1,
  absence: 1,
  account: 1,
  show_words: 0,
  quiet_from: QUIET_FROM_DEFAULT,
  quiet_to: QUIET_TO_DEFAULT,
};

function timeOrNull(minutes: number | null): string | null {
  if (minutes === null) return null;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

function minutesOrNull(time: string | null): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

export function toSettingsDto(row: NotificationSettingsRow): NotificationSettingsDto {
  return {
    introduction: row.introduction === 1,
    message: row.message === 1,
    last_hour: row.last_hour === 1,
    envelope: row.envelope === 1,
    report_answer: row.report_answer === 1,
    absence: row.absence === 1,
    account: row.account === 1,
    show_words: row.show_words === 1,
    quiet_from: timeOrNull(row.quiet_from),
    quiet_to: timeOrNull(row.quiet_to),
  };
}

export function toSettingsRow({
  quiet_from,
  quiet_to,
  reminders: _,
  ...flags
}: UpdateNotificationsInput): Partial<NotificationSettingsRow> {
  const row: Partial<NotificationSettingsRow> = {};
  for (const [name, value] of Object.entries(flags) as [keyof typeof flags, boolean][]) {
    row[name] = Number(value);
  }
  if (quiet_from !== undefined && quiet_to !== undefined) {
    row.quiet_from = minutesOrNull(quiet_from);
    row.quiet_to = minutesOrNull(quiet_to);
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
