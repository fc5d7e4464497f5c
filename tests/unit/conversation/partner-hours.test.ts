import { describe, expect, it } from "vitest";
import { toPartnerHours } from "~/core/conversation/partner-hours";

const zones = ["UTC-09:00", "UTC-03:00", "UTC+00:00", "UTC+05:30", "UTC+09:00", "UTC+13:00"];
const now = Date.parse("2026-11-25T14:05Z");
const day = { now, expiresAt: Date.parse("2026-11-26T00:00Z") };
const of = (timezone: string | null, zone: string | null = null) => ({ timezone, zone });
const ask = (partner: { location: string | null; latitude: number | null }) =>
  zones.map((timezone) => toPartnerHours(of(timezone), partner, of("UTC+05:30"), day));

it("a partner whose place is hidden shows no hours and no offset, whatever the viewer's timezone", () => {
  const hours = ask({ location: null, latitude: null });
  expect(hours).toEqual(zones.map(() => ({ together: [], aheadOfUtc: null })));
});

it.each([
  { location: "Pune", latitude: null },
  { location: null, latitude: 18.5 },
])("the partner's offset is shown in whole hours if the place is shown as %o", (partner) => {
  const hours = ask(partner);
  expect(hours.map(({ aheadOfUtc }) => aheadOfUtc)).toEqual(zones.map(() => 6));
});

describe("when both are awake", () => {
  const place = { location: "Somewhere", latitude: null };
  const span = (from: string, until: string) => ({
    from: Date.parse(`2026-11-25T${from}Z`),
    until: until === "24:00" ? day.expiresAt : Date.parse(`2026-11-25T${until}Z`),
  });
  it.each([
    // The viewer's clock, the partner's, and the hours in which both are awake. It is 14:05 UTC, and
    // the quarter of an hour that has begun counts.
    [of("UTC+00:00"), of("UTC+00:00"), [span("14:00", "23:00")]],
    [of("UTC+01:00"), of("UTC+00:00"), [span("14:00", "22:00")]],
    [of("UTC-05:00"), of("UTC+00:00"), [span("14:00", "23:00")]],
    [of("UTC-05:00"), of("UTC-08:00"), [span("16:00", "24:00")]],
    [of("UTC+09:00"), of("UTC+09:00"), [span("23:00", "24:00")]],
    [of("UTC-11:00"), of("UTC+01:00"), [span("19:00", "22:00")]],
    [of("UTC+05:45"), of("UTC+00:00"), [span("14:00", "17:15")]],
    // The viewer travels. The browser's zone counts, not the profile's timezone.
    [of("UTC+00:00", "America/New_York"), of("UTC-08:00"), [span("16:00", "24:00")]],
    // The viewer sleeps until 23:00 UTC, and the partner sleeps from 23:00 UTC on.
    [of("UTC+09:00"), of("UTC+00:00"), [span("23:00", "23:00")].slice(1)],
    [of(null), of("UTC+00:00"), []],
  ])(
    "the hours in which both are awake are counted from now to the end of the day: %o and %o",
    (own, partner, spans) => {
      expect(toPartnerHours(own, place, partner, day).together).toEqual(spans);
    },
  );
});

it("the partner's offset follows the clock changes of the home zone, but not a trip to another zone", () => {
  const place = { location: "Somewhere", latitude: null };
  const ahead = (zone: string, at: string) =>
    toPartnerHours(of("UTC+00:00"), place, of("UTC+01:00", zone), { ...day, now: Date.parse(at) })
      .aheadOfUtc;
  expect(ahead("Europe/Stockholm", "2026-07-01T12:00Z")).toBe(2);
  expect(ahead("Europe/Stockholm", "2026-12-01T12:00Z")).toBe(1);
  expect(ahead("Asia/Tokyo", "2026-07-01T12:00Z")).toBe(1);
});
