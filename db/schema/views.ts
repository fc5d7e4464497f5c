import { sql } from "drizzle-orm";
import { integer, sqliteView, text } from "drizzle-orm/sqlite-core";

/*
 * Views that many statements share. A migration that recreates `pairings`, `pairing_runs` or `blocks` must drop the
 * views first and recreate them afterwards.
 */

const viewedPairing = {
  id: text(),
  runId: text("run_id"),
  user1Id: text("user1_id"),
  user2Id: text("user2_id"),
  pairingDate: text("pairing_date"),
  expiresAt: integer("expires_at"),
  user1Card: text("user1_card"),
  user2Card: text("user2_card"),
  user1Opened: integer("user1_opened"),
  user2Opened: integer("user2_opened"),
  user1Counted: integer("user1_counted"),
  user2Counted: integer("user2_counted"),
  messageCount: integer("message_count"),
  /** Rowid of the pairing, which gives the order of creation. A view has no rowid of its own. */
  rowNumber: integer("row_number"),
};

/** The pairings of published runs. Members see no other pairings (docs/rules.md#runs). */
export const publishedPairings = sqliteView("published_pairings", viewedPairing).as(
  sql`select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.user1_counted, p.user2_counted, p.message_count, p.rowid as row_number
      from pairings p
      where exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published')`,
);

/** Pairings in which neither member has blocked the other (docs/rules.md#open). Each is open until its `expires_at`. */
export const unblockedPairings = sqliteView("unblocked_pairings", viewedPairing).as(
  sql`select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.user1_counted, p.user2_counted, p.message_count, p.row_number
      from published_pairings p
      where not exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
        and not exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id)`,
);

export const blockedPairs = sqliteView("blocked_pairs", {
  oneId: text("one_id"),
  otherId: text("other_id"),
  createdAt: integer("created_at"),
}).as(
  sql`select blocker_id as one_id, blocked_id as other_id, created_at from blocks
      union all select blocked_id, blocker_id, created_at from blocks`,
);
