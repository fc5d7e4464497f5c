/**
 * Writes `core/shared/languages.json`, the languages of profiles by their own names: `npm run build -- languages`. The
 * names are from Node's `Intl.DisplayNames`, which has all of ICU. workerd and Chromium lack half of these locales.
 * Never remove a code, because profiles contain codes.
 */
import { writeFileSync } from "node:fs";

const TARGET = "core/shared/languages.json";
/** BCP 47 primary codes. Closely related languages share a code: `no` for Bokmål and Nynorsk. */
const CODES =
  "af am ar as az be bg bn bs ca ceb ckb cs cy da de el en eo es et eu fa fi fil fr ga gl gsw gu ha he hi hr hu hy id ig is it ja jv ka kk km kn ko ku ky lb lo lt lv mai mg mi mk ml mn mr ms mt my ne nl no om or pa pcm pl ps pt qu ro ru rw sd si sk sl sn so sq sr st su sv sw ta te tg th ti tk tn tr tt ug uk ur uz vi wo xh yi yo yue zh zu";

function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language", fallback: "none" }).of(code);
  const isKnown = Intl.DisplayNames.supportedLocalesOf(code).length === 1;
  if (!name || !isKnown) throw new Error(`ICU ${process.versions.icu} has no name of ${code}`);
  return name;
}

const { compare } = new Intl.Collator("en");
const languages = CODES.split(" ")
  .map((code) => ({ code, name: nameOf(code) }))
  .sort((one, other) => compare(one.name, other.name));
const source =
  "Names of Unicode CLDR (docs/legal/licences.md). Made by tools/languages.ts, not edited by hand.";
const lines = languages.map((language) => `    ${JSON.stringify(language)}`).join(",\n");
writeFileSync(TARGET, `{\n  "source": "${source}",\n  "languages": [\n${lines}\n  ]\n}\n`);
console.log(`${TARGET}: ${languages.length} languages`);
