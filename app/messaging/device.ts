/** Events of a device that a live page reacts to. */
export interface DeviceListener {
  online?: () => void;
  offline?: () => void;
  /** The page is visible again, perhaps after a sleep. */
  visible?: () => void;
  /** The page is in the background, or the device is locked. */
  hidden?: () => void;
}

/**
 * Watches for the end of sleep or network loss, after which no earlier connection can be trusted. Returns a function
 * that stops it.
 */
export function watchDevice({ online, offline, visible, hidden }: DeviceListener): () => void {
  const stopper = new AbortController();
  const { signal } = stopper;
  const onVisible = () => document.visibilityState === "visible" && visible?.();
  if (online) window.addEventListener("online", online, { signal });
  if (offline) window.addEventListener("offline", offline, { signal });
  if (visible) {
    window.addEventListener("pageshow", (event) => event.persisted && onVisible(), { signal });
    document.addEventListener("visibilitychange", onVisible, { signal });
  }
  const onHidden = () => document.visibilityState === "hidden" && hidden?.();
  if (hidden) document.addEventListener("visibilitychange", onHidden, { signal });
  return () => stopper.abort();
}
