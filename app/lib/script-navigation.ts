/**
 * Whether scripts request the page's data. If so, slow parts can follow later. A page that the browser itself requests
 * must be complete, for readers without scripts.
 */
export function isScriptNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

/**
 * Whether the browser itself sent a form, as it does before the scripts have loaded. The browser's `Accept` names HTML,
 * while that of scripts accepts any type.
 */
export const isSentByBrowser = ({ headers }: Request): boolean =>
  headers.get("accept")?.includes("text/html") ?? false;
