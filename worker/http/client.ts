/** Only the platform can set `cf-connecting-ip`. A request without this header comes from the server's own machine. */
export function clientAddress(request: Request): string {
  return request.headers.get("cf-connecting-ip") ?? "127.0.0.1";
}

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]{1,4096}=*)$/i;

/**
 * Cookies don't count in the API and in live connections (docs/rules.md#headers). Not hono/bearer-auth, which answers a
 * malformed header with 400 and its own body instead of our 401.
 */
export function readBearer(request: Request): string | null {
  return BEARER.exec(request.headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
}
