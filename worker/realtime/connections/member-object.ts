import { DurableObject } from "cloudflare:workers";
import { MAX_CONNECTIONS_OUTSIDE } from "~/core/shared/constants";
import { LINE_CLOSED } from "../types";
import { readLineRequest } from "./line-request";

interface ConnectionState {
  sessionId: string;
  /** True for a connection that has joined a conversation, because the conversation's object counts it. */
  isInConversation: boolean;
}

export const IN_CONVERSATION = "i";
export const OUTSIDE = "o";

/**
 * The object of one member. Each connection that a relay holds has a WebSocket from the relay to this object. The object counts
 * those that are in no conversation, and ends those whose session is over. It
 * stores nothing, and sleeps between calls.
 */
export class MemberObject extends DurableObject {
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
