/**
 * Sends the server the zone of a member's browser, for their times (docs/rules.md#clock). Scripts set it, so it is not
 * HttpOnly. It reveals roughly where a member is, so it is removed with the session.
 */
export const ZONE_COOKIE = "zone";

/** The longest time for which browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400;

/** @param zone an empty text removes it */
export function serializeZoneCookie(zone: string, isSecure: boolean): string {
  const maxAge = zone === "" ? 0 : KEPT_SECONDS;
  return `${ZONE_COOKIE}=${zone}; Path=/; SameSite=Lax; Max-Age=${maxAge}${isSecure ? "; Secure" : ""}`;
}

/** Sets the cookie in the browser while a member is signed in, and removes it otherwise. */
export function keepZoneCookie(isSignedIn: boolean): void {
  const zone = isSignedIn ? Intl.DateTimeFormat().resolvedOptions().timeZone : "";
  const kept = document.cookie.match(/(?:^|; )zone=([^;]*)/)?.[1] ?? "";
  if (zone === undefined || zone === kept) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = serializeZoneCookie(zone, location.protocol === "https:");
}
