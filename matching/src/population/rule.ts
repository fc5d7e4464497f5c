/**
 * The rule of compatibility. Each predicate is the wish of one side; two vertices are compatible if both sides accept.
 */

/** Ages are stored in a byte: this value stands for itself and all greater ages. */
export const MAX_AGE = 255;
/** A distance limit that is not set, or has no effect. */
export const NO_LIMIT = Number.NaN;

export interface AgeRule {
  /** Nobody younger takes part. */
  adult: number;
  /** The bounds of an age preference that are meant when a vertex sets none. */
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

/** The limit that counts, in kilometres: a stored limit has no effect if the vertex has no coordinates. */
export function limitOf(distance: number | null, hasCoordinates: boolean): number {
  return hasCoordinates && typeof distance === "number" ? distance : NO_LIMIT;
}

/** @param limit as {@link limitOf} gives it; @param kilometres between the two, null if the other has no coordinates */
export function acceptsDistance(limit: number, kilometres: number | null): boolean {
  return Number.isNaN(limit) || (kilometres !== null && kilometres <= limit);
}

function finiteOr(value: number | null, fallback: number): number {
  return typeof value === "number" && !Number.isNaN(value) ? value : fallback;
}

function clampAge(value: number): number {
  return Math.min(MAX_AGE, Math.max(0, value));
}
