/** Over https the name has the prefix that keeps other hosts from setting it. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?session=([\w.~+/-]+)/;

/** The token in the cookie of the pages' session; null when there is none. */
export function readSessionCookie(request: Request): string | null {
  return SESSION_COOKIE.exec(request.headers.get("cookie") ?? "")?.[1] ?? null;
}
