/**
 * Carries a notification over a redirect. The cookie is neither secret nor trusted, because a forged one only shows
 * text on the forger's own screen. It is not HttpOnly, because scripts remove it.
 */
export const TOAST_COOKIE = "toast";

/** @param maxAge seconds; 0 removes it */
export function serializeToastCookie(value: string, maxAge: number): string {
  return `${TOAST_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}`;
}

/** Removes the cookie in the browser, once its notification is shown. */
export function endToastCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = serializeToastCookie("", 0);
}
