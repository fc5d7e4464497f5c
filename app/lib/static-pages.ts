/**
 * The public pages. They are documents: the server renders them, `app/island` is their only script, and the framework
 * never takes them over. So each link to one of them is a navigation by the browser.
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

/** Whether a path of this site, with or without query and fragment, is a public page. */
export function isStaticPath(path: string): boolean {
  return STATIC_PATHS.has(path.replace(/[?#].*$/, ""));
}
