import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { GENDERS, REPORT_REASONS, REPORT_STATUSES } from "~/core/shared/constants";

/*
 * Instants are integers, milliseconds since 1970; dates are `YYYY-MM-DD`; ids are opaque text.
 * Everything of a member hangs on `members` by a cascading foreign key (D1 enforces them), so that
 * deleting the one row deletes every trace. Every foreign key has an index that its cascade uses.
 */

export const members = sqliteTable(
  "members",
  {
    // The pairing run addresses members by SQLite's implicit rowid, which is never stored elsewhere.
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique("members_email_idx"),
    passwordHash: text("password_hash").notNull(),
    dateOfBirth: text("dob").notNull(),
    gender: text({ enum: GENDERS }),
    preferredMatchGender: text("preferred_match_gender", { enum: GENDERS }),
    avatarUrl: text("avatar_url"),
    location: text(),
    bio: text(),
    timezone: text(),
    latitude: real(),
    longitude: real(),
    distancePreference: integer("distance_preference"),
    minimumAgePreference: integer("minimum_age_preference"),
    maximumAgePreference: integer("maximum_age_preference"),
    isAdmin: integer("is_admin", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    /** The first pairing date that the member sits out; null for one who takes part. */
    pausedFrom: text("paused_from"),
    /** The first pairing date that the member takes part in again; null until further notice. */
    pausedUntil: text("paused_until"),
    /** The UTC date of the last signed-in use, written once per day; null where absence is not measured: the demo's. */
    lastSeenOn: text("last_seen_on"),
    /** The UTC date of the notice that the next run leaves the member out for absence. */
    absenceToldOn: text("absence_told_on"),
    /** When the member proved that mails to the address reach them; null before. */
    emailVerifiedAt: integer("email_verified_at"),
    /** Whether mails that are not about the account itself are sent. */
    wantsNotices: integer("wants_notices", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [index("members_created_at_idx").on(table.createdAt)],
);

/**
 * The secrets in the links of mails, of which only a digest is stored. One of each purpose per member: a newer one replaces
 * the one before it. A link works once and until its end.
 */
export const mailTokens = sqliteTable(
  "mail_tokens",
  {
    /** SHA-256 of the secret. */
    digest: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    purpose: text({
      enum: ["reset_password", "verify_email", "change_email_old", "change_email_new"],
    }).notNull(),
    /** The address that it is about: the member's at that time, or for a change the new one. */
    email: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Half of a change of address, done; the row waits for the other half. */
    usedAt: integer("used_at"),
  },
  (table) => [
    uniqueIndex("mail_tokens_member_id_purpose_idx").on(table.memberId, table.purpose),
    index("mail_tokens_expires_at_idx").on(table.expiresAt),
  ],
);

/** The mails of the local server, which sends none (docs/decisions/mail.md): no row is ever written in a deployed one. */
export const localMails = sqliteTable(
  "local_mails",
  {
    /** Of the delivery, so that one that is delivered twice is one mail. */
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** JSON: the headers besides. */
    headers: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("local_mails_member_id_idx").on(table.memberId),
    index("local_mails_created_at_idx").on(table.createdAt),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** The last use, written at most once per day; null until the first use after the day of its beginning. */
    lastSeenAt: integer("last_seen_at"),
    /** When the member last confirmed the password within this session; null before the first time. */
    reauthenticatedAt: integer("reauthenticated_at"),
    /** When a passkey last proved the member within this session; null before the first time. */
    passkeyConfirmedAt: integer("passkey_confirmed_at"),
  },
  (table) => [
    index("sessions_member_id_idx").on(table.memberId),
    index("sessions_expires_at_idx").on(table.expiresAt),
  ],
);

/** The public halves of members' passkeys (WebAuthn): the other half never leaves the member's device or its keeper. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** Base64url, as the browser names it. */
    credentialId: text("credential_id").notNull().unique("passkeys_credential_id_idx"),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** Uses as the authenticator counts them; 0 for ever where it does not count. */
    counter: integer().notNull(),
    /** JSON array of how a browser reaches the authenticator. */
    transports: text().notNull(),
    /** Whether its keeper has copies of it on other devices. */
    isBackedUp: integer("is_backed_up", { mode: "boolean" }).notNull(),
    /** The member's own name for it. */
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("passkeys_member_id_idx").on(table.memberId)],
);

/** What an authenticator is asked to sign: good once, for a few minutes, for one purpose. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    /** 32 random bytes, base64url. */
    challenge: text().primaryKey(),
    purpose: text({ enum: ["register", "sign_in", "confirm"] }).notNull(),
    /** The session that asked; null before signing in. */
    sessionId: text("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("passkey_challenges_session_id_idx").on(table.sessionId),
    index("passkey_challenges_expires_at_idx").on(table.expiresAt),
  ],
);

