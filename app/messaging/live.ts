import { MESSAGES_PAGE_DEFAULT, TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { fetchMessages, postRead } from "./api";
import { watchDevice } from "./device";
import {
  countUnread,
  EMPTY_THREAD,
  hasArrived,
  listThread,
  mergeMessages,
  mergeRead,
  type Source,
  type Thread,
  type ThreadItem,
  type ThreadViewer,
} from "./merge";
import type { OutboxEntry } from "./outbox";
import { type OutboxSender, senderOf } from "./sender";
import { ConversationSocket } from "./socket";

/** `crowded`: too many connections are open already. Until one of them goes, messages are fetched now and then. */
export type Connection = "connecting" | "live" | "reconnecting" | "offline" | "crowded" | "none";

export interface LiveSnapshot {
  items: ThreadItem[];
  unread: number;
  connection: Connection;
  isPartnerTyping: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** Why sending waits, in the server's words. */
  sendNote: string | null;
}

export interface LiveOptions {
  conversationId: string;
  viewer: ThreadViewer;
  messages: MessageDto[];
  hasOlder: boolean;
  /** History needs no connection (contract §7). */
  isOpen: boolean;
  /** The page no longer says what is: read it again. */
  onStale: () => void;
  /** One of the partner's, heard for the first time. */
  onMessage: (message: MessageDto) => void;
}

/** A partner who stops typing says nothing: the sign goes by itself. */
const TYPING_SHOWN_MS = 5_000;
const TYPING_SENT_EVERY_MS = 2_500;
const CROWDED_POLL_MS = 10_000;
const FETCH_RETRY_MS = 2_000;
/** A connection that takes longer than this to come about is spoken of. */
const PATIENCE_MS = 3_000;

/**
 * The live side of a conversation's page: what is known, what waits, and how the connection stands, as one
 * snapshot for React. Everything that arrives goes through `merge.ts`, so its order doesn't matter.
 */
export class ConversationLive {
  #options: LiveOptions;
  #thread: Thread;
  /** Made in the browser only: the server's would outlive its request. */
  #ownSender: OutboxSender | null = null;
  #socket: ConversationSocket | null = null;
  #connection: Connection;
  #hasOlder: boolean;
  #isLoadingOlder = false;
  /** Ids up to here are known without a gap. */
  #syncedUpTo: string;
  #isFetching = false;
  #isFetchAskedAgain = false;
  #isMarking = false;
  #isPolling = false;
  /** What another tab took out of the outbox, until a fetch shows where it went. */
  #departed: OutboxEntry[] = [];
  #waiting: OutboxEntry[] = [];
  #typingUntil: ReturnType<typeof setTimeout> | null = null;
  #typingSentAt = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #listeners = new Set<() => void>();
  #cleanups: (() => void)[] = [];
  #snapshot: LiveSnapshot;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#thread = mergeMessages(EMPTY_THREAD, options.messages, "call");
    this.#syncedUpTo = options.messages.at(-1)?.message_id ?? "";
    this.#hasOlder = options.hasOlder;
    this.#connection = options.isOpen ? "connecting" : "none";
    this.#snapshot = this.#take();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): LiveSnapshot => this.#snapshot;

  get sender(): OutboxSender {
    const { viewer, conversationId } = this.#options;
    this.#ownSender ??= senderOf({ memberId: viewer.id, conversationId });
    return this.#ownSender;
  }

  /** Begins to listen and to send. Answers how to stop. */
  start(): () => void {
    this.#waiting = this.sender.read();
    this.#cleanups = [
      this.sender.listen({
        onChange: () => this.#outboxChanged(),
        onStored: (message) => this.#merge([message], "call"),
        onRefused: () => this.#options.onStale(),
      }),
    ];
    if (this.#options.isOpen) {
      this.#connect();
      this.#watchDevice();
    }
    this.sender.send();
    this.#changed();
    return () => this.#stop();
  }

  #stop(): void {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#isPolling = false;
    this.#disconnect();
  }

  /** Messages that the page's own loader has read meanwhile. */
  mergeLoaded(messages: MessageDto[]): void {
    this.#merge(messages, "call");
  }

  /** The conversation is over: nothing comes any more. */
  disconnect(): void {
    this.#disconnect();
    this.#setConnection("none");
  }

  /** The page's loader says that the conversation is open, which it may be again after it was closed. */
  reconnect(): void {
    if (this.#socket || this.#cleanups.length === 0) return;
    this.#setConnection("connecting");
    this.#connect();
  }

  typing(): void {
    const now = Date.now();
    if (now - this.#typingSentAt < TYPING_SENT_EVERY_MS) return;
    this.#typingSentAt = now;
    this.#socket?.typing();
  }

  async loadOlder(): Promise<void> {
    const before = this.#snapshot.items[0]?.message.message_id;
    if (!before || this.#isLoadingOlder) return;
    this.#isLoadingOlder = true;
    this.#changed();
    const { conversationId } = this.#options;
    const answer = await fetchMessages(conversationId, { limit: MESSAGES_PAGE_DEFAULT, before });
    this.#isLoadingOlder = false;
    if (answer.kind === "ok") {
      this.#hasOlder = answer.body.length === MESSAGES_PAGE_DEFAULT;
      this.#thread = mergeMessages(this.#thread, answer.body, "call");
    }
    this.#changed();
  }

  /** The partner's messages are before the reader's eyes. */
  async markRead(): Promise<void> {
    if (this.#isMarking || this.#snapshot.unread === 0) return;
    const { viewer, conversationId } = this.#options;
    const seen = this.#snapshot.items.findLast((item) => item.delivery === "received");
    if (!seen) return;
    this.#isMarking = true;
    const answer = await postRead(conversationId);
    this.#isMarking = false;
    if (answer.kind !== "ok") return;
    const upTo = { reader_id: viewer.id, up_to: seen.message.message_id };
    this.#thread = mergeRead(this.#thread, upTo);
    this.#changed();
  }

  #connect(): void {
    const { onStale } = this.#options;
    this.#socket = new ConversationSocket(this.#options.conversationId, {
      joined: () => {
        this.#setConnection("live");
        this.sender.send();
        void this.#fetch();
      },
      lost: () => this.#setConnection(navigator.onLine ? "reconnecting" : "offline"),
      message: (message) => this.#hear(message),
      read: (read) => {
        this.#thread = mergeRead(this.#thread, read);
        this.#changed();
      },
      typing: (userId) => userId !== this.#options.viewer.id && this.#showTyping(),
      closed: () => {
        this.disconnect();
        onStale();
      },
      refused: (message) => {
        if (message !== TOO_MANY_CONNECTIONS) return onStale();
        this.#setConnection("crowded");
      },
      unauthenticated: onStale,
    });
    if (!navigator.onLine) this.#goOffline();
    this.#later(() => this.#connection === "connecting" && this.#changed(), PATIENCE_MS);
  }

  #disconnect(): void {
    this.#socket?.close();
    this.#socket = null;
    this.sender.isServerThere = false;
    if (this.#typingUntil) clearTimeout(this.#typingUntil);
    this.#typingUntil = null;
  }

  #watchDevice(): void {
    const online = () => {
      if (!this.#socket) return;
      this.#setConnection("reconnecting");
      this.#socket.resume();
      void this.#fetch();
    };
    const visible = () => {
      if (!this.#socket) return;
      this.#socket.check();
      void this.#fetch();
    };
    this.#cleanups.push(watchDevice({ online, offline: () => this.#goOffline(), visible }));
  }

  #goOffline(): void {
    if (!this.#socket) return;
    this.#socket.pause();
    this.#setConnection("offline");
  }

  #hear(message: MessageDto): void {
    const isNew = !this.#thread.messages.has(message.message_id);
    const isTheirs = message.sender_id !== this.#options.viewer.id;
    if (isTheirs) this.#hideTyping();
    this.#merge([message], "socket");
    if (isNew && isTheirs) this.#options.onMessage(message);
  }

  #merge(messages: readonly MessageDto[], source: Source): void {
    const merged = mergeMessages(this.#thread, messages, source);
    if (merged === this.#thread) return;
    this.#thread = merged;
    this.#changed();
  }

  /**
   * Fetches what was missed: the newest page, and further back as far as there is a gap. A page is smaller than
   * the loader's first, or it would bring what 'Earlier messages' is asked for, and leave the button with nothing.
   */
  async #fetch(): Promise<void> {
    if (this.#isFetching) {
      this.#isFetchAskedAgain = true;
      return;
    }
    this.#isFetching = true;
    const isDone = await this.#fetchOnce().finally(() => {
      this.#isFetching = false;
    });
    if (this.#isFetchAskedAgain) {
      this.#isFetchAskedAgain = false;
      void this.#fetch();
    } else if (!isDone && this.#socket?.isConnected) {
      this.#later(() => void this.#fetch(), FETCH_RETRY_MS);
    }
  }

  /** @returns whether there is nothing left to ask for */
  async #fetchOnce(): Promise<boolean> {
    const { conversationId, onStale } = this.#options;
    const departed = new Set(this.#departed);
    let before: string | undefined;
    let newest: string | undefined;
    for (;;) {
      const answer = await fetchMessages(conversationId, { limit: MESSAGES_PAGE_DEFAULT, before });
      if (answer.kind !== "ok") {
        const isFinal = answer.kind === "refused" && answer.status < 429;
        if (isFinal) onStale();
        return isFinal;
      }
      this.#merge(answer.body, "call");
      newest ??= answer.body.at(-1)?.message_id;
      before = answer.body[0]?.message_id;
      const hasGap =
        answer.body.length === MESSAGES_PAGE_DEFAULT && before && before > this.#syncedUpTo;
      if (!hasGap) break;
    }
    this.#syncedUpTo = newest ?? this.#syncedUpTo;
    this.#departed = this.#departed.filter((entry) => !departed.has(entry));
    if (departed.size > 0) this.#changed();
    return true;
  }

  /**
   * What another tab has sent leaves the device before its message may have come here: it stays on screen
   * until a fetch has shown where it is.
   */
  #outboxChanged(): void {
    const before = this.#waiting;
    this.#waiting = this.sender.read();
    const left = new Set(this.#waiting.map((entry) => entry.client_id));
    const gone = before.filter(
      ({ client_id, state }) =>
        state === "pending" &&
        !left.has(client_id) &&
        !hasArrived(this.#thread, client_id, this.#options.viewer.id),
    );
    if (gone.length > 0) {
      this.#departed = [...this.#departed, ...gone];
      void this.#fetch();
    }
    this.#changed();
  }

  /** Fetches now and then, and asks whether a place has become free. */
  #pollWhileCrowded(): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#later(() => {
      this.#isPolling = false;
      if (this.#connection !== "crowded") return;
      void this.#fetch();
      this.#socket?.join();
      this.#pollWhileCrowded();
    }, CROWDED_POLL_MS);
  }

  #showTyping(): void {
    if (this.#typingUntil) clearTimeout(this.#typingUntil);
    this.#typingUntil = setTimeout(() => {
      this.#hideTyping();
      this.#changed();
    }, TYPING_SHOWN_MS);
    this.#changed();
  }

  #hideTyping(): void {
    if (this.#typingUntil) clearTimeout(this.#typingUntil);
    this.#typingUntil = null;
  }

  #setConnection(connection: Connection): void {
    this.sender.isServerThere = connection === "live";
    if (connection !== "live") this.#hideTyping();
    if (connection === this.#connection) return;
    this.#connection = connection;
    if (connection === "crowded") this.#pollWhileCrowded();
    this.#changed();
  }

  #later(work: () => void, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, delayMs);
    this.#timers.add(timer);
  }

  #changed(): void {
    this.#snapshot = this.#take();
    for (const listener of this.#listeners) listener();
  }

  #take(): LiveSnapshot {
    const items = listThread(
      this.#thread,
      [...this.#waiting, ...this.#departed],
      this.#options.viewer,
    );
    return {
      items,
      unread: countUnread(items),
      connection: this.#connection,
      isPartnerTyping: this.#typingUntil !== null,
      hasOlder: this.#hasOlder,
      isLoadingOlder: this.#isLoadingOlder,
      sendNote: this.#ownSender?.note ?? null,
    };
  }
}
