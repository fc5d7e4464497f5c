/** What a field on screen needs of text, apart from the schemas, which bring a whole library along. */

/** Length in Unicode code points, as all limits of contract §3 are counted. */
export function countCodePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

/** Trimmed and Unicode-normalised (contract §3). */
export function normalizeText(value: string): string {
  return value.normalize("NFC").trim();
}
