import type { SignedIn } from "~/core/accounts/session";
import { hostCookieName, readCookie, serializeCookie } from "./cookies.server";

const cookieName = (request: Request) => hostCookieName(request, "session");

export function readSessionCookie(request: Request): string | null {
  return readCookie(request, cookieName(request));
}

export function sessionCookie(
  request: Request,
  { token, expiresAt }: Pick<SignedIn, "token" | "expiresAt">,
): string {
  const maxAge = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
  return serializeCookie(request, cookieName(request), token, maxAge);
}

export function endSessionCookie(request: Request): string {
  return serializeCookie(request, cookieName(request), "", 0);
}

const endedName = (request: Request) => hostCookieName(request, "ended");

/** Seconds. Long enough for the member to look up a password. */
const ENDED_MAX_AGE = 600;

/** Makes the sign-in page say that the session has ended. @param maxAge 0 removes the cookie */
export const endedCookie = (request: Request, maxAge = ENDED_MAX_AGE): string =>
  serializeCookie(request, endedName(request), maxAge === 0 ? "" : "1", maxAge);

export const wasSignedOut = (request: Request): boolean =>
  readCookie(request, endedName(request)) === "1";
