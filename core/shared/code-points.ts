/** Separate from `text.ts`, because that module imports all of zod. */

/** Every length limit of a text counts code points (docs/rules.md#text). */
export function countCodePoints(value: string): number {
  return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

export function clip(value: string, max: number): string {
  return Array.from(value.slice(0, 2 * max))
    .slice(0, max)
    .join("");
}

/**
 * Turns every line break into one character, because a form sends two. Removes control characters except line breaks
 * and tabs.
 */
export function plainText(value: string): string {
  return value.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

export function normalizeText(value: string): string {
  return value.normalize("NFC").trim();
}

export const missing = (label: string) => `${label} is required`;
export const tooShort = (label: string, min: number) =>
  `${label} must be at least ${min} characters`;
