/**
 * Whether our own scripts ask for the data of a page: then what is slow may follow later. A page that
 * the browser itself requests comes whole: with scripts off nothing could be filled in, and its
 * status is decided before its first byte.
 */
export function isScriptNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}
