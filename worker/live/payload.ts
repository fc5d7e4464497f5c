import { findSendLimit } from "~/core/conversation/message-rule";
import type { SendGrant } from "~/core/conversation/objects";
import { type SendMessageInput, sendMessageSchema } from "~/core/conversation/schemas";
import { AppError } from "~/core/shared/errors";
import { tryParseInput } from "~/core/shared/parse";
import type { MessageStore } from "./message-store";
import { isConversationId } from "./names";

/** The longest part of an id from a client that is sent back to it. */
const ECHO_MAX_LENGTH = 64;

/** Reads the conversation of an event: the payload is its id, or an object with `conversationId`; null if neither is valid. */
export function readConversationId(payload: unknown): string | null {
  const id = readField(payload, "conversationId") ?? payload;
  return isConversationId(id) ? id : null;
}

export function readField(payload: unknown, name: string): unknown {
  if (typeof payload !== "object" || payload === null) return undefined;
  return Object.hasOwn(payload, name) ? (payload as Record<string, unknown>)[name] : undefined;
}

export const refuseJoin = (id: unknown, message: string) => ({
  conversationId: typeof id === "string" ? id.slice(0, ECHO_MAX_LENGTH) : null,
  message,
});

/** The fields of a `send_message` for a call to an object, which could not pass on what is nested a thousand times. */
export function readMessageFields(payload: unknown): { content: unknown; client_id: unknown } {
  const flat = (value: unknown) => {
    if (Array.isArray(value)) return [];
    return typeof value === "object" && value !== null ? {} : value;
  };
  return {
    content: flat(readField(payload, "content")),
    client_id: flat(readField(payload, "client_id")),
  };
}

/** Parses a message, unless its sender has no room for one: a long text may cost much more than to look at the pace. */
export function parseMessage(
  messages: MessageStore,
  { senderId }: SendGrant,
  payload: unknown,
): SendMessageInput | AppError {
  const refusal = findSendLimit(messages.readTally(senderId), 1, Date.now());
  const clientId = readField(payload, "client_id");
  const isKnown =
    typeof clientId === "string" && messages.readState(senderId, clientId).known !== null;
  if (refusal && !isKnown) return new AppError(refusal.code, refusal.details);
  return tryParseInput(sendMessageSchema, readMessageFields(payload));
}
