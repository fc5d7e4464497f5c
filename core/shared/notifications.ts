const NOTICE_KINDS = [
  "introduction",
  "message",
  "last_hour",
  "envelope",
  "report_answer",
  "absence",
  "account",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Above this number, the oldest are removed. */
export const MAX_SUBSCRIPTIONS_PER_MEMBER = 10;

/** `HH:MM` in the member's time. */
export const QUIET_FROM_DEFAULT = "22:00";
export const QUIET_TO_DEFAULT = "08:00";

export function minutesOfTime(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** @param minutes 0 to 1439 */
export function timeOfMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}
