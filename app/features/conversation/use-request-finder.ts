import { useEffect, useState } from "react";
import { whenIdle } from "~/app/lib/when-idle";

/** Whether a message asks for money or a code. */
export type RequestFinder = (content: string) => boolean;

/**
 * Finder of requests for money or codes among received messages (docs/rules.md#second-look). Its code comes when the browser
 * is idle; null until then, and while there is nothing to look at.
 */
export function useRequestFinder(hasReceived: boolean): RequestFinder | null {
  const [finder, setFinder] = useState<RequestFinder | null>(null);
  useEffect(() => {
    if (!hasReceived) return;
    void whenIdle(async () => {
      const { asksForMoneyOrCode } = await import("./money-request");
      setFinder(() => asksForMoneyOrCode);
    });
  }, [hasReceived]);
  return finder;
}
