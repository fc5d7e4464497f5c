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

/** Tells whether the code for notifications is needed. Most readers have not allowed notifications. */
export const mayNotify = () =>
  typeof Notification !== "undefined" && Notification.permission === "granted";
