import { MS_PER_DAY, MS_PER_HOUR } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { clockMinute, type MemberClock, nextClockTime } from "~/core/shared/timezones";

/** Minutes since midnight, by the member's clock. */
const QUIET_FROM = 22 * 60;
const QUIET_TO = 8 * 60;

/** Milliseconds until the quiet hours end by the member's clock; 0 outside quiet hours. */
export function quietLeft(clock: MemberClock, now: number): number {
  const minute = clockMinute(clock, now);
  const isQuiet = minute >= QUIET_FROM || minute < QUIET_TO;
  return isQuiet ? nextClockTime(clock, QUIET_TO, now) - now : 0;
}

/** Nobody is reminded of a conversation in its last hours, because the next introduction is near. */
const LATE_MS = 3 * MS_PER_HOUR;

export const isLate = (now: number) => now % MS_PER_DAY >= MS_PER_DAY - LATE_MS;

/**
 * When a member is reminded next (docs/rules.md#reminders): at the end of the quiet hours. If the quiet hours
 * end in the last three hours before midnight UTC, the reminder waits until midnight UTC.
 */
export function nextMorning(clock: MemberClock, now: number): number {
  const morning = nextClockTime(clock, QUIET_TO, now);
  return isLate(morning) ? nextMidnightUtc(morning) : morning;
}