/**
 * Which words about gender and preference (GDPR Art. 9) a member agreed to or took back, and when. Rows are only ever
 * added (a trigger in the migration refuses changes); the newest one counts.
 */
export const consents = sqliteTable(
  "consents",
  {
    sequence: integer().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** `notified`: registered by the API, where the words are in force and another program may have shown them. */
    kind: text({ enum: ["given", "notified", "withdrawn"] }).notNull(),
    /** The version of the words. */
    version: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("consents_member_id_sequence_idx").on(table.memberId, table.sequence)],
);

/** What the operator or the product notes about this database itself, by name. */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/**
 * The numbers of the transparency page, written once when their period is over. They name no member, and stay.
 */
export const transparency = sqliteTable("transparency", {
  /** `YYYY-MM-DD` for a day's run, `YYYY-MM` for a month. */
  period: text().primaryKey(),
  /** JSON: see `core/transparency`. */
  content: text().notNull(),
  computedAt: integer("computed_at").notNull(),
});

/**
 * The counters of all limits that no other table can tell: one row per key, which begins a new window
 * when its last one has ended. Keys of addresses and e-mails are keyed digests.
 */
export const rateWindows = sqliteTable(
  "rate_windows",
  {
    key: text().primaryKey(),
    /** Whose limit it is; null for a limit of an address or an e-mail. */
    memberId: text("member_id").references(() => members.id, { onDelete: "cascade" }),
    startedAt: integer("started_at").notNull(),
    endsAt: integer("ends_at").notNull(),
    count: integer().notNull(),
    bytes: integer().notNull().default(0),
  },
  (table) => [
    index("rate_windows_member_id_idx").on(table.memberId),
    index("rate_windows_ends_at_idx").on(table.endsAt),
  ],
);

/** The networks, by keyed digests, from which a member has signed in: others' guesses don't lock these out. */
export const memberNetworks = sqliteTable(
  "member_networks",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    networkDigest: text("network_digest").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.networkDigest] }),
    index("member_networks_last_seen_at_idx").on(table.lastSeenAt),
  ],
);

/**
 * One row per run. `runKey` makes a run unique: the UTC date for the cron, the own id for a trigger.
 * A run whose lease lapsed is deleted with all it wrote when another takes it over, so a late
 * writer of the old run fails on the foreign key instead of mixing into the new one.
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
    /** Who triggered it; null for the cron, and once that account is deleted. */
    adminId: text("admin_id").references(() => members.id, { onDelete: "set null" }),
    members: integer().notNull().default(0),
    pairs: integer().notNull().default(0),
    unmatched: integer().notNull().default(0),
    repeats: integer().notNull().default(0),
    provenMaximum: integer("proven_maximum", { mode: "boolean" }).notNull().default(false),
    startedAt: integer("started_at").notNull(),
    publishedAt: integer("published_at"),
    durationMs: integer("duration_ms"),
  },
  (table) => [
    index("pairing_runs_date_idx").on(table.date, table.startedAt),
    index("pairing_runs_admin_id_idx").on(table.adminId),
    // Finds the claims whose lease lapsed.
    index("pairing_runs_claimed_idx").on(table.leaseUntil).where(sql`${table.state} = 'claimed'`),
  ],
);

/**
 * A pairing is a conversation; its id is the conversation's. Its own time ends at 00:00 UTC; one that is ended earlier
 * has its expiry moved to the moment of that end.
 */
export const pairings = sqliteTable(
  "pairings",
  {
    id: text().primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => pairingRuns.id, { onDelete: "cascade" }),
    user1Id: text("user1_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    user2Id: text("user2_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    pairingDate: text("pairing_date").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /**
     * The two members as they were when paired, JSON (`db/queries/partner-card.ts`): what the other one goes on seeing
     * once the conversation is over. Null only for a pairing that a Worker from before these columns wrote.
     */
    user1Card: text("user1_card"),
    user2Card: text("user2_card"),
    /** When a block shut the sealed addresses for good (contract §8); null if none did before the end. */
    sealedShutAt: integer("sealed_shut_at"),
    /** Whether each of the two opened the conversation while it was open. */
    user1Opened: integer("user1_opened", { mode: "boolean" }).notNull().default(false),
    user2Opened: integer("user2_opened", { mode: "boolean" }).notNull().default(false),
    /** How many messages it holds, noted when its history is first listed after the end; null before. */
    messageCount: integer("message_count"),
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
 * Sealed addresses (contract §8): the line that a member leaves for the other one. After the reveal a line that is taken
 * back leaves its row, without the address: it still counts as left.
 */
export const sealedAddresses = sqliteTable(
  "sealed_addresses",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => pairings.id, { onDelete: "cascade" }),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    address: text(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.memberId] }),
    index("sealed_addresses_member_id_idx").on(table.memberId),
  ],
);

