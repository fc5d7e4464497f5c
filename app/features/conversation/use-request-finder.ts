import { useEffect, useState } from "react";

export type RequestFinder = (content: string) => boolean;

/** @returns null until the first message was received and the finder's code is loaded */
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

/**
 * Loads code when the browser is idle. Safari has no `requestIdleCallback`, so it loads the code after the current
 * task. A failure is ignored.
 */
export function whenIdle(load: () => Promise<void>): void {
  const start = () => void load().catch(() => {});
  if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: 2_000 });
  else setTimeout(start);
}
