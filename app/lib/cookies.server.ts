/**
 * The values of a request's cookies of one name, as they are. (Remix's `createCookie` reads the first of two, and
 * encodes; here a second one shows that one of them was planted.)
 */
export function readCookies(request: Request, name: string): string[] {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The value of a cookie that no sibling host can have planted; null when there is none, or two. */
export function readCookie(request: Request, name: string): string | null {
  const [value, ...more] = readCookies(request, name);
  return more.length === 0 ? (value ?? null) : null;
}

export const isSecure = ({ url }: Request) => new URL(url).protocol === "https:";

/**
 * A cookie's name with the prefix that browsers take from this host alone, for all of it and Secure, so that no sibling
 * host can plant one; on http, which is the loopback's, they refuse the prefix.
 */
export const hostCookieName = (request: Request, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

/** The Set-Cookie value of a cookie that no script may read. @param maxAge seconds; 0 ends it */
export function serializeCookie(
  request: Request,
  name: string,
  value: string,
  maxAge: number,
): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
