import type { SentMessage } from "~/core/conversation/message-rule";
import type { LogEvent, SendGrant } from "~/core/ports";
import type { AppError } from "~/core/shared/errors";

/** A member with a live session: the data that a connection needs. */
export interface LiveViewer {
  memberId: string;
  sessionId: string;
  /** End of the session, milliseconds since 1970. */
  expiresAt: number;
}

export type JoinOutcome = "joined" | "refused" | "full";

/**
 * The calls of the live side to the services, which decide who may connect, join and send.
 * `core/conversation/message-rule.ts` decides which messages may be stored.
 */
export interface Gate {
  /** Returns the member of a token, or the reason why they may not connect. Throws only if the services can't answer. */
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

/** Close codes between objects and the relays that hold clients' connections. */
export const LINE_CLOSED = {
  /** The session is over, so the client's connection ends too. */
  sessionEnded: 4001,
  /** The conversation is over. The client stays connected, but to no conversation. */
  conversationEnded: 4010,
} as const;

/** The text with which an object asks a relay whether its client is alive, and the relay's answer. */
export const LINE_PROBE = "p";
export const LINE_ALIVE = "a";
