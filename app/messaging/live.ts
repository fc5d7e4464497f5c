import { oneAtATime } from "~/app/lib/one-at-a-time";
import { MESSAGES_PAGE_DEFAULT } from "~/core/shared/constants";
import type { MessageDto, QuestionDto } from "~/core/shared/contract";
import { type Failure, fetchMessages, fetchQuestions, postRead } from "./api";
import type { Environment } from "./browser";
import { Connection, type ConnectionState } from "./connection";
import { type Outbox, type OutboxEntry, outboxOf } from "./outbox";
import { isUnread, type Source, Thread, type ThreadItem, type ThreadViewer } from "./thread";

export interface LiveSnapshot {
  items: ThreadItem[];
  unread: number;
  connection: ConnectionState;
  isPartnerTyping: boolean;
  isPartnerHere: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  sendNote: string | null;
}

interface Loaded {
  messages: readonly MessageDto[];
  questions: readonly QuestionDto[];
}

export interface LiveOptions extends Loaded {
  conversationId: string;
  viewer: ThreadViewer;
  hasOlder: boolean;
  onStale: () => void;
  /** Called for each new message of the partner that arrives over the socket. */
  onMessage: (message: MessageDto) => void;
}

const FETCH_RETRY_MS = 2_000;
/** No event says that the partner has stopped typing. */
const TYPING_SHOWN_MS = 5_000;
const TYPING_TOLD_EVERY_MS = 2_500;

/** The changing data of a conversation's page, as one snapshot for `useSyncExternalStore`. */
export class ConversationLive {
  #environment: Environment;
  #options: LiveOptions;
  #thread: Thread;
  #connection: Connection;
  /** Created on first use, which is in the browser. On the server it would outlive its request. */
  #outbox: Outbox | null = null;
  #unlisten: (() => void) | null = null;
  #listeners = new Set<() => void>();
  #snapshot: LiveSnapshot | null = null;
  #unsent: readonly OutboxEntry[] = [];
  /** Entries that another tab has removed, kept until a fetch shows whether their messages were stored. */
  #departed: OutboxEntry[] = [];
  /** All messages up to this id have arrived. */
  #syncedUpTo: string;
  #hasOlder: boolean;
  #isLoadingOlder = false;
  #isMarking = false;
  #standing: string;
  #isPartnerHere = false;
  #typingTimer: Timer;
  #toldTypingAt = Number.NEGATIVE_INFINITY;

  constructor(environment: Environment, options: LiveOptions) {
    this.#environment = environment;
    this.#options = options;
    this.#thread = new Thread(options.viewer);
    this.#thread.merge(options.messages, "call");
    this.#syncedUpTo = options.messages.at(-1)?.message_id ?? "";
    this.#hasOlder = options.hasOlder;
    this.#standing = standingOf(options.questions);
    const { conversationId, onStale } = options;
    this.#connection = new Connection(environment, conversationId, {
      state: (state) => this.#follow(state),
      missed: () => void this.fetchMissed(),
      stale: onStale,
      heard: {
        new_message: (message) => this.#hear(message),
        messages_read: (read) => this.#changed(this.#thread.mergeRead(read)),
        typing: ({ user_id }) => user_id !== options.viewer.id && this.#showTyping(true),
        partner_here: ({ here }) => {
          this.#isPartnerHere = here;
          this.#changed();
        },
        question_answered: onStale,
        question_revealed: onStale,
      },
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): LiveSnapshot => {
    this.#snapshot ??= this.#take();
    return this.#snapshot;
  };

  get outbox(): Outbox {
    const { viewer, conversationId } = this.#options;
    this.#outbox ??= outboxOf(this.#environment, { memberId: viewer.id, conversationId });
    return this.#outbox;
  }

