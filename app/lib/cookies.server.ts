/** The values as sent. Remix's `createCookie` would decode them and return only the first. */
export function readCookies(request: Request, name: string): string[] {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Null if there are two cookies of this name, because another host of the domain may have planted one of them. */
export function readCookie(request: Request, name: string): string | null {
  const [value, ...more] = readCookies(request, name);
  return more.length === 0 ? (value ?? null) : null;
}

export const isSecure = ({ url }: Request) => new URL(url).protocol === "https:";

/**
 * The prefix `__Host-` keeps other hosts of the domain from planting the cookie. Browsers refuse the prefix over http,
 * which is used only on the loopback.
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
