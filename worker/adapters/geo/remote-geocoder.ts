/**
 * Geocoding by services of the operator's choice (docs/rules.md#places): Nominatim-compatible for names,
 * TimeZoneDB-compatible for offsets. The embedded geocoder replaces a service that fails or has no URL.
 */
import { z } from "zod";
import type { Clock } from "~/core/deps";
import type { Geocoder } from "~/core/profile/geocoder";
import { BRAND } from "~/core/shared/brand";
import { LOCATION_MAX_LENGTH } from "~/core/shared/constants";
import type { Coordinates } from "~/core/shared/coordinates";
import type { Logger } from "~/core/shared/logger";
import { isKnownZone, timezoneOfOffset, timezoneOfZone } from "~/core/shared/timezones";
import type { Env } from "~/worker/env";

const TIMEOUT_MS = 3_000;
/** Enough, because coordinates are already rounded to one decimal. */
const SENT_DECIMALS = 3;

export type GeocodingServices = Pick<Env, "NOMINATIM_URL" | "TIMEZONEDB_URL" | "TIMEZONEDB_KEY">;

interface RemoteGeocoderDeps {
  fallback: Geocoder;
  clock: Clock;
  logger: Logger;
  timeoutMs?: number;
}

const namePart = z.string().trim().min(1).optional().catch(undefined);

const reverseAnswerSchema = z.object({
  address: z.object({
    city: namePart,
    town: namePart,
    village: namePart,
    state: namePart,
    county: namePart,
    country: namePart,
  }),
});

const timezoneAnswerSchema = z.object({
  status: z.literal("OK"),
  gmtOffset: z.number().int(),
  zoneName: z.string().optional().catch(undefined),
});

export function createRemoteGeocoder(
  { NOMINATIM_URL, TIMEZONEDB_URL, TIMEZONEDB_KEY }: GeocodingServices,
  { fallback, clock, logger, timeoutMs = TIMEOUT_MS }: RemoteGeocoderDeps,
): Geocoder {
  const getJson = async (
    base: string,
    path: string,
    query: Record<string, string>,
  ): Promise<unknown> => {
    const url = new URL(path, base.endsWith("/") ? base : `${base}/`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, {
      // Nominatim's usage policy requires the app's name.
      headers: { Accept: "application/json", "User-Agent": BRAND.name },
      // A redirect counts as a failure, because the position must go only to the configured host.
      redirect: "manual",
      // The signal also aborts a body that never ends.
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      // workerd warns about unread bodies and keeps their connections open.
      await response.body?.cancel();
      throw new ServiceStatusError(response.status);
    }
    return response.json();
  };

  /** Null if not configured, or if the point has no name. @throws when the call fails */
  const findLocation = async (point: Coordinates): Promise<string | null> => {
    if (!NOMINATIM_URL) return null;
    const answer = await getJson(NOMINATIM_URL, "reverse", {
      format: "jsonv2",
      zoom: "10",
      "accept-language": "en",
      lat: point.latitude.toFixed(SENT_DECIMALS),
      lon: point.longitude.toFixed(SENT_DECIMALS),
    });
    const { address } = reverseAnswerSchema.parse(answer);
    const parts = [
      address.city ?? address.town ?? address.village,
      address.state ?? address.county,
      address.country,
    ].filter((part) => part !== undefined);
    const text = parts.join(", ").normalize("NFC");
    return text === "" ? null : [...text].slice(0, LOCATION_MAX_LENGTH).join("").trim();
  };

  /**
   * Null if not configured, or if the offset is not one of the 38 timezones of profiles. @throws when the call fails
   */
  const findTimezone = async (point: Coordinates): Promise<string | null> => {
    if (!TIMEZONEDB_URL) return null;
    const answer = await getJson(TIMEZONEDB_URL, "v2.1/get-time-zone", {
      ...(TIMEZONEDB_KEY ? { key: TIMEZONEDB_KEY } : {}),
      format: "json",
      by: "position",
      lat: point.latitude.toFixed(SENT_DECIMALS),
      lng: point.longitude.toFixed(SENT_DECIMALS),
    });
    const { gmtOffset, zoneName } = timezoneAnswerSchema.parse(answer);
    const listed = timezoneOfOffset(gmtOffset / 60);
    if (listed || !zoneName) return listed;
    // In some zones, such as Newfoundland's, the offset of summer time is not among the timezones of profiles. The
    // zone's name gives its standard offset.
    return isKnownZone(zoneName) ? timezoneOfZone(zoneName, clock.now()) : null;
  };

  const attempt = async <T>(service: string, ask: Promise<T | null>): Promise<T | null> => {
    try {
      return await ask;
    } catch (error) {
      // Only the error's kind is logged, because its message can contain the URL, and so a member's position.
      const reason = error instanceof Error ? error.name : "unknown";
      const status = error instanceof ServiceStatusError ? error.status : undefined;
      logger.warn("geocoder.service_failed", { service, reason, status });
      return null;
    }
  };

  return {
    async locate(point) {
      const [location, timezone] = await Promise.all([
        attempt("nominatim", findLocation(point)),
        attempt("timezonedb", findTimezone(point)),
      ]);
      if (location && timezone) return { location, timezone };
      const embedded = await fallback.locate(point);
      return {
        location: location ?? embedded.location,
        timezone: timezone ?? embedded.timezone,
      };
    },
    /** The embedded geocoder answers, so that no service is called at every keystroke. */
    searchCities: fallback.searchCities,
  };
}

class ServiceStatusError extends Error {
  override readonly name = "ServiceStatusError";

  constructor(readonly status: number) {
    super(`The service answers ${status}`);
  }
}
