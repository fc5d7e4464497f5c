import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members, ofMember } from "./members";

/**
 * Web Push (RFC 8030). A trigger deletes the row if its session is ended early, so that a signed-out device gets no
 * notifications. If the session runs out, the row stays, because an absent member is still notified. A migration that
 * recreates `sessions` must recreate the trigger.
 */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    memberId: ofMember("member_id"),
    sessionId: text("session_id").notNull(),
    /** Secret, because whoever knows it can send to the browser. */
    endpoint: text().notNull().unique("push_subscriptions_endpoint_idx"),
    /** The browser's public key and secret, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    label: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Written at most once per day. */
    lastSuccessAt: integer("last_success_at"),
    /** First failure since the last success; null if there was none. */
    failingSince: integer("failing_since"),
    /**
     * The conversation of the last introduction, so that a device gets no second one. The next two columns are the same
     * for other notices.
     */
    toldIntroduction: text("told_introduction"),
    toldLastHour: text("told_last_hour"),
    toldEnvelope: text("told_envelope"),
  },
  (table) => [
    index("push_subscriptions_member_id_idx").on(table.memberId),
    index("push_subscriptions_session_id_idx").on(table.sessionId),
    index("push_subscriptions_failing_since_idx")
      .on(table.failingSince)
      .where(sql`${table.failingSince} is not null`),
  ],
);

/** A member without a row gets every notice. */
export const notificationSettings = sqliteTable("notification_settings", {
  memberId: text("member_id")
    .primaryKey()
    .references(() => members.id, { onDelete: "cascade" }),
  introduction: integer({ mode: "boolean" }).notNull(),
  message: integer({ mode: "boolean" }).notNull(),
  lastHour: integer("last_hour", { mode: "boolean" }).notNull(),
  reportAnswer: integer("report_answer", { mode: "boolean" }).notNull(),
  absence: integer({ mode: "boolean" }).notNull(),
  account: integer({ mode: "boolean" }).notNull(),
  envelope: integer({ mode: "boolean" }).notNull().default(true),
});

/** Reminders by mail (docs/rules.md#reminders). A member without a row has not chosen yet, and gets none. */
export const reminders = sqliteTable(
  "reminders",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => members.id, { onDelete: "cascade" }),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    /** When the member chose, or when reminders ended because the member didn't come back. */
    changedAt: integer("changed_at").notNull(),
    /** When to check next whether the member has an unopened conversation. */
    dueAt: integer("due_at").notNull(),
    sentOn: text("sent_on"),
    unanswered: integer().notNull().default(0),
  },
  (table) => [index("reminders_due_at_idx").on(table.dueAt).where(sql`${table.isOn} = 1`)],
);
