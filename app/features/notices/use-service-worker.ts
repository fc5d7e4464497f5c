import { useEffect } from "react";
import { startServiceWorker } from "./start-service-worker";

/** Starts the service worker of members' pages, and updates this device's subscription to the current session. */
export function useServiceWorker(sessionId: string | null): void {
  useEffect(startServiceWorker, []);
  useEffect(() => {
    if (sessionId !== null && mayNotify()) void syncLater(sessionId).catch(() => {});
  }, [sessionId]);
}

/** Whether the reader has allowed notifications. Most have not, so the code below is loaded only if they have. */
export const mayNotify = () =>
  typeof Notification !== "undefined" && Notification.permission === "granted";

async function syncLater(sessionId: string): Promise<void> {
  const { syncDevice } = await import("./device");
  await syncDevice(sessionId);
}
