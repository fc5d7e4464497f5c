import { MS_PER_DAY, MS_PER_HOUR } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { clockMinute, type MemberClock, nextClockTime } from "~/core/shared/timezones";

export interface QuietHours {
  /** Minutes of the member's day; null for no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
}

/** Minutes of the member's day. */
export const QUIET_FROM_DEFAULT = 22 * 60;
export const QUIET_TO_DEFAULT = 8 * 60;

/** Milliseconds until the quiet hours end by the member's clock; 0 outside quiet hours. */
export function quietLeft(
  { quiet_from: from, quiet_to: to }: QuietHours,
  clock: MemberClock,
  now: number,
): number {
  if (from === null || to === null) return 0;
  const minute = clockMinute(clock, now);
  const isQuiet = from <= to ? from <= minute && minute < to : from <= minute || minute < to;
  return isQuiet ? nextClockTime(clock, to, now) - now : 0;
}

/** Nobody is reminded of a conversation in its last hours, because the next introduction is near. */
const LATE_MS = 3 * MS_PER_HOUR;

export const isLate = (now: number) => now % MS_PER_DAY >= MS_PER_DAY - LATE_MS;

/**
 * When a member is reminded next (docs/rules.md#reminders): at the end of the quiet hours, or at 08:00 without quiet
 * hours. A time in the last hours before midnight UTC moves to that midnight.
 */
export function nextMorning(
  { quiet_to }: Pick<QuietHours, "quiet_to">,
  clock: MemberClock,
  now: number,
): number {
  const morning = nextClockTime(clock, quiet_to ?? QUIET_TO_DEFAULT, now);
  return isLate(morning) ? nextMidnightUtc(morning) : morning;
}
