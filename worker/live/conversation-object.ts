import { DurableObject } from "cloudflare:workers";
import { judgeAnswer } from "~/core/conversation/answer-rule";
import { toMessageDto } from "~/core/conversation/message-dto";
import { findSendLimit, judgeMessage, toSendAnswer } from "~/core/conversation/message-rule";
import type {
  AnswerGrant,
  AnswerOutcome,
  ConversationChange,
  ConversationStore,
  ConversationSummary,
  MessagePage,
  MessagesPageQuery,
  NewAnswer,
  QuestionView,
  SendGrant,
  SendOutcome,
  UnseenMessages,
} from "~/core/conversation/objects";
import { QUESTION_LEVELS, questionOf } from "~/core/conversation/questions";
import type { SendMessageInput } from "~/core/conversation/schemas";
import type { Metrics } from "~/core/operations/metrics";
import { createMetrics } from "~/core/operations/metrics";
import { AppError, type Refusal } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import type { Env } from "~/worker/env";
import { AnswerStore } from "./answer-store";
import { createGate } from "./gate";
import { Listeners } from "./listeners";
import { MessageStore } from "./message-store";
import { PageEvents } from "./page-events";
import { PING, PONG, readPageRequest } from "./page-socket";
import { parseMessage, readConversationId, readField } from "./payload";
import { Seats } from "./seats";
import {
  type EventOutcome,
  type Gate,
  type JoinOutcome,
  type Listener,
  type LiveViewer,
  type Seat,
  type SeatHolder,
  toSendAck,
} from "./types";

/** The most queries of the database for one message or join. It is refused if a closing interrupts each of them. */
const MAX_CONFIRMATIONS = 5;

/**
 * One conversation: its messages in the object's own storage, and the WebSockets of its members. Every message comes to this
 * object, by any entrance, and `core/conversation/message-rule.ts` decides about it. The object stores and tells a message in one
 * turn, and the runtime sends neither an answer nor an event before the write is safe. The runtime holds the WebSockets and
 * answers their pings, so the object sleeps between messages.
 */
