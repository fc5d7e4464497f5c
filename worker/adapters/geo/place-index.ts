/** Searches in the places file: the place at a point, and places by the beginning of their name. */
import { greatCircleKm } from "@happenstance/matching";
import { EARTH_RADIUS_KM } from "~/core/shared/constants";
import type { Coordinates } from "~/core/shared/coordinates";
import { foldName } from "./fold-name";
import {
  bandOf,
  nameOf,
  otherNameOf,
  type Places,
  populationOf,
  UNITS_PER_DEGREE,
} from "./place-file";

const RADIANS = Math.PI / 180;
const HALF_TURN = 180 * UNITS_PER_DEGREE;

/** People per square kilometre of a settlement, which gives a radius for a population. */
const PEOPLE_PER_SQUARE_KM = 4_000;
/** The least reach of a place, so that a village still wins over a more distant city. */
const BASE_REACH_KM = 3;

interface FoundPlace {
  place: number;
  distanceKm: number;
}

/**
 * Finds the place whose name fits a point best. It measures distance in units of each place's own reach, because with the
 * nearest place the outskirts of every city would be named after the hamlet next to them. At the centre of a place the result
 * is always that place.
 */
export function findPlaceAt(places: Places, point: Coordinates, maxKm: number): FoundPlace | null {
  return findLeast(places, point, maxKm, (place, distanceKm) => {
    const radius = Math.sqrt(populationOf(places, place) / (Math.PI * PEOPLE_PER_SQUARE_KM));
    return distanceKm / (BASE_REACH_KM + radius);
  });
}

function findLeast(
  places: Places,
  point: Coordinates,
  maxKm: number,
  score: (place: number, distanceKm: number) => number,
): FoundPlace | null {
  let best: FoundPlace | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const [from, to] of rangesAround(places, point, maxKm)) {
    for (let place = from; place < to; place += 1) {
      const distanceKm = distanceTo(places, place, point);
      if (distanceKm > maxKm) continue;
      const placeScore = score(place, distanceKm);
      if (placeScore < bestScore) {
        bestScore = placeScore;
        best = { place, distanceKm };
      }
    }
  }
  return best;
}

/** Returns the ranges of the file that contain every place within a distance, and some beyond it. */
function rangesAround(places: Places, point: Coordinates, maxKm: number): [number, number][] {
  const angle = maxKm / EARTH_RADIUS_KM;
  // Coordinates of places are rounded to a unit, so the range is one unit longer on each side.
  const latitudeReach = (angle / RADIANS) * UNITS_PER_DEGREE + 1;
  const latitude = point.latitude * UNITS_PER_DEGREE;
  const cosine = Math.cos(point.latitude * RADIANS);
  // A circle that contains a pole crosses every meridian.
  const longitudeReach =
    Math.sin(angle) < cosine && angle < Math.PI / 2
      ? (Math.asin(Math.sin(angle) / cosine) / RADIANS) * UNITS_PER_DEGREE + 1
      : HALF_TURN;

  const longitude = point.longitude * UNITS_PER_DEGREE;
  const windows: [number, number][] =
    longitudeReach >= HALF_TURN
      ? [[-HALF_TURN, HALF_TURN]]
      : // The same window is also shifted by a full turn to either side, to find places across the date line.
        [-2 * HALF_TURN, 0, 2 * HALF_TURN].map((turn) => [
          longitude - longitudeReach + turn,
          longitude + longitudeReach + turn,
        ]);

  const ranges: [number, number][] = [];
  const lastBand = bandOf(latitude + latitudeReach);
  for (let band = bandOf(latitude - latitudeReach); band <= lastBand; band += 1) {
    const start = places.bandStarts[band] ?? 0;
    const end = places.bandStarts[band + 1] ?? 0;
    for (const [west, east] of windows) {
      const from = firstIndex(start, end, (place) => (places.longitudes[place] ?? 0) >= west);
      const to = firstIndex(from, end, (place) => (places.longitudes[place] ?? 0) > east);
      if (from < to) ranges.push([from, to]);
    }
  }
  return ranges;
}

/** Kilometres on the great circle. */
function distanceTo(places: Places, place: number, point: Coordinates): number {
  const latitude = (places.latitudes[place] ?? 0) / UNITS_PER_DEGREE;
  const longitude = (places.longitudes[place] ?? 0) / UNITS_PER_DEGREE;
  return greatCircleKm(point.latitude, point.longitude, latitude, longitude);
}

/**
 * Finds places whose name, or one of whose other names, begins with the query, the largest first. A part after a comma must be the beginning of a word in
 * the state or country: 'par, fr', 'Paris, Texas'. Diacritics and letter case don't matter.
 */
export function searchPlaces(places: Places, query: string, limit: number): number[] {
  const [name = "", ...areas] = query.split(",").map(foldName);
  const wanted = Math.floor(limit);
  // `!(wanted >= 1)` and not `wanted < 1`, so that a limit of NaN ends here too.
  if (name === "" || !(wanted >= 1)) return [];
  const named = rangeOf(places.count, name, (order) =>
    foldName(nameOf(places, places.nameOrder[order] ?? 0)),
  );
  const others = rangeOf(places.otherCount, name, (other) => otherNameOf(places, other));
  const found = new Set([
    ...places.nameOrder.subarray(...named),
    ...places.otherPlaces.subarray(...others),
  ]);

  const fits = areaFilter(
    places,
    areas.filter((area) => area !== ""),
  );
  const best: number[] = [];
  const populations: number[] = [];
  for (const place of found) {
    const population = places.populationRoots[place] ?? 0;
    if (best.length >= wanted && population <= (populations[best.length - 1] ?? 0)) continue;
    if (!fits(place)) continue;
    let at = best.length;
    while (at > 0 && (populations[at - 1] ?? 0) < population) at -= 1;
    best.splice(at, 0, place);
    populations.splice(at, 0, population);
    best.length = populations.length = Math.min(best.length, wanted);
  }
  return best;
}

/** Returns the range of the sorted names that begin with a text. */
function rangeOf(
  count: number,
  start: string,
  nameAt: (index: number) => string,
): [from: number, to: number] {
  const from = firstIndex(0, count, (index) => nameAt(index) >= start);
  const isBehind = (name: string) => !name.startsWith(start) && name > start;
  return [from, firstIndex(from, count, (index) => isBehind(nameAt(index)))];
}

/** Returns a filter for places: each of the areas begins a word in the name of the place's state or country. */
function areaFilter(places: Places, areas: string[]): (place: number) => boolean {
  if (areas.length === 0) return () => true;
  const known = new Map<number, boolean>();
  return (place) => {
    const regionIndex = places.regionOf[place] ?? 0;
    let fits = known.get(regionIndex);
    if (fits === undefined) {
      const [region, countryIndex] = places.regions[regionIndex] ?? ["", 0];
      const words = ` ${foldName(region)} | ${foldName(places.countries[countryIndex] ?? "")}`;
      fits = areas.every((area) => words.includes(` ${area}`));
      known.set(regionIndex, fits);
    }
    return fits;
  };
}

/** Returns the first index from `start` for which `holds` is true, or `end`. `holds` must be true for all indexes after it. */
function firstIndex(start: number, end: number, holds: (index: number) => boolean): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
