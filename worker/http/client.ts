/** The client's network address as the platform states it; the loopback address without a platform in front. */
export function clientAddress(request: Request): string {
  return request.headers.get("cf-connecting-ip") ?? "127.0.0.1";
}

/** RFC 6750, section 2.1; longer than any token of ours. */
const BEARER = /^Bearer +([\w.~+/-]{1,4096}=*)$/i;

/**
 * The bearer token of a request; neither the API nor the live connections look at a cookie (docs/rules.md#headers). Not
 * hono/bearer-auth: it answers a malformed header with 400 and a body of its own, though a 401 is due.
 */
export function readBearer(request: Request): string | null {
  return BEARER.exec(request.headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
}
