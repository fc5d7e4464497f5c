import { MAX_CONNECTIONS_PER_CONVERSATION } from "~/core/shared/constants";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import type { Audience } from "./audience";
import type { ConversationEvent, ConversationRoom } from "./conversation-room";
import { EndedSessions } from "./ended-sessions";
import type { LiveViewer, RealtimeGate } from "./gate";
import { conversationHome, isLobby } from "./home";
import type { JoinOutcome, RoomHost } from "./member-namespace";
import { homeOf, type MemberConnection, type MemberSocket } from "./member-socket";
import type { Peers } from "./peers";
import type { SocketConnection } from "./socket-io/connection";
import type { Subscriber } from "./subscriptions";

/** How often leases are renewed, at the least; a lease lasts three times as long. */
const UPKEEP_MS = 60_000;
/** How often the services are asked again whether a connection may hear what it hears. */
const RECHECK_MS = 5 * 60_000;
/** Connections asked about in one round of the upkeep, and at once: a lobby holds thousands. */
const RECHECKED_A_ROUND = 100;
const RECHECKED_AT_ONCE = 6;
/**
 * Connections of a member at a conversation's own home, joined or not: those that may join, and as many that are refused,
 * on their way, or left behind by tabs that are gone.
 */
const MAX_CONNECTED = 2 * MAX_CONNECTIONS_PER_CONVERSATION;

interface HomeParts {
  ctx: DurableObjectState;
  gate: RealtimeGate;
  peers: Peers;
  audience: Audience;
  room: ConversationRoom;
}

/**
 * The object as a home: the connections that live here, in memory. They die with the object, and their clients come back
 * by themselves. What they hear of other conversations comes by subscription.
 */
export class ConnectionHome implements RoomHost {
  #parts: HomeParts;
  /** Tells this life of the object from an earlier one of the same name. */
  #instance = crypto.randomUUID();
  #sockets = new Set<MemberSocket>();
  #handshakeViewers = new WeakMap<SocketConnection<MemberConnection>, LiveViewer>();
  #endedSessions = new EndedSessions();
  #upkeep: ReturnType<typeof setTimeout> | undefined;
  /** When the next round is due, in milliseconds since 1970. */
  #upkeepAt = Number.POSITIVE_INFINITY;

  constructor(parts: HomeParts) {
    this.#parts = parts;
  }

  /** Whom the handshake's bearer header stands for; the connect may still name another. */
  rememberHandshake(connection: SocketConnection<MemberConnection>, viewer: LiveViewer): void {
    this.#handshakeViewers.set(connection, viewer);
  }

  async identify(
    token: string | null,
    connection: SocketConnection<MemberConnection>,
  ): Promise<LiveViewer | null> {
    const byToken = token === null ? null : await this.#parts.gate.authenticate(token);
    const viewer = byToken ?? this.#handshakeViewers.get(connection) ?? null;
    return viewer && this.#isLive(viewer) ? viewer : null;
  }

