import type { SentMessage } from "~/core/conversation/message-rule";
import { AppError } from "~/core/shared/errors";
import { isConversationId } from "../session-id";
import type { Acknowledge } from "../transport/socket-io/socket";

/** The longest part of an id from a client that is sent back to it. */
const ECHO_MAX_LENGTH = 64;

/** The events that a client sends (docs/rules.md#events). */
export const CONVERSATION_EVENTS = [
  "join_conversation",
  "leave_conversation",
  "typing",
  "visibility",
  "send_message",
  "message_received",
  "test_connection",
  "ping",
] as const;
export type ConversationEvent = (typeof CONVERSATION_EVENTS)[number];

/** A handler for each event. It gets the connection of the event. If it returns a promise, that is awaited before the next event. */
export type EventHandlers<Source> = Record<
  ConversationEvent,
  (source: Source, payload: unknown, ack: Acknowledge | null) => Promise<void> | void
>;

/** Returns the handler of an event; null if the name is not an event. */
export function handlerOf<Source>(handlers: EventHandlers<Source>, event: string) {
  const known = CONVERSATION_EVENTS.find((one) => one === event);
  return known ? handlers[known] : null;
}

/** Reads the conversation of an event: the payload is its id, or an object with `conversationId`, as for `typing`; null if neither is valid. */
export function readConversationId(payload: unknown): string | null {
  const id =
    typeof payload === "object" && payload !== null && "conversationId" in payload
      ? payload.conversationId
      : payload;
  return isConversationId(id) ? id : null;
}

export function readField(payload: unknown, name: string): unknown {
  if (typeof payload !== "object" || payload === null) return undefined;
  return (payload as Record<string, unknown>)[name];
}

export function refuseJoin(
  socket: { emit(event: string, payload: unknown): void },
  id: unknown,
  message: string,
  ack: Acknowledge | null,
): void {
  const conversationId = typeof id === "string" ? id.slice(0, ECHO_MAX_LENGTH) : null;
  socket.emit("join_error", { conversationId, message });
  ack?.({ conversationId, message });
}

/** Acknowledges a `send_message` with the answer of the POST: the stored message, or status, code and message of the refusal (docs/rules.md#events). */
export function acknowledge(ack: Acknowledge | null, answer: SentMessage | AppError): void {
  if (answer instanceof AppError) {
    const { status, code, message } = answer;
    ack?.({ ok: false, status, code, message });
  } else ack?.({ ok: true, ...answer });
}