export class ConversationObject
  extends DurableObject<Env>
  implements ConversationStore, SeatHolder
{
  /** The connected members. */
  readonly live: Listeners;
  #conversationId = (this.ctx.id.name ?? "").slice(1);
  #seats: Seats;
  #pages: PageEvents;
  #gate: Gate;
  #metrics: Metrics;
  #messages: MessageStore;
  #answers: AnswerStore;
  /** Number of changes that closed something. If it changes during a query of the database, the query is repeated. */
  #closings = 0;
  /** Whether the database has confirmed since the last closing that the conversation exists. */
  #isConfirmed = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    const conversationId = this.#conversationId;
    const wakeAt = (instant: number) => void this.#wakeAt(instant);
    this.#gate = this.openGate();
    this.#metrics = createMetrics(this.env);
    this.#messages = new MessageStore(sql);
    this.#answers = new AnswerStore(sql, () => this.#messages.isStored);
    this.#seats = new Seats({
      sql,
      conversationId,
      shards: env.LIVE,
      wakeAt,
      onLost: (memberIds) => this.live.noteLost(memberIds),
    });
    this.live = new Listeners({
      ctx,
      seats: this.#seats,
      conversationId,
      now: () => Date.now(),
      wakeAt,
      onReceived: (ms) => this.#metrics.count("receipt", { ms }),
    });
    this.#pages = new PageEvents({
      gate: this.#gate,
      live: this.live,
      authorize: (viewer) => this.#askDatabase(viewer, conversationId),
      take: (listener, payload) => this.#take(listener, payload),
      hear: (...event) => this.#hear(...event),
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Accepts the WebSocket of a page. The caller has asked the database, which is asked again when the page joins. */
  override async fetch(request: Request): Promise<Response> {
    const { viewer, grant } = readPageRequest(request);
    if (!this.live.hasRoomForSocket(viewer.memberId)) return new Response(null, { status: 429 });
    const { 0: client, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    const state = { isConnected: false, isJoined: false, isHidden: false };
    this.live.addPage(socket, { viewer, grant, openedAt: Date.now(), ...state });
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const page = this.live.pageOf(socket);
    if (page) await this.#pages.receive(page, frame);
  }

  override webSocketClose(socket: WebSocket): void {
    const page = this.live.pageOf(socket);
    this.live.removePage(socket);
    page?.end();
  }

  override webSocketError(socket: WebSocket): void {
    this.live.removePage(socket);
  }

  // Calls of the shards.

  async join(seat: Seat, viewer: LiveViewer): Promise<JoinOutcome> {
    const isSeated = this.#seats.find(seat) !== null;
    if (!isSeated && !(await this.live.hasRoom(viewer.memberId))) return { kind: "full" };
    const grant = await this.#askDatabase(viewer, this.#conversationId);
    if (!grant) return { kind: "refused" };
    if (!isSeated && this.live.isFull(viewer.memberId)) return { kind: "full" };
    this.live.takeSeat({ ...seat, viewer, grant, isHidden: false });
    return { kind: "joined", isPartnerHere: this.live.isHere(grant.partnerId) };
  }

  async leave(seat: Seat): Promise<void> {
    this.#seats.leave(seat);
  }

  async hear(seat: Seat, event: string, payload: unknown): Promise<EventOutcome> {
    const listener = this.#seats.find(seat);
    if (event === "send_message") return this.#take(listener, payload);
    if (listener) {
      this.#hear(listener, event, payload, (isHidden) => this.#seats.hide(seat, isHidden));
    }
    return { kind: "answer", answer: null };
  }

  // Events of both kinds of listeners.

  #take(listener: Listener | null, payload: unknown): EventOutcome {
    if (!listener) return { kind: "closed" };
    if (readConversationId(payload) !== listener.grant.conversationId) {
      return { kind: "answer", answer: toSendAck(new AppError("conversation_not_found")) };
    }
    const outcome = this.#sendNow(
      listener.grant,
      parseMessage(this.#messages, listener.grant, payload),
    );
    if (outcome.kind === "closed") return outcome;
    return { kind: "answer", answer: toSendAck(toSendAnswer(outcome)) };
  }

  #hear(
    { viewer, grant }: Listener,
    event: string,
    payload: unknown,
    hide: (isHidden: boolean) => void,
  ): void {
    const { conversationId, senderId } = grant;
    if (readConversationId(payload) !== conversationId) return;
    switch (event) {
      case "typing": {
        const typing = { conversationId, user_id: senderId };
        this.live.tell("typing", typing, { except: senderId, isStored: false });
        return;
      }
      case "visibility":
        hide(readField(payload, "visible") === false);
        return;
      case "message_received":
        this.live.noteReceipt(viewer, readField(payload, "message_id"));
    }
  }

  /** Queries the permission to join. It repeats the query after a closing meanwhile, because the answer may be older than the block. */
  async #askDatabase(viewer: LiveViewer, conversationId: string): Promise<SendGrant | null> {
    for (let attempt = 0; attempt < MAX_CONFIRMATIONS; attempt++) {
      const closings = this.#closings;
      const found = await this.#gate.authorizeJoin(viewer, conversationId);
      if (!found || found.expiresAt <= Date.now()) return null;
      if (closings === this.#closings) return found;
    }
    return null;
  }

  /** Tells the shards what they have not been told, and ends connections whose conversation or session is over. */
  override async alarm(): Promise<void> {
    const next = this.live.expire();
    if (next !== null) this.#wakeAt(next);
    await this.#seats.flushAll();
  }

  /**
   * Stores a message and sends it to all listeners. An object that stores nothing has no mark of an end, a block or an erasure
   * either. So it queries the database before it stores the first message, because a closed or erased conversation must not
   * begin again.
   */
  async sendMessage(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome> {
    if (!(await this.#isToBeStored(grant))) return { kind: "closed" };
    return this.#sendNow(grant, message);
  }

  /**
   * {@link sendMessage} for a sender who listens. It needs no query, because the database has admitted every listener since the
   * last closing.
   * @param input the parsed message, or the refusal of one that does not parse
   */
  #sendNow(grant: SendGrant, input: SendMessageInput | AppError): SendOutcome {
    const now = Date.now();
    const { senderId } = grant;
    const sender = { id: senderId, name: grant.senderName, avatar: grant.senderAvatar };
    const clientId = input instanceof AppError ? null : (input.client_id ?? null);
    const verdict = judgeMessage(this.#messages.readState(senderId, clientId), grant, input, now);
    if (verdict.kind === "known") {
      return { kind: "known", message: toMessageDto(verdict.message, sender, senderId) };
    }
    if (verdict.kind !== "new") return verdict;
    const { content, bytes } = verdict;
    const isInSight = this.live.isInSight(grant.partnerId);
    const isAnnounced = !isInSight && !this.#messages.isAnnounced(senderId, grant.partnerId);
    const stored = this.#messages.draft({ senderId, content, clientId }, now, newId());
    const own = toMessageDto(stored, sender, senderId);
    this.#messages.insert(stored, bytes, isAnnounced);
    // Nothing from here on awaits or throws, so a stored message is always sent.
    this.live.tellMessage(own, grant, { isInSight });
    if (isAnnounced) this.#gate.announce(grant.conversationId, grant.partnerId);
    this.#metrics.count("message", {});
    return { kind: "stored", message: own };
  }

  /** Returns the 429 that any message of a member would get now; null if there is room. */
  async findLimit(_conversationId: string, memberId: string): Promise<Refusal | null> {
    // One byte is the size of the shortest text.
    return findSendLimit(this.#messages.readTally(memberId), 1, Date.now());
  }

  /**
   * Stores an answer. The second member's answer reveals both and opens the next level (docs/rules.md#questions). Storing and
   * sending happen in one turn, and no event contains the text.
   */
  async answer(grant: AnswerGrant, answer: NewAnswer): Promise<AnswerOutcome> {
    if (!(await this.#isToBeStored(grant))) return { kind: "closed" };
    const now = Date.now();
    const { conversationId, senderId, pairingDate } = grant;
    const { level } = answer;
    const { closedReason, wasBlocked } = this.#messages.standing;
    const isSealed = grant.isSealed || wasBlocked;
    const known = this.#answers.readState(level, senderId, now);
    const verdict = judgeAnswer({ ...known, closedReason, isSealed }, grant, answer, now);
    if (verdict.kind === "refused" || verdict.kind === "closed") return verdict;
    if (verdict.kind === "new") {
      this.#messages.create();
      this.#answers.put(senderId, answer, questionOf(pairingDate, level), now);
      const event = { conversationId, level };
      if (verdict.reveals) {
        this.#answers.reveal(level, now);
        const next = QUESTION_LEVELS.find((one) => one === level + 1);
        if (next) this.#answers.open(next, questionOf(pairingDate, next));
        this.live.tell("question_revealed", event);
      } else if (verdict.isFirst) {
        this.live.tell("question_answered", event, { except: senderId });
      }
    }
    return { kind: "stored", view: this.#answers.view(senderId)[level - 1] as QuestionView };
  }

  /** Returns the 429 that any answer of a member would get now; null if there is room. */
  async findAnswerLimit(_conversationId: string, memberId: string): Promise<Refusal | null> {
    return this.#answers.findLimit(memberId, Date.now());
  }

  async listQuestions(_conversationId: string, viewerId: string): Promise<QuestionView[]> {
    return this.#answers.view(viewerId);
  }

  async markRead(conversationId: string, readerId: string): Promise<{ read: number }> {
    const { read, upTo } = this.#messages.markRead(readerId, Date.now());
    if (upTo !== null) {
      const event = { conversationId, reader_id: readerId, up_to: upTo };
      this.live.tell("messages_read", event);
    }
    return { read };
  }

  async summarise(_conversationId: string, readerId: string): Promise<ConversationSummary> {
    return this.#messages.summarise(readerId);
  }

  async list(_conversationId: string, page: MessagesPageQuery): Promise<MessagePage> {
    return this.#messages.list(page);
  }

  async findUnseen(_conversationId: string, readerId: string): Promise<UnseenMessages | null> {
    const isClosed = this.#messages.standing.closedReason !== null;
    if (isClosed || this.live.isInSight(readerId)) return null;
    const { unread, lastLine } = this.#messages.summarise(readerId);
    if (unread === 0) return null;
    return { unread, words: lastLine?.sender_id === readerId ? null : (lastLine?.content ?? null) };
  }

  /** Carries out a change that the database has decided. A repeated change is safe, and one older than the last does nothing. */
  async apply(change: ConversationChange): Promise<void> {
    switch (change.kind) {
      case "close":
        return this.#close(change);
      case "reopen":
        if (change.version > this.#messages.standing.version) {
          this.#messages.setStanding({ closedReason: null, version: change.version });
        }
        return;
      case "erase":
        return this.#erase();
      case "end_sessions":
        this.#noteClosing();
        this.live.end(({ sessionId }) => change.sessionIds.includes(sessionId));
        return;
      case "import":
        this.#messages.import(change.messages);
        return;
    }
  }

  #close({ reason, version, at }: Extract<ConversationChange, { kind: "close" }>): void {
    if (version <= this.#messages.standing.version) return;
    this.#noteClosing();
    if (at !== undefined) this.#messages.dropAfter(at);
    this.#messages.setStanding({ closedReason: reason, version });
    this.live.close(reason);
  }

  async #erase(): Promise<void> {
    this.#noteClosing();
    this.live.close("ended");
    await this.#seats.flushAll();
    this.#messages.forget();
    this.#seats.forget();
    await this.ctx.storage.deleteAll();
  }

  #noteClosing(): void {
    this.#closings += 1;
    this.#isConfirmed = false;
  }

  async #isToBeStored(grant: Pick<SendGrant, "conversationId" | "senderId">): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_CONFIRMATIONS; attempt++) {
      if (this.#messages.isStored || this.#isConfirmed) return true;
      if (this.live.isAnyoneJoined) return true;
      const closings = this.#closings;
      if (!(await this.#gate.confirm(grant))) return false;
      if (closings === this.#closings) this.#isConfirmed = true;
    }
    return false;
  }

  async endMember(memberId: string): Promise<void> {
    this.#noteClosing();
    this.live.end((viewer) => viewer.memberId === memberId);
  }

  /** Makes the gate. A benchmark overrides this method with a gate that admits every client. */
  protected openGate(): Gate {
    return createGate(this.env, this.ctx);
  }

  async #wakeAt(instant: number): Promise<void> {
    try {
      const alarm = await this.ctx.storage.getAlarm();
      if (alarm === null || instant < alarm) await this.ctx.storage.setAlarm(instant);
    } catch (error) {
      this.#gate.report("realtime.alarm_failed", error);
    }
  }
}
