/**
 * A text without the time of day of the instants in it, whose seconds may happen to look like what a test
 * must not find there: `T04:10:48.735Z` is no longitude.
 */
export function withoutTimes(text: string): string {
  return text.replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, "T");
}
