/**
 * Initials of a name's first two parts, uppercase; '?' without a name (docs/rules.md#screens). Independent of the locale, so
 * that server and browser render the same.
 */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? "").trim().split(/\s+/u).filter(Boolean).slice(0, 2);
  const letters = words.map((word) => Array.from(word)[0] ?? "").join("");
  return letters.toUpperCase() || "?";
}
