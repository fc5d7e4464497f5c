import type { SentMessage } from "~/core/conversation/objects";
import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import { type AppError, ERRORS } from "~/core/shared/errors";
import type { JoinOutcome } from "./types";

/** The most characters of an unknown id that are sent back to the client. */
const ECHO_MAX_LENGTH = 64;

/** The payload is the id, or an object with `conversationId`. */
export function readConversationId(payload: unknown): string | null {
  const id = readField(payload, "conversationId") ?? payload;
  return typeof id === "string" ? id : null;
}

export function readField(payload: unknown, name: string): unknown {
  if (typeof payload !== "object" || payload === null) return undefined;
  return Object.hasOwn(payload, name) ? (payload as Record<string, unknown>)[name] : undefined;
}

/** Flattens the values, because a deeply nested value can't be passed to a Durable Object. */
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

export type SendAck =
  | ({ ok: true } & SentMessage)
  | { ok: false; status: number; code: string; message: string };

export function toRefusalAck({ status, code, message }: AppError): SendAck {
  return { ok: false, status, code, message };
}

interface Client {
  emit(event: string, payload: unknown): unknown;
}
export type Acknowledge = (...answer: unknown[]) => void;

export function answerJoin(
  client: Client,
  acknowledge: Acknowledge,
  id: unknown,
  outcome: JoinOutcome,
): void {
  if (outcome.kind === "joined") {
    client.emit("joined_conversation", { conversationId: id });
    client.emit("partner_here", { conversationId: id, here: outcome.isPartnerHere });
    acknowledge({ conversationId: id });
    return;
  }
  const refusal = {
    conversationId: typeof id === "string" ? id.slice(0, ECHO_MAX_LENGTH) : null,
    message: outcome.kind === "full" ? TOO_MANY_CONNECTIONS : ERRORS.conversation_not_found.message,
  };
  client.emit("join_error", refusal);
  acknowledge(refusal);
}

export function answerTest(client: Client, acknowledge: Acknowledge, joined: string[]): void {
  const timestamp = new Date().toISOString();
  client.emit("server_test", { message: "The connection works", timestamp });
  for (const conversationId of joined) {
    client.emit("test_broadcast", { conversationId, message: "Test broadcast", timestamp });
  }
  acknowledge();
}

export const BURST = 40;
export const PER_SECOND = 10;

/** Limits the packets of one connection. A person needs a few, a stock client one CONNECT per namespace. */
export class TokenBucket {
  #tokens = BURST;
  #at = Date.now();

  take(): boolean {
    const now = Date.now();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#at) / 1_000) * PER_SECOND);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
