import { useEffect } from "react";
import { useNavigation } from "~/app/framework";
import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";

const KEY = "way-on";

/**
 * Leads on to a page whose code a deployment has taken away: the framework loads the page in sight again, and would forget the
 * link that was pressed.
 */
export function useWayOn(): void {
  const { state, location } = useNavigation();
  const wanted = state === "loading" ? location.pathname + location.search + location.hash : null;
  useEffect(() => {
    if (wanted === null) return;
    const keep = () => writeStored("sessionStorage", KEY, wanted);
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [wanted]);
  useEffect(() => {
    const kept = readStored("sessionStorage", KEY);
    removeStored("sessionStorage", KEY);
    const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (kept !== null && load?.type === "reload") window.location.replace(kept);
  }, []);
}
