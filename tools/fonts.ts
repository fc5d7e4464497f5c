/**
 * Reduces the font faces to the characters that the pages use. `npm run build -- fonts` writes `app/fonts/`, which is
 * committed. Letters beyond ASCII are separate files, which browsers load if such a letter occurs
 * (`app/styles/fonts.css`).
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const SOURCE = "node_modules/@fontsource-variable";
const TARGET = "app/fonts";

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
/** Printable ASCII, the no-break space, and typographic punctuation. */
const PLAIN = `${range(0x20, 0x7e)}\u00a0·–—‘’‚“”„•…‹›−©`;
const ACCENTED = `${range(0xa1, 0xff).replace(/[·©]/g, "")}ıŒœˆ˜€™`;

const ROMAN = {
  from: "newsreader/files/newsreader-latin-opsz-normal.woff2",
  wght: { min: 400, max: 500 },
};
const ITALIC = { from: "newsreader/files/newsreader-latin-wght-italic.woff2", wght: 400 };
const SANS = {
  from: "instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  wght: { min: 400, max: 700 },
};

const CUTS = [
  { ...ROMAN, text: PLAIN, to: "newsreader-roman.woff2" },
  { ...ROMAN, text: ACCENTED, to: "newsreader-roman-latin1.woff2" },
  { ...ITALIC, text: PLAIN, to: "newsreader-italic.woff2" },
  { ...ITALIC, text: ACCENTED, to: "newsreader-italic-latin1.woff2" },
  { ...SANS, text: PLAIN, to: "instrument-sans.woff2" },
  { ...SANS, text: ACCENTED, to: "instrument-sans-latin1.woff2" },
];

const APOSTROPHE = 0x27;
const CURLY = 0x2019;

function readTables(font: Buffer) {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + 16 * index;
    const [offset, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)];
    tables.set(font.toString("latin1", entry, entry + 4), font.subarray(offset, offset + length));
  }
  return tables;
}

/** Glyphs by code point, below U+10000. */
function readGlyphs(cmap: Buffer) {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const at = cmap.readUInt32BE(4 + 8 * index + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const count = cmap.readUInt16BE(at + 6) / 2;
    const field = (which: number, segment: number) =>
      at + 14 + 2 * (which * count + segment) + (which > 0 ? 2 : 0);
    for (let segment = 0; segment < count; segment++) {
      const end = cmap.readUInt16BE(field(0, segment));
      const start = cmap.readUInt16BE(field(1, segment));
      const delta = cmap.readUInt16BE(field(2, segment));
      const offsetAt = field(3, segment);
      const offset = cmap.readUInt16BE(offsetAt);
      for (let code = start; code <= end && code !== 0xffff; code++) {
        const listed = offset && cmap.readUInt16BE(offsetAt + offset + 2 * (code - start));
        if (!offset || listed) glyphs.set(code, ((offset ? listed : code) + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

/** A format-4 subtable with a segment for each code point. */
function writeCmap(glyphs: Map<number, number>) {
  const codes = [...glyphs.keys()].sort((a, b) => a - b);
  const count = codes.length + 1;
  const size = 16 + 8 * count;
  const table = Buffer.alloc(12 + size);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(1, 6);
  table.writeUInt32BE(12, 8);
  const power = Math.floor(Math.log2(count));
  const head = [4, size, 0, 2 * count, 2 ** (power + 1), power, 2 * count - 2 ** (power + 1)];
  for (const [index, value] of head.entries()) table.writeUInt16BE(value, 12 + 2 * index);
  [...codes, 0xffff].forEach((code, index) => {
    const delta = ((glyphs.get(code) ?? 0) - code) & 0xffff;
    table.writeUInt16BE(code, 26 + 2 * index);
    table.writeUInt16BE(code, 28 + 2 * (count + index));
    table.writeUInt16BE(code === 0xffff ? 1 : delta, 28 + 2 * (2 * count + index));
  });
  return table;
}

/** WOFF2 compression computes the checksums. */
function writeFont(tables: Map<string, Buffer>) {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(12 + 16 * entries.length);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(entries.length, 4);
  const parts = [head];
  let offset = head.length;
  entries.forEach(([tag, data], index) => {
    head.write(tag, 12 + 16 * index, "latin1");
    head.writeUInt32BE(offset, 12 + 16 * index + 8);
    head.writeUInt32BE(data.length, 12 + 16 * index + 12);
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

/** Draws the ASCII apostrophe as a curly one. Copied and spoken text stays the same. */
function curlApostrophe(font: Buffer) {
  const tables = readTables(font);
  const cmap = tables.get("cmap");
  if (cmap === undefined) return font;
  const glyphs = readGlyphs(cmap);
  const curly = glyphs.get(CURLY);
  if (curly === undefined) return font;
  glyphs.set(APOSTROPHE, curly);
  return writeFont(tables.set("cmap", writeCmap(glyphs)));
}

mkdirSync(TARGET, { recursive: true });
for (const { from, to, text, wght } of CUTS) {
  const original = readFileSync(`${SOURCE}/${from}`);
  const cut = await subsetFont(original, text, {
    targetFormat: "sfnt",
    variationAxes: { wght },
  });
  // The sans keeps the straight apostrophe, because it shows messages, which must look as typed.
  const drawn = from === SANS.from ? cut : curlApostrophe(cut);
  const file = await subsetFont(drawn, text, { targetFormat: "woff2" });
  writeFileSync(`${TARGET}/${to}`, file);
  console.log(`${to}: ${original.length} → ${file.length} bytes`);
}
