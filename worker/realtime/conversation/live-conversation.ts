import { toSendAnswer } from "~/core/conversation/message-rule";
import { type SendMessageInput, sendMessageSchema } from "~/core/conversation/schemas";
import type { Clock, SendGrant, SendOutcome } from "~/core/ports";
import { MAX_CONNECTIONS_PER_CONVERSATION, TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { CloseReason, MessageDto } from "~/core/shared/contract";
import { AppError, ERRORS } from "~/core/shared/errors";
import { tryParseInput } from "~/core/shared/parse";
import { EventQueue } from "../connections/event-queue";
import {
  acknowledge,
  type EventHandlers,
  handlerOf,
  readConversationId,
  readField,
  refuseJoin,
} from "../connections/events";
import { SOCKET_OPTIONS } from "../connections/socket-options";
import {
  type ConnectDecision,
  type HandshakeAuth,
  type NamespaceHandler,
  SocketConnection,
} from "../transport/socket-io/connection";
import type { RateLimit } from "../transport/socket-io/rate-limit";
import { type Acknowledge, encodeEvent, type Socket } from "../transport/socket-io/socket";
import type { Gate, JoinOutcome } from "../types";
import type { SleepingSocket } from "./sleeping-socket";

type ConversationSocket = Socket<null, SleepingSocket>;

interface LiveParts {
  gate: Pick<Gate, "authorizeJoin" | "readClaims" | "report" | "send">;
  clock: Clock;
  /** Number of the conversation's closings. If it changes during a query of the database, the query is repeated. */
  closings(): number;
  /** Stores a message and sends it. @param input the parsed message, or the refusal of one that does not parse */
  send(grant: SendGrant, input: SendMessageInput | AppError): SendOutcome;
  /** Returns the instant of the last ping from a direct socket's client, milliseconds since 1970; null for never. */
  heardAt(socket: SleepingSocket): number | null;
  /** Sets an alarm for an instant, which may be earlier than the alarm that is set already. */
  wakeAt(instant: number): void;
  /** Called when a page of the partner has received a message. @param ms since the message was sent */
  onReceived(ms: number): void;
}

/** The time in which the relays of a member with too many connections must confirm that their clients are alive. */
const PROBE_MS = 1_500;
/** Our own client pings every 25 s. It counts as gone once it has missed two pings. */
const SILENT_MS = 60_000;
/** The most queries of one join. It is refused if a closing interrupts each of them. */
const MAX_ATTEMPTS = 5;
/** The most connections of a member at one object, joined or not. */
const MAX_CONNECTED = 2 * MAX_CONNECTIONS_PER_CONVERSATION;
/** The most messages whose receipt is awaited, because clients other than our page send no receipt. */
const MAX_UNRECEIVED = 100;

/** The live side of a conversation: the WebSockets that listen to it, and their events (docs/rules.md#realtime). */
export class LiveConversation implements NamespaceHandler<null, SleepingSocket> {
  #parts: LiveParts;
  #sockets = new Set<SleepingSocket>();
  /** Sender and instant (milliseconds since 1970) of the newest messages whose receipt is awaited, by id. */
  #unreceived = new Map<string, { senderId: string; at: number }>();

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  // Methods for the sockets.

  get sockets(): ReadonlySet<SleepingSocket> {
    return this.#sockets;
  }

  /** Adds a socket: a new one, or one that the runtime has held while the object slept. */
  add(socket: SleepingSocket): void {
    const { state } = socket;
    this.#sockets.add(socket);
    const hooks = {
      findNamespace: (name: string) => (name === "/" ? this : undefined),
      onError: (error: unknown) => this.#parts.gate.report("realtime.handler_failed", error),
    };
    const asleep = state.isConnected ? [{ id: state.id, namespace: "/", data: null }] : [];
    const connection = new SocketConnection<null, SleepingSocket>(
      socket,
      SOCKET_OPTIONS,
      hooks,
      asleep,
    );
    socket.connection = connection;
    socket.events = this.#createQueue(socket, connection.limit);
  }

  /** Removes a socket whose WebSocket is closed. */
  remove(socket: SleepingSocket): void {
    this.#sockets.delete(socket);
    socket.gone();
  }

  isFull(memberId: string): boolean {
    const silent = this.#of(memberId, (one) => this.#isSilent(one));
    for (const socket of silent) this.#end(socket, "dead");
    return this.#of(memberId, () => true).length >= MAX_CONNECTED;
  }

  /**
   * Joins a socket to the conversation, if the database still allows it. The socket is registered before the query, so that a
   * block or a sign-out reaches it from then on. It gets the events of that time as soon as it has joined.
   */
  async join(socket: SleepingSocket, tellJoined: () => void): Promise<JoinOutcome> {
    const { viewer } = socket.state;
    const isFull = () =>
      this.#of(viewer.memberId, (one) => one.isSeated).length >= MAX_CONNECTIONS_PER_CONVERSATION;
    if (isFull()) await this.#dropDead(viewer.memberId);
    if (isFull()) return "full";
    socket.waiting = [];
    try {
      const grant = await this.#askDatabase(socket);
      const { waiting } = socket;
      if (!grant || waiting === null || !socket.isOpen) return "refused";
      Object.assign(socket.state, { grant, isJoined: true });
      socket.save();
      this.#parts.wakeAt(Math.min(grant.expiresAt, viewer.expiresAt));
      tellJoined();
      for (const packet of waiting) socket.sendEncoded(packet);
      return "joined";
    } finally {
      socket.waiting = null;
    }
  }

  /** Ends all sockets that are due. @returns the earliest end of the others, milliseconds since 1970; null for none */
  expire(): number | null {
    const now = this.#parts.clock.now();
    let next: number | null = null;
    for (const socket of [...this.#sockets]) {
      const { grant, viewer, isJoined } = socket.state;
      if (isJoined && grant.expiresAt <= now) this.#tellClosed([socket], "expired");
      else if (viewer.expiresAt <= now) this.#end(socket, "session ended");
      else if (isJoined)
        next = Math.min(next ?? grant.expiresAt, grant.expiresAt, viewer.expiresAt);
    }
    return next;
  }

  endMember(memberId: string): void {
    for (const socket of this.#of(memberId, () => true)) this.#end(socket, "session ended");
  }

  // Methods for the conversation's listeners.

  get isAnyoneJoined(): boolean {
    for (const { isOpen, state } of this.#sockets) if (isOpen && state.isJoined) return true;
    return false;
  }

  isInSight(memberId: string): boolean {
    for (const socket of this.#sockets) {
      const { viewer, isJoined, isHidden } = socket.state;
      if (viewer.memberId !== memberId || !socket.isOpen || !isJoined || isHidden) continue;
      // A device that sleeps sends nothing, not even the event that its page is hidden.
      if (!this.#isSilent(socket)) return true;
    }
    return false;
  }

  publish(event: string, payload: unknown, exceptMemberId: string | null): void {
    if (this.#sockets.size === 0) return;
    const packets = encodeEvent("/", event, [payload]);
    for (const socket of this.#sockets) {
      if (socket.state.viewer.memberId !== exceptMemberId) socket.deliver(packets);
    }
  }

  /**
   * Sends a stored message to the partner, and with its `client_id` to the sender's own pages.
   * @param how.isInSight whether a page of the partner is in sight. Only then is the receipt counted, because a hidden page answers late
   */
  publishMessage(
    message: MessageDto,
    { senderId, partnerId }: SendGrant,
    { isInSight }: { isInSight: boolean },
  ): void {
    this.publish("new_message", { ...message, client_id: null }, senderId);
    this.publish("new_message", message, partnerId);
    if (!isInSight) return;
    this.#unreceived.set(message.message_id, { senderId, at: this.#parts.clock.now() });
    for (const oldest of this.#unreceived.keys()) {
      if (this.#unreceived.size <= MAX_UNRECEIVED) return;
      this.#unreceived.delete(oldest);
    }
  }

  close(reason: CloseReason): void {
    this.#tellClosed([...this.#sockets], reason);
  }

  endSessions(sessionIds: string[]): void {
    for (const socket of [...this.#sockets]) {
      if (sessionIds.includes(socket.state.viewer.sessionId)) this.#end(socket, "session ended");
    }
  }

  // Handlers of the events of a socket. The client of a line was accepted by its relay, and joined when the line was opened.

  async authorize(
    { token }: HandshakeAuth,
    { engine }: SocketConnection<null, SleepingSocket>,
  ): Promise<ConnectDecision<null>> {
    // The cookie that admitted the socket may have changed since, so the page's token must name the same session.
    const claims = typeof token === "string" ? await this.#parts.gate.readClaims(token) : null;
    const { viewer } = engine.state;
    if (claims?.sessionId !== viewer.sessionId || claims.memberId !== viewer.memberId) {
      return { isAccepted: false, message: ERRORS.unauthenticated.message };
    }
    return { isAccepted: true, data: null };
  }

  onConnect(socket: ConversationSocket): void {
    const { engine } = socket.connection;
    engine.state.isConnected = true;
    engine.state.id = socket.id;
    engine.save();
    socket.emit("welcome", { message: "Connected", user_id: engine.state.viewer.memberId });
  }

  onDisconnect({ connection: { engine } }: ConversationSocket): void {
    Object.assign(engine.state, { isConnected: false, isJoined: false });
    engine.save();
  }

  onEvent(
    socket: ConversationSocket,
    event: string,
    args: unknown[],
    ack: Acknowledge | null,
  ): void {
    const { engine } = socket.connection;
    const now = this.#parts.clock.now();
    if (engine.state.viewer.expiresAt <= now) this.#end(engine, "session ended");
    // A relay has counted the events of its client already.
    else if (engine.state.kind === "line") void this.#handle(engine, event, args[0], ack);
    else engine.events?.take(event, args[0], ack, now);
  }

  #handlers: EventHandlers<SleepingSocket> = {
    join_conversation: (engine, id, ack) => this.#joinDirectly(engine, id, ack),
    leave_conversation: (engine, id, ack) => {
      if (id === engine.state.grant.conversationId) engine.state.isJoined = false;
      engine.save();
      ack?.();
    },
    typing: ({ state }, payload, ack) => {
      const { conversationId, senderId } = state.grant;
      if (state.isJoined && readConversationId(payload) === conversationId) {
        this.publish("typing", { conversationId, user_id: senderId }, senderId);
      }
      ack?.();
    },
    visibility: (engine, payload, ack) => {
      if (readConversationId(payload) === engine.state.grant.conversationId) {
        engine.state.isHidden = readField(payload, "visible") === false;
        engine.save();
      }
      ack?.();
    },
    send_message: (engine, payload, ack) => this.#send(engine, payload, ack),
    message_received: (engine, payload, ack) => {
      this.#noteReceipt(engine, readField(payload, "message_id"));
      ack?.();
    },
    test_connection: (engine, _payload, ack) => {
      this.#testConnection(engine);
      ack?.();
    },
    ping: (_engine, _payload, ack) => ack?.(),
  };

  #createQueue(engine: SleepingSocket, limit: RateLimit): EventQueue {
    return new EventQueue(
      {
        handle: (event, payload, ack) => this.#handle(engine, event, payload, ack),
        emit: (event, payload) => this.#emit(engine, event, payload),
        fail: (error) => {
          this.#parts.gate.report("realtime.event_failed", error);
          this.#end(engine, "left");
        },
        cutOff: () => this.#end(engine, "left"),
      },
      limit,
    );
  }

  #handle(
    engine: SleepingSocket,
    event: string,
    payload: unknown,
    ack: Acknowledge | null,
  ): Promise<void> | void {
    return handlerOf(this.#handlers, event)?.(engine, payload, ack);
  }

  async #joinDirectly(engine: SleepingSocket, id: unknown, ack: Acknowledge | null): Promise<void> {
    const { conversationId } = engine.state.grant;
    const emitter = {
      emit: (event: string, payload: unknown) => this.#emit(engine, event, payload),
    };
    const notFound = ERRORS.conversation_not_found.message;
    if (id !== conversationId) return refuseJoin(emitter, id, notFound, ack);
    const tellJoined = () => {
      this.#emit(engine, "joined_conversation", { conversationId });
      ack?.({ conversationId });
    };
    if (engine.state.isJoined) return tellJoined();
    const outcome = await this.join(engine, tellJoined);
    if (outcome === "refused") refuseJoin(emitter, id, notFound, ack);
    if (outcome === "full") refuseJoin(emitter, id, TOO_MANY_CONNECTIONS, ack);
  }

  /** Sends a message like the POST, but with the grant of the socket's join, so it queries no database while the conversation is open. */
  #send(
    { state }: SleepingSocket,
    payload: unknown,
    ack: Acknowledge | null,
  ): Promise<void> | void {
    const { viewer, grant, isJoined } = state;
    if (!isJoined || readConversationId(payload) !== grant.conversationId) {
      return acknowledge(ack, new AppError("conversation_not_found"));
    }
    const input = tryParseInput(sendMessageSchema, payload);
    const outcome = this.#parts.send(grant, input);
    if (outcome.kind !== "closed") return acknowledge(ack, toSendAnswer(outcome));
    return this.#parts.gate
      .send(viewer, grant.conversationId, payload)
      .then((answer) => acknowledge(ack, answer));
  }

  /** Counts the first receipt of a message, if it comes from a page of the partner. */
  #noteReceipt({ state: { viewer, isJoined } }: SleepingSocket, messageId: unknown): void {
    const sent = typeof messageId === "string" && this.#unreceived.get(messageId);
    if (!sent || !isJoined || sent.senderId === viewer.memberId) return;
    this.#unreceived.delete(messageId);
    this.#parts.onReceived(this.#parts.clock.now() - sent.at);
  }

  #testConnection(engine: SleepingSocket): void {
    const timestamp = new Date(this.#parts.clock.now()).toISOString();
    const { kind, isJoined, grant } = engine.state;
    if (kind === "direct") {
      this.#emit(engine, "server_test", { message: "The connection works", timestamp });
    }
    if (!isJoined) return;
    const { conversationId } = grant;
    this.publish("test_broadcast", { conversationId, message: "Test broadcast", timestamp }, null);
  }

  /** Queries the permission to join. It repeats the query after a closing meanwhile, because the answer may be older than the block. */
  async #askDatabase(socket: SleepingSocket) {
    const { viewer, grant } = socket.state;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && socket.isOpen; attempt++) {
      const closings = this.#parts.closings();
      const found = await this.#parts.gate.authorizeJoin(viewer, grant.conversationId);
      if (!found || found.expiresAt <= this.#parts.clock.now()) return null;
      if (closings === this.#parts.closings()) return found;
    }
    return null;
  }

  /**
   * Drops connections whose clients no longer answer. A reloaded tab leaves such a connection, and a few of them would fill the
   * member's limit.
   */
  async #dropDead(memberId: string): Promise<void> {
    const checks = this.#of(memberId, (one) => one.isSeated).map(async (socket) => {
      const isAlive =
        socket.state.kind === "direct" ? !this.#isSilent(socket) : await socket.probe(PROBE_MS);
      if (!isAlive) this.#end(socket, "dead");
    });
    await Promise.all(checks);
  }

  /** Whether a direct socket's client has stopped pinging. It asks the runtime only if the known ping is too old. */
  #isSilent(socket: SleepingSocket): boolean {
    const now = this.#parts.clock.now();
    const isOld = () => socket.state.kind === "direct" && now - socket.heardAt >= SILENT_MS;
    if (isOld()) socket.heardAt = this.#parts.heardAt(socket) ?? socket.heardAt;
    return isOld();
  }

  #tellClosed(sockets: SleepingSocket[], reason: CloseReason): void {
    for (const socket of sockets) {
      const { conversationId } = socket.state.grant;
      if (socket.state.isJoined) {
        this.#emit(socket, "conversation_closed", { conversationId, reason });
      }
      if (socket.state.isJoined || socket.state.kind === "line") {
        this.#end(socket, "conversation ended");
      }
    }
  }

  #emit(engine: SleepingSocket, event: string, payload: unknown): void {
    for (const packet of encodeEvent("/", event, [payload])) engine.sendEncoded(packet);
  }

  #end(socket: SleepingSocket, reason: Parameters<SleepingSocket["end"]>[0]): void {
    this.#sockets.delete(socket);
    socket.end(reason);
  }

  #of(memberId: string, isWanted: (socket: SleepingSocket) => boolean): SleepingSocket[] {
    return [...this.#sockets].filter(
      (socket) => socket.state.viewer.memberId === memberId && isWanted(socket),
    );
  }
}
