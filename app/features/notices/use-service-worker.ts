import { useEffect } from "react";
import { startServiceWorker } from "./start-service-worker";

/** Starts the service worker, and registers this device's subscription for the current session. */
export function useServiceWorker(sessionId: string | null): void {
  useEffect(startServiceWorker, []);
  useEffect(() => {
    if (sessionId === null || !mayNotify()) return;
    import("./device").then(({ syncDevice }) => syncDevice(sessionId)).catch(() => {});
  }, [sessionId]);
}

/** Checked before the code for notifications is loaded, because most readers have not allowed notifications. */
export const mayNotify = () =>
  typeof Notification !== "undefined" && Notification.permission === "granted";
