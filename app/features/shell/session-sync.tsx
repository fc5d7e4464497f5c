import { useEffect, useRef } from "react";
import { useRefresh } from "~/app/lib/use-refresh";
import { type KnownSession, SessionKeeper } from "./session-keeper";

/** The {@link SessionKeeper} of a page that the framework runs. */
export function SessionSync({ token, user }: KnownSession) {
  const refresh = useRefresh();
  const keeper = useRef<SessionKeeper>();
  keeper.current ??= new SessionKeeper(refresh);
  useEffect(() => keeper.current?.update({ token, user }), [token, user]);
  useEffect(() => keeper.current?.watch(), []);
  return null;
}
