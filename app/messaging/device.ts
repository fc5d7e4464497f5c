/** What a device does to a page that is live. */
export interface DeviceListener {
  online(): void;
  offline(): void;
  /** In sight again, perhaps after a sleep. */
  visible(): void;
}

/** A device sleeps, loses its network, and comes back: then nothing that stood before can be trusted. Answers how to stop. */
export function watchDevice({ online, offline, visible }: DeviceListener): () => void {
  const onVisible = () => document.visibilityState === "visible" && visible();
  const onPageShow = (event: PageTransitionEvent) => event.persisted && onVisible();
  window.addEventListener("online", online);
  window.addEventListener("offline", offline);
  window.addEventListener("pageshow", onPageShow);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    window.removeEventListener("online", online);
    window.removeEventListener("offline", offline);
    window.removeEventListener("pageshow", onPageShow);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
