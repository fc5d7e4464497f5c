import { useNavigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { WifiOff } from "~/app/components/icons";
import { useResumedNavigation } from "./use-resumed-navigation";
import { useStayWhileOffline } from "./use-stay-while-offline";

function subscribe(onChange: () => void) {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

/** Whether the browser reports a connection; true on the server. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Reports that the device is offline, and that unsent messages are kept. */
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

/** A line along the top edge while the next page loads. It appears only if that takes a while. */
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
