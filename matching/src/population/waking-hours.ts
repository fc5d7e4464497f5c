export const AWAKE = { from: 8, until: 23 };
const AWAKE_HOURS = AWAKE.until - AWAKE.from;
const HOURS_PER_DAY = 24;
const STEP_MINUTES = 15;
const LEAST_OFFSET_MINUTES = -12 * 60;
const GREATEST_OFFSET_MINUTES = 14 * 60;

export const NO_OFFSET = 255;

/** An offset from UTC in quarters of an hour, which fits a byte. @param minutes unknown if null or out of range */
export function encodeOffset(minutes: number | null | undefined): number {
  if (typeof minutes !== "number") return NO_OFFSET;
  if (!(minutes >= LEAST_OFFSET_MINUTES && minutes <= GREATEST_OFFSET_MINUTES)) return NO_OFFSET;
  return Math.round((minutes - LEAST_OFFSET_MINUTES) / STEP_MINUTES);
}

/**
 * Hours of a day in which both are awake (6 to 15), or 0 if an offset is unknown, so that a vertex without an offset
 * prefers nobody.
 */
export function overlapHours(a: number, b: number): number {
  if (a === NO_OFFSET || b === NO_OFFSET) return 0;
  const hours = (Math.abs(a - b) * STEP_MINUTES) / 60;
  const apart = Math.min(hours, Math.abs(HOURS_PER_DAY - hours));
  // The second term counts the hours that overlap the other way around the clock.
  return Math.max(0, AWAKE_HOURS - apart) + Math.max(0, AWAKE_HOURS - (HOURS_PER_DAY - apart));
}
