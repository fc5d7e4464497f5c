import { judgeAnswer } from "~/core/conversation/answer-rule";
import { toMessageDto } from "~/core/conversation/message-dto";
import { findSendLimit, judgeMessage } from "~/core/conversation/message-rule";
import { QUESTION_LEVELS, questionOf } from "~/core/conversation/questions";
import type { SendMessageInput } from "~/core/conversation/schemas";
import type {
  AnswerGrant,
  AnswerOutcome,
  Clock,
  ConversationChange,
  Metrics,
  NewAnswer,
  QuestionView,
  SendGrant,
  SendOutcome,
  UnseenMessages,
} from "~/core/ports";
import type { CloseReason } from "~/core/shared/contract";
import { AppError, type Refusal } from "~/core/shared/errors";
import { AnswerStore, unanswered, unansweredQuestions } from "./answer-store";
import type { Sql } from "./message-schema";
import { MessageStore } from "./message-store";

/** Who listens to a conversation. No method throws. */
export interface Listeners {
  /** Whether anyone listens whom the database has admitted since the last change. */
  readonly isAnyoneJoined: boolean;
  /** Whether a member has the conversation before their eyes, on any device. */
  isInSight(memberId: string): boolean;
  /** @param exceptMemberId a member whose connections don't receive it; null for none */
  publish(event: string, payload: unknown, exceptMemberId: string | null): void;
  /** Sends the end to everyone who listens, and lets them go. */
  close(reason: CloseReason): void;
  endSessions(sessionIds: string[]): void;
}

export interface ConversationParts {
  sql: Sql;
  /** Deletes the storage as a whole. */
  deleteStorage(): Promise<void>;
  clock: Clock;
  /** The random end of a message's id. */
  createIdSuffix(): string;
  listeners: Listeners;
  /** Asks the database whether a conversation is open to its sender. */
  confirm(grant: Pick<SendGrant, "conversationId" | "senderId">): Promise<boolean>;
  /** Tells a member of a message on their devices. */
  announce(conversationId: string, memberId: string): void;
  metrics: Metrics;
}

/** A conversation that is closed over and over while one message waits to be confirmed is refused. */
const MAX_CONFIRMATIONS = 5;

/**
 * One conversation: what is said in it, and who hears of it. Every message comes here, whichever way it was sent; the rule of
 * `core/conversation/message-rule.ts` judges it. It is stored and sent in one turn; the runtime lets neither an answer nor an
 * event out before the write is safe.
 */
