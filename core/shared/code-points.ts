/** Text rules that a field on screen needs, apart from the schemas, which bring a whole library along. */

/** Length in Unicode code points, as all limits of texts are counted (docs/rules.md#text). */
export function countCodePoints(value: string): number {
  return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** The first `max` code points of a text. */
export function clip(value: string, max: number): string {
  return Array.from(value.slice(0, 2 * max))
    .slice(0, max)
    .join("");
}

/**
 * Cleans text that was typed or pasted into a field of many lines: one sign for every kind of line break (a form sends two), and no control characters, which are invisible and which the API refuses.
 */
export function plainText(value: string): string {
  return value.replace(/\r\n?|[\v\f\u0085]/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** Trimmed and Unicode-normalised (docs/rules.md#text). */
export function normalizeText(value: string): string {
  return value.normalize("NFC").trim();
}

/** The message for a field that is missing or too short: a page that checks it before its schema has the same one. */
export const missing = (label: string) => `${label} is required`;
export const tooShort = (label: string, min: number) =>
  `${label} must be at least ${min} characters`;
