/**
 * Whether scripts request the page's data, so that slow parts may follow later. A page that the browser itself requests
 * is complete, for readers without scripts.
 */
export function isScriptNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

/**
 * Whether the browser itself sent a form, as it does before scripts have loaded. Its `Accept` names HTML, while that of
 * scripts accepts any type. Like {@link isScriptNavigation} it returns false if its header is missing, which is
 * harmless.
 */
export const isSentByBrowser = ({ headers }: Request): boolean =>
  headers.get("accept")?.includes("text/html") ?? false;
