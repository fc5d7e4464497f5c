import type { MessageDto, QuestionDto } from "~/core/shared/contract";
import { fetchQuestions } from "./api";
import { Connection, type ConnectionState } from "./connection";
import type { Environment } from "./environment";
import { countUnread, type ThreadItem } from "./merge";
import { FETCH_RETRY_MS, Reconciler, type ReconcilerOptions } from "./reconciler";
import { type OutboxSender, senderOf } from "./sender";
import { TypingIndicator } from "./typing";

export interface LiveSnapshot {
  items: ThreadItem[];
  unread: number;
  connection: ConnectionState;
  isPartnerTyping: boolean;
  /** Whether the partner has the conversation open. */
  isPartnerHere: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** Why sending waits: the server's message. */
  sendNote: string | null;
}

export interface LiveOptions extends ReconcilerOptions {
  /** False for history, which needs no connection (docs/rules.md#history). */
  isOpen: boolean;
  questions: readonly QuestionDto[];
  /** Called if the page is out of date and must load its data again. */
  onStale: () => void;
  /** Called with each of the partner's messages when it first arrives. */
  onMessage: (message: MessageDto) => void;
}

/** The live side of a conversation's page, as one snapshot for its component. */
export class ConversationLive {
  #environment: Environment;
  #options: LiveOptions;
  #reconciler: Reconciler;
  #connection: Connection;
  #typing: TypingIndicator;
  #isPartnerHere = false;
  /** Created only in the browser, because on the server it would outlive its request. */
  #ownSender: OutboxSender | null = null;
  #unlisten: (() => void) | null = null;
  #listeners = new Set<() => void>();
  /** The state of the questions that the page shows, to compare with. */
  #standing: string;
  #cancelCompare = () => {};
  #snapshot: LiveSnapshot;

  constructor(environment: Environment, options: LiveOptions) {
    this.#environment = environment;
    this.#options = options;
    this.#standing = standingOf(options.questions);
    const changed = () => this.#changed();
    this.#typing = new TypingIndicator(environment.clock, changed);
    this.#reconciler = new Reconciler(environment, options, {
      changed,
      stale: options.onStale,
      isConnected: () => this.#connection.isConnected,
    });
    this.#connection = new Connection(environment, options.conversationId, options.isOpen, {
      state: (state) => {
        this.sender.isServerThere = state === "live";
        this.sender.sendLive =
          state === "live" ? (message) => this.#connection.send(message) : null;
        if (state === "live") this.sender.send();
        else {
          this.#typing.hide();
          this.#isPartnerHere = false;
        }
        changed();
      },
      missed: () => {
        void this.#reconciler.fetchMissed();
        void this.#compareQuestions();
      },
      message: (message) => this.#hear(message),
      read: (read) => this.#reconciler.mergeRead(read),
      typing: (userId) => userId !== options.viewer.id && this.#typing.show(),
      partnerHere: (isHere) => {
        this.#isPartnerHere = isHere;
        changed();
      },
      question: options.onStale,
      stale: options.onStale,
    });
    this.#snapshot = this.#take();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): LiveSnapshot => this.#snapshot;

  get sender(): OutboxSender {
    const { viewer, conversationId } = this.#options;
    const owner = { memberId: viewer.id, conversationId };
    this.#ownSender ??= senderOf(this.#environment, owner);
    return this.#ownSender;
  }

  /** Starts to listen and to send. Returns a function that stops it. */
  start(): () => void {
    const { sender } = this;
    this.#reconciler.updateOutbox(sender.read());
    this.#unlisten = sender.listen({
      onChange: () => this.#reconciler.updateOutbox(sender.read()),
      onStored: (message) => this.#reconciler.merge([message], "call"),
      onRefused: () => this.#options.onStale(),
    });
    if (this.#options.isOpen) this.#connection.open();
    sender.send();
    return () => {
      this.#unlisten?.();
      this.#unlisten = null;
      this.#reconciler.stop();
      this.#cancelCompare();
      this.#connection.close();
    };
  }

  /** Merges data that the page's own loader has read. */
  mergeLoaded({ messages, questions }: Pick<LiveOptions, "messages" | "questions">): void {
    this.#reconciler.merge(messages, "call");
    this.#standing = standingOf(questions);
  }

  /** Called after an answer of the page's loader, because the conversation may have been opened again, or may be over. */
  setOpen(isOpen: boolean): void {
    if (!isOpen) this.#connection.close();
    else if (this.#unlisten) this.#connection.open();
  }

  typing(): void {
    this.#typing.throttle(() => this.#connection.typing());
  }

  loadOlder(): Promise<void> {
    return this.#reconciler.loadOlder();
  }

  /** Marks the partner's messages as read, because the reader sees them. */
  markRead(): Promise<void> {
    return this.#reconciler.markRead();
  }

  #hear(message: MessageDto): void {
    const isNew = !this.#reconciler.has(message.message_id);
    const isTheirs = message.sender_id !== this.#options.viewer.id;
    if (isTheirs) this.#typing.hide();
    this.#reconciler.merge([message], "socket");
    if (isNew && isTheirs) this.#options.onMessage(message);
  }

  /** Lets the page load its data again if a question was answered or revealed and no event arrived. */
  async #compareQuestions(): Promise<void> {
    this.#cancelCompare();
    const answer = await fetchQuestions(this.#environment, this.#options.conversationId);
    if (!this.#unlisten) return;
    if (answer.kind === "ok") {
      if (standingOf(answer.body) !== this.#standing) this.#options.onStale();
    } else if (
      this.#connection.isConnected &&
      (answer.kind !== "refused" || answer.status >= 429)
    ) {
      this.#cancelCompare = this.#environment.clock.after(
        FETCH_RETRY_MS,
        () => void this.#compareQuestions(),
      );
    }
  }

  #changed(): void {
    this.#snapshot = this.#take();
    for (const listener of this.#listeners) listener();
  }

  #take(): LiveSnapshot {
    const items = this.#reconciler.list();
    return {
      items,
      unread: countUnread(items),
      connection: this.#connection.state,
      isPartnerTyping: this.#typing.isShown,
      isPartnerHere: this.#isPartnerHere,
      hasOlder: this.#reconciler.hasOlder,
      isLoadingOlder: this.#reconciler.isLoadingOlder,
      sendNote: this.#ownSender?.note ?? null,
    };
  }
}

/** All facts of the questions that can change, as a text to compare. */
const standingOf = (questions: readonly Omit<QuestionDto, "question">[]): string =>
  JSON.stringify(questions.map((one) => [one.level, one.mine, one.theirs, one.partner_answered]));
