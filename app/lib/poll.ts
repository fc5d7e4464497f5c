/**
 * Runs `work` at an interval while the page is visible and online, and once it is so again after an interval without a
 * run.
 * @returns a function that ends it
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
