import { DurableObject } from "cloudflare:workers";
import type { TokenClaims } from "~/core/accounts/tokens";
import { judgeAnswer } from "~/core/conversation/answer-rule";
import {
  findSendLimit,
  judgeMessage,
  type MessageState,
  toMessageDto,
} from "~/core/conversation/message-rule";
import type {
  AnswerGrant,
  AnswerOutcome,
  ConversationChange,
  MessagesPageQuery,
  NewAnswer,
  QuestionView,
  SendGrant,
  SendOutcome,
} from "~/core/conversation/objects";
import { QUESTION_LEVELS, questionOf } from "~/core/conversation/questions";
import { type SendMessageInput, sendMessageSchema } from "~/core/conversation/schemas";
import { AppError } from "~/core/shared/errors";
import { toInvalidInput } from "~/core/shared/parse";
import type { Env } from "~/worker/env";
import { countPoint } from "~/worker/metrics";
import { AnswerStore } from "./answer-store";
import { readMessageFields, type SendAck, toRefusalAck } from "./events";
import { createGate, type Gate } from "./gate";
import { Listeners } from "./listeners";
import { MessageStore } from "./message-store";
import { type PageHost, type PageSocket, PING, PONG, readPageRequest } from "./page-socket";
import { Seats } from "./seats";
import { Tables } from "./tables";
import type { JoinOutcome, Listener, Seat } from "./types";

const MAX_QUERIES = 5;

/**
 * One conversation: its messages, and the connections of its members. A message can be sent as soon as it is stored,
 * because the runtime holds back answers and events until the write is safe.
 */
