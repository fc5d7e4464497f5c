export const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

/** A chord that is longer than any between two points of the unit sphere. */
export const WHOLE_SPHERE = 2.1;

/**
 * Great-circle distance in kilometres by the haversine formula, which is exact across the date line and at the poles.
 * It uses 64 bits, because a 32-bit coordinate can be off by a metre, which would let a pair exceed its limit.
 */
export function greatCircleKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const sinLat = Math.sin(((latB - latA) * RADIANS) / 2);
  const sinLon = Math.sin(((lonB - lonA) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * sinLon * sinLon;
  // For antipodes, rounding can give more than 1, whose arcsine is not a number.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, Math.max(0, h))));
}

/** The chord of the unit sphere for a distance along the Earth's surface; negative for a negative distance. */
export function toChord(km: number): number {
  if (km < 0) return -1;
  const half = km / (2 * EARTH_RADIUS_KM);
  return half < Math.PI / 2 ? 2 * Math.sin(half) : WHOLE_SPHERE;
}

/**
 * A coordinate of the point of the unit sphere at a latitude and longitude in degrees.
 * @param axis 0, 1 or 2 for x, y or z
 */
export function unitCoordinate(axis: number, latitude: number, longitude: number): number {
  if (axis === 2) return Math.sin(latitude * RADIANS);
  const radius = Math.cos(latitude * RADIANS);
  return radius * (axis === 0 ? Math.cos(longitude * RADIANS) : Math.sin(longitude * RADIANS));
}
