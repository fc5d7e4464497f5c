import { useEffect } from "react";
import { startServiceWorker } from "./start-service-worker";

/** Also moves this device's subscription to the current session. */
export function useServiceWorker(sessionId: string | null): void {
  useEffect(startServiceWorker, []);
  useEffect(() => {
    if (sessionId === null || !mayNotify()) return;
    import("./device").then(({ syncDevice }) => syncDevice(sessionId)).catch(() => {});
  }, [sessionId]);
}

/** Most readers have not allowed notifications, so they don't load the code that needs the permission. */
export const mayNotify = () =>
  typeof Notification !== "undefined" && Notification.permission === "granted";
