import { LANGUAGES } from "~/core/shared/languages";

/** Of a header as long as it may be, only the beginning is read: browsers name a handful of languages. */
const MOST_READ = 20;

/** Codes of listed languages that a browser asks pages in, in its order. */
export function readAcceptedLanguages(request: Request): string[] {
  const accepted = (request.headers.get("accept-language") ?? "").split(",", MOST_READ);
  const codes = accepted.map((range) => toCode(range.split(";")[0]?.trim() ?? ""));
  const listed = new Set(LANGUAGES.map(({ code }) => code));
  return [...new Set(codes)].filter((code) => listed.has(code));
}

/** `he` of `iw-IL`; empty for what is no language tag. */
function toCode(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}
