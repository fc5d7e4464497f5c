import type { SentMessage } from "~/core/conversation/message-rule";
import type { SendGrant } from "~/core/conversation/objects";
import { AppError } from "~/core/shared/errors";
import type { LogEvent } from "~/core/shared/logger";

/** A member with a live session: the data that a connection needs. */
export interface LiveViewer {
  memberId: string;
  sessionId: string;
  /** End of the session, milliseconds since 1970. */
  expiresAt: number;
}

/** A member's connection that may listen to one conversation. */
export interface Listener {
  viewer: LiveViewer;
  grant: SendGrant;
}

/** Where a stock client's connection is held. */
export interface Seat {
  shard: string;
  /** Changes when the shard restarts, which ends all of its connections. */
  instance: string;
  sid: string;
}

/** An event of the server (docs/rules.md#events), and who gets it: everybody by default. */
export interface LiveEvent {
  name: string;
  payload: unknown;
  audience?: Audience;
}

/** An event for a shard. */
export interface Delivery extends LiveEvent {
  /** Ascends within a conversation, so that no event is told twice; 0 for one that isn't stored. */
  n: number;
}

export type JoinOutcome = { kind: "joined"; isPartnerHere: boolean } | { kind: "refused" | "full" };

/** What a shard calls of a conversation's object. */
export interface SeatHolder {
  /** Takes a seat for a stock client. */
  join(seat: Seat, viewer: LiveViewer): Promise<JoinOutcome>;
  leave(seat: Seat): Promise<void>;
  /** Takes an event of a seat. */
  hear(seat: Seat, event: string, payload: unknown): Promise<EventOutcome>;
}

/** What a conversation's object calls of a shard. */
export interface Shard {
  /** Tells events of a conversation to its clients there. @returns this life of the shard */
  deliver(conversationId: string, deliveries: Delivery[]): Promise<string>;
  /** The connections that a member really has in a conversation there. */
  listSeated(conversationId: string, memberId: string): Promise<string[]>;
  /** Ends the connections of sessions, and of members. */
  end(sessionIds: string[], memberIds: string[]): Promise<void>;
}

export interface Audience {
  only?: string;
  except?: string;
}

/** The events that a client sends (docs/rules.md#events). */
export const CLIENT_EVENTS = [
  "join_conversation",
  "leave_conversation",
  "typing",
  "visibility",
  "send_message",
  "message_received",
  "test_connection",
  "ping",
] as const;

/** The acknowledgement of a `send_message`: the answer of the POST, or its refusal. */
export type SendAck =
  | ({ ok: true } & SentMessage)
  | { ok: false; status: number; code: string; message: string };

/** What an event of a listener came to: `closed` if the database has the answer. */
export type EventOutcome = { kind: "answer"; answer: SendAck | null } | { kind: "closed" };

export function toSendAck(answer: SentMessage | AppError): SendAck {
  if (!(answer instanceof AppError)) return { ok: true, ...answer };
  const { status, code, message } = answer;
  return { ok: false, status, code, message };
}

/**
 * The calls of the live side to the use cases, which decide who may connect, join and send.
 * `core/conversation/message-rule.ts` decides which messages may be stored.
 */
export interface Gate {
  /** Returns the member of a token, or the reason why they may not connect. Throws only if the database can't answer. */
  authenticate(token: string): Promise<LiveViewer | { refusal: string }>;
  /** Reads the claims of a token after a check of its signature, without the database; null for a forged or expired token. */
  readClaims(token: string): Promise<LiveViewer | null>;
  /** Returns null unless the session is live, and the conversation is open and the viewer's own (docs/rules.md#open). */
  authorizeJoin(viewer: LiveViewer, conversationId: string): Promise<SendGrant | null>;
  /**
   * Sends a message as the POST does, after the conversation's object has refused it as closed. The database has the reason, and
   * whether the conversation is open again. Never throws.
   * @param payload the data that the client sent, unchecked
   */
  send(
    viewer: LiveViewer,
    conversationId: string,
    payload: unknown,
  ): Promise<SentMessage | AppError>;
  /** Finds out whether a conversation exists and is open to a sender. */
  confirm(grant: Pick<SendGrant, "conversationId" | "senderId">): Promise<boolean>;
  /** Notifies a member's devices of a message, after this turn. Never throws. */
  announce(conversationId: string, memberId: string): void;
  /** Writes an error to the log, without personal data. */
  report(event: LogEvent, error: unknown): void;
}