  /** A conversation's home is opened to nobody but the two, so whoever the CONNECT names, it counts for one of them. */
  isFull(connection: SocketConnection<MemberConnection>): boolean {
    const opener = this.#handshakeViewers.get(connection);
    if (!opener || isLobby(homeOf({ connection }))) return false;
    const isTheirs = (socket: MemberSocket) =>
      this.#handshakeViewers.get(socket.connection)?.memberId === opener.memberId;
    return [...this.#sockets].filter(isTheirs).length >= MAX_CONNECTED;
  }

  connected(socket: MemberSocket): void {
    this.#sockets.add(socket);
    this.#scheduleUpkeep(socket.data.viewer.expiresAt);
  }

  disconnected(socket: MemberSocket): void {
    this.#sockets.delete(socket);
    for (const conversationId of this.#parts.audience.conversationsOf(socket)) {
      this.leave(socket, conversationId);
    }
    // A timer that is left would keep the object in memory.
    if (this.#sockets.size === 0) this.#stopUpkeep();
  }

  async join(
    socket: MemberSocket,
    conversationId: string,
    tellJoined: () => void,
  ): Promise<JoinOutcome> {
    const { audience } = this.#parts;
    audience.reserve(conversationId, socket);
    let outcome: JoinOutcome = "refused";
    try {
      outcome = await this.#takeSeat(socket, conversationId);
    } finally {
      if (outcome !== "joined") audience.leave(conversationId, socket);
    }
    if (outcome !== "joined") return outcome;
    if (!this.#isLive(socket.data.viewer)) socket.disconnect(true);
    return audience.open(conversationId, socket, tellJoined) ? "joined" : "refused";
  }

  leave(socket: MemberSocket, conversationId: string): void {
    const wasSeated = this.#parts.audience.leave(conversationId, socket);
    if (wasSeated && !isAtHome(socket, conversationId)) this.#unsubscribe(socket, conversationId);
  }

  hasJoined(socket: MemberSocket, conversationId: string): boolean {
    return this.#parts.audience.hasJoined(conversationId, socket);
  }

  joinedBy(socket: MemberSocket): string[] {
    return this.#parts.audience
      .conversationsOf(socket)
      .filter((conversationId) => this.hasJoined(socket, conversationId));
  }

  relay(socket: MemberSocket, conversationId: string, message: ConversationEvent): void {
    const { room, peers, ctx } = this.#parts;
    if (isAtHome(socket, conversationId)) {
      room.publish(conversationId, message);
      return;
    }
    const home = conversationHome(conversationId);
    ctx.waitUntil(peers.tell(home, (peer) => peer.publish(conversationId, message)));
  }

  report(event: string, error: unknown): void {
    this.#parts.gate.report(event, error);
  }

  endSessions(sessionIds: string[]): void {
    this.#endedSessions.add(sessionIds, Date.now());
    for (const socket of [...this.#sockets]) {
      if (this.#endedSessions.has(socket.data.viewer.sessionId)) socket.disconnect(true);
    }
  }

  /** @returns those of `socketIds` whose clients answer within `withinMs`; the others are closed */
  async probe(socketIds: string[], withinMs: number): Promise<string[]> {
    const wanted = new Set(socketIds);
    const alive: string[] = [];
    const probes = [...this.#sockets].map(async (socket) => {
      if (!wanted.has(socket.id)) return;
      const { engine } = socket.connection;
      if (await engine.probe(withinMs)) alive.push(socket.id);
      else engine.close();
    });
    await Promise.all(probes);
    return alive;
  }

  async #takeSeat(socket: MemberSocket, conversationId: string): Promise<JoinOutcome> {
    const { gate, room, audience, peers } = this.#parts;
    const { viewer } = socket.data;
    if (isAtHome(socket, conversationId)) {
      return room.admit(viewer, conversationId, () => audience.admit(conversationId, socket));
    }
    // Asked here first: a made-up id must not bring an object to life.
    if (!(await gate.authorizeJoin(viewer, conversationId))) return "refused";
    const { memberId, sessionId } = viewer;
    const subscriber: Subscriber = {
      socketId: socket.id,
      home: homeOf(socket),
      instance: this.#instance,
      memberId,
      sessionId,
    };
    const outcome = await peers.call(conversationHome(conversationId), (peer) =>
      peer.subscribe(conversationId, subscriber, viewer),
    );
    // The client may have gone, or the conversation closed, while the answer was on its way.
    const hasSeat = audience.conversationsOf(socket).includes(conversationId);
    if (outcome === "joined" && !hasSeat) this.#unsubscribe(socket, conversationId);
    return outcome;
  }

  #unsubscribe(socket: MemberSocket, conversationId: string): void {
    const { peers, ctx } = this.#parts;
    const home = conversationHome(conversationId);
    ctx.waitUntil(peers.tell(home, (peer) => peer.unsubscribe(socket.id)));
  }

  #isLive({ sessionId, expiresAt }: LiveViewer): boolean {
    return expiresAt > Date.now() && !this.#endedSessions.has(sessionId);
  }

  /**
   * The next round comes in a minute, or with a session's end before that. A round that is due already is never put
   * off: in a lobby where people come and go it would not come at all.
   */
  #scheduleUpkeep(endOfSession: number): void {
    const now = Date.now();
    const at = Math.min(now + UPKEEP_MS, endOfSession);
    if (this.#upkeepAt <= at) return;
    this.#stopUpkeep();
    this.#upkeepAt = at;
    this.#upkeep = setTimeout(() => this.#doUpkeep(), Math.max(0, at - now));
  }

  #stopUpkeep(): void {
    clearTimeout(this.#upkeep);
    this.#upkeepAt = Number.POSITIVE_INFINITY;
  }

  #doUpkeep(): void {
    this.#stopUpkeep();
    for (const socket of [...this.#sockets]) {
      if (!this.#isLive(socket.data.viewer)) socket.disconnect(true);
      // Nothing holds a connection at a conversation that is over: the client comes back to a better home.
      else if (this.#parts.room.isOver && this.joinedBy(socket).length === 0) {
        socket.connection.engine.close();
      }
    }
    this.#parts.ctx.waitUntil(this.#renewLeases());
    this.#parts.ctx.waitUntil(this.#recheck());
    for (const { data } of this.#sockets) this.#scheduleUpkeep(data.viewer.expiresAt);
  }

  /**
   * The word of a session's or conversation's end may have been lost. Who may no longer hear what they hear is sent
   * back, and refused. Tabs of one session are one question.
   */
  async #recheck(): Promise<void> {
    const { gate } = this.#parts;
    const now = Date.now();
    const due = [...this.#sockets]
      .filter(({ data }) => data.checkedAt <= now - RECHECK_MS)
      .sort((a, b) => a.data.checkedAt - b.data.checkedAt)
      .slice(0, RECHECKED_A_ROUND);
    const questions = new Map<
      string,
      { viewer: LiveViewer; id: string; sockets: MemberSocket[] }
    >();
    for (const socket of due) {
      const { data } = socket;
      data.checkedAt = now;
      for (const id of this.joinedBy(socket)) {
        const key = `${data.viewer.sessionId} ${id}`;
        const question = questions.get(key);
        if (question) question.sockets.push(socket);
        else questions.set(key, { viewer: data.viewer, id, sockets: [socket] });
      }
    }
    await mapWithLimit(
      [...questions.values()],
      RECHECKED_AT_ONCE,
      async ({ viewer, id, sockets }) => {
        if (await gate.authorizeJoin(viewer, id)) return;
        for (const socket of sockets) {
          if (this.hasJoined(socket, id)) socket.connection.engine.close();
        }
      },
    ).catch((error: unknown) => gate.report("realtime.recheck_failed", error));
  }

  /** A connection whose subscription is lost may have missed something, so its client shall come back and look. */
  async #renewLeases(): Promise<void> {
    const renewals = this.#parts.audience.list().map(async ([conversationId, seated]) => {
      const sockets = seated.filter((socket) => !isAtHome(socket, conversationId));
      const [first] = sockets;
      if (!first) return;
      const ids = sockets.map(({ id }) => id);
      const lost = await this.#parts.peers.tell(conversationHome(conversationId), (peer) =>
        peer.renew(homeOf(first), this.#instance, ids),
      );
      for (const socket of sockets) {
        const isStillJoined = this.hasJoined(socket, conversationId);
        if (isStillJoined && lost?.includes(socket.id)) socket.connection.engine.close();
      }
    });
    await Promise.all(renewals);
  }
}

function isAtHome(socket: MemberSocket, conversationId: string): boolean {
  return homeOf(socket) === conversationHome(conversationId);
}
