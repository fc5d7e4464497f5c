import type { SendGrant } from "~/core/conversation/objects";

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
  sid: string;
}

/** An event of the server (docs/rules.md#events). */
export interface LiveEvent {
  name: string;
  payload: unknown;
  /** The member who doesn't get it. */
  except?: string | undefined;
}

/** An event for a shard. */
export interface Delivery extends LiveEvent {
  /** Ascends within a conversation, so that no event is told twice; 0 for one that isn't stored. */
  n: number;
}

export type JoinOutcome = { kind: "joined"; isPartnerHere: boolean } | { kind: "refused" | "full" };
