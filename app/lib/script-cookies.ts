/** Scripts set or remove the cookie, so it is not HttpOnly. @param maxAge seconds; 0 removes it */
export const serializeScriptCookie = (name: string, value: string, maxAge: number): string =>
  `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}`;

/** @param cookie as {@link serializeScriptCookie} writes it */
export function setScriptCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = cookie;
}

/** The value of a cookie in the browser; empty if there is none. */
export const readScriptCookie = (name: string): string =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/**
 * Carries a toast over a redirect. The cookie is neither secret nor trusted, because a forged one
 * only shows text on the forger's own screen. It is not HttpOnly, because scripts remove it.
 */
export const TOAST_COOKIE = "toast";

/** @param maxAge seconds; 0 removes it */
export function serializeToastCookie(value: string, maxAge: number): string {
  return serializeScriptCookie(TOAST_COOKIE, value, maxAge);
}

/** Removes the cookie in the browser, once its toast is shown. */
export function endToastCookie(): void {
  setScriptCookie(serializeToastCookie("", 0));
}

const FORGET_NAME = "forget";

/**
 * The Set-Cookie value that marks a sign-out without the page's scripts. The scripts of the next
 * page then remove the member's unsent text, and the mark.
 */
export const FORGET_COOKIE = serializeScriptCookie(FORGET_NAME, "1", 30 * 86_400);

/** Removes the mark in the browser. @returns whether there was one */
export function takeForgetCookie(): boolean {
  if (readScriptCookie(FORGET_NAME) === "") return false;
  setScriptCookie(serializeScriptCookie(FORGET_NAME, "", 0));
  return true;
}

/**
 * Sends the server the zone of a member's browser, for their times (docs/rules.md#clock). Scripts
 * set it, so it is not HttpOnly. It reveals roughly where a member is, so it is removed with the
 * session.
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
 * Sets the cookie in the browser while a member is signed in, and removes it otherwise. Reading the
 * zone for the first time takes a slow phone some 40 ms, so a page calls this in a task of its own.
 */
export function keepZoneCookie(isSignedIn: boolean): void {
  const zone = isSignedIn ? Intl.DateTimeFormat().resolvedOptions().timeZone : "";
  if (zone === undefined || zone === readScriptCookie(ZONE_COOKIE)) return;
  setScriptCookie(serializeZoneCookie(zone, location.protocol === "https:"));
}
