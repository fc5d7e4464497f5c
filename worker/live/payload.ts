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
