import { BRAND } from "~/core/shared/brand";
import list from "./common-passwords.json";

export const TOO_COMMON = "This password is too common. Please choose another.";

let known: Set<string> | undefined;

// Built at the first use, because most requests never need these 15,000 strings.
function loadKnown(): Set<string> {
  known ??= new Set([...list.lines.flatMap((line) => line.split(" ")), BRAND.name.toLowerCase()]);
  return known;
}

/** Also true for the product's name, and for the member's own name and e-mail address (docs/rules.md#passwords). */
export function isCommonPassword(
  password: string,
  { name, email }: { name: string; email: string },
): boolean {
  const lower = password.toLowerCase();
  const isListed = [lower, lower.replace(/\d+$/, "")].some((one) => loadKnown().has(one));
  const text = lower.trim().normalize("NFC");
  return isListed || text === name.toLowerCase() || text === email;
}