export class Conversation {
  #parts: ConversationParts;
  #store: MessageStore;
  #answers: AnswerStore;
  /** Counts the changes that close something: an answer of the database from before one is asked for again. */
  #closings = 0;
  /** The database has confirmed that the conversation exists, since the last closing. */
  #isConfirmed = false;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#store = new MessageStore(parts.sql);
    this.#answers = new AnswerStore(parts.sql);
  }

  /** See `#closings`: for a question to the database about a listener. */
  get closings(): number {
    return this.#closings;
  }

  /** For who only reads: what may be written is the rule's. */
  get messages(): Pick<MessageStore, "list" | "summarise"> {
    return this.#store;
  }

  get isClosed(): boolean {
    return this.#store.standing.closedReason !== null;
  }

  /**
   * Stores a message and sends it to everyone who listens. An object that keeps nothing has no mark of an end, a block
   * or an erasure either, so it asks the database before it stores the first message: nothing may come to life again.
   */
  async send(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome> {
    if (!(await this.#isToBeStored(grant))) return { kind: "closed" };
    return this.sendNow(grant, message);
  }

  /**
   * {@link send} for a sender who listens: the database has admitted every listener after the last closing.
   * @param input the parsed message, or the refusal of one that does not parse
   */
  sendNow(grant: SendGrant, input: SendMessageInput | AppError): SendOutcome {
    const now = this.#parts.clock.now();
    const { senderId } = grant;
    const sender = { id: senderId, name: grant.senderName, avatar: grant.senderAvatar };
    const clientId = input instanceof AppError ? null : (input.client_id ?? null);
    const verdict = judgeMessage(this.#store.readState(senderId, clientId), grant, input, now);
    if (verdict.kind === "known") {
      return { kind: "known", message: toMessageDto(verdict.message, sender, senderId) };
    }
    if (verdict.kind !== "new") return verdict;
    const { content, bytes } = verdict;
    const { listeners, metrics } = this.#parts;
    const idSuffix = this.#parts.createIdSuffix();
    const isAnnounced =
      !listeners.isInSight(grant.partnerId) && !this.#store.isAnnounced(senderId, grant.partnerId);
    const stored = this.#store.draft({ senderId, content, clientId }, now, idSuffix);
    const own = toMessageDto(stored, sender, senderId);
    this.#store.insert(stored, bytes, isAnnounced);
    // From here on nothing waits and nothing throws: what is stored is sent.
    listeners.publish("new_message", { ...own, client_id: null }, senderId);
    listeners.publish("new_message", own, grant.partnerId);
    if (isAnnounced) this.#parts.announce(grant.conversationId, grant.partnerId);
    metrics.count("message");
    return { kind: "stored", message: own };
  }

  /** The 429 of any message that a member sent now; null for none. */
  findLimit(memberId: string): Refusal | null {
    // No text has fewer bytes.
    return findSendLimit(this.#store.readTally(memberId), 1, this.#parts.clock.now());
  }

  /**
   * Stores an answer; the second side's reveals both and opens the next level (docs/rules.md#questions). The same turn
   * stores and sends, and no event bears a text.
   */
  async answer(grant: AnswerGrant, answer: NewAnswer): Promise<AnswerOutcome> {
    if (!(await this.#isToBeStored(grant))) return { kind: "closed" };
    const now = this.#parts.clock.now();
    const { conversationId, senderId, pairingDate } = grant;
    const { level } = answer;
    const { closedReason, wasBlocked } = this.#store.standing;
    const isSealed = grant.isSealed || wasBlocked;
    const known = this.#store.isStored
      ? this.#answers.readState(level, senderId, now)
      : unanswered(level);
    const verdict = judgeAnswer({ ...known, closedReason, isSealed }, grant, answer, now);
    if (verdict.kind === "refused" || verdict.kind === "closed") return verdict;
    if (verdict.kind === "new") {
      this.#store.create();
      this.#answers.put(senderId, answer, questionOf(pairingDate, level), now);
      const event = { conversationId, level };
      if (verdict.reveals) {
        this.#answers.reveal(level, now);
        const next = QUESTION_LEVELS.find((one) => one === level + 1);
        if (next) this.#answers.open(next, questionOf(pairingDate, next));
        this.#parts.listeners.publish("question_revealed", event, null);
      } else if (verdict.isFirst) {
        this.#parts.listeners.publish("question_answered", event, senderId);
      }
    }
    return { kind: "stored", view: this.listQuestions(senderId)[level - 1] as QuestionView };
  }

  /** The 429 of any answer that a member gave now; null for none. */
  findAnswerLimit(memberId: string): Refusal | null {
    if (!this.#store.isStored) return null;
    return this.#answers.findLimit(memberId, this.#parts.clock.now());
  }

  listQuestions(viewerId: string): QuestionView[] {
    return this.#store.isStored ? this.#answers.view(viewerId) : unansweredQuestions();
  }

  markRead(conversationId: string, readerId: string): { read: number } {
    const { read, upTo } = this.#store.markRead(readerId, this.#parts.clock.now());
    if (upTo !== null) {
      const event = { conversationId, reader_id: readerId, up_to: upTo };
      this.#parts.listeners.publish("messages_read", event, null);
    }
    return { read };
  }

  /** What a member has not seen of the partner's words; null for nothing, and while it is before their eyes. */
  findUnseen(readerId: string): UnseenMessages | null {
    if (this.isClosed || this.#parts.listeners.isInSight(readerId)) return null;
    const { unread, lastLine } = this.#store.summarise(readerId);
    if (unread === 0) return null;
    return { unread, words: lastLine?.sender_id === readerId ? null : (lastLine?.content ?? null) };
  }

  /** Carries out what the database has decided; safe to repeat, and a change older than the last one does nothing. */
  async apply(change: ConversationChange): Promise<void> {
    switch (change.kind) {
      case "close":
        return this.#close(change.reason, change.version);
      case "reopen":
        if (this.#isNewer(change.version)) {
          this.#store.setStanding({ closedReason: null, version: change.version });
        }
        return;
      case "erase":
        return this.#erase();
      case "end_sessions":
        this.#noteClosing();
        this.#parts.listeners.endSessions(change.sessionIds);
        return;
      case "import":
        this.#store.import(change.messages);
        return;
    }
  }

  #close(closedReason: CloseReason, version: number): void {
    if (!this.#isNewer(version)) return;
    this.#noteClosing();
    this.#store.setStanding({ closedReason, version });
    this.#parts.listeners.close(closedReason);
  }

  async #erase(): Promise<void> {
    this.#noteClosing();
    this.#parts.listeners.close("ended");
    this.#store.forget();
    await this.#parts.deleteStorage();
  }

  #isNewer(version: number): boolean {
    return version > this.#store.standing.version;
  }

  #noteClosing(): void {
    this.#closings += 1;
    this.#isConfirmed = false;
  }

  async #isToBeStored(grant: Pick<SendGrant, "conversationId" | "senderId">): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_CONFIRMATIONS; attempt++) {
      if (this.#store.isStored || this.#isConfirmed) return true;
      if (this.#parts.listeners.isAnyoneJoined) return true;
      const closings = this.#closings;
      if (!(await this.#parts.confirm(grant))) return false;
      if (closings === this.#closings) this.#isConfirmed = true;
    }
    return false;
  }
}
