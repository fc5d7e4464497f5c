import { DurableObject } from "cloudflare:workers";
import { judgeAnswer } from "~/core/conversation/answer-rule";
import { toMessageDto } from "~/core/conversation/message-dto";
import { findSendLimit, judgeMessage } from "~/core/conversation/message-rule";
import { QUESTION_LEVELS, questionOf } from "~/core/conversation/questions";
import type { SendMessageInput } from "~/core/conversation/schemas";
import type {
  AnswerGrant,
  AnswerOutcome,
  ConversationChange,
  ConversationStore,
  ConversationSummary,
  MessagePage,
  MessagesPageQuery,
  Metrics,
  NewAnswer,
  QuestionView,
  SendGrant,
  SendOutcome,
  UnseenMessages,
} from "~/core/ports";
import { AppError, type Refusal } from "~/core/shared/errors";
import { createMetrics } from "~/worker/adapters/metrics";
import { cryptoRandom } from "~/worker/adapters/random";
import type { Env } from "~/worker/env";
import { readLineRequest } from "../connections/line-request";
import { SELF_PINGING_OPTIONS, SOCKET_OPTIONS } from "../connections/socket-options";
import { createGate } from "../gate";
import { isLargerThan, PING_PACKET, PONG_PACKET, readFrame } from "../transport/engine-io/packets";
import { encodeHandshake } from "../transport/engine-io/server";
import { type Gate, LINE_ALIVE } from "../types";
import { AnswerStore, unanswered, unansweredQuestions } from "./answer-store";
import { LiveConversation } from "./live-conversation";
import { MessageStore } from "./message-store";
import { SleepingSocket, type SocketState } from "./sleeping-socket";

const TOO_LARGE = 1009;
/** The most confirmations for one message. It is refused if a closing interrupts each of them. */
const MAX_CONFIRMATIONS = 5;

/**
 * One conversation: its messages in the object's own storage, and the WebSockets of its members. Every message comes to this
 * object, by any entrance, and `core/conversation/message-rule.ts` decides about it. The object stores and sends a message in one
 * turn, and the runtime sends neither an answer nor an event before the write is safe. The runtime holds the WebSockets and
 * answers their pings, so the object sleeps between messages.
 */
