import { useEffect, useState } from "react";

export type RequestFinder = (content: string) => boolean;

/** Null until its code is loaded, and while there is no received message (docs/rules.md#second-look). */
export function useRequestFinder(hasReceived: boolean): RequestFinder | null {
  const [finder, setFinder] = useState<RequestFinder | null>(null);
  useEffect(() => {
    if (!hasReceived) return;
    whenIdle(async () => {
      const { asksForMoneyOrCode } = await import("./money-request");
      setFinder(() => asksForMoneyOrCode);
    });
  }, [hasReceived]);
  return finder;
}

/** Loads code when the browser is idle (Safari: after the current work). Ignores a failure. */
export function whenIdle(load: () => Promise<void>): void {
  const start = () => void load().catch(() => {});
  if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: 2_000 });
  else setTimeout(start);
}
