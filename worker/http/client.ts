/** Only the platform can set `cf-connecting-ip`. A request without this header comes from the server's own machine. */
export function clientAddress(request: Request): string {
  return request.headers.get("cf-connecting-ip") ?? "127.0.0.1";
}

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]{1,4096}=*)$/i;

/** hono/bearer-auth isn't used, because it answers a malformed header with 400 and its own body instead of our 401. */
export function readBearer(request: Request): string | null {
  return BEARER.exec(request.headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
}
