/** Runs, the pairings that they make, and what happens to conversations. */
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
 * One row per run. `runKey` makes a run unique: the UTC date for the cron, the own id for a trigger and for a dead run.
 * A run whose lease lapsed loses key and lease (0) when another takes it over, and is then deleted with all it wrote: a late
 * writer of the old run can't publish, and never mixes into the new one.
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
    /** JSON, by nights waited: how many of the members left out have waited so long, this run included; null before it was kept. */
    waits: text(),
  },
  (table) => [
    index("pairing_runs_date_idx").on(table.date, table.startedAt),
    index("pairing_runs_admin_id_idx").on(table.adminId),
    // Finds the claims whose lease lapsed.
    index("pairing_runs_claimed_idx").on(table.leaseUntil).where(sql`${table.state} = 'claimed'`),
  ],
);

/** A column of what goes with a run. */
const ofRun = <Name extends string>(name: Name) =>
  text(name)
    .notNull()
    .references(() => pairingRuns.id, { onDelete: "cascade" });

/**
 * A pairing is a conversation; its id is the conversation's. Its own time ends at 00:00 UTC; one that is ended earlier
 * has its expiry moved to the moment of that end.
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
     * The two members as they were when paired, JSON (`db/queries/partner-card.ts`): what the other one goes on seeing
     * once the conversation is over. Every run writes both.
     */
    user1Card: text("user1_card"),
    user2Card: text("user2_card"),
    /** When a block shut the sealed addresses for good (docs/rules.md#sealed-addresses); null if none did before the end. */
    sealedShutAt: integer("sealed_shut_at"),
    /** Whether each of the two opened the conversation while it was open. */
    user1Opened: integer("user1_opened", { mode: "boolean" }).notNull().default(false),
    user2Opened: integer("user2_opened", { mode: "boolean" }).notNull().default(false),
    /** Number of its messages, noted when its history is first listed after the end; null before. */
    messageCount: integer("message_count"),
    /** The beginning of its first message, encrypted, noted with the count; null before, and of a day without messages. */
    firstLine: text("first_line"),
    /** Whether each of the two keeps it among their favourites, which the other one never learns. */
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
 * Sealed addresses (docs/rules.md#sealed-addresses): the line that a member leaves for the other one. After the reveal a line that is taken
 * back leaves its row, without the address: it still counts as left.
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
    // The lines of the day before, for the notices of those that are revealed.
    index("sealed_addresses_updated_at_idx").on(table.updatedAt),
  ],
);

/**
 * Members that go first in the next run: those left out (the day off), and those who lost the partner to a suspension or a ban that day.
 */
export const dayOffs = sqliteTable(
  "day_offs",
  {
    runId: ofRun("run_id"),
    memberId: ofMember("member_id"),
    /** The run had paired the member, and the partner was suspended or banned: a priority, but no day off. */
    endedEarly: integer("ended_early", { mode: "boolean" }).notNull().default(false),
    /** Whether the run counts towards the member's wait: only with enough compatible members. Null until its writer has said so. */
    counted: integer({ mode: "boolean" }),
    /** The run had a partner for the member, who left or was suspended before it was published: a wait of one at least. */
    lostPartner: integer("lost_partner", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.memberId] }),
    index("day_offs_member_id_idx").on(table.memberId),
  ],
);

/**
 * Snapshot of the members as the run in force knew them, for 'Why no match today': a line per member and
 * 10,000 members per row, so that the answer reads a few rows instead of every member. Gone with
 * the next run; deleting an account cuts its line out.
 */
export const runSnapshots = sqliteTable(
  "run_snapshots",
  {
    runId: ofRun("run_id"),
    /** Which members are in it: see `db/queries/run-snapshots.ts`. */
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
  "record_deletion",
  "erase_history",
  "fan_out",
] as const;

/**
 * Work that follows from a decision and that an object or the queue must still do: written in the transaction that decided it,
 * deleted when it is done (docs/decisions/jobs.md). The ids ascend in the order of the transactions, so an object recognises an
 * outdated change. No foreign key: an erasure outlives its pairing.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null for what is about no single conversation. */
    conversationId: text("conversation_id"),
    kind: text({ enum: JOB_KINDS }).notNull(),
    /** JSON, by kind: see `db/queries/jobs.ts`. */
    detail: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
    /** Tries by the cron that were begun. */
    attempts: integer().notNull().default(0),
    /** No try before this instant: the end of a pause, or of the lease of a try. */
    nextAttemptAt: integer("next_attempt_at").notNull().default(0),
    /** The kind of the error that ended the last try, without its message, which may quote data. */
    lastError: text("last_error"),
    /** Since when it is tried no more until an operator sends it again. */
    parkedAt: integer("parked_at"),
  },
  (table) => [
    index("jobs_conversation_id_idx").on(table.conversationId),
    index("jobs_next_attempt_at_idx").on(table.nextAttemptAt),
  ],
);

/** The jobs' former table: the cron moves rows that an earlier Worker wrote. Both are to be dropped together. */
export const conversationChanges = sqliteTable(
  "conversation_changes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    conversationId: text("conversation_id"),
    kind: text({ enum: JOB_KINDS }).notNull(),
    detail: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("conversation_changes_conversation_id_idx").on(table.conversationId)],
);

export const blocks = sqliteTable(
  "blocks",
  {
    id: text().primaryKey(),
    blockerId: ofMember("blocker_id"),
    blockedId: ofMember("blocked_id"),
    createdAt: integer("created_at").notNull(),
    /** The digest by which lists name the blocked one, if the block is from before that account was deleted and its address registered again. */
    leftId: text("left_id"),
  },
  (table) => [
    uniqueIndex("blocks_blocker_id_blocked_id_idx").on(table.blockerId, table.blockedId),
    index("blocks_blocked_id_idx").on(table.blockedId, table.blockerId),
    index("blocks_created_at_idx").on(table.createdAt),
  ],
);
