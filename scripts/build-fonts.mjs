/**
 * Cuts the serif to what the pages use: Latin-1 and its punctuation, weights 400 to 600. The result,
 * `app/fonts/`, is kept in the repository; run by hand when Newsreader is to be renewed: `npm run build:fonts`.
 * A third of the bytes that stand between a slow phone and the first headline go away by it.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const SOURCE = "node_modules/@fontsource-variable/newsreader/files";
const TARGET = "app/fonts";

const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
/** Printable ASCII, Latin-1, and the punctuation of good setting. */
const TEXT = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœˆ˜–—‘’‚“”„•…‹›€™−`;

const CUTS = [
  { from: "newsreader-latin-opsz-normal.woff2", to: "newsreader-roman.woff2" },
  { from: "newsreader-latin-wght-italic.woff2", to: "newsreader-italic.woff2" },
];

mkdirSync(TARGET, { recursive: true });
for (const { from, to } of CUTS) {
  const original = readFileSync(`${SOURCE}/${from}`);
  const cut = await subsetFont(original, TEXT, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 600 } },
  });
  writeFileSync(`${TARGET}/${to}`, cut);
  console.log(`${to}: ${original.length} → ${cut.length} bytes`);
}
