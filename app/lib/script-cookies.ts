/** Not HttpOnly, because scripts set or remove the cookie. @param maxAge seconds; 0 removes the cookie */
export const serializeScriptCookie = (name: string, value: string, maxAge: number): string =>
  `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}`;

function setScriptCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = cookie;
}

const readScriptCookie = (name: string): string =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/** Carries a toast over a redirect. Not signed, because a forged cookie only shows text on the forger's own screen. */
export const TOAST_COOKIE = "toast";

export function endToastCookie(): void {
  setScriptCookie(serializeScriptCookie(TOAST_COOKIE, "", 0));
}

const FORGET_NAME = "forget";

/** Set by a sign-out without scripts. The next page with scripts removes the member's stored data and this cookie. */
export const FORGET_COOKIE = serializeScriptCookie(FORGET_NAME, "1", 30 * 86_400);

export function takeForgetCookie(): boolean {
  if (readScriptCookie(FORGET_NAME) === "") return false;
  setScriptCookie(serializeScriptCookie(FORGET_NAME, "", 0));
  return true;
}

/**
 * The time zone of a member's browser (docs/rules.md#clock). Removed with the session, because a zone reveals roughly
 * where the member is.
 */
export const ZONE_COOKIE = "zone";

const KEPT_SECONDS = 400 * 86_400;

/** @param zone an empty text removes the cookie */
export function serializeZoneCookie(zone: string, isSecure: boolean): string {
  const maxAge = zone === "" ? 0 : KEPT_SECONDS;
  return serializeScriptCookie(ZONE_COOKIE, zone, maxAge) + (isSecure ? "; Secure" : "");
}

/** Call this in a task of its own, because the first read of the zone takes a slow phone about 40 ms. */
export function keepZoneCookie(isSignedIn: boolean): void {
  const zone = isSignedIn ? Intl.DateTimeFormat().resolvedOptions().timeZone : "";
  if (zone === undefined || zone === readScriptCookie(ZONE_COOKIE)) return;
  setScriptCookie(serializeZoneCookie(zone, location.protocol === "https:"));
}
