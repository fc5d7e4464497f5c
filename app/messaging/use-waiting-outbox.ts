import { useEffect } from "react";
import { useRouteLoaderData } from "~/app/framework";
import { BROWSER_STORE, clearOutboxes, listOutboxes } from "./storage";
import { rememberSession } from "./token";

/** Sends what waits from an earlier visit, and forgets what another member left on this device. */
export function useWaitingOutbox(memberId: string): void {
  const sessionId = useRouteLoaderData<{ sessionId: string | null }>("root")?.sessionId ?? null;
  useEffect(() => {
    rememberSession(sessionId);
    clearOutboxes(memberId);
    // Most visits have nothing to send, and what sends is as large as the page.
    if (listOutboxes(BROWSER_STORE, memberId).length > 0) void sendWaiting(memberId);
  }, [memberId, sessionId]);
}

/** The code can't be loaded without a network either: entries are kept, and the next visit sends them. */
async function sendWaiting(memberId: string): Promise<void> {
  const parts = await Promise.all([import("./browser"), import("./sender")]).catch(() => null);
  if (parts) parts[1].sendAllWaiting(parts[0].BROWSER, memberId);
}
