import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clockMinute,
  clockOffset,
  clockTime,
  DEFAULT_TIMEZONE,
  isKnownZone,
  isTimezone,
  isZoneName,
  nameClock,
  nearestTimezone,
  nextClockTime,
  offsetOfTimezone,
  TIMEZONE_OPTIONS,
  timezoneLabel,
  timezoneOfOffset,
  timezoneOfZone,
  timezoneOrDefault,
  zoneOffsetMinutes,
} from "~/core/shared/timezones";

const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

describe("the 38 timezones", () => {
  it("each of the 38 timezones has its offset in minutes and is found by it, and other values have none", () => {
    for (const { value } of TIMEZONE_OPTIONS) {
      const [hours = 0, minutes = 0] = value.slice(4).split(":").map(Number);
      const size = hours * 60 + minutes;
      const offset = value[3] === "-" ? -size : size;
      expect([offsetOfTimezone(value), timezoneOfOffset(offset)]).toEqual([offset, value]);
    }
    for (const value of [null, "", "UTC", "UTC+1", "UTC+05:31"]) {
      expect(offsetOfTimezone(value)).toBeNull();
    }
  });

  it("each timezone has a label of its own that begins with its value and names places", () => {
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
  ])("%j is not a timezone", (value) => {
    expect(isTimezone(value)).toBe(false);
  });

  it("an unknown stored timezone is shown as UTC+00:00", () => {
    expect(timezoneOrDefault("UTC+05:31")).toBe("UTC+00:00");
    expect(timezoneOrDefault(null)).toBe("UTC+00:00");
    expect(timezoneLabel("nonsense")).toBe(timezoneLabel("UTC+00:00"));
    expect(timezoneLabel(undefined)).toContain("UTC+00:00");
    expect(timezoneLabel("UTC+05:45")).toBe("UTC+05:45 (Kathmandu)");
  });
});

describe("an offset in minutes", () => {
  it("any number of minutes gives one of the 38 timezones or null", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double()), (minutes) => {
        const value = timezoneOfOffset(minutes);
        return value === null || isTimezone(value);
      }),
    );
  });

  it("an offset of negative zero minutes is UTC+00:00", () => {
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
  ])("the zone %s at instant %d has the timezone %s", (zone, instant, expected) => {
    expect(timezoneOfZone(zone, instant)).toBe(expected);
  });

  it.each([
    ["America/St_Johns", JULY, -150, "UTC-03:30"],
    ["America/St_Johns", JANUARY, -210, "UTC-03:30"],
    ["Pacific/Chatham", JANUARY, 825, "UTC+12:45"],
    ["Pacific/Chatham", JULY, 765, "UTC+12:45"],
  ])(
    "the zone %s has, at instant %d, an offset of %d minutes but the timezone of its standard time: %s",
    (zone, instant, minutes, expected) => {
      expect(zoneOffsetMinutes(zone, instant)).toBe(minutes);
      expect(timezoneOfZone(zone, instant)).toBe(expected);
    },
  );

  it("an unknown zone or an invalid instant gives UTC+00:00", () => {
    expect(isKnownZone("Mars/Olympus_Mons")).toBe(false);
    expect(zoneOffsetMinutes("Mars/Olympus_Mons", JULY)).toBeNull();
    expect(timezoneOfZone("Mars/Olympus_Mons", JULY)).toBe(DEFAULT_TIMEZONE);
    expect(timezoneOfZone("", JULY)).toBe(DEFAULT_TIMEZONE);
    expect(timezoneOfZone("Europe/Berlin", Number.NaN)).toBe(DEFAULT_TIMEZONE);
  });

  it.each([
    "Asia/Kathmandu",
    "Asia/Katmandu",
    "Pacific/Apia",
    "UTC",
    "Etc/GMT+5",
    "America/Argentina/Ushuaia",
  ])("the zone %s is accepted from a browser", (zone) => expect(isZoneName(zone)).toBe(true));

  it.each([
    ...["", " ", "Mars/Olympus", "+05:30", "-08", "UTC+01:00", "Europe/Stockholm ", "zone=UTC"],
    ...["Europe\u200b/Paris", "../etc/passwd", "Europe/Stockholm'; drop table members"],
    ...["Europe%2FParis", "Ünited/Zone", `A${"a".repeat(10_000)}`, "constructor", "__proto__"],
  ])("the zone %j is refused from a browser", (zone) => expect(isZoneName(zone)).toBe(false));

  it("each zone of the runtime is known, and no zone gets UTC+00:00 in a month in which its offset differs", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      expect(isKnownZone(zone)).toBe(true);
      for (let month = 0; month < 12; month += 1) {
        const value = timezoneOfZone(zone, Date.UTC(2026, month, 15));
        const offset = zoneOffsetMinutes(zone, Date.UTC(2026, month, 15));
        // Unknown zones get UTC+00:00 too, so a zone with that timezone must really have the offset
        // 0.
        if (value === DEFAULT_TIMEZONE) expect(offset, zone).toBe(0);
      }
    }
  });
});

