/**
 * Removes the times of day from a text, because their seconds may look like a number that a test must not find. For
 * example, `T04:10:48.735Z` is no longitude.
 */
export function withoutTimes(text: string): string {
  return text.replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, "T");
}
