/** Tables of devices and notices. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members, ofMember } from "./members";

/**
 * Subscriptions of a member's browsers to notifications (RFC 8030), at most ten. A row belongs to the session that made it: a
 * trigger in the migration deletes it with a session that is ended before its time, so that a device that is signed out
 * gets nothing more. A session that runs out leaves it: a member who stays away is still notified. A migration that makes
 * `sessions` again makes the trigger again.
 */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    memberId: ofMember("member_id"),
    sessionId: text("session_id").notNull(),
    /** A capability: who knows it can send to the browser. Never in an answer, an export or the log. */
    endpoint: text().notNull().unique("push_subscriptions_endpoint_idx"),
    /** The browser's public key and secret, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Name by which the member knows the device, such as `Firefox on Android`. */
    label: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Written at most once per day; null before the first one. */
    lastSuccessAt: integer("last_success_at"),
    /** The first failure since the last success; null while it works. */
    failingSince: integer("failing_since"),
  },
  (table) => [
    index("push_subscriptions_member_id_idx").on(table.memberId),
    index("push_subscriptions_session_id_idx").on(table.sessionId),
    index("push_subscriptions_failing_since_idx")
      .on(table.failingSince)
      .where(sql`${table.failingSince} is not null`),
  ],
);

/** The member's choice of notices. No row: everything, without a message's text, and nothing at night. */
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
  /** Sealed addresses that are opened: by a notification, or by mail without a device. */
  envelope: integer({ mode: "boolean" }).notNull().default(true),
  /** A locked screen may show a message's text. */
  showWords: integer("show_words", { mode: "boolean" }).notNull(),
  /** Quiet hours in minutes of the member's day, 0 to 1439; both null for none. They may go over midnight. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
});

/**
 * Members' answers to whether they want reminders by mail (docs/rules.md#reminders), and when each is due next. No row: not answered, and no such mail.
 */
export const reminders = sqliteTable(
  "reminders",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => members.id, { onDelete: "cascade" }),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    /** The last time that the member, or their silence, changed it. */
    changedAt: integer("changed_at").notNull(),
    /** The next morning at which it is looked whether a conversation waits. */
    dueAt: integer("due_at").notNull(),
    /** The pairing date of the newest mail, `YYYY-MM-DD`; null before the first. */
    sentOn: text("sent_on"),
    /** Mails in a row without a visit since the first of them. */
    unanswered: integer().notNull().default(0),
  },
  (table) => [index("reminders_due_at_idx").on(table.dueAt).where(sql`${table.isOn} = 1`)],
);

/*
 * The views name the conditions that many statements share. A migration that makes `pairings`, `pairing_runs` or
 * `blocks` again drops them first and makes them again after.
 */
