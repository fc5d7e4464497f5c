import type { Clock, Geocoder, Logger } from "~/core/ports";
import { type AssetsBinding, EmbeddedGeocoder } from "./embedded-geocoder";
import { RemoteGeocoder } from "./remote-geocoder";

/** Variables of the Worker that decide how places are found. */
export interface GeocoderEnv {
  ASSETS: AssetsBinding;
  NOMINATIM_URL?: string;
  TIMEZONEDB_URL?: string;
  TIMEZONEDB_KEY?: string;
}

/**
 * The embedded geocoder, behind the remote services whose URL variables are set; an empty variable
 * counts as not set.
 */
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
