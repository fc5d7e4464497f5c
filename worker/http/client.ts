/** From the platform's header; the loopback address if there is no platform in front. */
export function clientAddress(request: Request): string {
  return request.headers.get("cf-connecting-ip") ?? "127.0.0.1";
}

/** RFC 6750, section 2.1. It allows longer tokens than any of ours. */
const BEARER = /^Bearer +([\w.~+/-]{1,4096}=*)$/i;

/**
 * Reads the bearer token of a request. Neither the API nor the live connections read a cookie (docs/rules.md#headers). It doesn't
 * use hono/bearer-auth, because that answers a malformed header with 400 and a body of its own, although a 401 is due.
 */
export function readBearer(request: Request): string | null {
  return BEARER.exec(request.headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
}
