/**
 * These public pages are never hydrated: `app/static-pages` is their only script. A link to one of them must therefore
 * make the browser load a new document.
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
