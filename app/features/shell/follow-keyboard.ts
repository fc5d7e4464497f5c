/** A keyboard is at least this high; what is less is a bar of the browser. */
const KEYBOARD_MIN_PX = 120;

/**
 * Gives a full-height page the part of the window that the keyboard leaves, if it covers the page instead of shortening
 * it: in a browser that doesn't know `interactive-widget`, such as Safari. Elsewhere, and while the reader has zoomed in,
 * nothing is written and nothing moves.
 * @returns a function that stops it
 */
export function followKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const { documentElement: root } = document;
  const stopped = new AbortController();
  const forget = () => {
    root.style.removeProperty("--page-height");
    root.style.removeProperty("--page-top");
  };
  const follow = () => {
    const isCovered = view.scale === 1 && root.clientHeight - view.height >= KEYBOARD_MIN_PX;
    if (!isCovered) return forget();
    root.style.setProperty("--page-height", `${view.height}px`);
    // The browser may have pushed the page up to get at the field.
    root.style.setProperty("--page-top", `${view.offsetTop}px`);
  };
  view.addEventListener("resize", follow, { signal: stopped.signal });
  view.addEventListener("scroll", follow, { signal: stopped.signal });
  follow();
  return () => {
    stopped.abort();
    forget();
  };
}
