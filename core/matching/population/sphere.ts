/** Mean radius of the Earth in kilometres, the one that goes with the haversine formula. */
export const EARTH_RADIUS_KM = 6371;

const RADIANS = Math.PI / 180;

/**
 * Great-circle distance in kilometres by the haversine formula, in 64-bit throughout: a 32-bit
 * coordinate is off by a metre and lets a pair slip past its limit. Right across the date line and
 * at the poles, because only sines of differences are taken.
 */
export function greatCircleKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const sinLat = Math.sin(((latB - latA) * RADIANS) / 2);
  const sinLon = Math.sin(((lonB - lonA) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * sinLon * sinLon;
  // Rounding can push antipodes a hair past 1, where asin is not a number.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, Math.max(0, h))));
}

/**
 * The straight line through the unit sphere that belongs to a distance along it: what bounding
 * boxes are compared with. Negative for a limit that nobody can meet.
 */
export function chordOf(km: number): number {
  if (!(km >= 0)) return -1;
  const half = km / (2 * EARTH_RADIUS_KM);
  return half >= Math.PI / 2 ? 2.1 : 2 * Math.sin(half);
}

/** The point of the unit sphere at a latitude and longitude in degrees: x, y or z by `axis` 0, 1, 2. */
export function unitCoordinate(axis: number, latitude: number, longitude: number): number {
  if (axis === 2) return Math.sin(latitude * RADIANS);
  const radius = Math.cos(latitude * RADIANS);
  return radius * (axis === 0 ? Math.cos(longitude * RADIANS) : Math.sin(longitude * RADIANS));
}
