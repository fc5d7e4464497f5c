let isStopped = false;
let starting: Promise<unknown> | undefined;

/** For a sign-out: from now on none is started. Resolves when one that is on its way is there. */
export async function stopServiceWorkerStart(): Promise<void> {
  isStopped = true;
  await starting;
}

/** Starts the service worker, once the page has what it needs itself. */
export function startServiceWorker(): void {
  if (typeof navigator.serviceWorker === "undefined") return;
  const start = () => {
    if (isStopped) return;
    // Refused where the browser keeps nothing; then all works as without it.
    starting = navigator.serviceWorker
      .register("/sw.js", { updateViaCache: "none" })
      .catch(() => {});
  };
  const later = () => setTimeout(start, 500);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
