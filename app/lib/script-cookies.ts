/** Scripts set or remove the cookie, so it is not HttpOnly. @param maxAge seconds; 0 removes it */
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

/** Carries a toast over a redirect. A forged cookie only shows text on the forger's own screen. */
export const TOAST_COOKIE = "toast";

export function endToastCookie(): void {
  setScriptCookie(serializeScriptCookie(TOAST_COOKIE, "", 0));
}

const FORGET_NAME = "forget";

/** Marks a sign-out without scripts. The scripts of the next page remove the member's unsent text, and the mark. */
export const FORGET_COOKIE = serializeScriptCookie(FORGET_NAME, "1", 30 * 86_400);

export function takeForgetCookie(): boolean {
  if (readScriptCookie(FORGET_NAME) === "") return false;
  setScriptCookie(serializeScriptCookie(FORGET_NAME, "", 0));
  return true;
}

/**
 * Tells the server the zone of a member's browser (docs/rules.md#clock). It reveals roughly where a member is, so it is
 * removed with the session.
 */
export const ZONE_COOKIE = "zone";

const KEPT_SECONDS = 400 * 86_400;

/** @param zone an empty text removes it */
export function serializeZoneCookie(zone: string, isSecure: boolean): string {
  const maxAge = zone === "" ? 0 : KEPT_SECONDS;
  return serializeScriptCookie(ZONE_COOKIE, zone, maxAge) + (isSecure ? "; Secure" : "");
}

/** Reading the zone for the first time takes a slow phone some 40 ms, so a page calls this in a task of its own. */
export function keepZoneCookie(isSignedIn: boolean): void {
  const zone = isSignedIn ? Intl.DateTimeFormat().resolvedOptions().timeZone : "";
  if (zone === undefined || zone === readScriptCookie(ZONE_COOKIE)) return;
  setScriptCookie(serializeZoneCookie(zone, location.protocol === "https:"));
}
