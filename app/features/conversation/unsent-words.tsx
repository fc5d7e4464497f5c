import { useEffect, useState } from "react";
import { Button } from "~/app/components/button";
import { BROWSER } from "~/app/messaging/browser";
import { readOutbox } from "~/app/messaging/outbox";
import { type OutboxOwner, readDraft } from "~/app/messaging/storage";
import { useCopy } from "./use-copy";

interface UnsentWordsProps {
  owner: OutboxOwner;
  /** True if the list on the page already shows the messages that were never sent. */
  isListed?: boolean;
}

export function UnsentWords({ owner, isListed = false }: UnsentWordsProps) {
  const { memberId, conversationId } = owner;
  const copy = useCopy();
  const [unsent, setUnsent] = useState("");
  useEffect(() => {
    const written = { memberId, conversationId };
    const entries = isListed ? [] : readOutbox(BROWSER.store, written);
    const texts = [...entries.map(({ content }) => content), readDraft(written).trim()];
    setUnsent([...new Set(texts)].filter(Boolean).join("\n\n"));
  }, [memberId, conversationId, isListed]);
  if (unsent === "") return null;
  return (
    <section
      aria-label="Unsent words"
      className="mb-2 flex flex-wrap items-start justify-end gap-3 rounded-lg border border-rule bg-paper-raised py-2 pe-2 ps-4"
    >
      <div className="max-h-24 min-w-0 flex-1 basis-[10rem] overflow-y-auto">
        <p className="text-ink-muted text-sm">You were writing:</p>
        <p className="whitespace-pre-wrap font-serif [overflow-wrap:anywhere]">{unsent}</p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => void copy(unsent)}>
        Copy
      </Button>
    </section>
  );
}
