/**
 * Runs `work` at an interval while the page is visible and online. If a whole interval passed without a run, `work`
 * also runs when the page becomes visible or online again.
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
