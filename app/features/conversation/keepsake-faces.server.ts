import romanExt from "@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2?inline";
import sans from "~/app/fonts/instrument-sans.woff2?inline";
import italic from "~/app/fonts/newsreader-italic.woff2?inline";
import italicLatin1 from "~/app/fonts/newsreader-italic-latin1.woff2?inline";
import roman from "~/app/fonts/newsreader-roman.woff2?inline";
import romanLatin1 from "~/app/fonts/newsreader-roman-latin1.woff2?inline";

/**
 * The ranges of letters of each font file, as in `app/styles/fonts.css`. A font's first file is always included, others
 * only if the text has letters of their range.
 */
const BASIC =
  "U+20-7E,U+A0,U+A9,U+B7,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+2212";
const LATIN1 = { range: "U+A1-A8,U+AA-B6,U+B8-FF,U+152-153,U+20AC", letters: /[¡-ÿŒœ€]/ };
const EXTENDED = {
  range: "U+100-2BA,U+1E00-1E9F,U+1EF2-1EFF",
  letters: /[\u0100-\u02ba\u1e00-\u1eff]/,
};

interface Face {
  family: string;
  /** The file as a data address. */
  file: string;
  style: "normal" | "italic";
  weight: string;
  range: string;
  /** The file is left out if the text has none of these letters. */
  letters?: RegExp;
}

const SERIF = { family: "Newsreader", style: "normal", weight: "400 500" } as const;
const SERIF_ITALIC = { family: "Newsreader", style: "italic", weight: "400" } as const;

const FACES: readonly Face[] = [
  { ...SERIF, file: roman, range: BASIC },
  { ...SERIF, file: romanLatin1, ...LATIN1 },
  { ...SERIF, file: romanExt, ...EXTENDED },
  { ...SERIF_ITALIC, file: italic, range: BASIC },
  { ...SERIF_ITALIC, file: italicLatin1, ...LATIN1 },
  { family: "Instrument Sans", file: sans, style: "normal", weight: "400 700", range: BASIC },
];

/** A style sheet with the screen's fonts embedded, only the files that a text needs. */
export const bringFaces = (text: string): string =>
  FACES.filter(({ letters }) => !letters || letters.test(text))
    .map(
      ({ family, style, weight, range, file }) =>
        `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};src:url(${file}) format("woff2");unicode-range:${range}}`,
    )
    .join("\n");
