/*
 * Characters that look like the letters of the product's name, for the check of names (docs/rules.md#text). Upper and
 * lower case are compared as one, and what Unicode itself decomposes to a letter is not listed.
 */

/**
 * Characters that Unicode lists as confusable with the letter or with its small capital: confusables.txt of UTS #39,
 * version 17.0.0, © 2025 Unicode, Inc., under the Unicode licence (docs/legal/licences.md). Accents are left out.
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
/** Digits, signs and letters that are often drawn for the letter, and are in no list. */
const DRAWN: Readonly<Record<string, string>> = {
  a: "4@ⱥλʌ₳",
  c: "ς₵",
  e: "3€ɛəǝξσ",
  n: "пи₦",
  p: "₱₽",
  s: "5$₴",
  t: "7+",
};
/** The places of 'A' in the alphabets of outlined, circled, squared and flag letters, which older Unicode data leave as they are. */
const ALPHABETS = [0x1ccd6, 0x1f150, 0x1f170, 0x1f1e6];

/** Every character that a reader takes for a letter from 'a' to 'z', with the letter itself; a letter may be one for two. */
export function looksLike(letter: string): string {
  const place = letter.charCodeAt(0) - "a".charCodeAt(0);
  const others = ALPHABETS.map((first) => String.fromCodePoint(first + place)).join("");
  return letter + (CONFUSABLE[letter] ?? "") + (DRAWN[letter] ?? "") + others;
}
