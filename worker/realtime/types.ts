import type { SentMessage } from "~/core/conversation/message-rule";
import type { LogEvent, SendGrant } from "~/core/ports";
import type { AppError } from "~/core/shared/errors";

/** A member by a live session, as far as a connection needs to know. */
export interface LiveViewer {
  memberId: string;
  sessionId: string;
  /** End of the session, milliseconds since 1970. */
  expiresAt: number;
}

export type JoinOutcome = "joined" | "refused" | "full";

/**
 * Questions of the live side to the services, which decide who may connect, join and send. `core/conversation/message-rule.ts` decides what may be stored.
 */
export interface Gate {
  /** The member of a token, or why they may not be connected. Throws only when the services can't answer. */
  authenticate(token: string): Promise<LiveViewer | { refusal: string }>;
  /** The claims of a token by its signature alone, without the database; null for a forged or expired one. */
  readClaims(token: string): Promise<LiveViewer | null>;
  /** Null unless the session is alive and the conversation open and the viewer's own (docs/rules.md#open). */
  authorizeJoin(viewer: LiveViewer, conversationId: string): Promise<SendGrant | null>;
  /**
   * Sends a message as the POST does, once the connection's object refuses it as closed: the database knows why, and whether it is open again. Never throws.
   * @param payload what the client sent, unchecked
   */
  send(
    viewer: LiveViewer,
    conversationId: string,
    payload: unknown,
  ): Promise<SentMessage | AppError>;
  /** Whether a conversation is there and open to a sender. */
  confirm(grant: Pick<SendGrant, "conversationId" | "senderId">): Promise<boolean>;
  /** Tells a member of a message on their devices, after this turn. Never throws. */
  announce(conversationId: string, memberId: string): void;
  /** Into the log; no personal data. */
  report(event: LogEvent, error: unknown): void;
}

/** Close codes between objects and the relays that hold clients' connections. */
export const LINE_CLOSED = {
  /** The session is over: the client's connection ends too. */
  sessionEnded: 4001,
  /** The conversation is over: the client stays connected, to nothing. */
  conversationEnded: 4010,
} as const;

/** A question of an object to a relay, whether its client lives, and the relay's answer. */
export const LINE_PROBE = "p";
export const LINE_ALIVE = "a";
