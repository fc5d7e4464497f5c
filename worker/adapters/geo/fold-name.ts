/** Letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  ŋ: "n",
  ə: "e",
};

/**
 * Lower case, without diacritics, apostrophes and other marks, one space between words: 'São José–do Rio' gives 'sao
 * jose do rio'. The places file contains folded names, so it must be built again after a change here.
 */
export function foldName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœøłđðþħıŧŋə]/gu, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/[\p{M}\p{Lm}'’‘`´.]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
