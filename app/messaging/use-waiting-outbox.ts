import { useEffect } from "react";
import type { ShellData } from "~/app/features/shell/types";
import { useRouteLoaderData } from "~/app/framework";
import { BROWSER } from "./browser";
import { sendAllWaiting } from "./sender";
import { clearOutboxes } from "./storage";
import { rememberToken } from "./token";

/** Sends what waits from an earlier visit, and forgets what another member left on this device. */
export function useWaitingOutbox(memberId: string): void {
  const token = useRouteLoaderData<ShellData>("root")?.token ?? null;
  useEffect(() => {
    rememberToken(token);
    clearOutboxes(memberId);
    sendAllWaiting(BROWSER, memberId);
  }, [memberId, token]);
}
