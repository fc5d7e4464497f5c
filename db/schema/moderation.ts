import { relations, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ACTION_KINDS, REPORT_REASONS, REPORT_STATUSES } from "~/core/shared/constants";
import { members, ofMember } from "./members";

const keyId = () => text("key_id").notNull();

export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    reporterId: ofMember("reporter_id"),
    reportedId: text("reported_id").references(() => members.id, { onDelete: "cascade" }),
    /** The name at the time of the report; null once the account is deleted. */
    reportedName: text("reported_name"),
    /** Keyed digest of the reported member's id, set when the account is deleted. */
    reportedDigest: text("reported_digest"),
    reportedDeletedAt: integer("reported_deleted_at"),
    // No foreign key, because the evidence outlives the conversation.
    conversationId: text("conversation_id"),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    details: text(),
    /** JSON array. */
    evidence: text().notNull(),
    status: text({ enum: REPORT_STATUSES }).notNull().default("open"),
    outcome: text({ enum: ["acted", "no_breach"] }),
    note: text(),
    isRepeat: integer("is_repeat", { mode: "boolean" }).notNull().default(false),
    resolvedBy: text("resolved_by").references(() => members.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
    resolvedAt: integer("resolved_at"),
    /** Orders the inbox (docs/rules.md#reports). */
    urgency: integer().generatedAlwaysAs(
      sql`((case status when 'open' then 0 else 3 end) + (case reason when 'underage' then 0 when 'harassment' then 1 else 2 end))`,
      { mode: "virtual" },
    ),
  },
  (table) => [
    index("reports_reporter_id_created_at_idx").on(table.reporterId, table.createdAt),
    index("reports_reported_id_status_idx").on(table.reportedId, table.status),
    index("reports_resolved_by_idx").on(table.resolvedBy),
    index("reports_created_at_idx").on(table.createdAt),
    index("reports_urgency_idx").on(table.urgency, table.createdAt, table.id),
    index("reports_reason_urgency_idx").on(table.reason, table.urgency, table.createdAt, table.id),
    index("reports_reported_deleted_at_idx")
      .on(table.reportedDeletedAt)
      .where(sql`${table.reportedDeletedAt} is not null`),
  ],
);

export const reportRelations = relations(reports, ({ one }) => ({
  reporter: one(members, { fields: [reports.reporterId], references: [members.id] }),
  reported: one(members, { fields: [reports.reportedId], references: [members.id] }),
}));

