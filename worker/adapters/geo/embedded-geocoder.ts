/** The default geocoder: works offline and sends no position to a third party (docs/rules.md#places). */
import type { City, Clock, Geocoder, Logger, Place } from "~/core/ports";
import { type Coordinates, formatCoordinatesText } from "~/core/shared/coordinates";
import {
  isKnownZone,
  type Timezone,
  timezoneOfLongitude,
  timezoneOfZone,
} from "~/core/shared/timezones";
import { decodePlaces, type Places, placeText, UNITS_PER_DEGREE } from "./place-file";
import { findNearest, findPlaceAt, searchPlaces } from "./place-index";

export const PLACES_PATH = "/geo/places.bin";

/** A place farther away than this does not name the position: the coordinates text is used. */
const PLACE_REACH_KM = 100;
/** Beyond this the offset goes by the sun rather than by the nearest coast. */
const ZONE_REACH_KM = 500;
const MAX_SEARCH_RESULTS = 50;

/** The static assets' binding, or anything that answers like it. */
export interface AssetsBinding {
  fetch(input: string): Promise<Response>;
}

export interface EmbeddedGeocoderDeps {
  assets: AssetsBinding;
  clock: Clock;
  logger: Logger;
}

/**
 * The file, once read, for as long as the isolate lives. Only the decoded bytes are kept, never the
 * promise of them: workerd ties a pending read to the request that began it, and another request
 * that awaited it would hang. Two simultaneous first requests therefore read the file twice. Keyed by
 * the binding, so that two Workers in one isolate (as in tests) don't share a file.
 */
const placesOf = new WeakMap<AssetsBinding, Places>();

export class EmbeddedGeocoder implements Geocoder {
  readonly #deps: EmbeddedGeocoderDeps;

  constructor(deps: EmbeddedGeocoderDeps) {
    this.#deps = deps;
  }

  async locate(point: Coordinates): Promise<Place> {
    const places = await this.#loadPlaces();
    const found = places && findPlaceAt(places, point, PLACE_REACH_KM);
    if (places && found) {
      return {
        location: placeText(places, found.place),
        timezone: this.#timezoneOf(places, found.place),
      };
    }
    const coast = places && findNearest(places, point, ZONE_REACH_KM);
    return {
      location: formatCoordinatesText(point),
      timezone:
        places && coast
          ? this.#timezoneOf(places, coast.place)
          : timezoneOfLongitude(point.longitude),
    };
  }

  /** @param limit at most 50 are given */
  async searchCities(query: string, limit: number): Promise<City[]> {
    const places = await this.#loadPlaces();
    if (!places) return [];
    return searchPlaces(places, query, Math.min(limit, MAX_SEARCH_RESULTS)).map((place) => ({
      location: placeText(places, place),
      latitude: (places.latitudes[place] ?? 0) / UNITS_PER_DEGREE,
      longitude: (places.longitudes[place] ?? 0) / UNITS_PER_DEGREE,
      timezone: this.#timezoneOf(places, place),
    }));
  }

  #timezoneOf(places: Places, place: number): Timezone {
    const zone = places.zones[places.zoneOf[place] ?? 0] ?? "";
    // The runtime's own timezone data may be older than ours.
    return isKnownZone(zone)
      ? timezoneOfZone(zone, this.#deps.clock.now())
      : timezoneOfLongitude((places.longitudes[place] ?? 0) / UNITS_PER_DEGREE);
  }

  /** Null if the file can't be read; the next call tries again. */
  async #loadPlaces(): Promise<Places | null> {
    const { assets, logger } = this.#deps;
    const known = placesOf.get(assets);
    if (known) return known;
    try {
      // The binding looks at the path alone; it wants a whole URL all the same.
      const response = await assets.fetch(`https://assets.local${PLACES_PATH}`);
      if (!response.ok) throw new Error(`The places file answers ${response.status}`);
      const places = decodePlaces(await response.arrayBuffer());
      placesOf.set(assets, places);
      return places;
    } catch (error) {
      logger.error("geocoder.places_unreadable", error);
      return null;
    }
  }
}
