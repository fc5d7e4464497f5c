import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members, ofMember } from "./members";

/**
 * Subscriptions of a member's browsers to notifications (RFC 8030), at most ten. A row belongs to the session that made it. A
 * trigger in the migration deletes the row if the session is ended before its time, so that a signed-out device gets no more
 * notifications. If the session runs out, the row stays, so that a member who stays away is still notified. A migration that
 * recreates `sessions` must recreate the trigger.
 */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    memberId: ofMember("member_id"),
    sessionId: text("session_id").notNull(),
    /** A secret address: anyone who knows it can send to the browser. It is never in an answer, an export or the log. */
    endpoint: text().notNull().unique("push_subscriptions_endpoint_idx"),
    /** The browser's public key and secret, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** As the member sees it, such as `Firefox on Android`. */
    label: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The last notification that the push service accepted, written at most once per day; null before the first. */
    lastSuccessAt: integer("last_success_at"),
    /** Since the last success; null while the device works. */
    failingSince: integer("failing_since"),
    /** For notices that go to many members at once: the conversation of the last one, so that none comes twice. */
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

/** A member's choice of notices. Without a row they get every notice, without a message's text, and none at night. */
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
  /** When sealed addresses are opened: a notification, or a mail if there is no device. */
  envelope: integer({ mode: "boolean" }).notNull().default(true),
  /** Whether a notification, also on a locked screen, may show a message's text. */
  showWords: integer("show_words", { mode: "boolean" }).notNull(),
  /** Quiet hours, as minutes of the member's day, 0 to 1439; both null for none. They may include midnight. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
});

/**
 * Members' answers to whether they want reminders by mail (docs/rules.md#reminders), and when each is due next. A
 * member without a row hasn't answered and gets no such mail.
 */
export const reminders = sqliteTable(
  "reminders",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => members.id, { onDelete: "cascade" }),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    /** The member's last choice, or when the reminders ended because the member didn't come back. */
    changedAt: integer("changed_at").notNull(),
    /** The next morning at which the server checks whether a conversation waits. */
    dueAt: integer("due_at").notNull(),
    /** The pairing date of the newest mail, `YYYY-MM-DD`; null before the first. */
    sentOn: text("sent_on"),
    /** Mails in a row without a visit since the first of them. */
    unanswered: integer().notNull().default(0),
  },
  (table) => [index("reminders_due_at_idx").on(table.dueAt).where(sql`${table.isOn} = 1`)],
);

/*
 * The views name the conditions that many statements share. A migration that recreates `pairings`, `pairing_runs` or `blocks`
 * drops the views first and recreates them after.
 */
