/** See docs/rules.md#timezones. The minus sign in an offset is the ASCII hyphen. */

// Imported by file path, because `tools/geo.ts` runs this module without a build.
import { MS_PER_DAY, MS_PER_MINUTE } from "./constants.ts";
import { DEFAULT_REGION_STYLE, type RegionStyle } from "./region-style.ts";

const OPTIONS = [
  ["UTC-12:00", "Baker Island, Howland Island"],
  ["UTC-11:00", "Pago Pago, Niue"],
  ["UTC-10:00", "Honolulu, Papeete"],
  ["UTC-09:30", "Marquesas Islands"],
  ["UTC-09:00", "Anchorage, Juneau"],
  ["UTC-08:00", "Los Angeles, Vancouver"],
  ["UTC-07:00", "Denver, Phoenix"],
  ["UTC-06:00", "Chicago, Mexico City"],
  ["UTC-05:00", "New York, Bogotá"],
  ["UTC-04:00", "Halifax, Santiago"],
  ["UTC-03:30", "St. John's"],
  ["UTC-03:00", "São Paulo, Buenos Aires"],
  ["UTC-02:00", "Nuuk, South Georgia"],
  ["UTC-01:00", "Praia, Ponta Delgada"],
  ["UTC+00:00", "London, Accra"],
  ["UTC+01:00", "Berlin, Lagos"],
  ["UTC+02:00", "Athens, Cairo"],
  ["UTC+03:00", "Istanbul, Nairobi"],
  ["UTC+03:30", "Tehran"],
  ["UTC+04:00", "Dubai, Baku"],
  ["UTC+04:30", "Kabul"],
  ["UTC+05:00", "Karachi, Tashkent"],
  ["UTC+05:30", "Mumbai, Colombo"],
  ["UTC+05:45", "Kathmandu"],
  ["UTC+06:00", "Dhaka, Thimphu"],
  ["UTC+06:30", "Yangon, Cocos Islands"],
  ["UTC+07:00", "Bangkok, Jakarta"],
  ["UTC+08:00", "Singapore, Perth"],
  ["UTC+08:45", "Eucla"],
  ["UTC+09:00", "Tokyo, Seoul"],
  ["UTC+09:30", "Adelaide, Darwin"],
  ["UTC+10:00", "Sydney, Brisbane"],
  ["UTC+10:30", "Lord Howe Island"],
  ["UTC+11:00", "Nouméa, Honiara"],
  ["UTC+12:00", "Auckland, Suva"],
  ["UTC+12:45", "Chatham Islands"],
  ["UTC+13:00", "Apia, Nukuʻalofa"],
  ["UTC+14:00", "Kiritimati"],
] as const;

export type Timezone = (typeof OPTIONS)[number][0];

interface TimezoneOption {
  value: Timezone;
  /** The offset, with cities that have it in winter: 'UTC+01:00 (Berlin, Lagos)'. */
  label: string;
}

export const DEFAULT_TIMEZONE: Timezone = "UTC+00:00";

export const TIMEZONE_OPTIONS: readonly TimezoneOption[] = OPTIONS.map(([value, cities]) => ({
  value,
  label: `${value} (${cities})`,
}));

const LABELS: ReadonlyMap<string, string> = new Map(
  TIMEZONE_OPTIONS.map(({ value, label }) => [value, label]),
);

export function isTimezone(value: unknown): value is Timezone {
  return typeof value === "string" && LABELS.has(value);
}

export function timezoneOrDefault(value: string | null | undefined): Timezone {
  return isTimezone(value) ? value : DEFAULT_TIMEZONE;
}

export function timezoneLabel(value: string | null | undefined): string {
  const known = timezoneOrDefault(value);
  return LABELS.get(known) ?? known;
}

/** @param minutes east of UTC @returns null if `OPTIONS` doesn't have the offset */
export function timezoneOfOffset(minutes: number): Timezone | null {
  if (!Number.isInteger(minutes)) return null;
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  const value = `UTC${minutes < 0 ? "-" : "+"}${hours}:${String(size % 60).padStart(2, "0")}`;
  return isTimezone(value) ? value : null;
}

/** Formats are kept, because creating one takes a hundred times as long as using it. */
const OFFSET_FORMATS = new Map<string, Intl.DateTimeFormat>();
/**
 * More than the number of zones. Intl ignores case, so without this limit other spellings of their names could fill the
 * map.
 */
const OFFSET_FORMATS_MAX = 1_000;

function offsetFormat(zone: string): Intl.DateTimeFormat {
  const known = OFFSET_FORMATS.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  if (OFFSET_FORMATS.size >= OFFSET_FORMATS_MAX) OFFSET_FORMATS.clear();
  OFFSET_FORMATS.set(zone, made);
  return made;
}

/** Null for a zone that this runtime doesn't know. */
export function zoneOffsetMinutes(zone: string, instant: number): number | null {
  let text: string | undefined;
  try {
    text = offsetFormat(zone)
      .formatToParts(instant)
      .find((part) => part.type === "timeZoneName")?.value;
  } catch {
    // Intl throws a RangeError for an unknown zone, or for an instant outside the calendar.
    return null;
  }
  // 'GMT' alone means UTC. Historical offsets can have seconds, and don't match.
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(text ?? "");
  if (!match) return null;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return match[1] === "-" ? -minutes : minutes;
}

