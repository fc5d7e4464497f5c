/**
 * Removes the times of day from the instants in a text, because their seconds may look like a number that a test
 * must not find: `T04:10:48.735Z` is no longitude.
 */
export function withoutTimes(text: string): string {
  return text.replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, "T");
}
