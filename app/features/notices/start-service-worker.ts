let isStopped = false;
let starting: Promise<unknown> | undefined;

/**
 * No service worker is registered after this call. Resolves when a registration that is already under way has ended.
 */
export async function stopServiceWorkerStart(): Promise<void> {
  isStopped = true;
  await starting;
}

export function startServiceWorker(): void {
  if (typeof navigator.serviceWorker === "undefined") return;
  const start = () => {
    if (isStopped) return;
    // A browser without storage refuses to register a service worker. The page works without one.
    starting = navigator.serviceWorker
      .register("/sw.js", { updateViaCache: "none" })
      .catch(() => {});
  };
  const later = () => setTimeout(start, 500);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
