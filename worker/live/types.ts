import type { TokenClaims } from "~/core/accounts/tokens";
import type { SendGrant } from "~/core/conversation/objects";

export interface Listener {
  viewer: TokenClaims;
  grant: SendGrant;
}

/** Where a stock client's connection is held. */
export interface Seat {
  shard: string;
  sid: string;
}

/** Sent by the server (docs/rules.md#events). */
export interface LiveEvent {
  name: string;
  payload: unknown;
  except?: string | undefined;
}

export interface Delivery extends LiveEvent {
  /** Ascends within a conversation, so that no event is delivered twice; 0 if it isn't stored. */
  n: number;
}

export type JoinOutcome = { kind: "joined"; isPartnerHere: boolean } | { kind: "refused" | "full" };
