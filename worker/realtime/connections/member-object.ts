import { DurableObject } from "cloudflare:workers";
import type { ArchivedPairing } from "~/core/ports";
import { MAX_CONNECTIONS_OUTSIDE } from "~/core/shared/constants";
import { MemberHistory } from "../history/member-history";
import { LINE_CLOSED } from "../types";
import { readLineRequest } from "./line-request";

interface ConnectionState {
  sessionId: string;
  /** Connections that have joined a conversation are counted there. */
  isInConversation: boolean;
}

export const IN_CONVERSATION = "i";
export const OUTSIDE = "o";

/**
 * What is one member's own. The connections that relays hold, whatever conversation they have joined: a WebSocket from the
 * relay for each; it counts those that are in no conversation, and ends those whose session is over. And the pairings that
 * have left the database. It sleeps while no one asks.
 */
export class MemberObject extends DurableObject {
  #history = new MemberHistory(this.ctx.storage.sql);

  override async fetch(request: Request): Promise<Response> {
    const { viewer } = readLineRequest(request);
    const outside = this.#connections().filter(([, state]) => !state.isInConversation);
    if (outside.length >= MAX_CONNECTIONS_OUTSIDE) return new Response(null, { status: 429 });
    const { 0: relay, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    this.#save(socket, { sessionId: viewer.sessionId, isInConversation: false });
    return new Response(null, { status: 101, webSocket: relay });
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const state = readState(socket);
    if (state) this.#save(socket, { ...state, isInConversation: frame === IN_CONVERSATION });
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close(1000);
  }

  /** @param sessionIds null for all of them */
  async endSessions(sessionIds: string[] | null): Promise<void> {
    for (const [socket, { sessionId }] of this.#connections()) {
      if (sessionIds === null || sessionIds.includes(sessionId)) {
        socket.close(LINE_CLOSED.sessionEnded);
      }
    }
  }

  async keepPairings(memberId: string, pairings: ArchivedPairing[]): Promise<void> {
    this.#history.keep(memberId, pairings);
  }

  async listPairings(page: { before: number; limit: number }): Promise<ArchivedPairing[]> {
    return this.#history.list(page);
  }

  async findPairing(conversationId: string): Promise<ArchivedPairing | null> {
    return this.#history.find(conversationId);
  }

  async findPairingWith(partnerId: string): Promise<ArchivedPairing | null> {
    return this.#history.findWith(partnerId);
  }

  /** Without a pairing nothing is stored at all. */
  async forgetPairings(conversationIds: string[]): Promise<void> {
    if (!this.#history.forget(conversationIds)) return;
    this.#history.reset();
    await this.ctx.storage.deleteAll();
  }

  #connections(): Array<[socket: WebSocket, state: ConnectionState]> {
    return this.ctx.getWebSockets().flatMap((socket) => {
      const state = socket.readyState === WebSocket.OPEN ? readState(socket) : null;
      return state ? [[socket, state] as [WebSocket, ConnectionState]] : [];
    });
  }

  #save(socket: WebSocket, state: ConnectionState): void {
    socket.serializeAttachment(state);
  }
}

const readState = (socket: WebSocket) => socket.deserializeAttachment() as ConnectionState | null;
