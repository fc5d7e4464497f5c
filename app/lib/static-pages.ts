/**
 * The public pages are documents: the server renders them, `app/island` is their only script, and the framework never
 * takes them over. So every way to one of them is a navigation of the browser's own.
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

/** Whether a path of ours, with or without query and fragment, is a public page's. */
export function isStaticPath(path: string): boolean {
  return STATIC_PATHS.has(path.replace(/[?#].*$/, ""));
}
