import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import type { RegionStyle } from "~/core/shared/region-style";

/** The server renders `utc`, because it doesn't know the reader's zone. The browser renders `local` after hydration. */
export type Zone = "utc" | "local";

// Not from `Intl`: its commas and spaces change between versions, and hydration must render the server's text.
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** A date whose `getUTC…` methods return the time and day in the zone. */
function inZone(instant: string | number, zone: Zone): Date {
  const date = new Date(instant);
  if (zone === "local") date.setTime(date.getTime() - date.getTimezoneOffset() * MS_PER_MINUTE);
  return date;
}

/** '6:04 pm', with ' UTC' after it in the zone `utc` (docs/rules.md#screens) */
export function formatTimeOfDay(instant: string | number, zone: Zone): string {
  const date = inZone(instant, zone);
  const hours = date.getUTCHours();
  const clock = `${hours % 12 || 12}:${String(date.getUTCMinutes()).padStart(2, "0")}`;
  return `${clock} ${hours < 12 ? "am" : "pm"}${zone === "utc" ? " UTC" : ""}`;
}

/** '6:04 pm' or '18:04'. At midnight 'midnight', because '12:00 am' is ambiguous. */
export function formatClock(instant: string | number, zone: Zone, style: RegionStyle): string {
  const date = inZone(instant, zone);
  const isMidnight = date.getTime() % MS_PER_DAY < MS_PER_MINUTE;
  if (!isMidnight && !style.is24Hour) return formatTimeOfDay(instant, zone);
  const clock = isMidnight ? "midnight" : date.toISOString().slice(11, 16);
  return zone === "utc" ? `${clock} UTC` : clock;
}

export function formatNearestHour(instant: number, zone: Zone, style: RegionStyle): string {
  const hour = Math.round((inZone(instant, zone).getTime() % MS_PER_DAY) / MS_PER_HOUR) % 24;
  return `${formatHour(hour, style)} ${zone === "utc" ? "UTC" : "your time"}`;
}

/** @param hour 0 to 23 */
export function formatHour(hour: number, { is24Hour }: RegionStyle): string {
  if (hour === 0) return "midnight";
  if (is24Hour) return `${String(hour).padStart(2, "0")}:00`;
  return `${hour % 12 || 12} ${hour < 12 ? "am" : "pm"}`;
}

export const nextIntroductionsLabel = (countdown: string) =>
  `The next introductions are ${countdown}`;

export function dayNumber(instant: string | number, zone: Zone): number {
  return Math.floor(inZone(instant, zone).getTime() / MS_PER_DAY);
}

export function formatDay(
  instant: string | number,
  now: number,
  zone: Zone,
  style: RegionStyle,
): string {
  const daysAgo = dayNumber(now, zone) - dayNumber(instant, zone);
  if (daysAgo === 0) return "Today";
  if (daysAgo === 1) return "Yesterday";
  return formatLongDate(instant, zone, style);
}

/** 'Friday, November 21, 2025' or 'Friday 21 November 2025' */
export function formatLongDate(instant: string | number, zone: Zone, style: RegionStyle): string {
  return formatDayAhead(instant, zone, style) + yearAfter(inZone(instant, zone), style);
}

/** 'Friday, November 21' or 'Friday 21 November' */
export function formatDayAhead(instant: string | number, zone: Zone, style: RegionStyle): string {
  const date = inZone(instant, zone);
  return `${WEEKDAYS[date.getUTCDay()]}${style.isDayFirst ? "" : ","} ${dayOfYear(date, style)}`;
}

export function formatMonth(instant: string | number, zone: Zone): string {
  const date = inZone(instant, zone);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** 'November 21, 2025' or '21 November 2025' */
export function formatDate(instant: string | number, zone: Zone, style: RegionStyle): string {
  const date = inZone(instant, zone);
  return dayOfYear(date, style) + yearAfter(date, style);
}

function dayOfYear(date: Date, { isDayFirst }: RegionStyle): string {
  const [day, month] = [date.getUTCDate(), MONTHS[date.getUTCMonth()]];
  return isDayFirst ? `${day} ${month}` : `${month} ${day}`;
}

const yearAfter = (date: Date, { isDayFirst }: RegionStyle) =>
  `${isDayFirst ? "" : ","} ${date.getUTCFullYear()}`;

/** Formatted in UTC, so that the date is not shifted into the reader's zone. @param date `YYYY-MM-DD` */
export function formatCalendarDate(date: string, style: RegionStyle): string {
  return formatDate(`${date}T00:00:00Z`, "utc", style);
}
