/**
 * Does something now and then while the page is in sight and the network is there; and immediately when the reader
 * comes back after longer than that.
 *
 * @param everyMs milliseconds
 * @returns how to end it
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
