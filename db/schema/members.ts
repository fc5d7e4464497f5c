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
    // Runs name a member by the implicit rowid. Only the snapshots of runs store it.
    id: text().primaryKey(),
    name: text().notNull(),
    searchName: text("search_name").notNull().default(""),
    email: text().notNull().unique("members_email_idx"),
    passwordHash: text("password_hash").notNull(),
    dateOfBirth: text("dob").notNull(),
    gender: text({ enum: GENDERS }),
    preferredMatchGender: text("preferred_match_gender", { enum: GENDERS }),
    avatarUrl: text("avatar_url"),
    location: text(),
    bio: text(),
    /** JSON array of codes in the member's order. */
    languages: text().notNull().default("[]"),
    timezone: text(),
    /** IANA zone of the browser used last; null before the first use (docs/rules.md#clock). */
    zone: text(),
    latitude: real(),
    longitude: real(),
    distancePreference: integer("distance_preference"),
    minimumAgePreference: integer("minimum_age_preference"),
    maximumAgePreference: integer("maximum_age_preference"),
    isAdmin: integer("is_admin", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    pausedFrom: text("paused_from"),
    /** Date of the first run after the pause; null if the pause has no end date. */
    pausedUntil: text("paused_until"),
    /** Null if visits aren't recorded, as for demo members. */
    lastSeenOn: text("last_seen_on"),
    /** UTC date of the notice that runs will leave the member out as absent. */
    absenceToldOn: text("absence_told_on"),
    /** When the member first confirmed an address by a mail's link. */
    emailVerifiedAt: integer("email_verified_at"),
    /** The wait, in nights (docs/rules.md#waits). */
    waited: integer().notNull().default(0),
    /** The wait before the run of `waitedOn`, in case another run of that date replaces that run. */
    waitedBefore: integer("waited_before").notNull().default(0),
    /** Date of the last run that changed `waited`. */
    waitedOn: text("waited_on"),
    /**
     * Until `newcomersAwayUntil`, the member isn't paired with accounts that are newer than `newcomersAwaySince`
     * (docs/rules.md#newer-accounts).
     */
    newcomersAwaySince: integer("newcomers_away_since"),
    newcomersAwayUntil: integer("newcomers_away_until"),
    /** True once a run has paired the member. From then on, no new account can claim the address. */
    tookPart: integer("took_part", { mode: "boolean" }).notNull().default(false),
    wantsNotices: integer("wants_notices", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    index("members_created_at_idx").on(table.createdAt),
    index("members_admin_idx").on(table.id).where(sql`${table.isAdmin} = 1`),
    index("members_waited_idx").on(table.waited).where(sql`${table.waited} > 0`),
  ],
);

export const ofMember = <Name extends string>(name: Name) =>
  text(name)
    .notNull()
    .references(() => members.id, { onDelete: "cascade" });

/** The links in mails. Each link works once. A new link replaces the member's older link of the same purpose. */
export const mailTokens = sqliteTable(
  "mail_tokens",
  {
    /** SHA-256 of the secret, which is not stored. */
    digest: text().primaryKey(),
    memberId: ofMember("member_id"),
    purpose: text({
      enum: ["reset_password", "verify_email", "change_email_old", "change_email_new"],
    }).notNull(),
    /** The member's address when the link was made, or the new address of a change. */
    email: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** A used link of a change of address is kept until the link to the other address is used too. */
    usedAt: integer("used_at"),
  },
  (table) => [
    uniqueIndex("mail_tokens_member_id_purpose_idx").on(table.memberId, table.purpose),
    index("mail_tokens_expires_at_idx").on(table.expiresAt),
  ],
);

/** Mails that the local server stores instead of sending them (docs/decisions/mail.md). Empty when deployed. */
export const localMails = sqliteTable(
  "local_mails",
  {
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
    /** Written at most once in 24 hours. Null until the session is used more than 24 hours after its beginning. */
    lastSeenAt: integer("last_seen_at"),
    reauthenticatedAt: integer("reauthenticated_at"),
    passkeyConfirmedAt: integer("passkey_confirmed_at"),
  },
  (table) => [
    index("sessions_member_id_idx").on(table.memberId),
    index("sessions_expires_at_idx").on(table.expiresAt),
  ],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    memberId: ofMember("member_id"),
    credentialId: text("credential_id").notNull().unique("passkeys_credential_id_idx"),
    /** A COSE key. */
    publicKey: text("public_key").notNull(),
    /** 0 if the authenticator has no signature counter. */
    counter: integer().notNull(),
    transports: text().notNull(),
    isBackedUp: integer("is_backed_up", { mode: "boolean" }).notNull(),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("passkeys_member_id_idx").on(table.memberId)],
);

export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ["register", "sign_in", "confirm"] }).notNull(),
    /** Null for a visitor who is signing in. */
    sessionId: text("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("passkey_challenges_session_id_idx").on(table.sessionId),
    index("passkey_challenges_expires_at_idx").on(table.expiresAt),
  ],
);

/** Consents under GDPR Art. 9. A trigger refuses changes of rows, and a member's newest row counts. */
export const consents = sqliteTable(
  "consents",
  {
    sequence: integer().primaryKey(),
    memberId: ofMember("member_id"),
    /** A `notified` consent counts as given. It came by an API call, whose client has perhaps not shown the text. */
    kind: text({ enum: ["given", "notified", "withdrawn"] }).notNull(),
    version: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("consents_member_id_sequence_idx").on(table.memberId, table.sequence)],
);

/**
 * The networks from which the member has signed in. However many wrong passwords come from other networks, the member
 * can still sign in from these.
 */
export const memberNetworks = sqliteTable(
  "member_networks",
  {
    memberId: ofMember("member_id"),
    networkDigest: text("network_digest").notNull(),
    /** Keyed digest of an IPv6 network's /48; null for IPv4. */
    siteDigest: text("site_digest"),
    lastSeenAt: integer("last_seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.networkDigest] }),
    index("member_networks_last_seen_at_idx").on(table.lastSeenAt),
  ],
);
