import { clockMinute, type MemberClock, nextClockTime } from "~/core/shared/timezones";

export interface QuietHours {
  /** Minutes of the member's day, 0 to 1439; null for no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
}

/**
 * How long it stays quiet from `now` on by a member's clock; 0 outside of the quiet hours.
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
