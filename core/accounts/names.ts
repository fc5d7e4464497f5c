import { BRAND } from "~/core/shared/brand";

/**
 * For each letter, characters without accents that resemble the letter or its small capital. The source is
 * confusables.txt of UTS #39, version 17.0.0, © 2025 Unicode, Inc., under the Unicode licence (docs/legal/licences.md).
 */
const CONFUSABLE: Readonly<Record<string, string>> = {
  a: "ɑαаᗅᴀ⍶⍺ꓮꜳꭺ𐊠𖽀",
  c: "¢ȼσсҫငၚᴄ₡ⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲🅮🝌",
  e: "ɇεеҽҿᴇ℮⋿ⴹꓰꬲꭼ𐊆𑣆𑣎",
  h: "ħɦʜηнћңһӈӊհᏺᕼⱨⲏꓧꚕꮋꮒ𐋏",
  n: "ŋƞɲɳɴηνղոռᵰⲛꓠ𐆎𐔓",
  p: "þƥƿρϸрᑭᴘᴩᵽ⍴ⲣⳏꓑꮲ𐊕",
  s: "ƽʂѕտടᵴꓢꜱꮥꮪ𐊖𐑈𑣁𖼺🝜",
  t: "ŧƭʈτтҭᴛᵵ₮⊤⍡⟙ⱦⲧꓔꭲ𐊗𐊱𐌕𑣜𖼊🝨",
};
/** Digits, signs and letters that people use in place of a letter, and that `CONFUSABLE` lacks. */
const DRAWN: Readonly<Record<string, string>> = {
  a: "4@ⱥλʌ₳",
  c: "ς₵",
  e: "3€ɛəǝξσ",
  n: "пи₦",
  p: "₱₽",
  s: "5$₴",
  t: "7+",
};
/**
 * The letter A of the outlined, circled, squared and flag alphabets. NFKD turns none of their letters into plain ones,
 * except the outlined letters since Unicode 16.
 */
const ALPHABETS = [0x1ccd6, 0x1f150, 0x1f170, 0x1f1e6];

/** @param letter 'a' to 'z' */
export function looksLike(letter: string): string {
  const place = letter.charCodeAt(0) - "a".charCodeAt(0);
  const others = ALPHABETS.map((first) => String.fromCodePoint(first + place)).join("");
  return letter + (CONFUSABLE[letter] ?? "") + (DRAWN[letter] ?? "") + others;
}

/** Doubled letters are reduced to one, because `BRAND_NAME` accepts any number of repetitions. */
const BRAND_LETTERS = Array.from(
  BRAND.name.toLowerCase().replace(/(.)\1+/g, "$1"),
  (letter) => `[${looksLike(letter)}]`,
);
const BRAND_NAME = new RegExp(BRAND_LETTERS.join("+"), "iu");
const BRAND_LETTER = new RegExp(BRAND_LETTERS.join("|"), "iu");
/** Whoever reads a name skips its marks, spaces and signs, or takes them for the letters that they resemble. */
const SIGN = /[^\p{L}\p{N}]|\p{Lm}/gu;

/** A member whose name contains the product's name could pass for staff (docs/rules.md#text). */
export function containsBrandName(name: string): boolean {
  const plain = name.normalize("NFKD");
  return (
    BRAND_NAME.test(plain.replace(SIGN, "")) ||
    BRAND_NAME.test(plain.replace(SIGN, (sign) => (BRAND_LETTER.test(sign) ? sign : "")))
  );
}

/** Names that the product shows in place of a member's name, or that would let a member pass for staff. */
const RESERVED = [
  ...["A member", "A member who has left", "A member you blocked before", "Deleted member"],
  ...["Moderator", "Support", "Admin", "Administrator"],
];

/** For each Latin letter, the Cyrillic and Greek letters that resemble it, in upper and lower case. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: "АаΑα",
  b: "ВвΒβ",
  c: "СсϹϲ",
  d: "Ԁԁ",
  e: "ЕеΕε",
  h: "НнҺһΗ",
  i: "ІіΙι",
  j: "Јј",
  k: "КкΚκ",
  l: "Ӏӏ",
  m: "МмΜ",
  n: "Νη",
  o: "ОоΟο",
  p: "РрΡρ",
  q: "Ԛԛ",
  s: "Ѕѕ",
  t: "ТтΤτ",
  u: "υ",
  v: "Ѵѵν",
  w: "Ԝԝω",
  x: "ХхΧχ",
  y: "УуΥγ",
  z: "Ζζ",
};
const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);

const toPlain = (name: string) =>
  Array.from(name.normalize("NFKD").replace(/[\p{M}\s]/gu, ""), (one) => LATIN.get(one) ?? one)
    .join("")
    .toLowerCase();

const PLAIN = new Set(RESERVED.map(toPlain));

/** A name that only contains a reserved name is allowed. */
export const isReservedName = (name: string): boolean => PLAIN.has(toPlain(name));
