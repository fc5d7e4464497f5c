import type { TokenClaims } from "~/core/accounts/tokens";
import type { SendGrant } from "~/core/conversation/objects";

export interface Listener {
  viewer: TokenClaims;
  grant: SendGrant;
}

/** A connection in a shard, of a stock client or a polling page. */
export interface Seat {
  shard: string;
  sid: string;
}

export interface LiveEvent {
  name: string;
  payload: unknown;
  except?: string | undefined;
}

export interface Delivery extends LiveEvent {
  /** Ascends within a conversation; 0 if the event isn't stored. */
  n: number;
}

export type JoinOutcome = { kind: "joined"; isPartnerHere: boolean } | { kind: "refused" | "full" };
