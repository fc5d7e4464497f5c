/**
 * The compatibility rule (docs/rules.md#compatibility), written once: the matching applies it to its columns, and 'why
 * no match' to the rows of a snapshot. Each predicate is the wish of one side; two members are compatible when both
 * sides accept.
 */
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  MINIMUM_AGE_YEARS,
} from "../../shared/constants.ts";

/** Ages are stored in a byte: this value stands for itself and all greater ages. */
export const MAX_AGE = 255;
/** A distance limit that is not set, or has no effect. */
export const NO_LIMIT = Number.NaN;

/** Only adults are paired. @param age whole years on the pairing date */
export function isAdult(age: number): boolean {
  return age >= MINIMUM_AGE_YEARS;
}

/** @param any the value that stands for no preference; an unstated gender satisfies only no preference */
export function acceptsGender<T>(preference: T, gender: T, any: T): boolean {
  return preference === any || preference === gender;
}

/** The youngest age accepted, in whole years. */
export function youngestOf(minimumAge: number | null): number {
  return clampAge(Math.ceil(finiteOr(minimumAge, AGE_PREFERENCE_MIN)));
}

/** The oldest age accepted, in whole years. */
export function oldestOf(maximumAge: number | null): number {
  return clampAge(Math.floor(finiteOr(maximumAge, AGE_PREFERENCE_MAX)));
}

/** @param youngest as {@link youngestOf} gives it; @param oldest as {@link oldestOf} does */
export function acceptsAge(age: number, youngest: number, oldest: number): boolean {
  return age >= youngest && age <= oldest;
}

/** The limit that counts, in kilometres: a stored limit has no effect if the member has no coordinates. */
export function limitOf(distance: number | null, hasCoordinates: boolean): number {
  return hasCoordinates && typeof distance === "number" ? distance : NO_LIMIT;
}

export function isLimit(limit: number): boolean {
  return !Number.isNaN(limit);
}

/** @param limit as {@link limitOf} gives it; @param kilometres between the two, null when the other has no coordinates */
export function acceptsDistance(limit: number, kilometres: number | null): boolean {
  return !isLimit(limit) || (kilometres !== null && kilometres <= limit);
}

function finiteOr(value: number | null, fallback: number): number {
  return typeof value === "number" && !Number.isNaN(value) ? value : fallback;
}

function clampAge(value: number): number {
  return Math.min(MAX_AGE, Math.max(0, value));
}
