import type { SentMessage } from "~/core/conversation/message-rule";
import { AppError } from "~/core/shared/errors";
import { isConversationId } from "../session-id";
import type { Acknowledge } from "../transport/socket-io/socket";

/** Longest part of a client's id that is sent back to it. */
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

/** A handler for each event, by the connection that it came from. A promise is waited for before the next event's turn. */
export type EventHandlers<Source> = Record<
  ConversationEvent,
  (source: Source, payload: unknown, ack: Acknowledge | null) => Promise<void> | void
>;

/** The handler of an event; null for a name that is none. */
export function handlerOf<Source>(handlers: EventHandlers<Source>, event: string) {
  const known = CONVERSATION_EVENTS.find((one) => one === event);
  return known ? handlers[known] : null;
}

/** The conversation that an event is about: the bare id, or in the shape in which `typing` is relayed; null for none. */
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

/** Answers a `send_message` as the POST does: with the stored message, or with status, code and message of the refusal (docs/rules.md#events). */
export function acknowledge(ack: Acknowledge | null, answer: SentMessage | AppError): void {
  if (answer instanceof AppError) {
    const { status, code, message } = answer;
    ack?.({ ok: false, status, code, message });
  } else ack?.({ ok: true, ...answer });
}
