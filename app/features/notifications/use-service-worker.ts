import { useEffect } from "react";

/** Starts the service worker, once the page has what it needs itself. */
function startServiceWorker(): void {
  if (typeof navigator.serviceWorker === "undefined") return;
  const start = () => {
    // Refused where the browser keeps nothing; then all works as without it.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  };
  const later = () => setTimeout(start, 500);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}

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
