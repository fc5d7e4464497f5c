import { useEffect, useRef } from "react";
import { pollInSight } from "./poll";

export function usePoll(work: () => void, everyMs: number): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => pollInSight(() => latest.current(), everyMs), [everyMs]);
}
