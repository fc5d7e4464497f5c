import { useEffect, useRef } from "react";
import { useLocation } from "~/app/framework";

/**
 * Moves the focus to the new page's heading after a navigation in the browser, as a full load would
 * have moved it to the top; a link to a place within a page focuses that place.
 */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const target =
      (hash && document.getElementById(decodeURIComponent(hash.slice(1)))) ||
      document.querySelector<HTMLElement>("main h1") ||
      document.querySelector<HTMLElement>("main");
    if (!target) return;
    // A page that put the focus somewhere by itself knows better.
    if (document.querySelector("main")?.contains(document.activeElement)) return;
    if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
}
