import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import { safeNext } from "~/app/lib/safe-next";

const KEY = "interruptedNavigation";

/**
 * Continues a navigation to a page whose code a deployment has removed. The framework reloads the current page in that
 * case, and forgets the link.
 */
export function useResumedNavigation(): void {
  const { state, location } = useNavigation();
  const target = state === "loading" ? location.pathname + location.search + location.hash : null;
  useEffect(() => {
    if (target === null) return;
    const keep = () => writeStored("sessionStorage", KEY, target);
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [target]);
  useEffect(() => {
    const kept = readStored("sessionStorage", KEY);
    removeStored("sessionStorage", KEY);
    const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (kept !== null && load?.type === "reload") window.location.replace(safeNext(kept));
  }, []);
}