describe("the nearest timezone", () => {
  it.each([
    [0, "UTC+00:00"],
    [-1, "UTC+00:00"],
    [330, "UTC+05:30"],
    // The next two are the summer times of Newfoundland and Chatham. Newfoundland's is as near to
    // UTC-02:00 as to UTC-03:00, which comes first in the list.
    [-150, "UTC-03:00"],
    [825, "UTC+14:00"],
    [-690, "UTC-12:00"],
    [-900, "UTC-12:00"],
    [900, "UTC+14:00"],
  ])("the timezone nearest to an offset of %d minutes is %s", (minutes, expected) => {
    expect(nearestTimezone(minutes)).toBe(expected);
  });
});

describe("a member's clock", () => {
  it.each([
    [null, null, "2026-07-01T00:00Z", 0],
    ["UTC+01:00", null, "2026-07-01T00:00Z", 60],
    ["nonsense", null, "2026-07-01T00:00Z", 0],
    ["UTC+01:00", "Europe/Stockholm", "2026-07-01T00:00Z", 120],
    ["UTC+01:00", "Europe/Stockholm", "2026-12-01T00:00Z", 60],
    ["UTC+01:00", "Europe/Stockholm", "2026-03-29T00:59Z", 60],
    ["UTC+01:00", "Europe/Stockholm", "2026-03-29T01:00Z", 120],
    ["UTC+01:00", "Europe/Stockholm", "2026-10-25T00:59Z", 120],
    ["UTC+01:00", "Europe/Stockholm", "2026-10-25T01:00Z", 60],
    ["UTC-05:00", "America/New_York", "2026-03-08T06:59Z", -300],
    ["UTC-05:00", "America/New_York", "2026-03-08T07:00Z", -240],
    // Lord Howe's summer time is in January, and adds half an hour.
    [null, "Australia/Lord_Howe", "2026-01-01T00:00Z", 660],
    [null, "Australia/Lord_Howe", "2026-07-01T00:00Z", 630],
    ["UTC+05:45", "Asia/Kathmandu", "2026-07-01T00:00Z", 345],
    // A zone's offset need not be one of the profile's 38 timezones.
    ["UTC+12:45", "Pacific/Chatham", "2026-01-01T00:00Z", 825],
    ["UTC+12:45", "Pacific/Chatham", "2026-07-01T00:00Z", 765],
    ["UTC+13:00", "Pacific/Apia", "2026-01-01T00:00Z", 780],
    // The member travels, so the browser's zone counts.
    ["UTC+01:00", "Asia/Tokyo", "2026-07-01T00:00Z", 540],
    // If the runtime lacks the zone, the profile's timezone counts.
    ["UTC+01:00", "Mars/Olympus", "2026-07-01T00:00Z", 60],
  ])(
    "the clock of a member with timezone %s and zone %s is, at %s, %i minutes ahead of UTC",
    (timezone, zone, at, minutes) => {
      expect(clockOffset({ timezone, zone }, Date.parse(at))).toBe(minutes);
    },
  );

  it.each([
    ["Europe/Stockholm", "08:00", "2026-11-25T12:00Z", "2026-11-26T07:00Z"],
    ["Europe/Stockholm", "08:00", "2026-11-26T06:59Z", "2026-11-26T07:00Z"],
    ["Europe/Stockholm", "08:00", "2026-11-26T07:00Z", "2026-11-27T07:00Z"],
    ["Europe/Stockholm", "00:00", "2026-11-25T23:30Z", "2026-11-26T23:00Z"],
    // The clock goes forward or back before the next 08:00.
    ["Europe/Stockholm", "08:00", "2026-03-28T22:00Z", "2026-03-29T06:00Z"],
    ["Europe/Stockholm", "08:00", "2026-10-24T22:00Z", "2026-10-25T07:00Z"],
    // The clock skips 02:30, so 03:30 is given instead.
    ["Europe/Stockholm", "02:30", "2026-03-28T22:00Z", "2026-03-29T01:30Z"],
    // The clock shows 02:30 twice that night. Only the first time counts.
    ["Europe/Stockholm", "02:30", "2026-10-24T22:00Z", "2026-10-25T00:30Z"],
    ["Europe/Stockholm", "02:30", "2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ["America/New_York", "08:00", "2026-11-01T03:00Z", "2026-11-01T13:00Z"],
    ["Asia/Kathmandu", "08:00", "2026-11-25T00:00Z", "2026-11-25T02:15Z"],
    ["Pacific/Chatham", "08:00", "2026-01-01T00:00Z", "2026-01-01T18:15Z"],
    ["Pacific/Chatham", "08:00", "2026-07-01T00:00Z", "2026-07-01T19:15Z"],
    // Samoa skipped Friday, December 30, 2011.
    ["Pacific/Apia", "08:00", "2011-12-29T18:00Z", "2011-12-30T18:00Z"],
    ["Pacific/Apia", "08:00", "2011-12-30T18:00Z", "2011-12-31T18:00Z"],
    ["Pacific/Kiritimati", "08:00", "2026-11-25T17:00Z", "2026-11-25T18:00Z"],
  ])("the clock in %s shows %s for the first time after %s at %s", (zone, shown, after, next) => {
    const minute = Number(shown.slice(0, 2)) * 60 + Number(shown.slice(3));
    const clock = { timezone: null, zone };
    const at = nextClockTime(clock, minute, Date.parse(after));
    expect(new Date(at).toISOString()).toBe(new Date(next).toISOString());
  });

  it("a clock shows any time of day again within 26 hours, and never at the current instant", () => {
    const zones = ["Europe/Lisbon", "Australia/Lord_Howe", "Pacific/Chatham", "America/St_Johns"];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones, "Pacific/Apia", "Asia/Kathmandu", "Africa/Casablanca"),
        fc.integer({ min: 0, max: 1_439 }),
        fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
        (zone, minute, after) => {
          const clock = { timezone: null, zone };
          const at = nextClockTime(clock, minute, after);
          expect(at).toBeGreaterThan(after);
          expect(at - after).toBeLessThanOrEqual(26 * 3_600_000);
          const shown = clockMinute(clock, at);
          // If the clock skips the minute, the time is up to an hour later.
          expect((shown - minute + 1_440) % 1_440).toBeLessThanOrEqual(60);
        },
      ),
    );
  });

  it.each([
    ["2026-11-26T00:00Z", "midnight", "5:45 am"],
    ["2026-11-25T18:15Z", "6:15 pm", "midnight"],
    ["2026-11-26T12:00Z", "12:00 pm", "5:45 pm"],
    ["2026-11-26T00:30Z", "12:30 am", "6:15 am"],
  ])("the instant %s is %s in London and %s in Kathmandu", (at, london, kathmandu) => {
    const instant = Date.parse(at);
    expect(clockTime({ timezone: null, zone: "Europe/London" }, instant)).toBe(london);
    expect(clockTime({ timezone: "UTC+05:45", zone: null }, instant)).toBe(kathmandu);
  });

  it("a clock of a 24-hour region shows 24 hours, but midnight as 'midnight'", () => {
    const clock = { timezone: "UTC+05:45", zone: null };
    const shown = ["2026-11-26T00:00Z", "2026-11-26T12:20Z", "2026-11-26T18:15Z"].map((at) =>
      clockTime(clock, Date.parse(at), { is24Hour: true }),
    );
    expect(shown).toEqual(["05:45", "18:05", "midnight"]);
  });

  it("a clock is named after its zone, or after the profile's timezone if it has no zone", () => {
    expect(nameClock({ timezone: "UTC+01:00", zone: "America/New_York" })).toBe("America/New York");
    expect(nameClock({ timezone: "UTC+01:00", zone: null })).toBe("UTC+01:00");
    expect(nameClock({ timezone: null, zone: null })).toBe("UTC+00:00");
  });
});
