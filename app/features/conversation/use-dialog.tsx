import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { late } from "~/app/components/late";
import type { DialogName, DialogsProps } from "./dialogs";

const loadDialogs = () => import("./dialogs");
const ConversationDialogs = late(
  "conversation-dialogs",
  async () => (await loadDialogs()).ConversationDialogs,
);

/** Called when the pointer or the focus reaches the menu that opens the dialogs. */
export const prepareDialogs = () => void loadDialogs().catch(() => {});

/** Without scripts or the dialogs' code, the query of the address names the dialog, and the server renders it. */
export function useDialog() {
  const [query, setQuery] = useSearchParams();
  const named = query.get("dialog");
  const [dialog, setDialog] = useState<DialogName | null>(
    named === "block" || named === "report" ? named : null,
  );
  const [messageId, setMessageId] = useState<string | null>(null);
  /** @param about the id of the message to report; null for the whole conversation */
  function open(name: DialogName, about: string | null = null) {
    setMessageId(about);
    loadDialogs().then(
      () => setDialog(name),
      () => location.assign(`?dialog=${name}`),
    );
  }
  function close() {
    setDialog(null);
    if (named !== null) setQuery({}, { replace: true, preventScrollReset: true });
  }
  return { dialog, messageId, open, close };
}

/** Renders nothing before the first dialog is opened, because most visits open none. */
export function Dialogs(props: DialogsProps) {
  const [isAsked, setAsked] = useState(false);
  if (props.dialog !== null && !isAsked) setAsked(true);
  return isAsked ? <ConversationDialogs {...props} /> : null;
}
