import type { SendGrant } from "~/core/ports";

/** What the live side asks of the services. It decides nothing by itself: no rule of the product lives in an object. */

/** A member by a live session, as far as a connection needs to know. */
export interface LiveViewer {
  memberId: string;
  sessionId: string;
  /** End of the session, milliseconds since 1970. */
  expiresAt: number;
}

/** Leave to hear of a conversation. */
export interface JoinGrant {
  conversationId: string;
  /** The conversation's end, milliseconds since 1970. */
  expiresAt: number;
}

export interface RealtimeGate {
  /** Null for a token that is malformed, forged, expired or revoked. Throws only when the services can't answer. */
  authenticate(token: string): Promise<LiveViewer | null>;
  /** Null unless the conversation is open and the viewer's own (contract §5). Throws only when the services can't answer. */
  authorizeJoin(viewer: LiveViewer, conversationId: string): Promise<JoinGrant | null>;
  /** Whether a conversation is open to a sender. Throws only when the services can't answer. */
  confirm(grant: SendGrant): Promise<boolean>;
  /** The member's open conversation, null when there is none. */
  findCurrentConversation(viewer: LiveViewer): Promise<string | null>;
  /** Into the log; no personal data. */
  report(event: string, error: unknown): void;
}
