/** Events of a device for a page that is live. */
export interface DeviceListener {
  online?: () => void;
  offline?: () => void;
  /** In sight again, perhaps after a sleep. */
  visible?: () => void;
  /** In the background, or the device is locked. */
  hidden?: () => void;
}

/**
 * A device sleeps, loses its network, and comes back: then no earlier connection can be trusted.
 * Returns how to stop.
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
