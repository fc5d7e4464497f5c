import type { Clock } from "~/core/deps";
import type { Geocoder } from "~/core/profile/geocoder";
import type { Logger } from "~/core/shared/logger";
import { type AssetsBinding, createEmbeddedGeocoder } from "./embedded-geocoder";
import { createRemoteGeocoder, type GeocodingServices } from "./remote-geocoder";

export interface GeocoderEnv extends GeocodingServices {
  ASSETS: AssetsBinding;
}

/** The embedded geocoder, unless URLs of remote services are set. An empty variable counts as not set. */
export function createGeocoder(
  env: GeocoderEnv,
  { clock, logger }: { clock: Clock; logger: Logger },
): Geocoder {
  const embedded = createEmbeddedGeocoder({ assets: env.ASSETS, clock, logger });
  if (!env.NOMINATIM_URL && !env.TIMEZONEDB_URL) return embedded;
  return createRemoteGeocoder(env, { fallback: embedded, clock, logger });
}
