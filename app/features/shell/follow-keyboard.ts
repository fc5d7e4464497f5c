/** A keyboard is at least this high. Anything lower is a bar of the browser. */
const KEYBOARD_MIN_PX = 120;

/**
 * Fits a full-height page to the part of the window above the keyboard, in browsers without
 * `interactive-widget`, for example Safari.
 * @returns a function that ends the fitting
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
    // Some browsers scroll the page up to show the field.
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
