import type { Keyed } from "~/db/conversation/kept-words";
import type { UnkeyedLine } from "~/db/operations/ledger";

/** What a restore of the database must do again. A line names nobody: each member is a keyed digest of the id. */
export interface LedgerLine extends Pick<UnkeyedLine, "kind" | "at" | "action"> {
  /** The same if the line is added again. */
  id: string;
  subject: Keyed;
  /** The blocked member. */
  other?: Keyed;
  /** The mailboxes that a suspension or ban keeps from registering. */
  addresses: Keyed[];
}

/** Stored outside the database. Every method throws when the store can't be reached. */
export interface DeletionLedger {
  /** Safe to repeat. */
  add(line: LedgerLine): Promise<void>;
  /** In the order in which the lines were added. */
  list(since: number): Promise<LedgerLine[]>;
}
