/**
 * Runs before all other scripts, and blocks them in browsers older than Chrome 120, Safari 17.4 or Firefox 128, the
 * first versions that have all three tested features. Pages then work as with scripts off. The test also replaces a
 * `sessionStorage` that throws, which Remix's scripts don't expect.
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

export const BROWSERS = ["chrome120", "safari17.4", "firefox128"];
