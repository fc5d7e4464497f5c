import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { members, ofMember } from "./members";

/**
 * `runKey` makes a run unique: the UTC date for the cron, the run's own id for a trigger and for an abandoned run. When
 * another run takes over from one whose lease has expired, the old run loses its key, its lease becomes 0, and it is
 * then deleted with its rows. So a late writer of the old run can't publish or write into the new one.
 */
export const pairingRuns = sqliteTable(
  "pairing_runs",
  {
    id: text().primaryKey(),
    runKey: text("run_key").notNull().unique("pairing_runs_run_key_idx"),
    date: text().notNull(),
    trigger: text({ enum: ["cron", "admin"] }).notNull(),
    state: text({ enum: ["claimed", "published"] }).notNull(),
    leaseUntil: integer("lease_until").notNull(),
    attempt: integer().notNull().default(1),
    seed: text().notNull(),
    /** The admin who triggered it; null for the cron, and once that account is deleted. */
    adminId: text("admin_id").references(() => members.id, { onDelete: "set null" }),
    members: integer().notNull().default(0),
    pairs: integer().notNull().default(0),
    unmatched: integer().notNull().default(0),
    repeats: integer().notNull().default(0),
    provenMaximum: integer("proven_maximum", { mode: "boolean" }).notNull().default(false),
    startedAt: integer("started_at").notNull(),
    publishedAt: integer("published_at"),
    durationMs: integer("duration_ms"),
    /** JSON: number of members left out, by the nights that they have waited, this run included; null for runs older than this column. */
    waits: text(),
  },
  (table) => [
    index("pairing_runs_date_idx").on(table.date, table.startedAt),
    index("pairing_runs_admin_id_idx").on(table.adminId),
    // Finds claims with an expired lease.
    index("pairing_runs_claimed_idx").on(table.leaseUntil).where(sql`${table.state} = 'claimed'`),
  ],
);

/** The row is deleted with the run. */
const ofRun = <Name extends string>(name: Name) =>
  text(name)
    .notNull()
    .references(() => pairingRuns.id, { onDelete: "cascade" });

/**
 * A pairing is a conversation, and they have the same id. It ends at 00:00 UTC; if it is ended earlier, `expires_at` is moved
 * to that instant.
 */
export const pairings = sqliteTable(
  "pairings",
  {
    id: text().primaryKey(),
    runId: ofRun("run_id"),
    user1Id: ofMember("user1_id"),
    user2Id: ofMember("user2_id"),
    pairingDate: text("pairing_date").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /**
     * The two members as they were when paired, JSON (`db/pairing/partner-card.ts`). The partner still sees the card once the
     * conversation is over. Every run writes both cards.
     */
    user1Card: text("user1_card"),
    user2Card: text("user2_card"),
    /** When a block shut the sealed addresses for good (docs/rules.md#sealed-addresses); null if none did before the end. */
    sealedShutAt: integer("sealed_shut_at"),
    /** Whether each of the two opened the conversation while it was open. */
    user1Opened: integer("user1_opened", { mode: "boolean" }).notNull().default(false),
    user2Opened: integer("user2_opened", { mode: "boolean" }).notNull().default(false),
    /** Whether being left out of the run would have counted towards each one's wait (docs/rules.md#waits). */
    user1Counted: integer("user1_counted", { mode: "boolean" }).notNull().default(true),
    user2Counted: integer("user2_counted", { mode: "boolean" }).notNull().default(true),
    /** Stored when a list of past conversations first shows it; null before. */
    messageCount: integer("message_count"),
    /** Encrypted; stored with the count; null before, and if there are no messages. */
    firstLine: text("first_line"),
    /** Each member's own favourite; the partner doesn't see it. */
    user1Starred: integer("user1_starred", { mode: "boolean" }).notNull().default(false),
    user2Starred: integer("user2_starred", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    uniqueIndex("pairings_run_id_user1_id_idx").on(table.runId, table.user1Id),
    uniqueIndex("pairings_run_id_user2_id_idx").on(table.runId, table.user2Id),
    index("pairings_user1_id_expires_at_idx").on(table.user1Id, table.expiresAt),
    index("pairings_user2_id_expires_at_idx").on(table.user2Id, table.expiresAt),
    index("pairings_expires_at_idx").on(table.expiresAt),
    index("pairings_pairing_date_idx").on(table.pairingDate),
    check("pairings_two_members_check", sql`${table.user1Id} <> ${table.user2Id}`),
  ],
);

/**
 * The lines that members leave for their partners (docs/rules.md#sealed-addresses). If a member withdraws the line
 * after the reveal, the row stays without the address, so that the line still counts as left.
 */
export const sealedAddresses = sqliteTable(
  "sealed_addresses",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => pairings.id, { onDelete: "cascade" }),
    memberId: ofMember("member_id"),
    address: text(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.memberId] }),
    index("sealed_addresses_member_id_idx").on(table.memberId),
    // Finds the lines of the day before, for the notices of revealed lines.
    index("sealed_addresses_updated_at_idx").on(table.updatedAt),
  ],
);

