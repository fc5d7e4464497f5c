import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import { AppError, ERRORS } from "~/core/shared/errors";
import type { Env } from "~/worker/env";
import { isConversationId } from "../session-id";
import type { EngineSession } from "../transport/engine-io/session";
import {
  type ConnectDecision,
  type HandshakeAuth,
  type NamespaceHandler,
  SocketConnection,
} from "../transport/socket-io/connection";
import type { Acknowledge, Socket } from "../transport/socket-io/socket";
import type { Gate, LiveViewer } from "../types";
import { ConversationLine } from "./conversation-line";
import { EventQueue } from "./event-queue";
import {
  acknowledge,
  type ConversationEvent,
  type EventHandlers,
  handlerOf,
  readConversationId,
  refuseJoin,
} from "./events";
import { MemberLine } from "./member-line";
import { SOCKET_OPTIONS } from "./socket-options";

/** The time in which a client must answer an extra ping. */
const PROBE_MS = 1_500;
const TOKEN_MAX_LENGTH = 4_096;
/** The longest delay of a timer. A longer one overflows, and the timer fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface RelayedMember {
  viewer: LiveViewer;
  memberLine: MemberLine;
  /** The lines to the conversations that the client has joined and not left, by id. A closed line shows that the client had joined. */
  lines: Map<string, ConversationLine>;
  events: EventQueue | null;
  sessionTimer: ReturnType<typeof setTimeout> | undefined;
}

type RelayedSocket = Socket<RelayedMember, EngineSession>;
type RelayedConnection = SocketConnection<RelayedMember, EngineSession>;

/**
 * Serves a stock client's connection over any transport, in the Worker or in a polling object. It uses Socket.IO with the client,
 * and joins the client to conversations by a WebSocket to the object of each (docs/rules.md#realtime).
 * @param parts.bearer the token of the handshake, for a client that sends no token with its CONNECT
 */
export function relayConnection(
  session: EngineSession,
  parts: { env: Env; gate: Gate; bearer: string | null },
): RelayedConnection {
  const members = new RelayNamespace(parts);
  return new SocketConnection<RelayedMember, EngineSession>(session, SOCKET_OPTIONS, {
    findNamespace: (name) => (name === "/" ? members : undefined),
    onError: (error) => parts.gate.report("realtime.handler_failed", error),
  });
}

class RelayNamespace implements NamespaceHandler<RelayedMember, EngineSession> {
  #env: Env;
  #gate: Gate;
  #bearer: string | null;

  constructor({ env, gate, bearer }: { env: Env; gate: Gate; bearer: string | null }) {
    this.#env = env;
    this.#gate = gate;
    this.#bearer = bearer;
  }