export class ConversationObject extends DurableObject<Env> implements ConversationStore {
  /** The connected members. */
  readonly live: LiveConversation;
  #bySocket = new Map<WebSocket, SleepingSocket>();
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
    this.#gate = this.openGate();
    this.#metrics = createMetrics(this.env);
    this.#messages = new MessageStore(sql);
    this.#answers = new AnswerStore(sql);
    this.live = new LiveConversation({
      gate: this.#gate,
      clock: { now: () => Date.now() },
      closings: () => this.#closings,
      send: (grant, input) => this.#sendNow(grant, input),
      heardAt: ({ socket }) =>
        ctx.getWebSocketAutoResponseTimestamp(socket as WebSocket)?.getTime() ?? null,
      wakeAt: (instant) => void this.#wakeAt(instant),
      onReceived: (ms) => this.#metrics.count("receipt", { ms }),
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING_PACKET, PONG_PACKET));
    for (const socket of ctx.getWebSockets()) this.#restore(socket);
  }

  /** Accepts a WebSocket, from our own client or from a relay. The caller has checked the permission with the database. */
  override async fetch(request: Request): Promise<Response> {
    const { kind, viewer, grant } = readLineRequest(request);
    if (kind === "member" || !grant) return new Response(null, { status: 400 });
    if (this.live.isFull(viewer.memberId)) return new Response(null, { status: 429 });
    const { 0: client, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    const sleeping = new SleepingSocket(socket, {
      kind,
      id: crypto.randomUUID(),
      viewer,
      grant,
      openedAt: Date.now(),
      isConnected: kind === "line",
      isJoined: false,
    });
    sleeping.save();
    this.#bySocket.set(socket, sleeping);
    this.live.add(sleeping);
    if (kind === "direct") {
      sleeping.sendEncoded(encodeHandshake(crypto.randomUUID(), [], SELF_PINGING_OPTIONS));
      return new Response(null, { status: 101, webSocket: client });
    }
    const outcome = await this.live.join(sleeping, () => {});
    if (outcome === "joined") return new Response(null, { status: 101, webSocket: client });
    this.live.remove(sleeping);
    return new Response(null, { status: outcome === "full" ? 429 : 403 });
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const sleeping = this.#bySocket.get(socket);
    if (!sleeping) return;
    if (isLargerThan(frame, SOCKET_OPTIONS.maxPayloadBytes)) {
      this.live.remove(sleeping);
      socket.close(TOO_LARGE);
      return;
    }
    if (frame === LINE_ALIVE) {
      sleeping.showLife();
      return;
    }
    const packet = readFrame(frame);
    if (packet.type === "message") sleeping.connection?.onMessage(packet.data ?? "");
    else if (packet.type !== "noop" && packet.type !== "pong") sleeping.end("left");
  }

  override webSocketClose(socket: WebSocket): void {
    this.#forget(socket);
    try {
      socket.close(1000);
    } catch {
      // Closed already.
    }
  }

  override webSocketError(socket: WebSocket): void {
    this.#forget(socket);
  }

  /** Ends connections whose conversation or session is over, for clients that only listen. Every event of a client checks both itself. */
  override async alarm(): Promise<void> {
    const next = this.live.expire();
    if (next !== null) await this.ctx.storage.setAlarm(next);
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
    const stored = this.#messages.draft({ senderId, content, clientId }, now, cryptoRandom.id());
    const own = toMessageDto(stored, sender, senderId);
    this.#messages.insert(stored, bytes, isAnnounced);
    // Nothing from here on awaits or throws, so a stored message is always sent.
    this.live.publishMessage(own, grant, { isInSight });
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
    const known = this.#messages.isStored
      ? this.#answers.readState(level, senderId, now)
      : unanswered(level);
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
        this.live.publish("question_revealed", event, null);
      } else if (verdict.isFirst) {
        this.live.publish("question_answered", event, senderId);
      }
    }
    return { kind: "stored", view: this.#view(senderId)[level - 1] as QuestionView };
  }

  /** Returns the 429 that any answer of a member would get now; null if there is room. */
  async findAnswerLimit(_conversationId: string, memberId: string): Promise<Refusal | null> {
    if (!this.#messages.isStored) return null;
    return this.#answers.findLimit(memberId, Date.now());
  }

  async listQuestions(_conversationId: string, viewerId: string): Promise<QuestionView[]> {
    return this.#view(viewerId);
  }

  #view(viewerId: string): QuestionView[] {
    return this.#messages.isStored ? this.#answers.view(viewerId) : unansweredQuestions();
  }

  async markRead(conversationId: string, readerId: string): Promise<{ read: number }> {
    const { read, upTo } = this.#messages.markRead(readerId, Date.now());
    if (upTo !== null) {
      const event = { conversationId, reader_id: readerId, up_to: upTo };
      this.live.publish("messages_read", event, null);
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
        if (this.#isNewer(change.version)) {
          this.#messages.setStanding({ closedReason: null, version: change.version });
        }
        return;
      case "erase":
        return this.#erase();
      case "end_sessions":
        this.#noteClosing();
        this.live.endSessions(change.sessionIds);
        return;
      case "import":
        this.#messages.import(change.messages);
        return;
    }
  }

  #close({ reason, version, at }: Extract<ConversationChange, { kind: "close" }>): void {
    if (!this.#isNewer(version)) return;
    this.#noteClosing();
    if (at !== undefined) this.#messages.dropAfter(at);
    this.#messages.setStanding({ closedReason: reason, version });
    this.live.close(reason);
  }

  async #erase(): Promise<void> {
    this.#noteClosing();
    this.live.close("ended");
    this.#messages.forget();
    await this.ctx.storage.deleteAll();
  }

  #isNewer(version: number): boolean {
    return version > this.#messages.standing.version;
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
    this.live.endMember(memberId);
  }

  /** Makes the gate. A benchmark overrides this method with a gate that admits every client. */
  protected openGate(): Gate {
    return createGate(this.env, this.ctx);
  }

  #restore(socket: WebSocket): void {
    const state = socket.deserializeAttachment() as SocketState | null;
    if (!state || socket.readyState !== WebSocket.OPEN) return;
    const sleeping = new SleepingSocket(socket, state);
    this.#bySocket.set(socket, sleeping);
    this.live.add(sleeping);
  }

  #forget(socket: WebSocket): void {
    const sleeping = this.#bySocket.get(socket);
    this.#bySocket.delete(socket);
    if (sleeping) this.live.remove(sleeping);
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
