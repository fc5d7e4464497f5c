/**
 * The rule of compatibility. Each function tells what one vertex accepts. Two vertices are compatible if each accepts
 * the other.
 */

/** Ages are stored in bytes, and this value stands for all greater ages too. */
export const MAX_AGE = 255;
/** Stands for a distance limit that is not set or has no effect. */
export const NO_LIMIT = Number.NaN;

export interface AgeRule {
  adult: number;
  /** Accepted ages of a vertex without an age preference. */
  youngest: number;
  oldest: number;
}

/** Only a vertex without a preference accepts an unstated gender. @param any the value that stands for no preference */
export function acceptsGender<T>(preference: T, gender: T, any: T): boolean {
  return preference === any || preference === gender;
}

export function youngestOf(minimumAge: number | null, ages: AgeRule): number {
  return clampAge(Math.ceil(finiteOr(minimumAge, ages.youngest)));
}

export function oldestOf(maximumAge: number | null, ages: AgeRule): number {
  return clampAge(Math.floor(finiteOr(maximumAge, ages.oldest)));
}

export function acceptsAge(age: number, youngest: number, oldest: number): boolean {
  return age >= youngest && age <= oldest;
}

/** The limit in kilometres. Without coordinates of its own, a vertex has no limit. */
export function limitOf(distance: number | null, hasCoordinates: boolean): number {
  return hasCoordinates && typeof distance === "number" ? distance : NO_LIMIT;
}

/**
 * @param limit see {@link limitOf}
 * @param kilometres between the two vertices; null if the other one has no coordinates
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
