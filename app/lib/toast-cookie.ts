import { serializeScriptCookie, setScriptCookie } from "./script-cookie";

/**
 * Carries a notification over a redirect. The cookie is neither secret nor trusted, because a forged one only shows
 * text on the forger's own screen. It is not HttpOnly, because scripts remove it.
 */
export const TOAST_COOKIE = "toast";

/** @param maxAge seconds; 0 removes it */
export function serializeToastCookie(value: string, maxAge: number): string {
  return serializeScriptCookie(TOAST_COOKIE, value, maxAge);
}

/** Removes the cookie in the browser, once its notification is shown. */
export function endToastCookie(): void {
  setScriptCookie(serializeToastCookie("", 0));
}
