/**
 * The rule of compatibility. Each predicate is the wish of one vertex. Two vertices are compatible if each accepts the
 * other.
 */

/** Ages are stored in a byte. This value stands for itself and all greater ages. */
export const MAX_AGE = 255;
/** Stands for a distance limit that is not set, or has no effect. */
export const NO_LIMIT = Number.NaN;

export interface AgeRule {
  adult: number;
  /** The age preference of a vertex that sets none. */
  youngest: number;
  oldest: number;
}

/** Only a vertex without a preference accepts an unstated gender. @param any the value for no preference */
export function acceptsGender<T>(preference: T, gender: T, any: T): boolean {
  return preference === any || preference === gender;
}

export function youngestOf(minimumAge: number | null, ages: AgeRule): number {
  return clampAge(Math.ceil(finiteOr(minimumAge, ages.youngest)));
}

export function oldestOf(maximumAge: number | null, ages: AgeRule): number {
  return clampAge(Math.floor(finiteOr(maximumAge, ages.oldest)));
}

/** @param youngest as {@link youngestOf} gives it; @param oldest as {@link oldestOf} does */
export function acceptsAge(age: number, youngest: number, oldest: number): boolean {
  return age >= youngest && age <= oldest;
}

/** The limit in kilometres that has an effect. Without coordinates of its own, a vertex has no limit. */
export function limitOf(distance: number | null, hasCoordinates: boolean): number {
  return hasCoordinates && typeof distance === "number" ? distance : NO_LIMIT;
}

/**
 * @param limit as {@link limitOf} gives it; @param kilometres between the two vertices, null if the other has no
 * coordinates
 */
export function acceptsDistance(limit: number, kilometres: number | null): boolean {
  return Number.isNaN(limit) || (kilometres !== null && kilometres <= limit);
}

function finiteOr(value: number | null, fallback: number): number {
  return typeof value === "number" && !Number.isNaN(value) ? value : fallback;
}

function clampAge(value: number): number {
  return Math.min(MAX_AGE, Math.max(0, value));
}
