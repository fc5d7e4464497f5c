import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_TIMEZONE,
  isKnownZone,
  isTimezone,
  offsetOfTimezone,
  TIMEZONE_OPTIONS,
  timezoneLabel,
  timezoneOfLongitude,
  timezoneOfOffset,
  timezoneOfZone,
  timezoneOrDefault,
  zoneOffsetMinutes,
} from "~/core/shared/timezones";

const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

describe("the 38 timezones", () => {
  it("have an offset in minutes; other values have none", () => {
    for (const { value } of TIMEZONE_OPTIONS) {
      const minutes = offsetOfTimezone(value);
      expect(minutes === null ? null : timezoneOfOffset(minutes)).toBe(value);
    }
    for (const value of [null, "", "UTC", "UTC+1", "UTC+05:31"]) {
      expect(offsetOfTimezone(value)).toBeNull();
    }
  });

  it("have labels of their own that begin with the value and name cities", () => {
    for (const { value, label } of TIMEZONE_OPTIONS) {
      expect(label.startsWith(`${value} (`)).toBe(true);
      expect(label).toMatch(/ \(\p{Lu}.{4,}\)$/u);
    }
    expect(new Set(TIMEZONE_OPTIONS.map(({ label }) => label)).size).toBe(38);
  });

  it.each([
    "UTC+5:30",
    "UTC+05:31",
    "UTC−05:00",
    "UTC-00:00",
    "utc+00:00",
    " UTC+00:00",
    "UTC+13:45",
    "GMT+01:00",
    "Europe/Berlin",
    "",
    null,
    undefined,
    0,
    {},
    "constructor",
    "__proto__",
  ])("refuse %j", (value) => {
    expect(isTimezone(value)).toBe(false);
  });

  it("show an unknown stored value as UTC+00:00", () => {
    expect(timezoneOrDefault("UTC+05:31")).toBe("UTC+00:00");
    expect(timezoneOrDefault(null)).toBe("UTC+00:00");
    expect(timezoneLabel("nonsense")).toBe(timezoneLabel("UTC+00:00"));
    expect(timezoneLabel(undefined)).toContain("UTC+00:00");
    expect(timezoneLabel("UTC+05:45")).toBe("UTC+05:45 (Kathmandu)");
  });
});

describe("an offset in minutes", () => {
  it("gives back every one of the 38", () => {
    for (const { value } of TIMEZONE_OPTIONS) {
      const [hours = 0, minutes = 0] = value.slice(4).split(":").map(Number);
      const size = hours * 60 + minutes;
      expect(timezoneOfOffset(value[3] === "-" ? -size : size)).toBe(value);
    }
  });

  it("is null or one of the 38, whatever the number", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double()), (minutes) => {
        const value = timezoneOfOffset(minutes);
        return value === null || isTimezone(value);
      }),
    );
  });

  it("takes negative zero for zero", () => {
    expect(timezoneOfOffset(-0)).toBe("UTC+00:00");
  });
});

describe("an IANA zone", () => {
  it.each([
    ["Europe/Berlin", JANUARY, "UTC+01:00"],
    ["Europe/Berlin", JULY, "UTC+02:00"],
    ["Europe/London", JANUARY, "UTC+00:00"],
    ["Europe/London", JULY, "UTC+01:00"],
    ["America/New_York", JANUARY, "UTC-05:00"],
    ["America/New_York", JULY, "UTC-04:00"],
    ["Asia/Kolkata", JULY, "UTC+05:30"],
    ["Asia/Kathmandu", JULY, "UTC+05:45"],
    ["Australia/Eucla", JULY, "UTC+08:45"],
    ["Australia/Adelaide", JULY, "UTC+09:30"],
    ["Australia/Adelaide", JANUARY, "UTC+10:30"],
    ["Australia/Lord_Howe", JULY, "UTC+10:30"],
    ["Australia/Lord_Howe", JANUARY, "UTC+11:00"],
    ["Pacific/Marquesas", JULY, "UTC-09:30"],
    ["Pacific/Kiritimati", JULY, "UTC+14:00"],
    ["Pacific/Auckland", JANUARY, "UTC+13:00"],
    ["Africa/Casablanca", JULY, "UTC+01:00"],
    ["Europe/Dublin", JANUARY, "UTC+00:00"],
    ["UTC", JULY, "UTC+00:00"],
  ])("%s keeps its current offset", (zone, instant, expected) => {
    expect(timezoneOfZone(zone, instant)).toBe(expected);
  });

  it.each([
    ["America/St_Johns", JULY, -150, "UTC-03:30"],
    ["America/St_Johns", JANUARY, -210, "UTC-03:30"],
    ["Pacific/Chatham", JANUARY, 825, "UTC+12:45"],
    ["Pacific/Chatham", JULY, 765, "UTC+12:45"],
  ])(
    "%s falls back to standard time where summer time isn't listed",
    (zone, instant, minutes, expected) => {
      expect(zoneOffsetMinutes(zone, instant)).toBe(minutes);
      expect(timezoneOfZone(zone, instant)).toBe(expected);
    },
  );

  it("that no one knows is UTC+00:00", () => {
    expect(isKnownZone("Mars/Olympus_Mons")).toBe(false);
    expect(zoneOffsetMinutes("Mars/Olympus_Mons", JULY)).toBeNull();
    expect(timezoneOfZone("Mars/Olympus_Mons", JULY)).toBe(DEFAULT_TIMEZONE);
    expect(timezoneOfZone("", JULY)).toBe(DEFAULT_TIMEZONE);
    expect(timezoneOfZone("Europe/Berlin", Number.NaN)).toBe(DEFAULT_TIMEZONE);
  });

  it("leads to one of the 38, for every zone that there is, the whole year round", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      expect(isKnownZone(zone)).toBe(true);
      for (let month = 0; month < 12; month += 1) {
        const value = timezoneOfZone(zone, Date.UTC(2026, month, 15));
        const offset = zoneOffsetMinutes(zone, Date.UTC(2026, month, 15));
        // UTC+00:00 is only ever the answer where it is meant.
        if (value === DEFAULT_TIMEZONE) expect(offset, zone).toBe(0);
      }
    }
  });
});

describe("longitude", () => {
  it.each([
    [0, "UTC+00:00"],
    [-0.4, "UTC+00:00"],
    [7.4, "UTC+00:00"],
    [7.6, "UTC+01:00"],
    [-7.6, "UTC-01:00"],
    [179.9, "UTC+12:00"],
    [-179.9, "UTC-12:00"],
    [Number.NaN, "UTC+00:00"],
  ])("%d is %s by the sun", (longitude, expected) => {
    expect(timezoneOfLongitude(longitude)).toBe(expected);
  });
});
