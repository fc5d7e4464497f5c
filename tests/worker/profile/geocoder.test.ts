import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { isKnownZone } from "~/core/shared/timezones";
import { createRecordingLogger } from "~/tests/support/recording-logger";
import { createGeocoder, type GeocoderEnv } from "~/worker/adapters/geo/create-geocoder";
import { PLACES_PATH } from "~/worker/adapters/geo/embedded-geocoder";
import type { Places } from "~/worker/adapters/geo/places";

const JULY = Date.UTC(2026, 6, 15);
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const BERLIN_PLACE = { location: "Berlin, State of Berlin, Germany", timezone: "UTC+02:00" };

function create(variables: Partial<GeocoderEnv> = {}) {
  const { logger, entries } = createRecordingLogger();
  const geocoder = createGeocoder(
    { ASSETS: env.ASSETS, ...variables },
    { clock: { now: () => JULY }, logger },
  );
  return { geocoder, entries };
}

describe("the geocoder in workerd", () => {
  it("the geocoder answers its first parallel lookups from the assets' binding", async () => {
    const { geocoder, entries } = create();
    const points = [
      BERLIN,
      { latitude: -33.8688, longitude: 151.2093 },
      { latitude: 0, longitude: -30 },
    ];
    expect(await Promise.all(points.map((point) => geocoder.locate(point)))).toEqual([
      BERLIN_PLACE,
      { location: "Sydney, New South Wales, Australia", timezone: "UTC+10:00" },
      { location: "Location at 0.0000, -30.0000", timezone: null },
    ]);
    expect(entries).toEqual([]);
  });

  it("workerd knows every time zone of the places file", async () => {
    const response = await env.ASSETS.fetch(`https://assets.local${PLACES_PATH}`);
    const { zones } = await response.json<Places>();
    expect(zones.filter((zone) => !isKnownZone(zone))).toEqual([]);
    const { geocoder } = create();
    const juarez = await geocoder.locate({ latitude: 31.7357, longitude: -106.4833 });
    expect(juarez.timezone).toBe("UTC-06:00");
    const coyhaique = await geocoder.locate({ latitude: -45.5752, longitude: -72.0662 });
    expect(coyhaique.timezone).toBe("UTC-03:00");
    const newfoundland = await geocoder.locate({ latitude: 47.5615, longitude: -52.7126 });
    expect(newfoundland.timezone).toBe("UTC-03:30");
  });

  it("the geocoder uses its own places if the services can't be reached, and logs no coordinates", async () => {
    const nowhere = "ftp://127.0.0.1/";
    const { geocoder, entries } = create({ NOMINATIM_URL: nowhere, TIMEZONEDB_URL: nowhere });
    expect(await geocoder.locate(BERLIN)).toEqual(BERLIN_PLACE);
    const services = entries.map(({ fields }) => fields?.service);
    expect(services.sort()).toEqual(["nominatim", "timezonedb"]);
    expect(JSON.stringify(entries)).not.toMatch(/52\.5|13\.4/);
  });
});
