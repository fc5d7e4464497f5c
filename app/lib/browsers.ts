/**
 * Runs before every other script: a browser older than Chrome 120, Safari 17.4 or Firefox 128 starts none, and its pages
 * work as without scripts. Each of the three functions came last to one of them. Where storage is blocked, the
 * framework's own scripts get one that keeps nothing, because they don't expect it to throw.
 */
export const BROWSER_TEST = `if (!(URL.canParse && Promise.withResolvers && self.CSSPropertyRule)) {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "script-src 'none'";
  document.head.append(policy);
  document.documentElement.dataset.scripts = "none";
}
try {
  sessionStorage.length;
} catch {
  const getItem = () => null, setItem = () => {}, removeItem = setItem;
  Object.defineProperty(self, "sessionStorage", { value: { getItem, setItem, removeItem } });
}`;

/** What is built is for these. */
export const BROWSERS = ["chrome120", "safari17.4", "firefox128"];
