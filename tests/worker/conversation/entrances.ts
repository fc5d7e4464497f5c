import { callApi } from "../../support/api";
import type { SeededMember } from "../../support/seed";
import { TestClient, type Way } from "./support";

/** The answer to a message. A POST's answer is converted to the form of a socket's acknowledgement. */
export type Answer = Record<string, unknown>;
export type Fields = Record<string, unknown>;

export interface Sender {
  send(fields: Fields): Promise<unknown>;
}

export type Entrance = "POST" | Way;

/** Makes a sender. Unless the sender uses POST, it has connected and joined the conversation. */
export async function openEntrance(
  entrance: Entrance,
  member: SeededMember,
  conversationId: string,
): Promise<Sender> {
  if (entrance === "POST") {
    return { send: (fields) => post(member, conversationId, fields) };
  }
  const client = await TestClient.joinBy(entrance, member, conversationId);
  return {
    send: (fields) => client.emitWithAck("send_message", { conversationId, ...fields }),
  };
}

export async function post({ token }: SeededMember, id: string, body: Fields): Promise<Answer> {
  const path = `/api/pairings/conversation/${id}/messages`;
  const answer = await callApi("POST", path, { token, body });
  if (answer.status < 300) return { ok: true, message: answer.body, isNew: answer.status === 201 };
  const { code, message } = answer.body;
  return { ok: false, status: answer.status, code, message };
}