/**
 * Members that a run left out (the day off), and those whose partner was suspended, banned or deleted on the run's day. They go
 * first in the next run.
 */
export const dayOffs = sqliteTable(
  "day_offs",
  {
    runId: ofRun("run_id"),
    memberId: ofMember("member_id"),
    /** The run had paired the member, and the partner was suspended, banned or deleted. The member has no day off. */
    endedEarly: integer("ended_early", { mode: "boolean" }).notNull().default(false),
    /**
     * Whether the run counts towards the member's wait, for which enough members must be compatible. Null until the
     * run's writer has decided. With `endedEarly` it is false if a block had closed the conversation before; the member
     * then doesn't go first.
     */
    counted: integer({ mode: "boolean" }),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.memberId] }),
    index("day_offs_member_id_idx").on(table.memberId),
  ],
);

/**
 * Snapshot of the members in the run in force, for 'Why no match today'. It has a line per member and 10,000 members per row,
 * so that the answer reads a few rows instead of every member. The next run deletes it. The deletion of an account cuts its
 * line out.
 */
export const runSnapshots = sqliteTable(
  "run_snapshots",
  {
    runId: ofRun("run_id"),
    /** Decides which members are in it: see `db/pairing/run-snapshots.ts`. */
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.part] }),
    index("run_snapshots_part_idx").on(table.part),
  ],
);

const JOB_KINDS = [
  "close",
  "reopen",
  "erase",
  "end_sessions",
  "close_ended",
  "import",
  "record",
  "fan_out",
  "evidence",
] as const;

/**
 * Work that an object or the queue must still do after a decision. A row is written in the decision's transaction and
 * deleted when the work is done (docs/decisions/jobs.md). Ids ascend in the order of the transactions, so an object
 * recognises an outdated change. There is no foreign key, because an erasure outlives its pairing.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null for a job that isn't about one conversation. */
    conversationId: text("conversation_id"),
    kind: text({ enum: JOB_KINDS }).notNull(),
    /** JSON, by kind: see `db/operations/jobs.ts`. */
    detail: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
    /** Tries that the cron has begun. */
    attempts: integer().notNull().default(0),
    /** Nobody else tries the job before. */
    nextAttemptAt: integer("next_attempt_at").notNull().default(0),
    /** Kind of the error that ended the last try, without its message, which may quote data. */
    lastError: text("last_error"),
  },
  (table) => [
    index("jobs_conversation_id_idx").on(table.conversationId),
    index("jobs_next_attempt_at_idx").on(table.nextAttemptAt),
  ],
);

export const blocks = sqliteTable(
  "blocks",
  {
    id: text().primaryKey(),
    blockerId: ofMember("blocker_id"),
    blockedId: ofMember("blocked_id"),
    createdAt: integer("created_at").notNull(),
    /**
     * Lists show this digest instead of the blocked member's id, if that member deleted their account after the block
     * and registered the address again.
     */
    leftId: text("left_id"),
  },
  (table) => [
    uniqueIndex("blocks_blocker_id_blocked_id_idx").on(table.blockerId, table.blockedId),
    index("blocks_blocked_id_idx").on(table.blockedId, table.blockerId),
    index("blocks_created_at_idx").on(table.createdAt),
  ],
);
