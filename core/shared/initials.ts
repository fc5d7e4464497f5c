/**
 * First letters of up to the first two words of a name, uppercase; '?' without a name (specification §2). By no
 * locale's rules: the server and a Turkish browser must say the same.
 */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? "").trim().split(/\s+/u).filter(Boolean).slice(0, 2);
  const letters = words.map((word) => Array.from(word)[0] ?? "").join("");
  return letters.toUpperCase() || "?";
}
