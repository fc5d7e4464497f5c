import { callApi } from "../../support/api";
import type { TestMember } from "./support";
import { type Way, WebSocketClient } from "./websocket-client";

/** Has the shape of a socket's acknowledgement. */
export type Answer = Record<string, unknown>;
export type Fields = Record<string, unknown>;

export interface Sender {
  send(fields: Fields): Promise<unknown>;
  close(): unknown;
}

export type Entrance = "POST" | Way;

/** Connects and joins first, except by POST. */
export async function openEntrance(
  entrance: Entrance,
  member: TestMember,
  conversationId: string,
): Promise<Sender> {
  if (entrance === "POST") {
    return { send: (fields) => post(member, conversationId, fields), close: () => {} };
  }
  const client = await WebSocketClient.join(entrance, member, conversationId);
  return {
    send: (fields) => client.emitWithAck("send_message", { conversationId, ...fields }),
    close: () => client.close(),
  };
}

export async function post({ token }: TestMember, id: string, body: Fields): Promise<Answer> {
  const path = `/api/pairings/conversation/${id}/messages`;
  const answer = await callApi("POST", path, { token, body });
  if (answer.status < 300) return { ok: true, message: answer.body, isNew: answer.status === 201 };
  const { code, message } = answer.body;
  return { ok: false, status: answer.status, code, message };
}
