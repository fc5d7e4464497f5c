/** The default geocoder: works offline and sends no position to a third party (docs/rules.md#places). */

import type { Clock } from "~/core/deps";
import type { City, Geocoder, Place } from "~/core/profile/geocoder";
import { type Coordinates, formatCoordinatesText } from "~/core/shared/coordinates";
import type { Logger } from "~/core/shared/logger";
import { isKnownZone, type Timezone, timezoneOfZone } from "~/core/shared/timezones";
import { decodePlaces, type Places, placeText, UNITS_PER_DEGREE } from "./place-file";
import { findPlaceAt, searchPlaces } from "./place-index";

export const PLACES_PATH = "/geo/places.bin";

/** A place farther away than this names no position and tells no timezone; the text of the coordinates is used instead. */
const PLACE_REACH_KM = 100;
const MAX_SEARCH_RESULTS = 50;

/** The static assets' binding, or an object with the same method. */
export interface AssetsBinding {
  fetch(input: string): Promise<Response>;
}

interface EmbeddedGeocoderDeps {
  assets: AssetsBinding;
  clock: Clock;
  logger: Logger;
}

/**
 * The decoded file, kept as long as the isolate lives. The promise of it is never kept, because workerd
 * ties a pending read to the request that began it, and another request that awaited it would hang. So
 * two simultaneous first requests read the file twice. The key is the binding, so that two Workers in
 * one isolate (as in tests) don't share a file.
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
    return { location: formatCoordinatesText(point), timezone: null };
  }

  /** @param limit a value above 50 counts as 50 */
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

  #timezoneOf(places: Places, place: number): Timezone | null {
    const zone = places.zones[places.zoneOf[place] ?? 0] ?? "";
    // The runtime's own timezone data may be older than ours.
    return isKnownZone(zone) ? timezoneOfZone(zone, this.#deps.clock.now()) : null;
  }

  /** Null if the file can't be read; the next call tries again. */
  async #loadPlaces(): Promise<Places | null> {
    const { assets, logger } = this.#deps;
    const known = placesOf.get(assets);
    if (known) return known;
    try {
      // The binding uses only the path, but it needs a complete URL.
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
