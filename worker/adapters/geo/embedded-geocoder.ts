/** The default geocoder. It works offline and sends no position to a third party (docs/rules.md#places). */

import type { Clock } from "~/core/deps";
import type { Geocoder, Place } from "~/core/profile/geocoder";
import { formatCoordinatesText } from "~/core/shared/coordinates";
import type { Logger } from "~/core/shared/logger";
import { isKnownZone, timezoneOfZone } from "~/core/shared/timezones";
import {
  findPlaceAt,
  type Place as ListedPlace,
  type Places,
  placeText,
  searchPlaces,
} from "./places";

export const PLACES_PATH = "/geo/places.json";

/** A point that is farther than this from every place gets no name and no timezone, so its coordinates are shown. */
const PLACE_REACH_KM = 100;

export interface AssetsBinding {
  fetch(input: string): Promise<Response>;
}

interface EmbeddedGeocoderDeps {
  assets: AssetsBinding;
  clock: Clock;
  logger: Logger;
}

/**
 * Parsed once per isolate. The map holds no promises, because workerd ties a pending read to its request: another
 * request that awaited the promise would hang. Keyed by the binding, because in tests two Workers share an isolate.
 */
const placesOf = new WeakMap<AssetsBinding, Places>();

export function createEmbeddedGeocoder({ assets, clock, logger }: EmbeddedGeocoderDeps): Geocoder {
  const toPlace = (places: Places, place: ListedPlace): Place => {
    const zone = places.zones[place[6]] ?? "";
    // The runtime's timezone data can be older than the places file.
    const timezone = isKnownZone(zone) ? timezoneOfZone(zone, clock.now()) : null;
    return { location: placeText(places, place), timezone };
  };

  /** Null if the file can't be read. The next call reads the file again. */
  const loadPlaces = async (): Promise<Places | null> => {
    const known = placesOf.get(assets);
    if (known) return known;
    try {
      // The binding uses only the path, but it needs a complete URL.
      const response = await assets.fetch(`https://assets.local${PLACES_PATH}`);
      if (!response.ok) throw new Error(`The places file answers ${response.status}`);
      const places = (await response.json()) as Places;
      placesOf.set(assets, places);
      return places;
    } catch (error) {
      logger.error("geocoder.places_unreadable", error);
      return null;
    }
  };

  return {
    async locate(point) {
      const places = await loadPlaces();
      const found = places && findPlaceAt(places, point, PLACE_REACH_KM);
      return places && found
        ? toPlace(places, found)
        : { location: formatCoordinatesText(point), timezone: null };
    },
    async searchCities(query, limit) {
      const places = await loadPlaces();
      if (!places) return [];
      return searchPlaces(places, query, limit).map((place) => {
        const [, , latitude, longitude] = place;
        return { ...toPlace(places, place), latitude, longitude };
      });
    },
  };
}
