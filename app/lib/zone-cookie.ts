import { readScriptCookie, serializeScriptCookie, setScriptCookie } from "./script-cookie";

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
  return serializeScriptCookie(ZONE_COOKIE, zone, maxAge) + (isSecure ? "; Secure" : "");
}

/**
 * Sets the cookie in the browser while a member is signed in, and removes it otherwise. The browser's first answer about
 * its zone takes a slow phone some 40 ms, so a page that starts calls this in a task of its own.
 */
export function keepZoneCookie(isSignedIn: boolean): void {
  const zone = isSignedIn ? Intl.DateTimeFormat().resolvedOptions().timeZone : "";
  if (zone === undefined || zone === readScriptCookie(ZONE_COOKIE)) return;
  setScriptCookie(serializeZoneCookie(zone, location.protocol === "https:"));
}
