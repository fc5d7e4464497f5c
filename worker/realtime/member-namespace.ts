import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import { ERRORS } from "~/core/shared/errors";
import type { ConversationEvent } from "./conversation-room";
import type { LiveViewer } from "./gate";
import { isConversationId } from "./home";
import { createMemberConnection, type MemberConnection, type MemberSocket } from "./member-socket";
import type {
  ConnectDecision,
  HandshakeAuth,
  NamespaceHandler,
  SocketConnection,
} from "./socket-io/connection";
import type { Acknowledge, DisconnectReason } from "./socket-io/socket";

export type JoinOutcome = "joined" | "refused" | "full";

/** What the events of a connection ask of the object that it lives in. */
export interface RoomHost {
  /** Null for whoever may not be connected. Throws when that can't be found out now. */
  identify(
    token: string | null,
    connection: SocketConnection<MemberConnection>,
  ): Promise<LiveViewer | null>;
  /** No place is left for one more connection like this. */
  isFull(connection: SocketConnection<MemberConnection>): boolean;
  connected(socket: MemberSocket): void;
  disconnected(socket: MemberSocket): void;
  /** @param tellJoined called before anything of the conversation reaches the socket */
  join(socket: MemberSocket, conversationId: string, tellJoined: () => void): Promise<JoinOutcome>;
  leave(socket: MemberSocket, conversationId: string): void;
  hasJoined(socket: MemberSocket, conversationId: string): boolean;
  joinedBy(socket: MemberSocket): string[];
  /** To everybody in a conversation that the socket has joined. */
  relay(socket: MemberSocket, conversationId: string, message: ConversationEvent): void;
  report(event: string, error: unknown): void;
}

const TOKEN_MAX_LENGTH = 4_096;
const MAX_PENDING_EVENTS = 40;
const MAX_DROPPED_EVENTS = 400;
/** What a client sent as an id is given back to it no longer than this. */
const ECHO_MAX_LENGTH = 64;

const TOO_MANY_REQUESTS = ERRORS.too_many_requests.message;
const NOT_FOUND = ERRORS.conversation_not_found.message;

/** The events of contract §5 on one connection. Nothing is decided here: the host asks the services. */
export class MemberNamespace implements NamespaceHandler<MemberConnection> {
  #host: RoomHost;

  constructor(host: RoomHost) {
    this.#host = host;
  }

  async authorize(
    auth: HandshakeAuth,
    connection: SocketConnection<MemberConnection>,
  ): Promise<ConnectDecision<MemberConnection>> {
    const { token } = auth;
    const isUsable = typeof token === "string" && token.length <= TOKEN_MAX_LENGTH;
    const viewer = await this.#host.identify(isUsable ? token : null, connection);
    if (!viewer) return { isAccepted: false, message: ERRORS.unauthenticated.message };
    if (this.#host.isFull(connection)) return { isAccepted: false, message: TOO_MANY_CONNECTIONS };
    return { isAccepted: true, data: createMemberConnection(viewer, Date.now()) };
  }

  onConnect(socket: MemberSocket): void {
    this.#host.connected(socket);
    socket.emit("welcome", { message: "Connected", user_id: socket.data.viewer.memberId });
  }

  onDisconnect(socket: MemberSocket, _reason: DisconnectReason): void {
    this.#host.disconnected(socket);
  }

  onEvent(socket: MemberSocket, event: string, args: unknown[], ack: Acknowledge | null): void {
    const { data } = socket;
    if (data.pendingEvents >= MAX_PENDING_EVENTS || !data.limit.tryTake(Date.now())) {
      data.droppedEvents += 1;
      if (data.droppedEvents > MAX_DROPPED_EVENTS) socket.connection.engine.close();
      else if (event === "join_conversation") refuseJoin(socket, args[0], TOO_MANY_REQUESTS, ack);
      return;
    }
    data.pendingEvents += 1;
    data.work = data.work
      .then(() => this.#handle(socket, event, args[0], ack))
      .catch((error) => {
        this.#host.report("realtime.event_failed", error);
        // The client can't tell a join that broke from one that is slow; a new connection tries again.
        socket.connection.engine.close();
      })
      .finally(() => {
        data.pendingEvents -= 1;
      });
  }

  async #handle(
    socket: MemberSocket,
    event: string,
    payload: unknown,
    ack: Acknowledge | null,
  ): Promise<void> {
    switch (event) {
      case "join_conversation":
        return this.#join(socket, payload, ack);
      case "leave_conversation":
        if (isConversationId(payload)) this.#host.leave(socket, payload);
        ack?.();
        return;
      case "typing":
        this.#relayTyping(socket, payload);
        ack?.();
        return;
      case "test_connection":
        this.#testConnection(socket);
        ack?.();
        return;
      case "ping":
        ack?.();
        return;
    }
  }

  async #join(socket: MemberSocket, id: unknown, ack: Acknowledge | null): Promise<void> {
    if (!isConversationId(id)) return refuseJoin(socket, id, NOT_FOUND, ack);
    const tellJoined = () => {
      socket.emit("joined_conversation", { conversationId: id });
      ack?.({ conversationId: id });
    };
    if (this.#host.hasJoined(socket, id)) return tellJoined();
    const outcome = await this.#host.join(socket, id, tellJoined);
    if (outcome === "refused") refuseJoin(socket, id, NOT_FOUND, ack);
    if (outcome === "full") refuseJoin(socket, id, TOO_MANY_CONNECTIONS, ack);
  }

  /** To the partner's tabs only, never to one's own (contract §5). */
  #relayTyping(socket: MemberSocket, payload: unknown): void {
    const conversationId = readTyping(payload);
    if (conversationId === null || !this.#host.hasJoined(socket, conversationId)) return;
    const { memberId } = socket.data.viewer;
    this.#host.relay(socket, conversationId, {
      event: "typing",
      payload: { conversationId, user_id: memberId },
      exceptMemberId: memberId,
    });
  }

  #testConnection(socket: MemberSocket): void {
    const timestamp = new Date().toISOString();
    socket.emit("server_test", { message: "The connection works", timestamp });
    for (const conversationId of this.#host.joinedBy(socket)) {
      this.#host.relay(socket, conversationId, {
        event: "test_broadcast",
        payload: { conversationId, message: "Test broadcast", timestamp },
        exceptMemberId: null,
      });
    }
  }
}

/** `typing` comes as the bare id or in the shape in which it is relayed. */
function readTyping(payload: unknown): string | null {
  const id =
    typeof payload === "object" && payload !== null && "conversationId" in payload
      ? payload.conversationId
      : payload;
  return isConversationId(id) ? id : null;
}

function refuseJoin(
  socket: MemberSocket,
  id: unknown,
  message: string,
  ack: Acknowledge | null,
): void {
  const conversationId = typeof id === "string" ? id.slice(0, ECHO_MAX_LENGTH) : null;
  socket.emit("join_error", { conversationId, message });
  ack?.({ conversationId, message });
}
