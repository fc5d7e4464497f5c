import type { Clock } from "~/core/deps";
import type { Geocoder } from "~/core/profile/geocoder";
import type { Logger } from "~/core/shared/logger";
import { type AssetsBinding, EmbeddedGeocoder } from "./embedded-geocoder";
import { RemoteGeocoder } from "./remote-geocoder";

export interface GeocoderEnv {
  ASSETS: AssetsBinding;
  NOMINATIM_URL?: string;
  TIMEZONEDB_URL?: string;
  TIMEZONEDB_KEY?: string;
}

/** Embedded, unless URLs of remote services are set. An empty variable counts as not set. */
export function createGeocoder(
  env: GeocoderEnv,
  { clock, logger }: { clock: Clock; logger: Logger },
): Geocoder {
  const embedded = new EmbeddedGeocoder({ assets: env.ASSETS, clock, logger });
  if (!env.NOMINATIM_URL && !env.TIMEZONEDB_URL) return embedded;
  return new RemoteGeocoder(
    {
      nominatimUrl: env.NOMINATIM_URL,
      timezoneDbUrl: env.TIMEZONEDB_URL,
      timezoneDbKey: env.TIMEZONEDB_KEY,
      userAgent: "Happenstance",
    },
    { fallback: embedded, clock, logger },
  );
}
