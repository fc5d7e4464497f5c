import { useEffect } from "react";
import { startServiceWorker } from "./start-service-worker";

/** The service worker of members' pages, and this device's subscription under the session that is there now. */
export function useServiceWorker(sessionId: string | null): void {
  useEffect(startServiceWorker, []);
  useEffect(() => {
    if (sessionId !== null && mayNotify()) void syncLater(sessionId).catch(() => {});
  }, [sessionId]);
}

/** Whether the reader has allowed notifications. Most have not, and load nothing of what follows from it. */
export const mayNotify = () =>
  typeof Notification !== "undefined" && Notification.permission === "granted";

async function syncLater(sessionId: string): Promise<void> {
  const { syncDevice } = await import("./device");
  await syncDevice(sessionId);
}
