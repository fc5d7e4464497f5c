/** Not in `text.ts`, because that imports all of zod. */

/** All limits of texts count code points (docs/rules.md#text). */
export function countCodePoints(value: string): number {
  return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

export function clip(value: string, max: number): string {
  return Array.from(value.slice(0, 2 * max))
    .slice(0, max)
    .join("");
}

/** Makes every line break one character (a form sends two), and removes control characters except tabs. */
export function plainText(value: string): string {
  return value.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

export function normalizeText(value: string): string {
  return value.normalize("NFC").trim();
}

export const missing = (label: string) => `${label} is required`;
export const tooShort = (label: string, min: number) =>
  `${label} must be at least ${min} characters`;
