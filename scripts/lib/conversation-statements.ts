/** The SQL of `scripts/conversation.ts`. It contains text of members, so every value is quoted here. */
import type { StoredMessage } from "../../core/conversation/objects.ts";
import { audit, quote } from "./job-statements.ts";

/** Records a look at a conversation; the operator sees it in the dashboard. @param now milliseconds since 1970 */
export const noteLook = (id: string, now: number) =>
  audit("look_at_conversation", requireId(id), now);

/**
 * Gives a conversation's object the messages that it does not have.
 * @param messages as `StoredMessage`s
 * @throws Error for anything else
 */
export function restoreMessages(id: string, messages: unknown, now: number): string {
  if (!Array.isArray(messages) || messages.length === 0) throw new Error("No list of messages.");
  const changes = split(messages.map(readMessage)).map(
    (part) => `insert into jobs (conversation_id, kind, detail, created_at)
      values (${quote(id)}, 'import', ${quote(JSON.stringify({ messages: part }))}, ${now})`,
  );
  return [audit("restore_conversation", requireId(id), now), ...changes].join(";\n");
}

/** D1 accepts statements of 100,000 bytes, so a row has 10 messages of at most 8,000 bytes each. */
function split(messages: StoredMessage[]) {
  const parts = [];
  for (let i = 0; i < messages.length; i += 10) parts.push(messages.slice(i, i + 10));
  return parts;
}

function readMessage(value: unknown, index: number): StoredMessage {
  const { id, sender_id, content, client_id, created_at, read_at } = (value ?? {}) as {
    [Name in keyof StoredMessage]: unknown;
  };
  const isText = [id, sender_id, content].every((one) => typeof one === "string" && one !== "");
  const isMoment = (one: unknown) => Number.isSafeInteger(one);
  if (!isText || !isMoment(created_at) || !(read_at == null || isMoment(read_at))) {
    throw new Error(
      `Message ${index} is none: id, sender_id, content, created_at in milliseconds.`,
    );
  }
  return {
    id,
    sender_id,
    content,
    client_id: typeof client_id === "string" ? client_id : null,
    created_at,
    read_at: read_at ?? null,
  } as StoredMessage;
}

function requireId(id: string): string {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(id)) throw new Error(`${id} is no conversation's id.`);
  return id;
}
