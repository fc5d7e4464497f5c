/*
 * Characters that look like the letters of the product's name, for the check of names (docs/rules.md#text). Case is
 * ignored. Characters that Unicode decomposes to the letter aren't listed.
 */

/**
 * Unicode's confusables of each letter or its small capital, without accents: confusables.txt of UTS #39, version
 * 17.0.0, © 2025 Unicode, Inc., under the Unicode licence (docs/legal/licences.md).
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
/**
 * Digits, signs and letters that people use in place of the letter, and that `CONFUSABLE` lacks.
 */
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
 * Code points of 'A' in the outlined, circled, squared and flag alphabets, which older Unicode data don't decompose.
 */
const ALPHABETS = [0x1ccd6, 0x1f150, 0x1f170, 0x1f1e6];

/** Every character that can be read as the letter, and the letter itself. `letter` is 'a' to 'z'. */
export function looksLike(letter: string): string {
  const place = letter.charCodeAt(0) - "a".charCodeAt(0);
  const others = ALPHABETS.map((first) => String.fromCodePoint(first + place)).join("");
  return letter + (CONFUSABLE[letter] ?? "") + (DRAWN[letter] ?? "") + others;
}
