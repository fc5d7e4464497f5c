import { readFileSync, writeFileSync } from "node:fs";

// Generated parts of a README: the lines between `<!-- name -->` and `<!-- /name -->`.

/** @param {string} text @param {string} name */
function find(text, name) {
  const begin = `<!-- ${name} -->\n`;
  const from = text.indexOf(begin);
  const to = text.indexOf(`<!-- /${name} -->`);
  return from === -1 || to === -1 ? null : { from: from + begin.length, to };
}

/**
 * Null if the README has no section of that name.
 * @param {string | URL} readme
 * @param {string} name
 */
export function readSection(readme, name) {
  const text = readFileSync(readme, "utf8");
  const place = find(text, name);
  return place && text.slice(place.from, place.to).split("\n").slice(0, -1);
}

/**
 * Does nothing if the README has no section of that name.
 * @param {string | URL} readme
 * @param {string} name
 * @param {string[]} lines
 */
export function writeSection(readme, name, lines) {
  const text = readFileSync(readme, "utf8");
  const place = find(text, name);
  if (!place) return;
  const section = lines.map((line) => `${line}\n`).join("");
  writeFileSync(readme, text.slice(0, place.from) + section + text.slice(place.to));
}
