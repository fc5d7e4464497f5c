import { MS_PER_MINUTE } from "~/core/shared/constants";

/**
 * Calls `onTick` immediately, whenever a whole number of minutes is left until `until`, and when the page becomes
 * visible again.
 * @param until milliseconds since 1970
 * @param onTick gets the browser's clock, milliseconds since 1970
 * @returns a function that stops the calls
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

/**
 * Milliseconds by which the browser's clock is ahead of the server's. Up to a minute counts as 0, because loading the
 * page can take that long.
 */
export function clockLead(serverNow: number): number {
  const ahead = Date.now() - serverNow;
  return ahead > MS_PER_MINUTE ? ahead : 0;
}
