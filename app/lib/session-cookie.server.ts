import type { SignedIn } from "~/core/auth/session";
import { isSecure, readCookie, serializeCookie } from "./cookies.server";

/**
 * The cookie's name. On https browsers take one of this prefix from this host alone, for all of it and Secure, so that
 * no sibling host can plant a session of its own; on http, which is the loopback's, they refuse the prefix.
 */
const cookieName = (request: Request) => (isSecure(request) ? "__Host-session" : "session");

/**
 * The token in the session's cookie, for pages and for a live connection's handshake; null when there is none, or two.
 */
export function readSessionCookie(request: Request): string | null {
  return readCookie(request, cookieName(request));
}

/** The Set-Cookie value that begins a page session. */
export function sessionCookie(
  request: Request,
  { token, expiresAt }: Pick<SignedIn, "token" | "expiresAt">,
): string {
  const maxAge = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
  return serializeCookie(request, cookieName(request), token, maxAge);
}

/** The Set-Cookie value that ends it. */
export function endSessionCookie(request: Request): string {
  return serializeCookie(request, cookieName(request), "", 0);
}
