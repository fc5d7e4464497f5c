const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change something in the name of the cookie it carries: it changes nothing,
 * or comes from our own pages. A browser always says where a POST comes from; a client that says
 * nothing is no browser, and carries nobody's cookie by itself.
 */
export function isTrustedOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}
