import { listStoredKeys, readStored, removeStored, writeStored } from "~/app/lib/browser-storage";

/* Every page loads this file, so the code that parses messages is in `outbox.ts`. */

/** Used if the browser's storage fails. Text then lasts only as long as the page is open. */
const memory = new Map<string, string>();

export const BROWSER_STORE = {
  read: (key: string): string | null => memory.get(key) ?? readStored("localStorage", key),
  write(key: string, value: string): void {
    // `read` prefers memory, so an older value in memory must be removed.
    if (writeStored("localStorage", key, value)) memory.delete(key);
    else memory.set(key, value);
  },
  remove(key: string): void {
    memory.delete(key);
    removeStored("localStorage", key);
  },
  keys: (): string[] => [...new Set([...listStoredKeys("localStorage"), ...memory.keys()])],
  /** @param onChange gets the key that another tab has changed; null if any may have changed */
  watch(onChange: (key: string | null) => void): () => void {
    const onStorage = (event: StorageEvent) => onChange(event.key);
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  },
};

export type SharedStore = typeof BROWSER_STORE;

const PREFIX = "outbox:";
const DRAFT_PREFIX = "draft:";

/** Ids contain no colon, so a colon separates them in keys. */
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

/** A tab can't clear another tab's memory, so it asks the other tabs on this channel. */
const CLEARING_CHANNEL = "outbox-clearing";

/** Clears every tab, because unsent text is personal and the device can be shared. */
export function clearOutboxesEverywhere(): void {
  clearOutboxes();
  clearingChannel().postMessage(null);
}

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

export function clearOutboxes(exceptMemberId?: string): void {
  const isCleared = (key: string, prefix: string) =>
    key.startsWith(prefix) && key.split(":")[1] !== exceptMemberId;
  for (const key of BROWSER_STORE.keys()) {
    if (isCleared(key, PREFIX)) BROWSER_STORE.remove(key);
  }
  for (const key of listStoredKeys("sessionStorage")) {
    if (isCleared(key, DRAFT_PREFIX)) removeStored("sessionStorage", key);
  }
}

const draftKey = ({ memberId, conversationId }: OutboxOwner) =>
  `${DRAFT_PREFIX}${memberId}:${conversationId}`;

export const readDraft = (owner: OutboxOwner): string =>
  readStored("sessionStorage", draftKey(owner)) ?? "";

export function keepDraft(owner: OutboxOwner, text: string): void {
  if (text === "") removeStored("sessionStorage", draftKey(owner));
  else writeStored("sessionStorage", draftKey(owner), text);
}
