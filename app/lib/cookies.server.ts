/**
 * All values of a request's cookies with one name, undecoded. Remix's `createCookie` would decode,
 * and read only the first. Here a second value shows that one of them was planted.
 */
export function readCookies(request: Request, name: string): string[] {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Null if there is no cookie, or if there are two: a sibling host may have planted one. */
export function readCookie(request: Request, name: string): string | null {
  const [value, ...more] = readCookies(request, name);
  return more.length === 0 ? (value ?? null) : null;
}

export const isSecure = ({ url }: Request) => new URL(url).protocol === "https:";

/**
 * A cookie's name with the prefix `__Host-`: browsers accept it only from this host, with Secure
 * and for all paths, so no sibling host can plant it. Over http, which only the loopback uses,
 * browsers refuse the prefix.
 */
export const hostCookieName = (request: Request, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

/** The Set-Cookie value of a cookie that scripts can't read. @param maxAge seconds; 0 removes it */
export function serializeCookie(
  request: Request,
  name: string,
  value: string,
  maxAge: number,
): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
