/**
 * The values as sent. Remix's `createCookie` would decode them, and read only the first. Two values show that somebody
 * planted one of them.
 */
export function readCookies(request: Request, name: string): string[] {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Null if the cookie has two values, because a sibling host can have planted one of them. */
export function readCookie(request: Request, name: string): string | null {
  const [value, ...more] = readCookies(request, name);
  return more.length === 0 ? (value ?? null) : null;
}

export const isSecure = ({ url }: Request) => new URL(url).protocol === "https:";

/**
 * Browsers accept the prefix `__Host-` only from this host, with Secure and for all paths, so no sibling host can plant
 * the cookie. Over http, which only the loopback uses, browsers refuse the prefix.
 */
export const hostCookieName = (request: Request, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

/** @param maxAge seconds; 0 removes the cookie */
export function serializeCookie(
  request: Request,
  name: string,
  value: string,
  maxAge: number,
): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
