/**
 * Runs `work` every `everyMs` while the page is visible and online. When the page becomes visible or online again,
 * `work` runs at once if the last run is at least `everyMs` ago.
 * @returns a function that ends the polling
 */
export function pollInSight(work: () => void, everyMs: number): () => void {
  let doneAt = Date.now();
  const poll = () => {
    if (document.visibilityState !== "visible" || !navigator.onLine) return;
    doneAt = Date.now();
    work();
  };
  const onReturn = () => Date.now() - doneAt >= everyMs && poll();
  const timer = setInterval(poll, everyMs);
  document.addEventListener("visibilitychange", onReturn);
  window.addEventListener("online", onReturn);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onReturn);
    window.removeEventListener("online", onReturn);
  };
}