/** A trigger refuses changes of rows, so a lift is a row too. `db/moderation/standing.ts` finds the action in force. */
export const memberActions = sqliteTable(
  "member_actions",
  {
    /** Orders actions of one millisecond. */
    sequence: integer().primaryKey(),
    id: text().notNull().unique("member_actions_id_idx"),
    memberId: ofMember("member_id"),
    adminId: text("admin_id").references(() => members.id, { onDelete: "set null" }),
    /** Keyed digest of the admin's e-mail address, set when that account is deleted. */
    adminDigest: text("admin_digest"),
    kind: text({ enum: ACTION_KINDS }).notNull(),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    text: text().notNull(),
    note: text(),
    // No foreign key, because the action outlives the report.
    reportId: text("report_id"),
    /**
     * Set if an appeal overturned an action that wasn't in force. Such a lift ends only that action. A lift without
     * `liftsId` ends all earlier actions of the member.
     */
    liftsId: text("lifts_id"),
    until: integer(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("member_actions_member_id_sequence_idx").on(table.memberId, table.sequence),
    index("member_actions_admin_id_idx").on(table.adminId),
    index("member_actions_created_at_idx").on(table.createdAt),
  ],
);

export const appeals = sqliteTable(
  "appeals",
  {
    id: text().primaryKey(),
    actionId: text("action_id")
      .notNull()
      .unique("appeals_action_id_idx")
      .references(() => memberActions.id, { onDelete: "cascade" }),
    text: text().notNull(),
    decision: text({ enum: ["upheld", "overturned"] }),
    answer: text(),
    decidedBy: text("decided_by").references(() => members.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (table) => [
    index("appeals_created_at_idx").on(table.createdAt),
    index("appeals_waiting_idx")
      .on(table.createdAt, table.id)
      .where(sql`${table.decision} is null`),
    index("appeals_decided_by_idx").on(table.decidedBy),
  ],
);

/**
 * Keyed digests, each row kept until its `until`: what outlives a deleted account (docs/rules.md#leaving), and the
 * addresses of suspended and banned accounts. `subject` and `other` are keyed digests of the ids of members who left.
 * `subjectId` and `otherId` are accounts that exist.
 */
export const keptDigests = sqliteTable(
  "kept_digests",
  {
    /** A kept block has the id that it had in `blocks`, unless the id is already taken. */
    id: text().primaryKey(),
    /**
     * - `ban`: no account of this mailbox may register, because a member is suspended or banned
     * - `address`: the subject had this e-mail address
     * - `former_address`: an earlier confirmed address of the account. A suspension, ban or deletion of the account
     *   bars this address too
     * - `bar`: no account may register with an address of the subject
     * - `block`: the subject blocked the other
     * - `left`: a conversation of the subject can still be reported
     * - `pair`: the two were paired
     * - `report`: an open report is about the subject
     */
    kind: text({
      enum: ["ban", "address", "former_address", "bar", "block", "left", "pair", "report"],
    }).notNull(),
    digest: text(),
    keyId: keyId(),
    subject: text(),
    subjectId: text("subject_id").references(() => members.id, { onDelete: "set null" }),
    other: text(),
    otherId: text("other_id").references(() => members.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
    until: integer().notNull(),
  },
  (table) => [
    index("kept_digests_digest_idx").on(table.digest),
    index("kept_digests_subject_idx").on(table.subject),
    index("kept_digests_subject_id_idx").on(table.subjectId),
    index("kept_digests_other_idx").on(table.other),
    index("kept_digests_other_id_idx").on(table.otherId),
    index("kept_digests_kind_idx").on(table.kind),
    index("kept_digests_until_idx").on(table.until),
  ],
);

/**
 * Encrypted words that the partner can report for 7 days: a sealed address that its author deleted after the reveal, or
 * the last messages and the revealed address of a deleted account (docs/rules.md#leaving). Only reports read them.
 */
export const keptWords = sqliteTable(
  "kept_words",
  {
    conversationId: text("conversation_id").notNull(),
    /** The author's id, or its keyed digest once the account is deleted. */
    author: text().notNull(),
    readerId: ofMember("reader_id"),
    /** Null while the author has an account. */
    keyId: text("key_id"),
    line: text(),
    /** Null until the conversation's object has handed them over. */
    messages: text(),
    // No foreign key, because the words can outlive the partner's report.
    reportId: text("report_id"),
    until: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.author] }),
    index("kept_words_author_idx").on(table.author),
    index("kept_words_reader_id_idx").on(table.readerId),
    index("kept_words_until_idx").on(table.until),
  ],
);

export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: text().primaryKey(),
    /** Null for the command line and for deleted accounts. */
    adminId: text("admin_id").references(() => members.id, { onDelete: "set null" }),
    /** Keyed digest of the admin's e-mail address, set when that account is deleted. */
    adminDigest: text("admin_digest"),
    action: text().notNull(),
    rows: integer().notNull(),
    subjectId: text("subject_id").references(() => members.id, { onDelete: "set null" }),
    objectId: text("object_id"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("audit_events_created_at_idx").on(table.createdAt),
    index("audit_events_admin_id_idx").on(table.adminId),
    index("audit_events_subject_id_idx").on(table.subjectId),
  ],
);

export const auditEventRelations = relations(auditEvents, ({ one }) => ({
  admin: one(members, { fields: [auditEvents.adminId], references: [members.id] }),
  subject: one(members, { fields: [auditEvents.subjectId], references: [members.id] }),
}));
