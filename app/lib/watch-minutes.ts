import { MS_PER_MINUTE } from "~/core/shared/constants";

/**
 * Calls immediately, at every whole minute before an instant, at the instant itself and whenever the page comes into sight
 * again, so that a countdown's text changes when it should.
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
  // A device that slept wakes with its timers late.
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
