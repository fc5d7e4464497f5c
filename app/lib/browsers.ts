/**
 * Runs before every other script. A browser older than Chrome 120, Safari 17.4 or Firefox 128 then runs none of them,
 * and its pages work as with scripts off. Each of these versions is its browser's first with all three features of the
 * test. Where storage is blocked, the framework's scripts don't expect `sessionStorage` to throw.
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
