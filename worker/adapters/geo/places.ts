import { greatCircleKm } from "@happenstance/matching";
import type { Coordinates } from "~/core/shared/coordinates";
import { foldName } from "./fold-name";

/** The file of places, which `tools/geo.ts` makes: the largest place first. */
export interface Places {
  /** 'Texas, United States'; a country alone where there is no state. */
  areas: string[];
  /** IANA zones. */
  zones: string[];
  places: Place[];
}

export type Place = [
  name: string,
  /** Its folded names, each after a bar: '|munich|munchen'. */
  names: string,
  /** Degrees. */
  latitude: number,
  longitude: number,
  population: number,
  /** Indexes into `areas` and `zones`. */
  area: number,
  zone: number,
];

/** People per square kilometre of a settlement, which gives a radius for a population. */
const PEOPLE_PER_SQUARE_KM = 4_000;
/** The least reach of a place, so that a village still wins over a more distant city. */
const BASE_REACH_KM = 3;
/** Less than a degree of latitude anywhere. */
const KM_PER_DEGREE = 110;

/** 'Paris, Texas, United States' */
export const placeText = ({ areas }: Places, [name, , , , , area]: Place) =>
  [name, areas[area]].filter(Boolean).join(", ");

/**
 * Finds the place whose name fits a point best. It measures distance in units of each place's own reach, because with the
 * nearest place the outskirts of every city would be named after the hamlet next to them. At the centre of a place the result
 * is always that place.
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
 * Finds places one of whose names begins with the query, the largest first. A part after a comma must be the beginning of a word
 * in the state or country: 'par, fr', 'Paris, Texas'. Diacritics and letter case don't matter.
 */
export function searchPlaces({ places, areas }: Places, query: string, limit: number): Place[] {
  const [name = "", ...parts] = query.split(",").map(foldName);
  if (name === "") return [];
  const wanted = parts.filter((part) => part !== "");
  const isIn = (area: string) => wanted.every((part) => ` ${foldName(area)}`.includes(` ${part}`));
  const found: Place[] = [];
  for (const place of places) {
    // Not `>=`, so that a limit of NaN ends here too.
    if (!(found.length < Math.floor(limit))) break;
    if (place[1].includes(`|${name}`) && isIn(areas[place[5]] ?? "")) found.push(place);
  }
  return found;
}
