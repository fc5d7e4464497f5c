/**
 * Sends the server the zone that a member's browser is set to, for their times (docs/rules.md#clock).
 * Scripts set it, so it is not HttpOnly. It reveals roughly where a member is, so it ends with the session.
 */
export const ZONE_COOKIE = "zone";

/** As long as browsers keep one. */
const KEPT_SECONDS = 400 * 86_400;

/** @param zone the empty text ends it */
export function serializeZoneCookie(zone: string, isSecure: boolean): string {
  const maxAge = zone === "" ? 0 : KEPT_SECONDS;
  return `${ZONE_COOKIE}=${zone}; Path=/; SameSite=Lax; Max-Age=${maxAge}${isSecure ? "; Secure" : ""}`;
}

/** In the browser: sets it while a member is signed in, and ends it otherwise. */
export function keepZoneCookie(isSignedIn: boolean): void {
  const zone = isSignedIn ? Intl.DateTimeFormat().resolvedOptions().timeZone : "";
  const kept = document.cookie.match(/(?:^|; )zone=([^;]*)/)?.[1] ?? "";
  if (zone === undefined || zone === kept) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = serializeZoneCookie(zone, location.protocol === "https:");
}
