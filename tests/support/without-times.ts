/**
 * Removes the times of day from a text, because the digits of a time can look like a number that a test must not find,
 * such as a longitude.
 */
export function withoutTimes(text: string): string {
  return text.replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, "T");
}
