import { MS_PER_MINUTE } from "~/core/shared/constants";
import { offsetOfTimezone, timezoneOrDefault } from "~/core/shared/timezones";

const MINUTES_PER_DAY = 1_440;

export interface QuietHours {
  /** Minutes of the member's day, 0 to 1439; null for no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  /** `UTC±HH:MM`; a missing one counts as UTC+00:00. */
  timezone: string | null;
}

/**
 * How long it stays quiet from `now` on; 0 outside of the quiet hours.
 * @param now milliseconds since 1970
 * @returns milliseconds, at most a day
 */
export function quietLeft({ quiet_from: from, quiet_to: to, timezone }: QuietHours, now: number) {
  if (from === null || to === null) return 0;
  const offset = offsetOfTimezone(timezoneOrDefault(timezone)) ?? 0;
  const local = now / MS_PER_MINUTE + offset;
  const minute = ((local % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const isQuiet = from <= to ? from <= minute && minute < to : from <= minute || minute < to;
  if (!isQuiet) return 0;
  return ((to - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY) * MS_PER_MINUTE;
}
