import { DurableObject } from "cloudflare:workers";
import type { TokenClaims } from "~/core/accounts/tokens";
import { judgeAnswer } from "~/core/conversation/answer-rule";
import { toMessageDto } from "~/core/conversation/message-dto";
import { findSendLimit, judgeMessage, type MessageState } from "~/core/conversation/message-rule";
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
import { type SendMessageInput, sendMessageSchema } from "~/core/conversation/schemas";
import { AppError } from "~/core/shared/errors";
import { tryParseInput } from "~/core/shared/parse";
import { newId } from "~/core/shared/random";
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

/** The most queries of the database for one message or join. */
const MAX_CONFIRMATIONS = 5;

/**
 * One conversation: its messages in the object's own storage, and the WebSockets of its members.
 * Every message arrives here, by API, page or socket, and `core/conversation/message-rule.ts`
 * decides about it. A message is stored and sent in one turn: the runtime holds back answers and
 * events until the write is safe. The runtime also answers pings, so the object sleeps between
 * messages.
 */
export class ConversationObject extends DurableObject<Env> implements ConversationStore {
  readonly live: Listeners;
  #conversationId = (this.ctx.id.name ?? "").slice(1);
  #tables = new Tables(this.ctx.storage.sql);
  #messages = new MessageStore(this.#tables);
  #answers = new AnswerStore(this.#tables);
  #seats: Seats;
  #gate: Gate;
  #pages: PageHost;
  /** A query of the database is repeated if this count has changed meanwhile. */
  #closings = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const conversationId = this.#conversationId;
    const wakeAt = (instant: number) => void this.#wakeAt(instant);
    this.#gate = this.openGate();
    this.#seats = new Seats({
      tables: this.#tables,
      conversationId,
      shards: env.LIVE,
      wakeAt,
      onLost: (memberIds) => this.live.noteLost(memberIds),
    });
    this.live = new Listeners({ ctx, seats: this.#seats, conversationId, wakeAt });
    this.#pages = {
      gate: this.#gate,
      join: (page) => this.#joinPage(page),
      leave: (page) => this.live.leavePage(page),
      expire: ({ state }) => this.live.end((viewer) => viewer === state.viewer),
      send: (listener, payload) => this.#send(listener, listener.viewer, payload),
      typing: (listener) => this.#tellTyping(listener),
    };
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Accepts a page's WebSocket. The caller has checked access, and the join checks it again. */
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
    // A shard that has restarted has lost its connections, so their seats must not take up room.
    await this.#seats.dropDead(({ shard }) => shard === seat.shard);
    const isKnown = this.#seats.find(seat) !== null;
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

  /** @param isKnown the connection has joined before and needs no more room */
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

  /** @param listener null once the connection no longer listens, as after a closing */
  async #send(listener: Listener | null, viewer: TokenClaims, payload: unknown): Promise<SendAck> {
    const fields = readMessageFields(payload);
    const { client_id: clientId } = fields;
    const state = this.#messages.readState(
      viewer.memberId,
      typeof clientId === "string" ? clientId : null,
    );
    // Before parsing, because parsing a long text is expensive. The shortest text has 1 byte.
    const limit = state.known ? null : findSendLimit(state.tally, 1, Date.now());
    if (limit) return toRefusalAck(new AppError(limit.code, limit.details));
    const message = tryParseInput(sendMessageSchema, fields);
    if (message instanceof AppError) return toRefusalAck(message);
    const outcome = listener && this.#sendNow(listener.grant, message, state);
    if (outcome?.kind === "stored") {
      return { ok: true, message: outcome.message, isNew: outcome.isNew };
    }
    if (outcome?.kind === "refused") {
      return toRefusalAck(new AppError(outcome.refusal.code, outcome.refusal.details));
    }
    // The conversation is closed here, or the connection no longer listens. The database knows the
    // reason, or that the conversation is open again.
    const answer = await this.#gate.send(viewer, this.#conversationId, message);
    return answer instanceof AppError ? toRefusalAck(answer) : { ok: true, ...answer };
  }

  #tellTyping({ grant: { conversationId, senderId } }: Listener): void {
    const typing = { conversationId, user_id: senderId };
    this.live.tell("typing", typing, { except: senderId, isStored: false });
  }

  /** Asks again if anyone's access ended during the query, because its answer may then be stale. */
  async #askDatabase<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    for (let attempt = 0; attempt < MAX_CONFIRMATIONS; attempt++) {
      const closings = this.#closings;
      const answer = await ask();
      if (closings === this.#closings) return answer;
    }
    return null;
  }

  override async alarm(): Promise<void> {
    const next = this.live.expire();
    if (next !== null) this.#wakeAt(next);
    await this.#seats.flushAll();
  }

  /**
   * Stores a message and sends it to all listeners. An object without stored data doesn't know
   * whether its conversation was closed or erased, so the database is asked before the first
   * message.
   */
  async sendMessage(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome> {
    if (!(await this.#isToBeStored(grant))) return { kind: "closed" };
    const state = this.#messages.readState(grant.senderId, message.client_id ?? null);
    return this.#sendNow(grant, message, state);
  }

  /** Doesn't ask the database, which has admitted every listener since the last closing. */
  #sendNow(
    grant: SendGrant,
    { content, client_id = null }: SendMessageInput,
    state: MessageState,
  ): SendOutcome {
    const now = Date.now();
    const { senderId, partnerId } = grant;
    const sender = { id: senderId, name: grant.senderName, avatar: grant.senderAvatar };
    const verdict = judgeMessage(state, grant, { content }, now);
    if (verdict.kind === "known") {
      const message = toMessageDto(verdict.message, sender, senderId);
      return { kind: "stored", message, isNew: false };
    }
    if (verdict.kind !== "new") return verdict;
    const isAnnounced = !this.live.isInSight(partnerId) && !this.#messages.isAnnounced(senderId);
    const stored = this.#messages.insert({ sender_id: senderId, content, client_id }, newId(), {
      bytes: verdict.bytes,
      isAnnounced,
      now,
    });
    // Nothing below awaits or throws, so a stored message is always sent.
    const message = toMessageDto(stored, sender, senderId);
    this.live.tell("new_message", { ...message, client_id: null }, { except: senderId });
    this.live.tell("new_message", message, { except: partnerId });
    if (isAnnounced) this.#gate.announce(grant.conversationId, partnerId);
    countPoint(this.env, "message");
    return { kind: "stored", message, isNew: true };
  }

  /**
   * Stores an answer. The second member's answer reveals both and opens the next level
   * (docs/rules.md#questions). Events don't contain the text.
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

  /** Applies a change of the database. It may be repeated; a stale version does nothing. */
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

  /** See {@link sendMessage}. */
  async #isToBeStored(grant: Pick<SendGrant, "conversationId" | "senderId">): Promise<boolean> {
    if (this.#tables.isThere || this.live.isAnyoneJoined) return true;
    return (await this.#askDatabase(() => this.#gate.confirm(grant))) ?? false;
  }

  async endMember(memberId: string): Promise<void> {
    this.#closings += 1;
    this.live.end((viewer) => viewer.memberId === memberId);
  }

  /** A benchmark overrides this with a gate that admits every client. */
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
