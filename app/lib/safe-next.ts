import { MAX_PATH_LENGTH } from "~/core/shared/constants";

const OWN = "http://own.invalid";

/** An own path to go to after signing in, from `?next=`; '/' for anything foreign (docs/rules.md#guards). */
export function safeNext(next: string | null | undefined, otherwise = "/"): string {
  if (!next || next.length > MAX_PATH_LENGTH || !isOwnPath(next)) return otherwise;
  const url = new URL(next, OWN);
  const path = url.pathname + url.search + url.hash;
  // Looked at again: dot segments are gone by now, and '/.//elsewhere' has become '//elsewhere'.
  return url.origin === OWN && isOwnPath(path) ? path : otherwise;
}

/** One slash, and nothing that a browser would take for another. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/[\p{Cc}\\]/u.test(path);
}
