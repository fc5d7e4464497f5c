import { expect, it } from "vitest";
import { toPartnerHours } from "~/core/pairing/partner-hours";

const zones = ["UTC-09:00", "UTC-03:00", "UTC+00:00", "UTC+05:30", "UTC+09:00", "UTC+13:00"];
const ask = (partner: { location: string | null; latitude: number | null }) =>
  zones.map((timezone) => toPartnerHours({ timezone }, partner, "UTC+05:30"));

it("tells nothing of a clock where the place is not shown, whatever the viewer's own zone", () => {
  const hours = ask({ location: null, latitude: null });
  expect(hours).toEqual(zones.map(() => ({ together: null, aheadOfUtc: null })));
});

it.each([
  { location: "Pune", latitude: null },
  { location: null, latitude: 18.5 },
])("tells whole hours where the place is shown as %o", (partner) => {
  const hours = ask(partner);
  expect(hours.map(({ aheadOfUtc }) => aheadOfUtc)).toEqual(zones.map(() => 6));
  expect(hours.every(({ together }) => Number.isInteger(together))).toBe(true);
});
