import { DurableObject } from "cloudflare:workers";
import type { SendMessageInput } from "~/core/conversation/schemas";
import type {
  AnswerGrant,
  AnswerOutcome,
  ConversationChange,
  ConversationSummary,
  MessagePage,
  MessagesPageQuery,
  NewAnswer,
  QuestionView,
  SendGrant,
  SendOutcome,
  UnseenMessages,
} from "~/core/ports";
import type { Refusal } from "~/core/shared/errors";
import { createMetrics } from "~/worker/adapters/metrics";
import { cryptoRandom } from "~/worker/adapters/random";
import type { Env } from "~/worker/env";
import { readLineRequest } from "../connections/line-request";
import { SELF_PINGING_OPTIONS, SOCKET_OPTIONS } from "../connections/socket-options";
import { createGate } from "../gate";
import { isLargerThan, PING_PACKET, PONG_PACKET, readFrame } from "../transport/engine-io/packets";
import { encodeHandshake } from "../transport/engine-io/server";
import { type Gate, LINE_ALIVE } from "../types";
import { Conversation } from "./conversation";
import { LiveConversation } from "./live-conversation";
import { SleepingSocket, type SocketState } from "./sleeping-socket";

const TOO_LARGE = 1009;

/**
 * One conversation: its messages in the object's own storage, and the WebSockets of those who listen. The runtime holds
 * the WebSockets and answers their pings, so the object sleeps whenever no one says anything.
 */
export class ConversationObject extends DurableObject<Env> {
  #conversation: Conversation;
  /** Who listens. */
  readonly live: LiveConversation;
  #bySocket = new Map<WebSocket, SleepingSocket>();
  #gate: Gate;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#gate = this.openGate();
    const clock = { now: () => Date.now() };
    this.live = new LiveConversation({
      gate: this.#gate,
      clock,
      conversation: () => this.#conversation,
      heardAt: ({ socket }) =>
        ctx.getWebSocketAutoResponseTimestamp(socket as WebSocket)?.getTime() ?? null,
      wakeAt: (instant) => void this.#wakeAt(instant),
    });
    this.#conversation = new Conversation({
      sql: ctx.storage.sql,
      deleteStorage: () => ctx.storage.deleteAll(),
      clock,
      createIdSuffix: () => cryptoRandom.id(),
      confirm: (grant) => this.#gate.confirm(grant),
      announce: (conversationId, memberId) => this.#gate.announce(conversationId, memberId),
      metrics: createMetrics(env.ANALYTICS),
      listeners: this.live,
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING_PACKET, PONG_PACKET));
    for (const socket of ctx.getWebSockets()) this.#restore(socket);
  }

  /** WebSockets only: a member's own client, or a relay's line. The caller has asked the database. */
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

  /** A day is over, or a session: both are compared wherever they count, so this is for those who only listen. */
  override async alarm(): Promise<void> {
    const next = this.live.expire();
    if (next !== null) await this.ctx.storage.setAlarm(next);
  }

  // The messages, for the services.

  async send(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome> {
    return this.#conversation.send(grant, message);
  }

  async findLimit(memberId: string): Promise<Refusal | null> {
    return this.#conversation.findLimit(memberId);
  }

  async list(page: MessagesPageQuery): Promise<MessagePage> {
    return this.#conversation.messages.list(page);
  }

  async answer(grant: AnswerGrant, answer: NewAnswer): Promise<AnswerOutcome> {
    return this.#conversation.answer(grant, answer);
  }

  async findAnswerLimit(memberId: string): Promise<Refusal | null> {
    return this.#conversation.findAnswerLimit(memberId);
  }

  async listQuestions(viewerId: string): Promise<QuestionView[]> {
    return this.#conversation.listQuestions(viewerId);
  }

  async markRead(conversationId: string, readerId: string): Promise<{ read: number }> {
    return this.#conversation.markRead(conversationId, readerId);
  }

  async summarise(readerId: string): Promise<ConversationSummary> {
    return this.#conversation.messages.summarise(readerId);
  }

  async findUnseen(readerId: string): Promise<UnseenMessages | null> {
    return this.#conversation.findUnseen(readerId);
  }

  async apply(change: ConversationChange): Promise<void> {
    await this.#conversation.apply(change);
  }

  async endMember(memberId: string): Promise<void> {
    this.live.endMember(memberId);
  }

  /** For a bench, which lets every client in. */
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
