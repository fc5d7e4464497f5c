import { useEffect } from "react";
import { startServiceWorker, syncDevice } from "./device";

/** The service worker of members' pages, and this device's subscription under the session that is there now. */
export function useServiceWorker(sessionId: string | null): void {
  useEffect(startServiceWorker, []);
  useEffect(() => {
    if (sessionId !== null) void syncDevice(sessionId).catch(() => {});
  }, [sessionId]);
}
