const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change something in the name of the cookie it carries: it changes nothing, or comes from our
 * own pages. Requests without Origin and Sec-Fetch-Site are not from a browser, so cross-site forgery does not apply.
 * Not hono/csrf: it refuses those, looks only at form types, and lets Sec-Fetch-Site overrule a foreign Origin.
 */
export function isTrustedOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}
