import { LOCAL_DUPLICATE_WINDOW_MS, SOCKET_DUPLICATE_WINDOW_MS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { compareEntries, type OutboxEntry } from "./outbox";

/**
 * The screen's state of a conversation: all messages that it has received. Merging is commutative and idempotent:
 * acknowledgements, socket events, fetches and reloads may arrive in any order and any number of times, and give the
 * same list (docs/rules.md#sending).
 */
export interface Thread {
  /** Messages by id. */
  messages: ReadonlyMap<string, MessageDto>;
  /** Ids of the messages that came by socket. The wider window of duplicates applies to them. */
  fromSocket: ReadonlySet<string>;
  /** The id of the newest message that each reader is known to have read, by reader. */
  readUpTo: ReadonlyMap<string, string>;
}

/** Origin of a message: the socket, or a call of our own. */
export type Source = "socket" | "call";

export const EMPTY_THREAD: Thread = {
  messages: new Map(),
  fromSocket: new Set(),
  readUpTo: new Map(),
};

/** Adds messages to the thread. Returns the same object if they change nothing. */
export function mergeMessages(
  thread: Thread,
  incoming: readonly MessageDto[],
  source: Source,
): Thread {
  const messages = new Map(thread.messages);
  const fromSocket = new Set(thread.fromSocket);
  let isNew = false;
  for (const message of incoming) {
    const known = messages.get(message.message_id);
    const merged = known ? join(known, message) : message;
    if (merged !== known) {
      messages.set(message.message_id, merged);
      isNew = true;
    }
    if (source === "socket" && !fromSocket.has(message.message_id)) {
      fromSocket.add(message.message_id);
      isNew = true;
    }
  }
  return isNew ? { ...thread, messages, fromSocket } : thread;
}

/** A message never becomes unread again, and never loses its `client_id`. */
function join(known: MessageDto, told: MessageDto): MessageDto {
  const is_read = known.is_read || told.is_read;
  const client_id = known.client_id ?? told.client_id;
  const isSame = is_read === known.is_read && client_id === known.client_id;
  return isSame ? known : { ...known, is_read, client_id };
}

/**
 * Stores that a reader has read all of the other's messages up to one, which may not have arrived here yet. Ids begin
 * with the time of their message, so they can be compared in its place.
 */
export function mergeRead(
  thread: Thread,
  { reader_id, up_to }: { reader_id: string; up_to: string },
): Thread {
  const known = thread.readUpTo.get(reader_id);
  if (known !== undefined && known >= up_to) return thread;
  return { ...thread, readUpTo: new Map(thread.readUpTo).set(reader_id, up_to) };
}

type Delivery = "received" | "pending" | "failed" | "sent" | "read";

/** One message of the list on screen. */
export interface ThreadItem {
  /** Stays the same when the server's message replaces the temporary one. */
  key: string;
  /** A temporary message has an id that begins with 'temp-'. */
  message: MessageDto;
  delivery: Delivery;
  /** The server's reason for a failure, if it gave one. */
  reason: string | null;
}

export interface ThreadViewer {
  id: string;
  name: string;
}

/**
 * The list on screen: the server's messages by time and id, then the unsent ones in their order. These are last because
 * the server sets their time, by its own clock, when they arrive.
 */
export function listThread(
  thread: Thread,
  outbox: readonly OutboxEntry[],
  viewer: ThreadViewer,
): ThreadItem[] {
  const stored = [...thread.messages.values()].sort(compareMessages);
  const waiting = withoutArrived(thread, stored, outbox, viewer.id);
  return [
    ...stored.map((message) => toItem(thread, message, viewer.id)),
    ...waiting.map((entry) => toTemporaryItem(entry, viewer)),
  ];
}

/** Orders by `created_at`, then by id. */
function compareMessages(one: MessageDto, other: MessageDto): number {
  return (
    compareText(one.created_at, other.created_at) || compareText(one.message_id, other.message_id)
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function toItem(thread: Thread, message: MessageDto, viewerId: string): ThreadItem {
  const isOwn = message.sender_id === viewerId;
  const isRead = message.is_read || isReadByOther(thread, message);
  return {
    key: message.client_id ? keyOf(message.sender_id, message.client_id) : message.message_id,
    message: isRead === message.is_read ? message : { ...message, is_read: isRead },
    delivery: !isOwn ? "received" : isRead ? "read" : "sent",
    reason: null,
  };
}

function isReadByOther(thread: Thread, message: MessageDto): boolean {
  for (const [reader, upTo] of thread.readUpTo) {
    if (reader !== message.sender_id && message.message_id <= upTo) return true;
  }
  return false;
}

function toTemporaryItem(entry: OutboxEntry, viewer: ThreadViewer): ThreadItem {
  return {
    key: keyOf(viewer.id, entry.client_id),
    message: {
      message_id: `temp-${entry.client_id}`,
      content: entry.content,
      sender_id: viewer.id,
      sender_name: viewer.name,
      sender_avatar: null,
      created_at: entry.queued_at,
      sent_at: entry.queued_at,
      is_read: false,
      client_id: entry.client_id,
    },
    delivery: entry.state === "failed" ? "failed" : "pending",
    reason: entry.reason,
  };
}

function keyOf(senderId: string, clientId: string): string {
  return `${senderId}:${clientId}`;
}

/**
 * The entries of the outbox that the server's list does not have yet, compared by `client_id`. A message of the
 * member's own without a `client_id` counts as one waiting entry with identical content within the window
 * (docs/rules.md#sending). It stands for only one entry, so two identical messages sent on purpose both stay.
 */
function withoutArrived(
  thread: Thread,
  stored: readonly MessageDto[],
  outbox: readonly OutboxEntry[],
  viewerId: string,
): OutboxEntry[] {
  const own = stored.filter((message) => message.sender_id === viewerId);
  const arrived = new Set(own.map((message) => message.client_id));
  const unnamed = own.filter((message) => message.client_id === null);
  return [...outbox].sort(compareEntries).filter((entry) => {
    if (arrived.has(entry.client_id)) return false;
    const twin = unnamed.findIndex((message) => isWithinWindow(thread, message, entry));
    if (twin === -1) return true;
    unnamed.splice(twin, 1);
    return false;
  });
}

function isWithinWindow(thread: Thread, message: MessageDto, entry: OutboxEntry): boolean {
  if (message.content !== entry.content) return false;
  const window = thread.fromSocket.has(message.message_id)
    ? SOCKET_DUPLICATE_WINDOW_MS
    : LOCAL_DUPLICATE_WINDOW_MS;
  return Math.abs(Date.parse(message.created_at) - Date.parse(entry.queued_at)) <= window;
}

/** Whether the server is known to have a message of the outbox. */
export function hasArrived(thread: Thread, clientId: string, viewerId: string): boolean {
  for (const message of thread.messages.values()) {
    if (message.sender_id === viewerId && message.client_id === clientId) return true;
  }
  return false;
}

/** The number of the partner's messages that the viewer has not read. */
export function countUnread(items: readonly ThreadItem[]): number {
  return items.filter(({ delivery, message }) => delivery === "received" && !message.is_read)
    .length;
}
