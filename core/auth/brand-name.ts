import { BRAND } from "~/core/shared/brand";

/** Characters that look like a letter of the product's name, in lower case and without accents. */
const LOOK_ALIKES = new Map(
  Object.entries({
    a: "аα4@",
    c: "сϲ",
    e: "еε3€",
    h: "һнη",
    n: "пν",
    p: "рρ",
    s: "ѕ5$",
    t: "тτ7+",
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** The letters that a reader takes a text for: without case, style, accents, spacing, signs and repetition. */
function foldLetters(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const letters = Array.from(plain, (one) => LOOK_ALIKES.get(one) ?? one).join("");
  return letters.replace(/[^\p{L}\p{N}]/gu, "").replace(/(.)\1+/gu, "$1");
}

const BRAND_LETTERS = foldLetters(BRAND.name);

/** Whether a name contains the product's name: no member passes for its staff (docs/rules.md#text). */
export function containsBrandName(name: string): boolean {
  return foldLetters(name).includes(BRAND_LETTERS);
}
