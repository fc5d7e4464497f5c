import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  dayNumber,
  formatCalendarDate,
  formatClock,
  formatDate,
  formatDay,
  formatDayAhead,
  formatHour,
  formatLongDate,
  formatNearestHour,
  formatTimeOfDay,
} from "~/app/lib/format-local";
import { formatDistance } from "~/app/lib/format-profile";
import { DEFAULT_REGION_STYLE } from "~/core/shared/region-style";

const US = DEFAULT_REGION_STYLE;
const GERMANY = { isDayFirst: true, is24Hour: true, hasMiles: false };

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "America/New_York";
});
afterEach(() => {
  process.env.TZ = zone;
});

describe("times as text", () => {
  it.each([
    ["2025-03-01T00:00:00.000Z", "12:00 am UTC", "7:00 pm"],
    ["2025-03-01T12:05:00.000Z", "12:05 pm UTC", "7:05 am"],
    ["2025-03-01T23:59:59.999Z", "11:59 pm UTC", "6:59 pm"],
    ["2025-07-01T04:30:00.000Z", "4:30 am UTC", "12:30 am"],
  ])(
    "the time of %s is %s on the server and %s in a browser in New York",
    (instant, utc, local) => {
      expect(formatTimeOfDay(instant, "utc")).toBe(utc);
      expect(formatTimeOfDay(instant, "local")).toBe(local);
    },
  );

  it("midnight UTC is shown by the reader's clock, with daylight saving time", () => {
    expect(formatTimeOfDay(Date.parse("2025-03-01T00:00:00Z"), "local")).toBe("7:00 pm");
    expect(formatTimeOfDay(Date.parse("2025-07-01T00:00:00Z"), "local")).toBe("8:00 pm");
  });
});

describe("days as text", () => {
  const now = Date.parse("2025-03-02T03:00:00Z");

  it("local days use the reader's time zone, not UTC", () => {
    const instant = "2025-03-01T23:00:00.000Z";
    expect(formatDay(instant, now, "local", US)).toBe("Today");
    expect(formatDay(instant, now, "utc", US)).toBe("Yesterday");
  });

  it("days before yesterday are long dates, also across the change of the clocks", () => {
    expect(formatDay("2025-02-28T12:00:00Z", now, "utc", US)).toBe("Friday, February 28, 2025");
    const afterChange = Date.parse("2025-03-10T12:00:00Z");
    expect(formatDay("2025-03-09T05:30:00Z", afterChange, "local", US)).toBe("Yesterday");
    expect(formatDay("2025-03-08T12:00:00Z", afterChange, "local", US)).toBe(
      "Saturday, March 8, 2025",
    );
  });

  it("dates don't depend on the browser's formats, because they are formatted without Intl", () => {
    vi.stubGlobal("Intl", undefined);
    expect(formatLongDate("2025-12-31T23:00:00Z", "utc", US)).toBe("Wednesday, December 31, 2025");
    expect(formatDate("2026-01-01T04:00:00Z", "utc", US)).toBe("January 1, 2026");
    expect(formatDate("2026-01-01T04:00:00Z", "local", US)).toBe("December 31, 2025");
    vi.unstubAllGlobals();
  });

  it("two instants of one UTC day are on two local days if local midnight is between them", () => {
    const [one, other] = ["2025-03-01T02:00:00Z", "2025-03-01T10:00:00Z"];
    expect(dayNumber(one, "utc")).toBe(dayNumber(other, "utc"));
    expect(dayNumber(one, "local")).not.toBe(dayNumber(other, "local"));
  });
});

describe("the region's formats", () => {
  const evening = "2025-03-01T23:04:00Z";
  const midnight = "2025-03-01T00:00:59Z";

  it.each([
    [US, "Saturday, March 1, 2025", "Saturday, March 1", "March 1, 2025", "March 1, 2025"],
    [GERMANY, "Saturday 1 March 2025", "Saturday 1 March", "1 March 2025", "1 March 2025"],
  ])("dates have the region's order of day and month: %j", (style, long, ahead, date, calendar) => {
    expect(formatLongDate(evening, "utc", style)).toBe(long);
    expect(formatDayAhead(evening, "utc", style)).toBe(ahead);
    expect(formatDate(evening, "utc", style)).toBe(date);
    expect(formatCalendarDate("2025-03-01", style)).toBe(calendar);
    const later = Date.parse("2025-03-10T12:00:00Z");
    expect(formatDay(evening, later, "utc", style)).toBe(long);
  });

  it.each([
    [US, "11:04 pm UTC", "6:04 pm", "11 pm UTC", "6 pm your time", "9 am"],
    [GERMANY, "23:04 UTC", "18:04", "23:00 UTC", "18:00 your time", "09:00"],
  ])(
    "everywhere but in messages, times use the region's 12-hour or 24-hour clock: %j",
    (style, utc, local, hour, own, nine) => {
      expect(formatClock(evening, "utc", style)).toBe(utc);
      expect(formatClock(evening, "local", style)).toBe(local);
      expect(formatNearestHour(Date.parse(evening), "utc", style)).toBe(hour);
      expect(formatNearestHour(Date.parse(evening), "local", style)).toBe(own);
      expect(formatHour(9, style)).toBe(nine);
    },
  );

  it.each([US, GERMANY])("midnight is called midnight in every region: %j", (style) => {
    expect(formatClock(midnight, "utc", style)).toBe("midnight UTC");
    expect(formatClock("2025-03-01T05:00:00Z", "local", style)).toBe("midnight");
    expect(formatHour(0, style)).toBe("midnight");
  });

  it("distances are in kilometres, and also in miles if the region uses miles", () => {
    const all = (hasMiles: boolean) =>
      [5, 50, 300, null].map((km) => formatDistance(km, { ...US, hasMiles }));
    expect(all(false)).toEqual(["5 km", "50 km", "300 km", "No limit"]);
    expect(all(true)).toEqual(["5 km (3 mi)", "50 km (31 mi)", "300 km (186 mi)", "No limit"]);
  });
});