export class ConversationObject extends DurableObject<Env> {
  #conversationId = this.ctx.id.name ?? "";
  #tables = new Tables(this.ctx.storage.sql);
  #messages = new MessageStore(this.#tables);
  #answers = new AnswerStore(this.#tables);
  #gate = this.openGate();
  #seats = new Seats({
    tables: this.#tables,
    conversationId: this.#conversationId,
    shards: this.env.LIVE,
    wakeAt: (instant) => this.#wakeAt(instant),
    onLost: (memberIds) => this.live.noteLost(memberIds),
  });
  readonly live = new Listeners({
    ctx: this.ctx,
    seats: this.#seats,
    conversationId: this.#conversationId,
    wakeAt: (instant) => this.#wakeAt(instant),
  });
  #pages: PageHost = {
    gate: this.#gate,
    join: (page) => this.#joinPage(page),
    leave: (page) => this.live.leavePage(page),
    send: (listener, payload) => this.#send(listener, listener.viewer, payload),
    typing: (listener) => this.#tellTyping(listener),
  };
  #closings = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Accepts a page's WebSocket. The member's access is checked again when the page joins. */
  override async fetch(request: Request): Promise<Response> {
    const listener = readPageRequest(request);
    if (!this.live.hasRoomForSocket(listener.viewer.memberId)) {
      return new Response(null, { status: 429 });
    }
    const { 0: client, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    this.live.addPage(socket, listener);
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    await this.live.pageOf(socket)?.receive(frame, this.#pages);
  }

  override webSocketClose(socket: WebSocket): void {
    const page = this.live.pageOf(socket);
    this.live.removePage(socket);
    page?.end();
  }

  override webSocketError(socket: WebSocket): void {
    this.live.removePage(socket);
  }

  async #joinPage(page: PageSocket): Promise<JoinOutcome> {
    const { grant, viewer, isJoined } = page.state;
    if (isJoined) return { kind: "joined", isPartnerHere: this.live.isHere(grant.partnerId) };
    return this.#join(viewer, (found) => page.isOpen && this.live.joinPage(page, found));
  }

  async join(seat: Seat, viewer: TokenClaims): Promise<JoinOutcome> {
    // If the shard has restarted, it has lost its connections. Their seats are dropped, so that they take up no room.
    await this.#seats.dropDead(({ shard }) => shard === seat.shard);
    const isKnown = this.#seats.find(seat) !== undefined;
    const take = (grant: SendGrant) =>
      this.live.takeSeat({ ...seat, viewer, grant, isHidden: false });
    return this.#join(viewer, take, isKnown);
  }

  async leave(seat: Seat): Promise<void> {
    this.#seats.leave(seat);
  }

  async typing(seat: Seat): Promise<void> {
    const listener = this.#seats.find(seat);
    if (listener) this.#tellTyping(listener);
  }

  async hide(seat: Seat, isHidden: boolean): Promise<void> {
    const listener = this.#seats.find(seat);
    if (listener) this.#seats.hide(listener, isHidden);
  }

  async send(seat: Seat, viewer: TokenClaims, fields: unknown): Promise<SendAck> {
    return this.#send(this.#seats.find(seat), viewer, fields);
  }

  async #join(
    viewer: TokenClaims,
    take: (grant: SendGrant) => void,
    isKnown = false,
  ): Promise<JoinOutcome> {
    const { memberId } = viewer;
    if (!isKnown && !(await this.live.hasRoom(memberId))) return { kind: "full" };
    const grant = await this.#askDatabase(() =>
      this.#gate.authorizeJoin(viewer, this.#conversationId),
    );
    if (!grant || grant.expiresAt <= Date.now()) return { kind: "refused" };
    if (!isKnown && this.live.isFull(memberId)) return { kind: "full" };
    take(grant);
    return { kind: "joined", isPartnerHere: this.live.isHere(grant.partnerId) };
  }

  async #send(
    listener: Listener | undefined,
    viewer: TokenClaims,
    payload: unknown,
  ): Promise<SendAck> {
    const fields = readMessageFields(payload);
    const clientId = typeof fields.client_id === "string" ? fields.client_id : null;
    const state = this.#messages.readState(viewer.memberId, clientId);
    // Checked before parsing, because parsing a long text is expensive. The text's length is not known yet, so the
    // check assumes the shortest, 1 byte.
    const limit = state.known ? null : findSendLimit(state.tally, 1, Date.now());
    if (limit) return toRefusalAck(limit);
    const { data: message, error } = sendMessageSchema.safeParse(fields);
    if (error) return toRefusalAck(toInvalidInput(error));
    const outcome = listener && this.#sendNow(listener.grant, message, state);
    if (outcome?.kind === "stored") {
      return { ok: true, message: outcome.message, isNew: outcome.isNew };
    }
    if (outcome?.kind === "refused") {
      return toRefusalAck(new AppError(outcome.refusal.code, outcome.refusal.details));
    }
    return this.#gate.send(viewer, this.#conversationId, message);
  }

  #tellTyping({ viewer: { memberId } }: Listener): void {
    const typing = { conversationId: this.#conversationId, user_id: memberId };
    this.live.tell("typing", typing, { except: memberId, isStored: false });
  }

  /** Repeats the query if anyone's access ended while it ran, because the answer can then be stale. */
  async #askDatabase<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    for (let attempt = 0; attempt < MAX_QUERIES; attempt++) {
      const closings = this.#closings;
      const answer = await ask();
      if (closings === this.#closings) return answer;
    }
    return null;
  }

  override async alarm(): Promise<void> {
    const next = this.live.expire();
    if (next !== null) await this.#wakeAt(next);
    await this.#seats.flushAll();
  }

  async sendMessage(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome> {
    if (!(await this.#isOpenFor(grant.sender.id))) return { kind: "closed" };
    const state = this.#messages.readState(grant.sender.id, message.client_id ?? null);
    return this.#sendNow(grant, message, state);
  }

  #sendNow(
    grant: SendGrant,
    { content, client_id = null }: SendMessageInput,
    state: MessageState,
  ): SendOutcome {
    const now = Date.now();
    const { sender, partnerId } = grant;
    const verdict = judgeMessage(state, grant, { content }, now);
    if (verdict.kind === "known") {
      const message = toMessageDto(verdict.message, sender, sender.id);
      return { kind: "stored", message, isNew: false };
    }
    if (verdict.kind !== "new") return verdict;
    const isAnnounced = !this.live.isInSight(partnerId) && !this.#messages.isAnnounced(sender.id);
    const stored = this.#messages.insert(
      { sender_id: sender.id, content, client_id },
      { bytes: verdict.bytes, isAnnounced, now },
    );
    // Nothing below must await or throw, so that a stored message is always sent.
    const message = toMessageDto(stored, sender, sender.id);
    this.live.tell("new_message", { ...message, client_id: null }, { except: sender.id });
    this.live.tell("new_message", message, { except: partnerId });
    if (isAnnounced) this.#gate.announce(grant.conversationId, partnerId);
    countPoint(this.env, "message");
    return { kind: "stored", message, isNew: true };
  }

  async answer(grant: AnswerGrant, answer: NewAnswer): Promise<AnswerOutcome> {
    if (!(await this.#isOpenFor(grant.senderId))) return { kind: "closed" };
    const now = Date.now();
    const { conversationId, senderId, pairingDate } = grant;
    const { level } = answer;
    const { closedReason, wasBlocked } = this.#messages.standing;
    const isSealed = grant.isSealed || wasBlocked;
    const known = this.#answers.readState(level, senderId, now);
    const verdict = judgeAnswer({ ...known, closedReason, isSealed }, grant, answer, now);
    if (verdict.kind === "refused" || verdict.kind === "closed") return verdict;
    if (verdict.kind === "new") {
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

  async listQuestions(viewerId: string) {
    return this.#answers.view(viewerId);
  }

  async markRead(readerId: string): Promise<{ read: number }> {
    const { read, upTo } = this.#messages.markRead(readerId, Date.now());
    if (upTo !== null) {
      const conversationId = this.#conversationId;
      this.live.tell("messages_read", { conversationId, reader_id: readerId, up_to: upTo });
    }
    return { read };
  }

  async summarise(readerId: string) {
    return this.#messages.summarise(readerId);
  }

  async list(page: MessagesPageQuery) {
    return this.#messages.list(page);
  }

  async countUnseen(readerId: string): Promise<number> {
    const isClosed = this.#messages.standing.closedReason !== null;
    if (isClosed || this.live.isInSight(readerId)) return 0;
    return this.#messages.summarise(readerId).unread;
  }

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
        this.#closings += 1;
        this.live.end(({ sessionId }) => change.sessionIds.includes(sessionId));
        return;
      case "import":
        this.#messages.import(change.messages);
        return;
    }
  }

  #close({ reason, version, at }: Extract<ConversationChange, { kind: "close" }>): void {
    if (version <= this.#messages.standing.version) return;
    this.#closings += 1;
    if (at !== undefined) this.#messages.dropAfter(at);
    this.#messages.setStanding({ closedReason: reason, version });
    this.live.close(reason);
  }

  async #erase(): Promise<void> {
    this.#closings += 1;
    this.live.close("ended");
    await this.#seats.flushAll();
    this.#tables.forget();
    this.#messages.forget();
    this.#seats.forget();
    await this.ctx.storage.deleteAll();
  }

  /** Without stored data, the object can't know whether the conversation was closed, and asks the database. */
  async #isOpenFor(memberId: string): Promise<boolean> {
    if (this.#tables.isThere || this.live.isAnyoneJoined) return true;
    const key = { conversationId: this.#conversationId, memberId };
    return (await this.#askDatabase(() => this.#gate.isOpen(key))) ?? false;
  }

  async endMember(memberId: string): Promise<void> {
    this.#closings += 1;
    this.live.end((viewer) => viewer.memberId === memberId);
  }

  /** A benchmark overrides this. */
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
