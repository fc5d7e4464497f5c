import { listStoredKeys, readStored, removeStored, writeStored } from "~/app/lib/browser-storage";

/* Unsent messages and drafts in the browser's storage, and their deletion. Every page loads this
   file, so the code that parses messages is in `outbox.ts`. */

/** Used if the browser's storage fails. Text then lasts only as long as the page is open. */
const memory = new Map<string, string>();

/** `localStorage`, which all tabs share. */
export const BROWSER_STORE = {
  read: (key: string): string | null => memory.get(key) ?? readStored("localStorage", key),
  write(key: string, value: string): void {
    // `read` prefers memory, so an older value there must go.
    if (writeStored("localStorage", key, value)) memory.delete(key);
    else memory.set(key, value);
  },
  remove(key: string): void {
    memory.delete(key);
    removeStored("localStorage", key);
  },
  keys: (): string[] => [...new Set([...listStoredKeys("localStorage"), ...memory.keys()])],
  /** Reports other tabs' changes; a null key means everything. Returns a function that stops it. */
  watch(onChange: (key: string | null) => void): () => void {
    const onStorage = (event: StorageEvent) => onChange(event.key);
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  },
};

export type SharedStore = typeof BROWSER_STORE;

const PREFIX = "outbox:";
const DRAFT_PREFIX = "draft:";

/** The member and the conversation of an outbox. Ids contain no colon. */
export interface OutboxOwner {
  memberId: string;
  conversationId: string;
}

/** Each entry has its own key, so that two tabs can't overwrite each other's entries. */
export const prefixOf = ({ memberId, conversationId }: OutboxOwner): string =>
  `${PREFIX}${memberId}:${conversationId}:`;

export const keysFrom = (store: SharedStore, prefix: string) =>
  store.keys().filter((key) => key.startsWith(prefix));

export function listOutboxes(memberId: string): OutboxOwner[] {
  const ids = keysFrom(BROWSER_STORE, `${PREFIX}${memberId}:`).map(
    (key) => key.split(":")[2] ?? "",
  );
  return [...new Set(ids)].map((conversationId) => ({ memberId, conversationId }));
}

/** Whether the device keeps unsent text, of any member. */
export const keepsWords = (): boolean =>
  keysFrom(BROWSER_STORE, PREFIX).length > 0 ||
  listStoredKeys("sessionStorage").some((key) => key.startsWith(DRAFT_PREFIX));

/** On this channel a tab asks the others to clear their memory, which it can't reach itself. */
const CLEARING_CHANNEL = "outbox-clearing";

/**
 * Removes unsent messages and drafts in every tab, because they are personal and the device may be
 * shared. Called when a member signs out or deletes the account.
 */
export function clearOutboxesEverywhere(): void {
  clearOutboxes();
  clearingChannel().postMessage(null);
}

/** Clears this tab when another one does. Returns a function that stops it. */
export function followClearing(): () => void {
  const channel = clearingChannel();
  const onMessage = () => clearOutboxes();
  channel.addEventListener("message", onMessage);
  return () => channel.removeEventListener("message", onMessage);
}

let openChannel: BroadcastChannel | undefined;

/** One channel per page: a second one in the same tab would receive the page's own messages. */
function clearingChannel(): BroadcastChannel {
  openChannel ??= new BroadcastChannel(CLEARING_CHANNEL);
  return openChannel;
}

/** Removes unsent messages and drafts from this page: of all members, or of all but one. */
export function clearOutboxes(exceptMemberId?: string): void {
  const kept = exceptMemberId === undefined ? null : `${PREFIX}${exceptMemberId}:`;
  for (const key of keysFrom(BROWSER_STORE, PREFIX)) {
    if (!kept || !key.startsWith(kept)) BROWSER_STORE.remove(key);
  }
  for (const key of listStoredKeys("sessionStorage")) {
    const isKept = exceptMemberId !== undefined && key.startsWith(draftPrefix(exceptMemberId));
    if (key.startsWith(DRAFT_PREFIX) && !isKept) removeStored("sessionStorage", key);
  }
}

const draftPrefix = (memberId: string) => `${DRAFT_PREFIX}${memberId}:`;

/** Text that was typed but not sent, kept as long as the tab is open; empty if there is none. */
export function readDraft({ memberId, conversationId }: OutboxOwner): string {
  return readStored("sessionStorage", draftPrefix(memberId) + conversationId) ?? "";
}

export function keepDraft({ memberId, conversationId }: OutboxOwner, text: string): void {
  const key = draftPrefix(memberId) + conversationId;
  if (text === "") removeStored("sessionStorage", key);
  else writeStored("sessionStorage", key, text);
}
