import type { Keyed } from "~/db/conversation/kept-words";
import type { UnkeyedLine } from "~/db/operations/ledger";

/** An event that must be repeated after a restore of the database. Members and mailboxes are keyed digests. */
export interface LedgerLine extends Pick<UnkeyedLine, "kind" | "at" | "action"> {
  /** Stays the same if the line is added again. */
  id: string;
  subject: Keyed;
  /** The blocked member. */
  other?: Keyed;
  /** The mailboxes that a suspension or ban keeps from registering. */
  addresses: Keyed[];
}

/** Stored outside the database. Every method throws when the store can't be reached. */
export interface DeletionLedger {
  /** Adding a line again changes nothing. */
  add(line: LedgerLine): Promise<void>;
  /** Ordered by `at`. */
  list(since: number): Promise<LedgerLine[]>;
}