/** Doesn't match offsets such as '+05:30', which Intl also accepts as a zone. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;
const ZONE_NAME_MAX_LENGTH = 64;

/** @param text unchecked, from the client */
export const isZoneName = (text: string): boolean =>
  text.length <= ZONE_NAME_MAX_LENGTH && ZONE_NAME.test(text) && isKnownZone(text);

export function isKnownZone(zone: string): boolean {
  try {
    return offsetFormat(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The timezone of the zone's offset. If `OPTIONS` lacks the offset of summer time (Newfoundland, Chatham), that of
 * standard time is taken. If `OPTIONS` lacks both, the result is UTC+00:00 (docs/rules.md#location-capture).
 */
export function timezoneOfZone(zone: string, instant: number): Timezone {
  const current = zoneOffsetMinutes(zone, instant);
  if (current === null) return DEFAULT_TIMEZONE;
  const listed = timezoneOfOffset(current);
  if (listed) return listed;
  const year = new Date(instant).getUTCFullYear();
  const winters = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)].map(
    (start) => zoneOffsetMinutes(zone, start) ?? current,
  );
  // Standard time is the smaller of January's and July's offset, in either hemisphere.
  return timezoneOfOffset(Math.min(...winters)) ?? DEFAULT_TIMEZONE;
}

/** Of two equally near timezones, returns the one that comes first in the list. @param minutes east of UTC */
export function nearestTimezone(minutes: number): Timezone {
  const distanceOf = (value: Timezone) => Math.abs((offsetOfTimezone(value) ?? 0) - minutes);
  return OPTIONS.map(([value]) => value).reduce((best, value) =>
    distanceOf(value) < distanceOf(best) ? value : best,
  );
}

export function offsetOfTimezone(value: string | null): number | null {
  const match = isTimezone(value) ? /^UTC([+-])(\d{2}):(\d{2})$/.exec(value) : null;
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

export interface MemberClock {
  timezone: string | null;
  /** The IANA zone of the browser that the member used last; null before it is known. */
  zone: string | null;
}

/**
 * Minutes east of UTC. A known zone of the browser decides, because it follows clock changes and journeys
 * (docs/rules.md#clock).
 */
export function clockOffset({ timezone, zone }: MemberClock, instant: number): number {
  const current = zone === null ? null : zoneOffsetMinutes(zone, instant);
  return current ?? offsetOfTimezone(timezone) ?? 0;
}

/** For example 'Europe/Stockholm', or the profile's offset if the zone is unknown. */
export const nameClock = ({ timezone, zone }: MemberClock): string =>
  zone?.replaceAll("_", " ") ?? timezoneOrDefault(timezone);

const MINUTES_PER_DAY = MS_PER_DAY / MS_PER_MINUTE;

export function clockMinute(clock: MemberClock, instant: number): number {
  const local = Math.floor(instant / MS_PER_MINUTE) + clockOffset(clock, instant);
  return ((local % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}

/**
 * The next time at which a member's clock shows a minute of the day. If a clock change skips the minute, the result is
 * later by the length of the change. If a change repeats the minute, the first one counts.
 * @param minute 0 to 1439
 */
export function nextClockTime(clock: MemberClock, minute: number, after: number): number {
  const today = Math.floor((after + clockOffset(clock, after) * MS_PER_MINUTE) / MS_PER_DAY);
  // Starts a day earlier, because a change of the date line can set a clock back by one day.
  for (let day = today - 1; ; day++) {
    const instant = instantOf(clock, day * MS_PER_DAY + minute * MS_PER_MINUTE);
    if (instant > after) return instant;
  }
}

/** @param shown the date and time as milliseconds since 1970, as if the clock showed UTC */
function instantOf(clock: MemberClock, shown: number): number {
  const offsets = [-MS_PER_DAY, MS_PER_DAY].map((way) => clockOffset(clock, shown + way));
  const candidates = offsets.map((offset) => shown - offset * MS_PER_MINUTE);
  const meets = candidates.filter((at) => at + clockOffset(clock, at) * MS_PER_MINUTE === shown);
  return meets.length > 0 ? Math.min(...meets) : Math.max(...candidates);
}

/**
 * For example '5:45 am', '05:45' or 'midnight'. The default style is for mails, because the region of a mail's reader
 * is unknown.
 */
export function clockTime(
  clock: MemberClock,
  instant: number,
  { is24Hour }: Pick<RegionStyle, "is24Hour"> = DEFAULT_REGION_STYLE,
): string {
  const minute = clockMinute(clock, instant);
  if (minute === 0) return "midnight";
  const hour = Math.floor(minute / 60);
  const minutes = String(minute % 60).padStart(2, "0");
  if (is24Hour) return `${String(hour).padStart(2, "0")}:${minutes}`;
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? "am" : "pm"}`;
}
