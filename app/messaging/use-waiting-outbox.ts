import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { BROWSER_STORE, clearOutboxes, listOutboxes } from "./storage";
import { rememberSession } from "./token";

/** Sends unsent messages of an earlier visit, and removes those of other members from this device. */
export function useWaitingOutbox(memberId: string): void {
  const sessionId = useRouteLoaderData<{ sessionId: string | null }>("root")?.sessionId ?? null;
  useEffect(() => {
    rememberSession(sessionId);
    clearOutboxes(memberId);
    // Most visits have nothing to send, and the sender's code is as large as the page.
    if (listOutboxes(BROWSER_STORE, memberId).length > 0) void sendWaiting(memberId);
  }, [memberId, sessionId]);
}

/** If the code can't be loaded, for example without a network, the entries are kept, and the next visit sends them. */
async function sendWaiting(memberId: string): Promise<void> {
  const parts = await Promise.all([import("./browser"), import("./sender")]).catch(() => null);
  if (parts) parts[1].sendAllWaiting(parts[0].BROWSER, memberId);
}
