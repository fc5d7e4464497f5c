import { greatCircleKm } from "@happenstance/matching";
import type { Coordinates } from "~/core/shared/coordinates";
import { foldName } from "./fold-name";

/** Made by `tools/geo.ts`. The largest place comes first. */
export interface Places {
  /** 'Texas, United States', or the country alone where there is no state. */
  areas: string[];
  /** IANA names. */
  zones: string[];
  places: Place[];
}

export type Place = [
  name: string,
  /** Folded names, each after a bar: '|munich|munchen'. */
  names: string,
  latitude: number,
  longitude: number,
  population: number,
  /** Indexes into `areas` and `zones`. */
  area: number,
  zone: number,
];

/** Used to estimate a settlement's radius from its population. */
const PEOPLE_PER_SQUARE_KM = 4_000;
/** Added to every place's radius. Without it, a village would lose to a more distant city. */
const BASE_REACH_KM = 3;
/** A degree of latitude is about 111 km. With the smaller value, the check by latitude skips no place within reach. */
const KM_PER_DEGREE = 110;

export const placeText = ({ areas }: Places, [name, , , , , area]: Place) =>
  [name, areas[area]].filter(Boolean).join(", ");

/**
 * Finds the place whose name suits a point best. Distance is measured in units of each place's reach: by plain
 * distance, the outskirts of every city would be named after the nearest hamlet. The centre of a place always gives
 * that place.
 */
export function findPlaceAt(
  { places }: Places,
  point: Coordinates,
  maxKm: number,
): Place | undefined {
  const degrees = maxKm / KM_PER_DEGREE;
  let best: Place | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const [, , latitude, longitude, population] = place;
    if (Math.abs(latitude - point.latitude) > degrees) continue;
    const km = greatCircleKm(point.latitude, point.longitude, latitude, longitude);
    const radius = Math.sqrt(population / (Math.PI * PEOPLE_PER_SQUARE_KM));
    const score = km / (BASE_REACH_KM + radius);
    if (!(km <= maxKm && score < bestScore)) continue;
    best = place;
    bestScore = score;
  }
  return best;
}

/**
 * Finds places with a name that begins with the query, the largest first. A part after a comma must begin a word of the
 * state or country: 'par, fr', 'Paris, Texas'. Ignores diacritics and case.
 */
export function searchPlaces({ places, areas }: Places, query: string, limit: number): Place[] {
  const [name = "", ...parts] = query.split(",").map(foldName);
  if (name === "") return [];
  const wanted = parts.filter((part) => part !== "");
  const isIn = (area: string) => wanted.every((part) => ` ${foldName(area)}`.includes(` ${part}`));
  const found: Place[] = [];
  for (const place of places) {
    if (found.length >= limit) break;
    if (place[1].includes(`|${name}`) && isIn(areas[place[5]] ?? "")) found.push(place);
  }
  return found;
}
