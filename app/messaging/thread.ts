import { LOCAL_DUPLICATE_WINDOW_MS, SOCKET_DUPLICATE_WINDOW_MS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import type { OutboxEntry } from "./outbox";

export interface ThreadItem {
  /** Stays the same when the server's message replaces the temporary one. */
  key: string;
  message: MessageDto;
  delivery: "received" | "pending" | "failed" | "sent" | "read";
  reason: string | null;
}

export interface ThreadViewer {
  id: string;
  name: string;
}

export type Source = "socket" | "call";

/**
 * The messages of a conversation that have arrived. They can arrive in any order and more than once. The list is the
 * same in the end (docs/rules.md#sending).
 */
export class Thread {
  #viewer: ThreadViewer;
  #messages = new Map<string, MessageDto>();
  #fromSocket = new Set<string>();
  /** By member id, the id of the newest message that the member is known to have read. */
  #readUpTo = new Map<string, string>();

  constructor(viewer: ThreadViewer) {
    this.#viewer = viewer;
  }

  has(messageId: string): boolean {
    return this.#messages.has(messageId);
  }

  /** A message never becomes unread again, and never loses its `client_id`. @returns whether anything has changed */
  merge(incoming: readonly MessageDto[], source: Source): boolean {
    let isChanged = false;
    for (const told of incoming) {
      const known = this.#messages.get(told.message_id);
      const is_read = known?.is_read || told.is_read;
      const client_id = known?.client_id ?? told.client_id;
      if (!known || is_read !== known.is_read || client_id !== known.client_id) {
        this.#messages.set(told.message_id, { ...told, is_read, client_id });
        isChanged = true;
      }
      if (source === "socket" && !this.#fromSocket.has(told.message_id)) {
        this.#fromSocket.add(told.message_id);
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** The message `up_to` can arrive later than this event. Ids begin with a time, so comparing ids compares times. */
  mergeRead({ reader_id, up_to }: { reader_id: string; up_to: string }): boolean {
    if ((this.#readUpTo.get(reader_id) ?? "") >= up_to) return false;
    this.#readUpTo.set(reader_id, up_to);
    return true;
  }

  hasArrived(clientId: string): boolean {
    return [...this.#messages.values()].some(
      (message) => message.sender_id === this.#viewer.id && message.client_id === clientId,
    );
  }

  /** Unsent messages come last, because the server sets a message's time when it receives the message. */
  list(outbox: readonly OutboxEntry[]): ThreadItem[] {
    const stored = [...this.#messages.values()].sort(
      (one, other) =>
        compareText(one.created_at, other.created_at) ||
        compareText(one.message_id, other.message_id),
    );
    return [
      ...stored.map((message) => this.#toItem(message)),
      ...this.#withoutArrived(stored, outbox).map((entry) => this.#toTemporaryItem(entry)),
    ];
  }

  #toItem(message: MessageDto): ThreadItem {
    const { message_id, sender_id, client_id } = message;
    const is_read =
      message.is_read ||
      [...this.#readUpTo].some(([reader, upTo]) => reader !== sender_id && message_id <= upTo);
    const isOwn = sender_id === this.#viewer.id;
    return {
      key: client_id ? `${sender_id}:${client_id}` : message_id,
      message: { ...message, is_read },
      delivery: !isOwn ? "received" : is_read ? "read" : "sent",
      reason: null,
    };
  }

  #toTemporaryItem({ client_id, content, queued_at, state, reason }: OutboxEntry): ThreadItem {
    const { id, name } = this.#viewer;
    return {
      key: `${id}:${client_id}`,
      message: {
        message_id: `temp-${client_id}`,
        content,
        sender_id: id,
        sender_name: name,
        sender_avatar: null,
        created_at: queued_at,
        sent_at: queued_at,
        is_read: false,
        client_id,
      },
      delivery: state,
      reason,
    };
  }

  /**
   * Leaves out the entries whose message has arrived. An own message that has no `client_id` stands for at most one
   * entry with the same content within the time window (docs/rules.md#sending), so two identical messages sent on
   * purpose both stay.
   */
  #withoutArrived(stored: readonly MessageDto[], outbox: readonly OutboxEntry[]): OutboxEntry[] {
    const own = stored.filter((message) => message.sender_id === this.#viewer.id);
    const arrived = new Set(own.map((message) => message.client_id));
    const unnamed = own.filter((message) => message.client_id === null);
    return outbox.filter((entry) => {
      if (arrived.has(entry.client_id)) return false;
      const twin = unnamed.findIndex((message) => this.#isWithinWindow(message, entry));
      if (twin !== -1) unnamed.splice(twin, 1);
      return twin === -1;
    });
  }

  #isWithinWindow(message: MessageDto, entry: OutboxEntry): boolean {
    const window = this.#fromSocket.has(message.message_id)
      ? SOCKET_DUPLICATE_WINDOW_MS
      : LOCAL_DUPLICATE_WINDOW_MS;
    const apart = Math.abs(Date.parse(message.created_at) - Date.parse(entry.queued_at));
    return message.content === entry.content && apart <= window;
  }
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export const isUnread = ({ delivery, message }: ThreadItem): boolean =>
  delivery === "received" && !message.is_read;
