/**
 * Writes `core/accounts/common-passwords.json`, the 10,000 most common passwords of zxcvbn: `npm run build --
 * passwords`. zxcvbn's list omits passwords that zxcvbn finds by other means. So this tool adds the most frequent
 * entries of zxcvbn's other lists, repeated and running characters, and a list made by hand.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const TARGET = "core/accounts/common-passwords.json";
const MOST_COMMON = 10_000;
/**
 * A password is also compared without its trailing digits. A shorter entry would therefore refuse long numbers after
 * one or two letters.
 */
const SHORTEST = 3;
/** Entries taken from zxcvbn's other lists, the most frequent first. */
const OTHERS = {
  male_names: 1_000,
  female_names: 1_500,
  english_wikipedia: 1_500,
  us_tv_and_film: 1_000,
};
/** Shorter words are articles and pronouns. */
const SHORTEST_OTHER = 4;

const BY_HAND = `
  00000000 0987654321 101010 102030 121212 123123123 131313 141414 151515 161616 171717 181818 191919 202020 212121
  232323 242424 252525 262626 282828 303030 313131 323232 343434 353535 363636 383838 404040 414141 424242 434343
  454545 464646 474747 484848 505050 515151 525252 535353 545454 565656 575757 585858 616161 626262 636363 646464
  656565 676767 686868 696969 717171 727272 737373 747474 757575 767676 787878 797979 818181 828282 838383 848484
  858585 868686 878787 898989 909090 919191 929292 939393 949494 959595 969696 979797 989898 456789 567890 345678
  234567 112233 11223344 1122334455 aa12345678 qqww1122 aabbcc abcabc abababab abcdef abcdefg abcdefgh abcdefghi
  p@ssw0rd passw0rd p@ssword pa55word pa55w0rd
`
  .trim()
  .split(/\s+/);

/** '111111', 'aaaaaa' and longer. */
function* listRepeated() {
  for (const character of "0123456789abcdefghijklmnopqrstuvwxyz") {
    for (let length = 6; length <= 12; length++) yield character.repeat(length);
  }
}

/** Runs of digits, of keyboard rows and of the alphabet, forward and backward, from 6 characters on. */
function* listRunning() {
  for (const row of [
    "01234567890",
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "abcdefghijkl",
  ]) {
    for (const run of [row, [...row].reverse().join("")]) {
      for (let start = 0; start <= run.length - 6; start++) {
        for (let end = start + 6; end <= run.length; end++) yield run.slice(start, end);
      }
    }
  }
}

const lists: Record<string, string[]> & { passwords: string[] } = createRequire(import.meta.url)(
  "zxcvbn/lib/frequency_lists",
);
const words = new Set([
  ...lists.passwords.slice(0, MOST_COMMON).filter((word) => word.length >= SHORTEST),
  ...Object.entries(OTHERS).flatMap(([name, count]) =>
    (lists[name] ?? []).slice(0, count).filter((word) => word.length >= SHORTEST_OTHER),
  ),
  ...listRepeated(),
  ...listRunning(),
  ...BY_HAND,
]);

const lines: string[] = [];
for (const word of [...words].sort()) {
  const line = lines.at(-1);
  if (line !== undefined && line.length + word.length < 118)
    lines[lines.length - 1] = `${line} ${word}`;
  else lines.push(word);
}
const source =
  "The most common passwords and words of zxcvbn's lists (MIT, docs/legal/licences.md), in lower case. Made by tools/passwords.ts, not edited by hand.";
writeFileSync(TARGET, `${JSON.stringify({ source, lines }, null, 2)}\n`);
console.log(`${TARGET}: ${words.size} passwords`);
