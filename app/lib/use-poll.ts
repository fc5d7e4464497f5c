import { useEffect, useRef } from "react";
import { pollInSight } from "./poll";

/** {@link pollInSight} while the component is on the page. @param everyMs milliseconds */
export function usePoll(work: () => void, everyMs: number): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => pollInSight(() => latest.current(), everyMs), [everyMs]);
}
