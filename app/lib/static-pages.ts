/**
 * The public pages are documents: `app/static-pages` is their only script, and the framework never takes them over. So each
 * link to one of them is a navigation by the browser.
 */
export const STATIC_PATHS: ReadonlySet<string> = new Set([
  "/",
  "/about",
  "/faq",
  "/terms",
  "/privacy",
  "/safety",
  "/child-safety",
  "/transparency",
]);

/** @param path may have a query and a fragment */
export function isStaticPath(path: string): boolean {
  return STATIC_PATHS.has(path.replace(/[?#].*$/, ""));
}

export function publicFile(lines: string[], type: string): Response {
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "public, max-age=3600",
    },
  });
}
