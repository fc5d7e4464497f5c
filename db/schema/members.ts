import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { GENDERS } from "~/core/shared/constants";

export const members = sqliteTable(
  "members",
  {
    // The pairing run addresses members by SQLite's implicit rowid, which is never stored elsewhere.
    id: text().primaryKey(),
    name: text().notNull(),
    /** The name as a search compares it (`core/shared/fold-text.ts`). */
    searchName: text("search_name").notNull().default(""),
    email: text().notNull().unique("members_email_idx"),
    passwordHash: text("password_hash").notNull(),
    dateOfBirth: text("dob").notNull(),
    gender: text({ enum: GENDERS }),
    preferredMatchGender: text("preferred_match_gender", { enum: GENDERS }),
    avatarUrl: text("avatar_url"),
    location: text(),
    bio: text(),
    /** JSON array of codes, in the member's order. */
    languages: text().notNull().default("[]"),
    timezone: text(),
    /** The IANA zone of the browser that the member used last; null before the first (docs/rules.md#clock). */
    zone: text(),
    latitude: real(),
    longitude: real(),
    distancePreference: integer("distance_preference"),
    minimumAgePreference: integer("minimum_age_preference"),
    maximumAgePreference: integer("maximum_age_preference"),
    isAdmin: integer("is_admin", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    /** The first pairing date that the member sits out; null for a member who takes part. */
    pausedFrom: text("paused_from"),
    /** The first pairing date on which the member takes part again; null until further notice. */
    pausedUntil: text("paused_until"),
    /** The UTC date of the last signed-in use, written once per day; null if absence is not measured, as for the demo's members. */
    lastSeenOn: text("last_seen_on"),
    /** The UTC date of the notice that the next run leaves the member out as absent. */
    absenceToldOn: text("absence_told_on"),
    /** When a mail was first proven to reach the member. */
    emailVerifiedAt: integer("email_verified_at"),
    /** Nights without a partner since the newest pairing, if they count; the longest wait goes first (docs/rules.md#waits). */
    waited: integer().notNull().default(0),
    /** The wait before the night of `waitedOn`, for another run of that night. */
    waitedBefore: integer("waited_before").notNull().default(0),
    /** The newest pairing date that changed the wait; null before the first. */
    waitedOn: text("waited_on"),
    /** No account that joined after `newcomersAwaySince` is introduced until `newcomersAwayUntil` (docs/rules.md#newer-accounts). */
    newcomersAwaySince: integer("newcomers_away_since"),
    newcomersAwayUntil: integer("newcomers_away_until"),
    /** Set with the first pairing and never taken back: the address of such an account can't be claimed. */
    tookPart: integer("took_part", { mode: "boolean" }).notNull().default(false),
    /** Whether mails that are not about the account itself are sent. */
    wantsNotices: integer("wants_notices", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    index("members_created_at_idx").on(table.createdAt),
    index("members_admin_idx").on(table.id).where(sql`${table.isAdmin} = 1`),
    // Publishing a run reads only the members who wait.
    index("members_waited_idx").on(table.waited).where(sql`${table.waited} > 0`),
  ],
);

/** The row is deleted with the account. */
export const ofMember = <Name extends string>(name: Name) =>
  text(name)
    .notNull()
    .references(() => members.id, { onDelete: "cascade" });

/**
 * Links in mails; only a digest of each secret is stored. A member has one row per purpose, and a newer one replaces
 * it. A link works once, and only until its end.
 */
export const mailTokens = sqliteTable(
  "mail_tokens",
  {
    /** SHA-256 of the secret. */
    digest: text().primaryKey(),
    memberId: ofMember("member_id"),
    purpose: text({
      enum: ["reset_password", "verify_email", "change_email_old", "change_email_new"],
    }).notNull(),
    /** The address that the link is about: the member's address at that time, or the new one for a change of address. */
    email: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** When this half of a change of address was confirmed; the row then waits for the other half. */
    usedAt: integer("used_at"),
  },
  (table) => [
    uniqueIndex("mail_tokens_member_id_purpose_idx").on(table.memberId, table.purpose),
    index("mail_tokens_expires_at_idx").on(table.expiresAt),
  ],
);

/** The mails of the local server, which sends none (docs/decisions/mail.md). A deployed server never writes a row. */
export const localMails = sqliteTable(
  "local_mails",
  {
    /** Id of the delivery, so that a mail that is delivered twice has one row. */
    id: text().primaryKey(),
    /** Null for a mail to the operator. */
    memberId: text("member_id").references(() => members.id, { onDelete: "cascade" }),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
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
    memberId: ofMember("member_id"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Written at most once per day; null until the first use after the day on which the session began. */
    lastSeenAt: integer("last_seen_at"),
    /** When the member last confirmed the password in this session; null before the first time. */
    reauthenticatedAt: integer("reauthenticated_at"),
    /** When a passkey last confirmed this session; null before the first time. */
    passkeyConfirmedAt: integer("passkey_confirmed_at"),
  },
  (table) => [
    index("sessions_member_id_idx").on(table.memberId),
    index("sessions_expires_at_idx").on(table.expiresAt),
  ],
);

/** The public halves of members' passkeys (WebAuthn). The private half never leaves the member's device or password manager. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    memberId: ofMember("member_id"),
    /** Base64url, as the browser gave it. */
    credentialId: text("credential_id").notNull().unique("passkeys_credential_id_idx"),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's signature counter; 0 if it doesn't count. */
    counter: integer().notNull(),
    transports: text().notNull(),
    /** Whether the passkey is synced to other devices. */
    isBackedUp: integer("is_backed_up", { mode: "boolean" }).notNull(),
    /** The member's own name for it. */
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("passkeys_member_id_idx").on(table.memberId)],
);

/** Challenges that authenticators sign. A challenge is valid once, for a few minutes, for one purpose. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    /** 32 random bytes, base64url. */
    challenge: text().primaryKey(),
    purpose: text({ enum: ["register", "sign_in", "confirm"] }).notNull(),
    /** Null before signing in. */
    sessionId: text("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("passkey_challenges_session_id_idx").on(table.sessionId),
    index("passkey_challenges_expires_at_idx").on(table.expiresAt),
  ],
);

/**
 * Members' consents to the text on gender and preference (GDPR Art. 9), and their withdrawals. Rows are only ever added
 * (a trigger in the migration refuses changes); the newest one counts.
 */
export const consents = sqliteTable(
  "consents",
  {
    sequence: integer().primaryKey(),
    memberId: ofMember("member_id"),
    /** `notified`: the member registered by the API, whose client may or may not have shown the text. It applies all the same. */
    kind: text({ enum: ["given", "notified", "withdrawn"] }).notNull(),
    version: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("consents_member_id_sequence_idx").on(table.memberId, table.sequence)],
);

/** Networks from which a member has signed in, as keyed digests. Wrong passwords from other networks don't lock them out. */
export const memberNetworks = sqliteTable(
  "member_networks",
  {
    memberId: ofMember("member_id"),
    networkDigest: text("network_digest").notNull(),
    /** Digest of the /48 of an IPv6 network; null for IPv4, and for rows older than this column. */
    siteDigest: text("site_digest"),
    lastSeenAt: integer("last_seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.networkDigest] }),
    index("member_networks_last_seen_at_idx").on(table.lastSeenAt),
  ],
);
