import { useEffect, useRef } from "react";
import { useRefresh } from "~/app/lib/use-refresh";
import { type KnownSession, SessionKeeper } from "./session-keeper";

/** Runs the {@link SessionKeeper} on a page of the framework. */
export function SessionSync({ sessionId, user }: KnownSession) {
  const refresh = useRefresh();
  const keeper = useRef<SessionKeeper>();
  keeper.current ??= new SessionKeeper(refresh);
  useEffect(() => keeper.current?.update({ sessionId, user }), [sessionId, user]);
  useEffect(() => keeper.current?.watch(), []);
  return null;
}
