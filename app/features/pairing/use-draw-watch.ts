import { useEffect, useRef } from "react";
import { toUtcDate } from "~/core/shared/age";
import {
  type DrawAnswer,
  pauseBeforeFirst,
  pauseBeforeLoad,
  pauseBeforeNext,
} from "~/core/shared/draw-poll";

/**
 * While the page is visible and online, asks the server whether the run is published. After the publication, calls
 * `load` after a delay that differs between pages (`core/shared/draw-poll.ts`). Repeats this until `midnight` is null,
 * because a load can fail.
 * @param midnight milliseconds since 1970; null if there is nothing to wait for
 */
export function useDrawWatch(midnight: number | null, load: () => void): void {
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  useEffect(() => {
    if (midnight === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const plan = (pause: number, work: () => void) => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(work, pause);
    };
    const since = () => Math.max(0, Date.now() - midnight);
    const askLater = () => plan(pauseBeforeNext(since(), Math.random()), ask);
    const ask = async () => {
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      const answer = await readAnswer(midnight);
      if (!answer?.published) return askLater();
      plan(pauseBeforeLoad(answer.spread_s, since(), Math.random()), () => {
        latest.current();
        askLater();
      });
    };
    const begin = () => plan(pauseBeforeFirst(Math.random()), ask);
    begin();
    document.addEventListener("visibilitychange", begin);
    window.addEventListener("online", begin);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", begin);
      window.removeEventListener("online", begin);
    };
  }, [midnight]);
}

async function readAnswer(midnight: number): Promise<DrawAnswer | null> {
  try {
    const response = await fetch(`/draw.json?date=${toUtcDate(midnight)}`, { cache: "no-store" });
    return response.ok ? ((await response.json()) as DrawAnswer) : null;
  } catch {
    return null;
  }
}
