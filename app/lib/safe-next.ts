import { MAX_PATH_LENGTH } from "~/core/shared/constants";

const OWN = "http://own.invalid";

/** The path in `?next=` if it is on this site (docs/rules.md#guards). */
export function safeNext(next: string | null | undefined, otherwise = "/"): string {
  if (!next || next.length > MAX_PATH_LENGTH || !isOwnPath(next)) return otherwise;
  const url = new URL(next, OWN);
  const path = url.pathname + url.search + url.hash;
  // Checked again, because parsing turns '/.//elsewhere' into '//elsewhere'.
  return url.origin === OWN && isOwnPath(path) ? path : otherwise;
}

/** The path begins with one slash, and has no character that a browser reads as a second one. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/[\p{Cc}\\]/u.test(path);
}