/** The secret address of a member's calendar: only the token's digest is kept. */
export const calendarFeeds = sqliteTable("calendar_feeds", {
  memberId: text("member_id")
    .primaryKey()
    .references(() => members.id, { onDelete: "cascade" }),
  tokenDigest: text("token_digest").notNull().unique("calendar_feeds_token_digest_idx"),
  createdAt: integer("created_at").notNull(),
});

/**
 * Who goes first in the next run: a member whom the run left out (the day off), and one who lost the partner to a suspension
 * or a ban that day.
 */
export const dayOffs = sqliteTable(
  "day_offs",
  {
    runId: text("run_id")
      .notNull()
      .references(() => pairingRuns.id, { onDelete: "cascade" }),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** The run had paired the member, and the partner was suspended or banned: a priority, but no day off. */
    endedEarly: integer("ended_early", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.memberId] }),
    index("day_offs_member_id_idx").on(table.memberId),
  ],
);

/**
 * What the run in force knew of its members, for 'Why no match today': a line per member and
 * 10,000 members per row, so that the answer reads a few rows instead of every member. Gone with
 * the next run; deleting an account cuts its line out.
 */
export const runSnapshots = sqliteTable(
  "run_snapshots",
  {
    runId: text("run_id")
      .notNull()
      .references(() => pairingRuns.id, { onDelete: "cascade" }),
    /** Which members are in it: see `db/queries/run-snapshots.ts`. */
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.part] }),
    index("run_snapshots_part_idx").on(table.part),
  ],
);

/**
 * Changes that conversations' objects have not carried out yet: written in the transaction that decided it, deleted when the
 * object has done it. The ids ascend in the order of the transactions, so an object recognises an outdated change.
 * No foreign key: an erasure outlives its pairing.
 */
export const conversationChanges = sqliteTable(
  "conversation_changes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null for a change of every conversation that ended at one instant, and for a deletion to be recorded. */
    conversationId: text("conversation_id"),
    kind: text({
      enum: [
        "close",
        "reopen",
        "erase",
        "end_sessions",
        "close_ended",
        "import",
        "record_deletion",
        "erase_history",
      ],
    }).notNull(),
    /** JSON, by kind: see `db/queries/conversation-changes.ts`. */
    detail: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("conversation_changes_conversation_id_idx").on(table.conversationId)],
);

