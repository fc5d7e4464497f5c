import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { rememberSession } from "~/app/lib/session-token";
import { BROWSER } from "./browser";
import { ConversationLive, type LiveOptions, type LiveSnapshot } from "./live";

/**
 * Each instance serves one conversation, so the component needs the conversation's id as its `key`.
 */
export function useConversationLive(input: LiveOptions): {
  live: ConversationLive;
  snapshot: LiveSnapshot;
} {
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const [live] = useState(
    () =>
      new ConversationLive(BROWSER, {
        ...input,
        onStale: () => latest.current.onStale(),
        onMessage: (message) => latest.current.onMessage(message),
      }),
  );
  const snapshot = useSyncExternalStore(live.subscribe, live.getSnapshot, live.getSnapshot);

  // Set before the first call to the server, because another tab may have stored the token of
  // another session.
  const sessionId = useRouteLoaderData<{ sessionId: string | null }>("root")?.sessionId ?? null;
  useEffect(() => rememberSession(sessionId), [sessionId]);
  useEffect(() => live.start(), [live]);
  // Runs after every answer of the loader, even with the same `isOpen`, because a refused join is
  // then repeated.
  useEffect(() => {
    live.mergeLoaded({ messages: input.messages, questions: input.questions });
    live.setOpen(input.isOpen);
  }, [live, input.isOpen, input.messages, input.questions]);

  return { live, snapshot };
}
