/**
 * Whether the page's scripts request its data, so that slow parts may follow later. A page that the
 * browser itself requests is complete: with scripts off nothing could be added later, and its
 * status is sent before its first byte.
 */
export function isScriptNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

/**
 * Whether the browser itself sent a form, as it does before the page's scripts have loaded. Its
 * header `Accept` names HTML, while that of scripts accepts any type. This is not the opposite of
 * {@link isScriptNavigation}: if the header that each reads is missing, both return false, which is
 * harmless.
 */
export const isSentByBrowser = ({ headers }: Request): boolean =>
  headers.get("accept")?.includes("text/html") ?? false;
