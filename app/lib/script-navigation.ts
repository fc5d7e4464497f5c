/**
 * Whether our own scripts load a page's data; slow parts may then follow later. A page that the browser itself
 * requests is complete: with scripts off nothing could be added later, and its status is sent before its first byte.
 */
export function isScriptNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}
