let isStopped = false;
let starting: Promise<unknown> | undefined;

/** Called at a sign-out: no service worker is started from now on. Resolves when one that is on its way is there. */
export async function stopServiceWorkerStart(): Promise<void> {
  isStopped = true;
  await starting;
}

/** Starts the service worker, once the page has what it needs itself. */
export function startServiceWorker(): void {
  if (typeof navigator.serviceWorker === "undefined") return;
  const start = () => {
    if (isStopped) return;
    // A browser that keeps nothing refuses it; then all works as without it.
    starting = navigator.serviceWorker
      .register("/sw.js", { updateViaCache: "none" })
      .catch(() => {});
  };
  const later = () => setTimeout(start, 500);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
