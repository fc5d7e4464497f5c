import { useEffect, useState } from "react";
import { MS_PER_MINUTE } from "~/core/shared/constants";

/**
 * The browser's clock, in milliseconds since 1970, renewed at every whole minute before an instant and at
 * the instant itself, so that a countdown's words change when they should.
 *
 * @param serverNow the server's clock: what both sides render first
 * @param until milliseconds since 1970
 */
export function useNow(serverNow: number, until: number): number {
  const [now, setNow] = useState(serverNow);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      clearTimeout(timer);
      const current = Date.now();
      setNow(current);
      const toNextMinute = (((until - current) % MS_PER_MINUTE) + MS_PER_MINUTE) % MS_PER_MINUTE;
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
  }, [until]);

  return now;
}
