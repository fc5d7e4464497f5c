interface Link {
  kind: "link";
  href: string;
  /** `before`, `host` and `after` together are the address as the browser reads it. The page shows the host in bold. */
  before: string;
  host: string;
  after: string;
}

export type Piece = { kind: "text"; text: string } | Link;

/** Scripts without spaces between words, so their letters can stand directly before or after an address. */
const UNSPACED = "Han Hira Kana Bopo Thai Laoo Khmr Mymr Tibt Java Bali"
  .split(" ")
  .map((script) => `\\p{scx=${script}}`)
  .join("");
/**
 * A character of an address: no space, quotation mark, backtick, angle bracket or letter of an `UNSPACED` script.
 * Beyond ASCII, no punctuation, symbol, control or format character, except the two joiners U+200C and U+200D.
 */
const PART = `(?!(?![\\0-\\x7F\\u200C\\u200D])[\\p{P}\\p{S}\\p{C}])[^\\s<>"'\`${UNSPACED}]`;
/**
 * In a host, a letter of an `UNSPACED` script must follow a dot, a slash or another letter of an `UNSPACED` script.
 * After any other character the letter begins the next word, as in `example.com了解`.
 */
const HOST = `(?:(?![/?#])${PART}|(?<=[./${UNSPACED}])[${UNSPACED}])+`;
const REST = `(?:[/?#](?:${PART})*)?`;
const CANDIDATE = new RegExp(
  `\\bhttps?:\\/\\/${HOST}${REST}|(?<www>www\\.${HOST}${REST})|(?<mail>[a-z0-9_.+-]{1,64}@[a-z0-9.-]+)`,
  "giu",
);
/**
 * An address next to one of these characters is part of a longer word or path, so it is a link only if it has a scheme.
 */
const WORD = `(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\p{Cf}\\p{Co}\\p{Cs}_@`;
const JOINED_BEFORE = new RegExp(`${WORD}/.%+-]$`, "u");
const JOINED_AFTER = new RegExp(`^${WORD}]`, "u");
const MAIL = /^([A-Za-z0-9_.+-]+@)((?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63})$/;
/** `www.` and at least two labels after it. */
const WWW_HOST = /^www(?:\.[^.]+){2,}$/;
/** Punctuation that belongs to the sentence, not to the address. */
const TRAILING = ".,;:!?…'\"»”’]";

/**
 * A link shows the address that it opens, not the text that was typed: a look-alike host is shown as `xn--…`. An
 * address with a user name before its host (`https://bank.example@evil.example`) stays text. The running time is linear
 * in the length of the text.
 */
export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const { index, groups } = match;
    const raw = trimTail(match[0]);
    const link = groups?.mail
      ? isApart(text, index, index + match[0].length) && toMail(raw)
      : groups?.www
        ? isApart(text, index) && toBareLink(raw)
        : toLink(raw);
    if (!link) continue;
    if (index > from) pieces.push({ kind: "text", text: text.slice(from, index) });
    pieces.push(link);
    from = index + raw.length;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
}

/** A character has at most two code units, so two code units on each side are enough. */
function isApart(text: string, start: number, end = text.length): boolean {
  return (
    !JOINED_BEFORE.test(text.slice(Math.max(0, start - 2), start)) &&
    !JOINED_AFTER.test(text.slice(end, end + 2))
  );
}

function trimTail(raw: string): string {
  // A closing bracket belongs to the address only if its opening bracket is in the address too.
  let unopened = 0;
  for (const character of raw) {
    if (character === ")") unopened++;
    else if (character === "(") unopened--;
  }
  let end = raw.length;
  for (; end > 0; end--) {
    const last = raw.charAt(end - 1);
    if (TRAILING.includes(last)) continue;
    if (last !== ")" || unopened <= 0) break;
    unopened--;
  }
  return raw.slice(0, end);
}

function toMail(raw: string): Link | null {
  const [, before, host] = MAIL.exec(raw) ?? [];
  return before && host ? { kind: "link", href: `mailto:${raw}`, before, host, after: "" } : null;
}

function toBareLink(raw: string): Link | null {
  const link = toLink(`https://${raw}`);
  if (!link || !WWW_HOST.test(new URL(link.href).hostname)) return null;
  return { ...link, before: "" };
}

function toLink(raw: string): Link | null {
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  if (url.username || url.password || !url.hostname.includes(".")) return null;
  const path = url.pathname + url.search + url.hash;
  return {
    kind: "link",
    href: url.href,
    before: `${url.protocol}//`,
    host: url.host,
    after: path === "/" ? "" : decodeForReading(path),
  };
}

/** Spaces and control characters stay encoded, because they could rearrange or hide the text. */
function decodeForReading(path: string): string {
  try {
    const decoded = decodeURI(path);
    return /[\p{C}\p{Z}]/u.test(decoded) ? path : decoded;
  } catch {
    return path;
  }
}
