import { MS_PER_MINUTE } from "~/core/shared/constants";

/**
 * Calls `onTick` immediately, at every whole minute before an instant, at the instant itself and whenever the page
 * becomes visible again, so that a countdown's text changes in time.
 * @param until milliseconds since 1970
 * @param onTick gets the browser's clock, milliseconds since 1970
 * @returns a function that stops it
 */
export function watchMinutes(until: number, onTick: (now: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    clearTimeout(timer);
    const now = Date.now();
    onTick(now);
    const toNextMinute = (((until - now) % MS_PER_MINUTE) + MS_PER_MINUTE) % MS_PER_MINUTE;
    timer = setTimeout(tick, toNextMinute + 1);
  };
  const onVisible = () => document.visibilityState === "visible" && tick();
  tick();
  // The timers of a device that was asleep fire late.
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
