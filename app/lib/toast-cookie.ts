/**
 * Carries a notification over a redirect. Not a secret and not trusted: a forger only sends text to
 * their own screen. Scripts may end it, so it is not HttpOnly.
 */
export const TOAST_COOKIE = "toast";

/** @param maxAge seconds; 0 ends it */
export function serializeToastCookie(value: string, maxAge: number): string {
  return `${TOAST_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}`;
}

/** Ends it from a page, once it is shown. */
export function endToastCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = serializeToastCookie("", 0);
}
