/** Instants are milliseconds since 1970, dates `YYYY-MM-DD`, ages whole years (docs/rules.md#shapes). */

export function isCalendarDate(value: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  // `Date.parse` takes 30 February for 1 March.
  return !Number.isNaN(instant) && toUtcDate(instant) === value;
}

export function toUtcDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

export const isoOrNull = (instant: number | null) => (instant === null ? null : toIso(instant));

/** Removes a time part (docs/rules.md#adults). */
export function cutToDate(value: string): string {
  return value.length > 10 && /^\d{4}-\d{2}-\d{2}[T ]/.test(value) ? value.slice(0, 10) : value;
}

/** A member born on 29 February has the birthday on 1 March in a common year. */
export function ageOn(dateOfBirth: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return date.slice(5) >= dateOfBirth.slice(5) ? years : years - 1;
}

export function ageOrNull(dateOfBirth: string | null | undefined, date: string): number | null {
  return dateOfBirth && isCalendarDate(dateOfBirth) ? ageOn(dateOfBirth, date) : null;
}

/**
 * 1 January of a year that gives this age on `date`. Others must not learn the exact date of birth
 * (docs/rules.md#partner).
 */
export function birthYearDate(age: number | null, date: string): string | null {
  return age === null ? null : `${String(Number(date.slice(0, 4)) - age).padStart(4, "0")}-01-01`;
}

export function addMonths(instant: number, months: number): number {
  const date = new Date(instant);
  return date.setUTCMonth(date.getUTCMonth() + months);
}
