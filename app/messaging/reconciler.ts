import { MESSAGES_PAGE_DEFAULT } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { fetchMessages, postRead } from "./api";
import type { Environment } from "./environment";
import {
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

export interface ReconcilerOptions {
  conversationId: string;
  viewer: ThreadViewer;
  messages: readonly MessageDto[];
  hasOlder: boolean;
}

interface ReconcilerEvents {
  changed(): void;
  /** The server refuses to answer, so the page is out of date. */
  stale(): void;
  /** Whether to repeat a failed fetch. */
  isConnected(): boolean;
}

/** The delay before a failed fetch is repeated. */
export const FETCH_RETRY_MS = 2_000;

/**
 * Combines the messages from the page, the socket, fetches and the outbox. All of them go through `merge.ts`, so the
 * order of arrival doesn't matter.
 */
export class Reconciler {
  #environment: Environment;
  #options: ReconcilerOptions;
  #events: ReconcilerEvents;
  #thread: Thread;
  #hasOlder: boolean;
  #isLoadingOlder = false;
  /** All messages up to this id are here. */
  #syncedUpTo: string;
  #isFetching = false;
  #isFetchAskedAgain = false;
  #isMarking = false;
  #cancelRetry: (() => void) | null = null;
  #waiting: readonly OutboxEntry[] = [];
  /** Entries that another tab removed from the outbox, kept until a fetch shows whether they arrived. */
  #departed: OutboxEntry[] = [];

  constructor(environment: Environment, options: ReconcilerOptions, events: ReconcilerEvents) {
    this.#environment = environment;
    this.#options = options;
    this.#events = events;
    this.#thread = mergeMessages(EMPTY_THREAD, options.messages, "call");
    this.#syncedUpTo = options.messages.at(-1)?.message_id ?? "";
    this.#hasOlder = options.hasOlder;
  }

  get hasOlder(): boolean {
    return this.#hasOlder;
  }

  get isLoadingOlder(): boolean {
    return this.#isLoadingOlder;
  }

  /** The list on screen. */
  list(): ThreadItem[] {
    const outbox = [...this.#waiting, ...this.#departed];
    return listThread(this.#thread, outbox, this.#options.viewer);
  }

  has(messageId: string): boolean {
    return this.#thread.messages.has(messageId);
  }

  merge(messages: readonly MessageDto[], source: Source): void {
    this.#become(mergeMessages(this.#thread, messages, source));
  }

  mergeRead(read: { reader_id: string; up_to: string }): void {
    this.#become(mergeRead(this.#thread, read));
  }

  /**
   * Called when the page starts, and when the outbox has changed. An entry that another tab has sent may be removed before its message arrives
   * here. It stays on screen until a fetch shows whether it arrived.
   */
  updateOutbox(waiting: readonly OutboxEntry[]): void {
    const left = new Set(waiting.map((entry) => entry.client_id));
    const gone = this.#waiting.filter(
      ({ client_id, state }) =>
        state === "pending" &&
        !left.has(client_id) &&
        !hasArrived(this.#thread, client_id, this.#options.viewer.id),
    );
    this.#waiting = waiting;
    if (gone.length > 0) {
      this.#departed = [...this.#departed, ...gone];
      void this.fetchMissed();
    }
    this.#events.changed();
  }

  /**
   * Fetches missed messages: the newest page, and earlier ones until there is no gap. The pages are smaller than the
   * loader's first page, because otherwise they would also bring the messages that 'Earlier messages' loads.
   */
  async fetchMissed(): Promise<void> {
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
      void this.fetchMissed();
    } else if (!isDone && this.#events.isConnected()) {
      this.#cancelRetry?.();
      this.#cancelRetry = this.#environment.clock.after(FETCH_RETRY_MS, () => {
        void this.fetchMissed();
      });
    }
  }

  async loadOlder(): Promise<void> {
    const before = this.list()[0]?.message.message_id;
    if (!before || this.#isLoadingOlder) return;
    this.#isLoadingOlder = true;
    this.#events.changed();
    const answer = await this.#fetchPage(before);
    this.#isLoadingOlder = false;
    if (answer.kind === "ok") {
      this.#hasOlder = answer.body.length === MESSAGES_PAGE_DEFAULT;
      this.#thread = mergeMessages(this.#thread, answer.body, "call");
    }
    this.#events.changed();
  }

  /** Reports to the server that the member has read all of the partner's messages that are here. */
  async markRead(): Promise<void> {
    if (this.#isMarking) return;
    const { viewer, conversationId } = this.#options;
    const received = this.list().filter((item) => item.delivery === "received");
    const seen = received.at(-1);
    if (!seen || received.every((item) => item.message.is_read)) return;
    this.#isMarking = true;
    const answer = await postRead(this.#environment, conversationId);
    this.#isMarking = false;
    if (answer.kind !== "ok") return;
    this.mergeRead({ reader_id: viewer.id, up_to: seen.message.message_id });
  }

  /** Called when the page is left. */
  stop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  /** @returns true if no further fetch is needed */
  async #fetchOnce(): Promise<boolean> {
    const departed = new Set(this.#departed);
    let before: string | undefined;
    let newest: string | undefined;
    for (;;) {
      const answer = await this.#fetchPage(before);
      if (answer.kind !== "ok") {
        const isFinal = answer.kind === "refused" && answer.status < 429;
        if (isFinal) this.#events.stale();
        return isFinal;
      }
      this.merge(answer.body, "call");
      newest ??= answer.body.at(-1)?.message_id;
      before = answer.body[0]?.message_id;
      const hasGap =
        answer.body.length === MESSAGES_PAGE_DEFAULT && before && before > this.#syncedUpTo;
      if (!hasGap) break;
    }
    this.#syncedUpTo = newest ?? this.#syncedUpTo;
    this.#departed = this.#departed.filter((entry) => !departed.has(entry));
    if (departed.size > 0) this.#events.changed();
    return true;
  }

  #fetchPage(before: string | undefined) {
    const { conversationId } = this.#options;
    return fetchMessages(this.#environment, conversationId, {
      limit: MESSAGES_PAGE_DEFAULT,
      before,
    });
  }

  #become(thread: Thread): void {
    if (thread === this.#thread) return;
    this.#thread = thread;
    this.#events.changed();
  }
}
