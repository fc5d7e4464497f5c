import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useRouteLoaderData } from "~/app/framework";
import { BROWSER } from "./browser";
import { ConversationLive, type LiveOptions, type LiveSnapshot } from "./live";
import { rememberSession } from "./token";

/** The live conversation of a page. Give the component a key of the conversation's id: one page, one conversation. */
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

  // Before the first call: it is made by the page's own session, whatever another tab has stored.
  const sessionId = useRouteLoaderData<{ sessionId: string | null }>("root")?.sessionId ?? null;
  useEffect(() => rememberSession(sessionId), [sessionId]);
  useEffect(() => live.start(), [live]);
  // Runs after every answer of the loader: a closed connection may be open again.
  useEffect(() => {
    live.mergeLoaded({ messages: input.messages, questions: input.questions });
    live.setOpen(input.isOpen);
  }, [live, input.isOpen, input.messages, input.questions]);

  return { live, snapshot };
}