  /**
   * Starts sending. After this, `setOpen` connects.
   * @returns a function that ends the connection. The outbox goes on sending.
   */
  start(): () => void {
    const { outbox } = this;
    this.#unlisten = outbox.listen({
      onChange: () => this.#readOutbox(),
      onStored: (message) => this.#merge([message], "call"),
      onRefused: () => this.#options.onStale(),
    });
    this.#readOutbox();
    outbox.send();
    return () => {
      this.#unlisten?.();
      this.#unlisten = null;
      this.#connection.close();
    };
  }

  mergeLoaded({ messages, questions }: Loaded): void {
    this.#standing = standingOf(questions);
    this.#merge(messages, "call");
  }

  /** Called after each answer of the loader, because the conversation may have ended or opened again. */
  setOpen(isOpen: boolean): void {
    if (isOpen) this.#connection.open();
    else this.#connection.close();
  }

  typing(): void {
    const now = Date.now();
    if (now - this.#toldTypingAt < TYPING_TOLD_EVERY_MS) return;
    this.#toldTypingAt = now;
    this.#connection.typing();
  }

  async loadOlder(): Promise<void> {
    const before = this.getSnapshot().items[0]?.message.message_id;
    if (!before || this.#isLoadingOlder) return;
    this.#isLoadingOlder = true;
    this.#changed();
    const answer = await fetchMessages(this.#environment, this.#options.conversationId, before);
    this.#isLoadingOlder = false;
    if (answer.ok) {
      this.#hasOlder = answer.body.length === MESSAGES_PAGE_DEFAULT;
      this.#thread.merge(answer.body, "call");
    }
    this.#changed();
  }

  async markRead(): Promise<void> {
    const { viewer, conversationId } = this.#options;
    const seen = this.getSnapshot().items.findLast(({ delivery }) => delivery === "received");
    if (!seen || this.#isMarking || this.getSnapshot().unread === 0) return;
    this.#isMarking = true;
    const answer = await postRead(this.#environment, conversationId);
    this.#isMarking = false;
    if (!answer.ok) return;
    const { message_id } = seen.message;
    this.#changed(this.#thread.mergeRead({ reader_id: viewer.id, up_to: message_id }));
  }

  async fetchMissed(): Promise<void> {
    await Promise.all([this.#catchUpMessages(), this.#catchUpQuestions()]);
  }

  #catchUpMessages = this.#untilAnswered(() => this.#fetchMessages());
  #catchUpQuestions = this.#untilAnswered(() => this.#compareQuestions());

  /** Repeats the call after a 429 or a failure of the server, as long as the page is connected. */
  #untilAnswered(call: () => Promise<Failure | null>): () => Promise<void> {
    let retry: Timer;
    const run = oneAtATime(async () => {
      clearTimeout(retry);
      const failure = await call();
      if (!failure || failure.status < 429) return;
      retry = setTimeout(() => this.#connection.isConnected && void run(), FETCH_RETRY_MS);
    });
    return run;
  }

  async #fetchMessages(): Promise<Failure | null> {
    const departed = new Set(this.#departed);
    let before: string | undefined;
    let newest: string | undefined;
    for (;;) {
      const answer = await fetchMessages(this.#environment, this.#options.conversationId, before);
      if (!answer.ok) {
        if (answer.status < 429) this.#options.onStale();
        return answer;
      }
      const { body } = answer;
      this.#merge(body, "call");
      newest ??= body.at(-1)?.message_id;
      before = body[0]?.message_id;
      const isFull = body.length === MESSAGES_PAGE_DEFAULT;
      if (!isFull || !before || before <= this.#syncedUpTo) break;
    }
    this.#syncedUpTo = newest ?? this.#syncedUpTo;
    this.#departed = this.#departed.filter((entry) => !departed.has(entry));
    this.#changed(departed.size > 0);
    return null;
  }

  /** Makes the page load its data again if a question has changed, but the event didn't arrive. */
  async #compareQuestions(): Promise<Failure | null> {
    const answer = await fetchQuestions(this.#environment, this.#options.conversationId);
    if (!answer.ok) return answer;
    if (this.#unlisten && standingOf(answer.body) !== this.#standing) this.#options.onStale();
    return null;
  }

  #follow(state: ConnectionState): void {
    const isLive = state === "live";
    this.outbox.sendLive = isLive ? (message) => this.#connection.send(message) : null;
    if (isLive) this.outbox.send();
    else {
      this.#showTyping(false);
      this.#isPartnerHere = false;
    }
    this.#changed();
  }

  #hear(message: MessageDto): void {
    const isTheirs = message.sender_id !== this.#options.viewer.id;
    const isNew = isTheirs && !this.#thread.has(message.message_id);
    if (isTheirs) this.#showTyping(false);
    this.#merge([message], "socket");
    if (isNew) this.#options.onMessage(message);
  }

  #showTyping(isTyping: boolean): void {
    const wasTyping = this.#typingTimer !== undefined;
    clearTimeout(this.#typingTimer);
    this.#typingTimer = isTyping
      ? setTimeout(() => this.#showTyping(false), TYPING_SHOWN_MS)
      : undefined;
    this.#changed(isTyping !== wasTyping);
  }

  #merge(messages: readonly MessageDto[], source: Source): void {
    this.#changed(this.#thread.merge(messages, source));
  }

  #readOutbox(): void {
    const before = this.#unsent;
    this.#unsent = this.outbox.read();
    const left = new Set(this.#unsent.map(({ client_id }) => client_id));
    const gone = before.filter(
      ({ client_id, state }) =>
        state === "pending" && !left.has(client_id) && !this.#thread.hasArrived(client_id),
    );
    this.#departed.push(...gone);
    if (gone.length > 0) void this.fetchMissed();
    this.#changed();
  }

  #changed(isChanged = true): void {
    if (!isChanged) return;
    this.#snapshot = null;
    for (const listener of this.#listeners) listener();
  }

  #take(): LiveSnapshot {
    const items = this.#thread.list([...this.#unsent, ...this.#departed]);
    return {
      items,
      unread: items.filter(isUnread).length,
      connection: this.#connection.state,
      isPartnerTyping: this.#typingTimer !== undefined,
      isPartnerHere: this.#isPartnerHere,
      hasOlder: this.#hasOlder,
      isLoadingOlder: this.#isLoadingOlder,
      sendNote: this.#outbox?.note ?? null,
    };
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Everything in the questions that can change, as a text to compare. */
const standingOf = (questions: readonly QuestionDto[]): string =>
  JSON.stringify(questions.map((one) => [one.level, one.mine, one.theirs, one.partner_answered]));
