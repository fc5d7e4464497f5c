import { DurableObject } from "cloudflare:workers";
import type { ArchivedPairing, PairingHistory } from "~/core/ports";
import { MAX_CONNECTIONS_OUTSIDE } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import { archivedPairingSchema } from "~/db/queries/archived-pairing";
import type { Sql } from "../conversation/message-schema";
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
 * those that are in no conversation, and ends those whose session is over. It stores the pairings that have left the database.
 * It sleeps between calls.
 */
export class MemberObject extends DurableObject implements PairingHistory {
  #sql: Sql = this.ctx.storage.sql;
  /** Null until the first look. Only a write makes the table, because a table in an object that stores nothing would be billed. */
  #hasTable: boolean | null = null;

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

  async keep(memberId: string, pairings: ArchivedPairing[]): Promise<void> {
    if (pairings.length === 0) return;
    if (!this.#look()) {
      this.#sql.exec(
        `create table pairings (
           id text not null unique, expires_at integer not null, partner_id text not null, content text not null,
           primary key (expires_at, id)
         ) without rowid`,
      );
      this.#hasTable = true;
    }
    for (const pairing of pairings) {
      this.#sql.exec(
        "insert or replace into pairings (id, expires_at, partner_id, content) values (?, ?, ?, ?)",
        pairing.id,
        pairing.expires_at,
        pairing.user1_id === memberId ? pairing.user2_id : pairing.user1_id,
        JSON.stringify(pairing),
      );
    }
  }

  async list(
    _memberId: string,
    { before, limit }: { before: number; limit: number },
  ): Promise<ArchivedPairing[]> {
    return this.#select("expires_at < ? order by expires_at desc, id desc limit ?", before, limit);
  }

  async find(_memberId: string, conversationId: string): Promise<ArchivedPairing | null> {
    return this.#select("id = ?", conversationId)[0] ?? null;
  }

  /** Finds the newest pairing with a partner. It reads all of the member's pairings, at most one per day of membership. */
  async findWith(_memberId: string, partnerId: string): Promise<ArchivedPairing | null> {
    return this.#select("partner_id = ? order by expires_at desc limit 1", partnerId)[0] ?? null;
  }

  /** Deletes pairings, and the whole storage with the last of them. */
  async forget(_memberId: string, conversationIds: string[]): Promise<void> {
    if (this.#look()) {
      for (const id of conversationIds) this.#sql.exec("delete from pairings where id = ?", id);
      const [left] = this.#sql.exec("select 1 from pairings limit 1");
      if (left !== undefined) return;
    }
    this.#hasTable = false;
    await this.ctx.storage.deleteAll();
  }

  #select(condition: string, ...values: (string | number)[]): ArchivedPairing[] {
    if (!this.#look()) return [];
    const rows = this.#sql.exec<{ content: string }>(
      `select content from pairings where ${condition}`,
      ...values,
    );
    return [...rows].map(({ content }) => parseJson(archivedPairingSchema, content));
  }

  #look(): boolean {
    this.#hasTable ??=
      [...this.#sql.exec("select 1 from sqlite_master where name = 'pairings'")].length > 0;
    return this.#hasTable;
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
