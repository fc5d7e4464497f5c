import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import type { SharedStore } from "./environment";
import { compareEntries, type OutboxEntry, parseEntry } from "./outbox";
import { draftPrefix, keysFrom, type OutboxOwner, prefixOf } from "./outbox-keys";

export function readOutbox(store: SharedStore, owner: OutboxOwner): OutboxEntry[] {
  return keysFrom(store, prefixOf(owner))
    .flatMap((key) => {
      const text = store.read(key);
      return (text && parseEntry(text)) || [];
    })
    .sort(compareEntries);
}

export function writeEntry(store: SharedStore, owner: OutboxOwner, entry: OutboxEntry): void {
  store.write(prefixOf(owner) + entry.client_id, JSON.stringify(entry));
}

export function removeEntry(store: SharedStore, owner: OutboxOwner, clientId: string): void {
  store.remove(prefixOf(owner) + clientId);
}

/** Tells of changes by other tabs. Returns how to stop. */
export function watchOutbox(
  store: SharedStore,
  owner: OutboxOwner,
  onChange: () => void,
): () => void {
  const prefix = prefixOf(owner);
  return store.watch((key) => {
    if (key === null || key.startsWith(prefix)) onChange();
  });
}

/** What was typed and not sent, while the tab lives; empty when nothing was. */
export function readDraft({ memberId, conversationId }: OutboxOwner): string {
  return readStored("sessionStorage", draftPrefix(memberId) + conversationId) ?? "";
}

export function keepDraft({ memberId, conversationId }: OutboxOwner, text: string): void {
  const key = draftPrefix(memberId) + conversationId;
  if (text === "") removeStored("sessionStorage", key);
  else writeStored("sessionStorage", key, text);
}
