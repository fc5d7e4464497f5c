import { MS_PER_DAY, MS_PER_HOUR } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { minutesOfTime, QUIET_TO_DEFAULT } from "~/core/shared/notifications";
import { clockMinute, type MemberClock, nextClockTime } from "~/core/shared/timezones";

export interface QuietHours {
  /** Minutes of the member's day, 0 to 1439; null for no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
}

/**
 * The rest of the quiet hours by a member's clock; 0 outside them.
 * @param now milliseconds since 1970
 * @returns milliseconds, at most a day and the length of a clock change
 */
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

/** Time before a conversation's end in which no member is called back to it, because the next conversation is near. */
const LATE_MS = 3 * MS_PER_HOUR;

/** Whether a conversation that ends at the next midnight UTC is that close to its end. @param now milliseconds since 1970 */
export const isLate = (now: number) => now % MS_PER_DAY >= MS_PER_DAY - LATE_MS;

/**
 * The time at which a member is called back next (docs/rules.md#reminders): the end of the quiet hours, or 08:00 if
 * there are none. If that is in the last hours before midnight UTC, it is that midnight.
 * @param now milliseconds since 1970; the result is in the same unit and later
 */
export function nextMorning(
  { quiet_to }: Pick<QuietHours, "quiet_to">,
  clock: MemberClock,
  now: number,
): number {
  const morning = nextClockTime(clock, quiet_to ?? minutesOfTime(QUIET_TO_DEFAULT), now);
  return isLate(morning) ? nextMidnightUtc(morning) : morning;
}
