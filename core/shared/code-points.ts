/** Text rules for fields on screen, separate from the schemas, because those import a whole library. */

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

/** Makes every line break one character (a form sends two), and removes other control characters but tabs. */
export function plainText(value: string): string {
  return value.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** Trims a text and normalises it to NFC (docs/rules.md#text). */
export function normalizeText(value: string): string {
  return value.normalize("NFC").trim();
}

/** The message for a field that is missing or too short. A page that checks a field before its schema uses the same message. */
export const missing = (label: string) => `${label} is required`;
export const tooShort = (label: string, min: number) =>
  `${label} must be at least ${min} characters`;