export const blocks = sqliteTable(
  "blocks",
  {
    id: text().primaryKey(),
    blockerId: text("blocker_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    blockedId: text("blocked_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("blocks_blocker_id_blocked_id_idx").on(table.blockerId, table.blockedId),
    index("blocks_blocked_id_idx").on(table.blockedId, table.blockerId),
    index("blocks_created_at_idx").on(table.createdAt),
  ],
);

export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    reporterId: text("reporter_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    // Null once the reported member's account is deleted, while the report is open: see `reportedDigest`.
    reportedId: text("reported_id").references(() => members.id, { onDelete: "cascade" }),
    /** The name at the time of the report, for the reporter's own list; null once the account is deleted. */
    reportedName: text("reported_name"),
    /** A keyed digest of the deleted member's e-mail address. */
    reportedDigest: text("reported_digest"),
    reportedDeletedAt: integer("reported_deleted_at"),
    // No foreign key: the evidence outlives the conversation it was taken from.
    conversationId: text("conversation_id"),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    details: text(),
    /** JSON array of the conversation's last messages as they were. */
    evidence: text().notNull(),
    /** HMAC over the evidence; null for a report from before there were seals. */
    seal: text(),
    status: text({ enum: REPORT_STATUSES }).notNull().default("open"),
    outcome: text({ enum: ["acted", "no_breach"] }),
    /** For admins only. */
    note: text(),
    resolvedBy: text("resolved_by").references(() => members.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
    resolvedAt: integer("resolved_at"),
    /** The inbox's order (contract §10): open first, then underage, harassment, the rest. */
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

/**
 * What admins decided about a member. Rows are only ever added (a trigger in the migration refuses changes): a lift is
 * a row of its own. What is in force follows from them, see `db/queries/standing.ts`.
 */
export const memberActions = sqliteTable(
  "member_actions",
  {
    /** Ascending within a member, so that two of one millisecond have an order. */
    sequence: integer().primaryKey(),
    id: text().notNull().unique("member_actions_id_idx"),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    adminId: text("admin_id").references(() => members.id, { onDelete: "set null" }),
    kind: text({ enum: ["warn", "suspend", "ban", "lift"] }).notNull(),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    /** To the member. */
    text: text().notNull(),
    /** For admins only. */
    note: text(),
    // No foreign key: the action outlives the report that it answers.
    reportId: text("report_id"),
    /** Of a lift after an appeal: the one action that it ends. Null: all before it. */
    liftsId: text("lifts_id"),
    /** The end of a suspension. */
    until: integer(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("member_actions_member_id_sequence_idx").on(table.memberId, table.sequence),
    index("member_actions_admin_id_idx").on(table.adminId),
    index("member_actions_created_at_idx").on(table.createdAt),
  ],
);

/** One appeal for each action. */
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
    /** To the member. */
    answer: text(),
    decidedBy: text("decided_by").references(() => members.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (table) => [
    index("appeals_created_at_idx").on(table.createdAt),
    index("appeals_decided_by_idx").on(table.decidedBy),
  ],
);

/** E-mail addresses that may not register, by keyed digest; the digest is all that is left once the account is deleted. */
export const bannedEmails = sqliteTable(
  "banned_emails",
  {
    emailDigest: text("email_digest").primaryKey(),
    memberId: text("member_id").references(() => members.id, { onDelete: "set null" }),
    until: integer().notNull(),
  },
  (table) => [
    index("banned_emails_member_id_idx").on(table.memberId),
    index("banned_emails_until_idx").on(table.until),
  ],
);

/** What admins looked at and did. The member it is about is named until that account is deleted. */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: text().primaryKey(),
    /** Null for the command line, and once the admin's account is deleted. */
    adminId: text("admin_id").references(() => members.id, { onDelete: "set null" }),
    action: text().notNull(),
    rows: integer().notNull(),
    subjectId: text("subject_id").references(() => members.id, { onDelete: "set null" }),
    /** The report, action, appeal or run that it is about. */
    objectId: text("object_id"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("audit_events_created_at_idx").on(table.createdAt),
    index("audit_events_admin_id_idx").on(table.adminId),
    index("audit_events_subject_id_idx").on(table.subjectId),
  ],
);

/**
 * Where a member's browsers take notifications (RFC 8030), at most ten. A row belongs to the session that made it: a
 * trigger in the migration deletes it with a session that is ended before its time, so that a device that is signed out
 * hears nothing more. A session that runs out leaves it: a member who stays away still hears from us. A migration that makes
 * `sessions` again makes the trigger again.
 */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    sessionId: text("session_id").notNull(),
    /** A capability: who knows it can send to the browser. Never in an answer, an export or the log. */
    endpoint: text().notNull().unique("push_subscriptions_endpoint_idx"),
    /** The browser's public key and secret, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** What the member knows the device by, such as `Firefox on Android`. */
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

/** What a member wants to hear of. No row: everything, without a message's words, and nothing at night. */
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
  /** A message's words may stand on a locked screen. */
  showWords: integer("show_words", { mode: "boolean" }).notNull(),
  /** Quiet hours in minutes of the member's day, 0 to 1439; both null for none. They may go over midnight. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
});

/*
 * The views name the conditions that many statements share. A migration that makes `pairings`, `pairing_runs` or
 * `blocks` again drops them first and makes them again after.
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
  messageCount: integer("message_count"),
  /** The order of making. A view has no rowid. */
  rowNumber: integer("row_number"),
};

/** The pairings of published runs: readers only ever see these (contract §4). */
export const publishedPairings = sqliteView("published_pairings", viewedPairing).as(
  sql`select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.message_count, p.rowid as row_number
      from pairings p
      where exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published')`,
);

/** Published pairings that no block closes (contract §7). Those of them whose `expires_at` is to come are open. */
export const unblockedPairings = sqliteView("unblocked_pairings", viewedPairing).as(
  sql`select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.message_count, p.row_number
      from published_pairings p
      where not exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
        and not exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id)`,
);

/** Each block in both directions: whom the member `one_id` does not meet. */
export const blockedPairs = sqliteView("blocked_pairs", {
  oneId: text("one_id"),
  otherId: text("other_id"),
  createdAt: integer("created_at"),
}).as(
  sql`select blocker_id as one_id, blocked_id as other_id, created_at from blocks
      union all select blocked_id, blocker_id, created_at from blocks`,
);
