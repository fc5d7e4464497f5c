import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { rememberSession } from "~/app/lib/session-token";
import { clearOutboxes, listOutboxes, type OutboxOwner } from "./storage";

/**
 * Sends the messages of an earlier visit, and removes other members' unsent text from this device.
 */
export function useWaitingOutbox(memberId: string): void {
  const sessionId = useRouteLoaderData<{ sessionId: string | null }>("root")?.sessionId ?? null;
  useEffect(() => {
    rememberSession(sessionId);
    clearOutboxes(memberId);
    const owners = listOutboxes(memberId);
    // Most visits have nothing to send, so the code that sends is loaded only if needed.
    if (owners.length > 0) void sendWaiting(owners);
  }, [memberId, sessionId]);
}

/** If the code can't be loaded, the entries stay, and the next visit sends them. */
async function sendWaiting(owners: OutboxOwner[]): Promise<void> {
  const parts = await Promise.all([import("./browser"), import("./outbox")]).catch(() => null);
  if (!parts) return;
  const [{ BROWSER }, { outboxOf }] = parts;
  for (const owner of owners) outboxOf(BROWSER, owner).send();
}