  async authorize({ token }: HandshakeAuth): Promise<ConnectDecision<RelayedMember>> {
    const isUsable = typeof token === "string" && token.length <= TOKEN_MAX_LENGTH;
    let refusal: string = ERRORS.unauthenticated.message;
    for (const candidate of [isUsable ? token : null, this.#bearer]) {
      if (candidate === null) continue;
      const decision = await this.#admit(candidate);
      if (typeof decision !== "string") return { isAccepted: true, data: decision };
      refusal = decision;
      if (refusal !== ERRORS.unauthenticated.message) break;
    }
    return { isAccepted: false, message: refusal };
  }

  /** @returns the member, or the reason for a refusal */
  async #admit(token: string): Promise<RelayedMember | string> {
    const viewer = await this.#gate.authenticate(token);
    if ("refusal" in viewer) return viewer.refusal;
    const memberLine = await MemberLine.open(this.#env, viewer);
    if (!memberLine) return TOO_MANY_CONNECTIONS;
    // Authenticates a second time: from here on the end of the session ends the connection, but an end between the first time and
    // now has not reached it.
    const again = await this.#gate.authenticate(token).catch((error) => {
      memberLine.close();
      throw error;
    });
    if (!("refusal" in again)) {
      return { viewer, memberLine, lines: new Map(), events: null, sessionTimer: undefined };
    }
    memberLine.close();
    return again.refusal;
  }

  onConnect(socket: RelayedSocket): void {
    const { data } = socket;
    data.events = this.#createQueue(socket);
    data.memberLine.onEnd(() => socket.disconnect(true));
    const left = data.viewer.expiresAt - Date.now();
    data.sessionTimer = setTimeout(
      () => socket.disconnect(true),
      Math.min(Math.max(0, left), LONGEST_TIMER_MS),
    );
    socket.emit("welcome", { message: "Connected", user_id: data.viewer.memberId });
  }

  onDisconnect({ data }: RelayedSocket): void {
    clearTimeout(data.sessionTimer);
    for (const line of data.lines.values()) line.close();
    data.lines.clear();
    data.memberLine.close();
  }

  onEvent(socket: RelayedSocket, event: string, args: unknown[], ack: Acknowledge | null): void {
    socket.data.events?.take(event, args[0], ack, Date.now());
  }

  #handlers: EventHandlers<RelayedSocket> = {
    join_conversation: (socket, id, ack) => this.#join(socket, id, ack),
    leave_conversation: (socket, id, ack) => {
      if (isConversationId(id)) this.#leave(socket, id);
      ack?.();
    },
    typing: (socket, payload, ack) => relay(socket, "typing", payload, ack),
    visibility: (socket, payload, ack) => relay(socket, "visibility", payload, ack),
    send_message: (socket, payload, ack) => {
      const id = readConversationId(payload) ?? "";
      const line = socket.data.lines.get(id);
      if (!line) return acknowledge(ack, new AppError("conversation_not_found"));
      if (!line.isOpen) return this.#sendClosed(socket, id, payload, ack);
      line.emit("send_message", payload, ack);
    },
    message_received: (socket, payload, ack) => relay(socket, "message_received", payload, ack),
    test_connection: (socket, _payload, ack) => {
      const timestamp = new Date().toISOString();
      socket.emit("server_test", { message: "The connection works", timestamp });
      for (const line of socket.data.lines.values()) line.emit("test_connection", null, null);
      ack?.();
    },
    ping: (_socket, _payload, ack) => ack?.(),
  };

  #createQueue(socket: RelayedSocket): EventQueue {
    return new EventQueue(
      {
        handle: (event, payload, ack) => this.#handle(socket, event, payload, ack),
        emit: (event, payload) => socket.emit(event, payload),
        fail: (error) => {
          this.#gate.report("realtime.event_failed", error);
          socket.connection.engine.close();
        },
        cutOff: () => socket.connection.engine.close(),
      },
      socket.connection.limit,
    );
  }

  #handle(
    socket: RelayedSocket,
    event: string,
    payload: unknown,
    ack: Acknowledge | null,
  ): Promise<void> | void {
    return handlerOf(this.#handlers, event)?.(socket, payload, ack);
  }

  async #join(socket: RelayedSocket, id: unknown, ack: Acknowledge | null): Promise<void> {
    const notFound = ERRORS.conversation_not_found.message;
    if (!isConversationId(id)) return refuseJoin(socket, id, notFound, ack);
    const { lines, viewer } = socket.data;
    const tellJoined = () => {
      socket.emit("joined_conversation", { conversationId: id });
      ack?.({ conversationId: id });
    };
    if (lines.get(id)?.isOpen) return tellJoined();
    // The gate checks the id first, so that a made-up id does not create an object.
    const grant = await this.#gate.authorizeJoin(viewer, id);
    if (!grant) return refuseJoin(socket, id, notFound, ack);
    const { engine } = socket.connection;
    const line = await ConversationLine.open(this.#env, viewer, grant, {
      send: (packet) => engine.sendEncoded(packet),
      probe: () => engine.probe(PROBE_MS),
      sessionEnded: () => socket.disconnect(true),
      conversationEnded: async (unanswered) => {
        this.#countLines(socket);
        for (const { payload, ack } of unanswered) {
          await this.#sendClosed(socket, id, payload, ack);
        }
      },
      lost: () => engine.close(),
    });
    if (line === "refused") return refuseJoin(socket, id, notFound, ack);
    if (line === "full") return refuseJoin(socket, id, TOO_MANY_CONNECTIONS, ack);
    if (!engine.isOpen || socket.connection.sockets.get("/") !== socket) {
      line.listen();
      line.close();
      return;
    }
    lines.set(id, line);
    this.#countLines(socket);
    tellJoined();
    line.listen();
  }

  #leave(socket: RelayedSocket, id: string): void {
    const { lines } = socket.data;
    lines.get(id)?.close();
    if (lines.delete(id)) this.#countLines(socket);
  }

  /** Answers a client whose conversation is closed, as the POST does. */
  async #sendClosed(
    { data }: RelayedSocket,
    conversationId: string,
    payload: unknown,
    ack: Acknowledge | null,
  ): Promise<void> {
    acknowledge(ack, await this.#gate.send(data.viewer, conversationId, payload));
  }

  #countLines({ data: { lines, memberLine } }: RelayedSocket): void {
    memberLine.setInConversation([...lines.values()].some(({ isOpen }) => isOpen));
  }
}

/** Passes an event on to its conversation. */
function relay(
  { data }: RelayedSocket,
  event: ConversationEvent,
  payload: unknown,
  ack: Acknowledge | null,
): void {
  data.lines.get(readConversationId(payload) ?? "")?.emit(event, payload, null);
  ack?.();
}
