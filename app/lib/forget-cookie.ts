const NAME = "forget";

/**
 * The Set-Cookie value that marks a sign-out of which the page's scripts don't know, so that the scripts of the next page
 * remove what the member wrote and did not send. They remove the cookie too, so it is not HttpOnly.
 */
export const FORGET_COOKIE = `${NAME}=1; Path=/; SameSite=Lax; Max-Age=${30 * 86_400}`;

/** Removes the mark in the browser. @returns whether there was one */
export function takeForgetCookie(): boolean {
  if (!/(?:^|; )forget=/.test(document.cookie)) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = `${NAME}=; Path=/; SameSite=Lax; Max-Age=0`;
  return true;
}
