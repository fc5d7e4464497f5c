import { MAX_PATH_LENGTH } from "~/core/shared/constants";

const OWN = "http://own.invalid";

/** The path in `?next=` if it is on this site (docs/rules.md#guards), and `otherwise` if not. */
export function safeNext(next: string | null | undefined, otherwise = "/"): string {
  if (!next || next.length > MAX_PATH_LENGTH || !isOwnPath(next)) return otherwise;
  const url = new URL(next, OWN);
  const path = url.pathname + url.search + url.hash;
  // Checked again, because parsing turns, for example, '/.//elsewhere' into '//elsewhere'.
  return url.origin === OWN && isOwnPath(path) ? path : otherwise;
}

/** A path with only one slash at its start. Browsers read a backslash as a slash, and ignore tabs and line breaks. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/[\p{Cc}\\]/u.test(path);
}
