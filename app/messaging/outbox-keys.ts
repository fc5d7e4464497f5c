import { listStoredKeys, removeStored } from "~/app/lib/browser-storage";
import { BROWSER_STORE } from "./browser-store";
import type { SharedStore } from "./environment";

/*
 * Under which keys unsent messages and drafts are kept, and how they are forgotten. Every page knows that much; what is
 * kept there is the conversation's (`storage.ts`).
 */

const PREFIX = "outbox:";
const DRAFT_PREFIX = "draft:";

/** Whose outbox, and of which conversation. Ids hold no colon. */
export interface OutboxOwner {
  memberId: string;
  conversationId: string;
}

/** Of all keys, one for each entry: two tabs that write at once can't lose each other's. */
export function prefixOf({ memberId, conversationId }: OutboxOwner): string {
  return `${PREFIX}${memberId}:${conversationId}:`;
}

export const keysFrom = (store: SharedStore, prefix: string) =>
  store.keys().filter((key) => key.startsWith(prefix));

/** The conversations in which a member has something waiting. */
export function listOutboxes(store: SharedStore, memberId: string): OutboxOwner[] {
  const ids = keysFrom(store, `${PREFIX}${memberId}:`).map((key) => key.split(":")[2] ?? "");
  return [...new Set(ids)].map((conversationId) => ({ memberId, conversationId }));
}

/** By it tabs tell each other to forget; what each of them keeps in memory, or for itself, no other can reach. */
const CLEARING_CHANNEL = "outbox-clearing";

/**
 * Forgets what was never sent, drafts too, in every tab: for the words are personal and the device may be
 * shared. To be called when a member signs out, or is no member any more.
 */
export function clearOutboxesEverywhere(): void {
  clearOutboxes();
  clearingChannel()?.postMessage(null);
}

/** Forgets with the other tabs. Returns how to stop. */
export function followClearing(): () => void {
  const channel = clearingChannel();
  const onMessage = () => clearOutboxes();
  channel?.addEventListener("message", onMessage);
  return () => channel?.removeEventListener("message", onMessage);
}

let openChannel: BroadcastChannel | undefined;

/** One for the whole page: a channel never hears itself, but would hear a second one of its own tab. */
function clearingChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  openChannel ??= new BroadcastChannel(CLEARING_CHANNEL);
  return openChannel;
}

/** Removes unsent messages and drafts from this page: of all members, or of all but one. */
export function clearOutboxes(exceptMemberId?: string, store: SharedStore = BROWSER_STORE): void {
  const kept = exceptMemberId === undefined ? null : `${PREFIX}${exceptMemberId}:`;
  for (const key of keysFrom(store, PREFIX)) {
    if (!kept || !key.startsWith(kept)) store.remove(key);
  }
  for (const key of listStoredKeys("sessionStorage")) {
    const isKept = exceptMemberId !== undefined && key.startsWith(draftPrefix(exceptMemberId));
    if (key.startsWith(DRAFT_PREFIX) && !isKept) removeStored("sessionStorage", key);
  }
}

export const draftPrefix = (memberId: string) => `${DRAFT_PREFIX}${memberId}:`;
