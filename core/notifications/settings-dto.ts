import type { NotificationSettingsDto } from "~/core/shared/contract";
import { QUIET_FROM_DEFAULT, QUIET_TO_DEFAULT, timeOfMinutes } from "~/core/shared/notifications";
import type { NotificationSettingsRow } from "~/db/queries/notifications";

/** Before the first change: everything, without a message's words, and nothing at night. */
export const DEFAULT_SETTINGS: NotificationSettingsDto = {
  introduction: true,
  message: true,
  last_hour: true,
  report_answer: true,
  absence: true,
  account: true,
  show_words: false,
  quiet_from: QUIET_FROM_DEFAULT,
  quiet_to: QUIET_TO_DEFAULT,
};

export function toSettingsDto(row: NotificationSettingsRow): NotificationSettingsDto {
  return {
    introduction: row.introduction === 1,
    message: row.message === 1,
    last_hour: row.last_hour === 1,
    report_answer: row.report_answer === 1,
    absence: row.absence === 1,
    account: row.account === 1,
    show_words: row.show_words === 1,
    quiet_from: row.quiet_from === null ? null : timeOfMinutes(row.quiet_from),
    quiet_to: row.quiet_to === null ? null : timeOfMinutes(row.quiet_to),
  };
}
