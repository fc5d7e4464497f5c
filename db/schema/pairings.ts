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
 * `runKey` is the UTC date for the cron's run, and the run's own id for any other run and for an abandoned one
 * (`db/pairing/pairing-runs.ts`).
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
    /** Null for the cron and for deleted accounts. */
    adminId: text("admin_id").references(() => members.id, { onDelete: "set null" }),
    members: integer().notNull().default(0),
    pairs: integer().notNull().default(0),
    unmatched: integer().notNull().default(0),
    repeats: integer().notNull().default(0),
    provenMaximum: integer("proven_maximum", { mode: "boolean" }).notNull().default(false),
    startedAt: integer("started_at").notNull(),
    publishedAt: integer("published_at"),
    durationMs: integer("duration_ms"),
    /** JSON object from each wait to the number of left-out members. A wait is in nights, this run's included. */
    waits: text(),
  },
  (table) => [
    index("pairing_runs_date_idx").on(table.date, table.startedAt),
    index("pairing_runs_admin_id_idx").on(table.adminId),
    index("pairing_runs_claimed_idx").on(table.leaseUntil).where(sql`${table.state} = 'claimed'`),
  ],
);

const ofRun = <Name extends string>(name: Name) =>
  text(name)
    .notNull()
    .references(() => pairingRuns.id, { onDelete: "cascade" });

/**
 * A pairing and its conversation have the same id. `expiresAt` is the next 00:00 UTC, or the instant of an earlier end.
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
     * The two members as they were when paired, as JSON (`db/pairing/partner-card.ts`). After the end, the partner sees
     * the card instead of the profile.
     */
    user1Card: text("user1_card"),
    user2Card: text("user2_card"),
    /** When a block shut the sealed addresses for good; null if none did. */
    sealedShutAt: integer("sealed_shut_at"),
    /** Whether the member opened the conversation before its end. */
    user1Opened: integer("user1_opened", { mode: "boolean" }).notNull().default(false),
    user2Opened: integer("user2_opened", { mode: "boolean" }).notNull().default(false),
    /** Whether being left out would have counted towards the member's wait (docs/rules.md#waits). */
    user1Counted: integer("user1_counted", { mode: "boolean" }).notNull().default(true),
    user2Counted: integer("user2_counted", { mode: "boolean" }).notNull().default(true),
    /** Stored when a list of past conversations first shows the conversation. */
    messageCount: integer("message_count"),
    /** Encrypted. Null until `messageCount` is stored, or if there are no messages. */
    firstLine: text("first_line"),
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
 * If an address is withdrawn after the reveal, the row stays with null as the address, because the reveal needs two
 * rows (docs/rules.md#sealed-addresses).
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
    // For the notices of addresses that were revealed at midnight.
    index("sealed_addresses_updated_at_idx").on(table.updatedAt),
  ],
);

/**
 * Members left out by a run (the day off), and members whose partner was suspended, banned or deleted on the run's day.
 */
export const dayOffs = sqliteTable(
  "day_offs",
  {
    runId: ofRun("run_id"),
    memberId: ofMember("member_id"),
    /** The run had paired the member, and the partner was removed later. Such a row is not a day off. */
    endedEarly: integer("ended_early", { mode: "boolean" }).notNull().default(false),
    /**
     * Whether the run counts towards the member's wait. Null until the run's writer has decided. In a row with
     * `endedEarly`, false if a block had already closed the conversation when the partner was removed.
     */
    counted: integer({ mode: "boolean" }),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.memberId] }),
    index("day_offs_member_id_idx").on(table.memberId),
  ],
);

/**
 * The members of the run in force, for 'Why no match today'. A row has 10,000 members, so that an answer reads only a
 * few rows. The next published run deletes these rows.
 */
export const runSnapshots = sqliteTable(
  "run_snapshots",
  {
    runId: ofRun("run_id"),
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
 * Work that an object or the queue must do after a decision (docs/decisions/jobs.md). Ids ascend in the order of the
 * transactions, so an object can tell that a job is stale. No foreign key, because the job of an erasure outlives the
 * pairing.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    conversationId: text("conversation_id"),
    kind: text({ enum: JOB_KINDS }).notNull(),
    /** JSON, whose shape depends on the kind (`core/operations/carry-out.ts`). */
    detail: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
    attempts: integer().notNull().default(0),
    /** No other worker tries the job before this instant. */
    nextAttemptAt: integer("next_attempt_at").notNull().default(0),
    /** Doesn't contain the error's message, which can quote data. */
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
     * Shown in place of the blocked member's id, if that member deleted the account after the block and registered the
     * address again.
     */
    leftId: text("left_id"),
  },
  (table) => [
    uniqueIndex("blocks_blocker_id_blocked_id_idx").on(table.blockerId, table.blockedId),
    index("blocks_blocked_id_idx").on(table.blockedId, table.blockerId),
    index("blocks_created_at_idx").on(table.createdAt),
  ],
);
