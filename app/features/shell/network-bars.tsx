import { useNavigation } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { WifiOff } from "~/app/components/icons";
import { useToast } from "~/app/components/toast";
import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import { safeNext } from "~/app/lib/safe-next";

function subscribe(onChange: () => void) {
  const ended = new AbortController();
  addEventListener("online", onChange, { signal: ended.signal });
  addEventListener("offline", onChange, { signal: ended.signal });
  return () => ended.abort();
}

function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

export function OfflineBar() {
  const online = useOnline();
  useStayWhileOffline(online);
  return (
    <div aria-live="polite" className="bg-warning-wash">
      {online ? null : (
        <p className="page-width flex items-center gap-3 py-3 text-ink text-sm">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          You are offline. What you have written stays on this page, and we carry on when the
          connection is back.
        </p>
      )}
    </div>
  );
}

/** CSS shows the line only if the next page takes longer than 200 ms. */
export function PendingBar() {
  const { state } = useNavigation();
  useResumedNavigation();
  if (state === "idle") return null;
  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="pending-line h-full w-full origin-left bg-accent" />
    </div>
  );
}

const KEY = "interruptedNavigation";

/**
 * Remix reloads the current page if a deployment has removed the code of the next page. After such a reload, this hook
 * opens the next page.
 */
function useResumedNavigation(): void {
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

const WORDS = "You are offline. This opens when the connection is back.";

/** While offline, following a link would replace the page, and any unsent text, with a page that can't be loaded. */
function useStayWhileOffline(isOnline: boolean): void {
  const toast = useToast();
  useEffect(() => {
    if (isOnline) return;
    const stay = (event: Event, href: string) => {
      const { origin, pathname } = new URL(href, location.href);
      if (origin !== location.origin || pathname === location.pathname) return;
      event.preventDefault();
      toast({ type: "warning", message: WORDS });
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link?.href && link.target !== "_blank") stay(event, link.href);
    };
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (form instanceof HTMLFormElement && form.method === "get") stay(event, form.action);
    };
    // Captured on the window, so that these handlers run before those of the page.
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    window.addEventListener("click", onClick, options);
    window.addEventListener("submit", onSubmit, options);
    return () => ended.abort();
  }, [isOnline, toast]);
}
