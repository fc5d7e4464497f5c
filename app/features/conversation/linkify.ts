/** A message's words, cut into text and links. */
export type Piece =
  | { kind: "text"; text: string }
  | {
      kind: "link";
      href: string;
      /** What is shown: the address as the browser reads it, in three parts with the host apart. */
      before: string;
      host: string;
      after: string;
    };

const CANDIDATE = /\bhttps?:\/\/[^\s<>"'`]+/giu;
/** Marks that end the sentence rather than the address. */
const TRAILING = /[.,;:!?…'"»”’\]]+$/u;

/**
 * Finds the web addresses in a text. What a link shows is never what the sender typed but what it opens:
 * the parsed address, its host in ASCII (so that a look-alike name shows as `xn--…`). An address with a user name in front
 * of the host (`https://bank.example@evil.example`) stays text.
 */
export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const raw = trimTail(match[0]);
    const link = toLink(raw);
    if (!link) continue;
    if (match.index > from) pieces.push({ kind: "text", text: text.slice(from, match.index) });
    pieces.push(link);
    from = match.index + raw.length;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
}

function trimTail(raw: string): string {
  let trimmed = raw.replace(TRAILING, "");
  // A closing bracket belongs to the address only if it was opened in it.
  while (trimmed.endsWith(")") && count(trimmed, ")") > count(trimmed, "(")) {
    trimmed = trimmed.slice(0, -1).replace(TRAILING, "");
  }
  return trimmed;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function toLink(raw: string): Piece | null {
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

/** Percent signs are hard to read; but a decoded control or direction mark could rearrange what is shown. */
function decodeForReading(path: string): string {
  try {
    const decoded = decodeURI(path);
    return /[\p{C}\p{Z}]/u.test(decoded) ? path : decoded;
  } catch {
    return path;
  }
}
