export const MS_PER_SECOND = 1_000;
export const MS_PER_MINUTE = 60 * MS_PER_SECOND;
export const MS_PER_HOUR = 60 * MS_PER_MINUTE;
export const MS_PER_DAY = 24 * MS_PER_HOUR;

/** Time between the expiry and the redirect to /conversations (docs/rules.md#countdown). */
export const EXPIRY_REDIRECT_GRACE_MS = 900_000;
/** Interval of the pages' polls, and of the check whether a conversation has expired. */
export const POLL_INTERVAL_MS = 60_000;
export const TOAST_DURATION_MS = 5_000;
/** A message with the same content within this time counts as the same message (docs/rules.md#sending). */
export const LOCAL_DUPLICATE_WINDOW_MS = 5_000;
export const SOCKET_DUPLICATE_WINDOW_MS = 10_000;

export const MINIMUM_AGE_YEARS = 18;
export const MINIMUM_DATE_OF_BIRTH = "1900-01-01";

export const AGE_PREFERENCE_MIN = 18;
export const AGE_PREFERENCE_MAX = 80;
export const DISTANCE_MIN_KM = 5;
export const DISTANCE_MAX_KM = 300;
export const DISTANCE_STEP_KM = 5;
/** Added to distance limits, because places are rounded to about 11 km (docs/rules.md#compatibility). */
export const DISTANCE_TOLERANCE_KM = 10;
export const DISTANCE_DEFAULT_KM = 50;

/** Lengths are in code points, unless the name has another unit. */
export const NAME_MAX_LENGTH = 80;
export const EMAIL_MAX_LENGTH = 254;
export const PASSWORD_MIN_LENGTH = 6;
/** bcrypt reads only 72 bytes, so a longer password is refused, never cut. */
export const PASSWORD_MAX_BYTES = 72;
export const BIO_MAX_LENGTH = 1_000;
export const LANGUAGES_MAX = 5;
export const LOCATION_MAX_LENGTH = 120;
export const MESSAGE_MAX_LENGTH = 2_000;
export const REPORT_DETAILS_MAX_LENGTH = 1_000;
export const CLIENT_ID_MAX_LENGTH = 64;
export const ADDRESS_MAX_LENGTH = 200;
export const ANSWER_MAX_LENGTH = 500;
/** The page of a conversation opens the card of the sealed address this long before the conversation ends. */
export const ADDRESS_REMINDER_MS = 3 * MS_PER_HOUR;

export const MESSAGES_PAGE_DEFAULT = 50;
export const MESSAGES_PAGE_MAX = 200;
/** The most messages in the answer to a request without paging (docs/rules.md#messages). */
export const MESSAGES_WHOLE_MAX = 5_000;
export const PAST_PAIRINGS_MAX = 100;
export const EVIDENCE_MESSAGES = 50;
/** Number of messages on each side of an older message that a report names. */
export const EVIDENCE_AROUND = 25;
/**
 * Applies to a report's newest messages, and separately to those around the reported one. 50 messages of 2,000 ASCII
 * letters fit.
 */
export const EVIDENCE_MAX_BYTES = 128 * 1024;
export const NEWCOMERS_AWAY_DAYS = 30;

/** Pairing two members again within this time counts as a repeat (docs/rules.md#order). */
export const RECENT_PAIR_DAYS = 30;

/** After this many whole days without a visit, runs leave a member out until the next visit. */
export const ABSENCE_DAYS = 14;
export const PAUSE_MAX_DAYS = 365;

export const WARNING_DAYS = 90;
export const SUSPENSION_MAX_DAYS = 365;
/** The e-mail address of a banned member can't be registered for this long (docs/rules.md#bans). */
export const BAN_MONTHS = 12;
/** Blocks and confirmed addresses of a deleted account are kept as digests for this long (docs/rules.md#leaving). */
export const KEPT_MONTHS = 12;
/** Open reports about a deleted account are kept for this long. */
export const LEFT_REPORT_DAYS = 180;
export const LEFT_CONVERSATION_DAYS = 7;

export const SESSION_DAYS = 30;
/**
 * Days without use after which a session ends. The last use is stored once a day, so the end can come up to a day
 * early.
 */
export const SESSION_IDLE_DAYS = 7;
export const MAX_SESSIONS_PER_MEMBER = 30;
export const MAX_NETWORKS_PER_MEMBER = 50;
/** A member who has entered the password isn't asked for it again within this time. */
export const PASSWORD_CONFIRMATION_MS = MS_PER_HOUR;
export const EVIDENCE_CONFIRMATION_MS = 12 * MS_PER_HOUR;
export const PASSKEY_CHALLENGE_MS = 5 * MS_PER_MINUTE;
export const MAX_PASSKEYS_PER_MEMBER = 10;
export const PASSKEY_NAME_MAX_LENGTH = 40;
/** The operator must delete backups after this time (docs/operations.md). The privacy notice promises it. */
export const BACKUP_DAYS = 90;
/** D1 can be restored to any moment of the last 30 days. */
export const TIME_TRAVEL_DAYS = 30;
/** A deletion stays in the ledger for as long as an older backup can be restored. */
export const LEDGER_DAYS = BACKUP_DAYS + TIME_TRAVEL_DAYS;
export const ANSWER_WITHIN_MS = MS_PER_DAY;
export const CASE_REPORTS_MAX = 20;
export const RESET_LINK_MS = 30 * MS_PER_MINUTE;
export const EMAIL_LINK_MS = 48 * MS_PER_HOUR;
/** After this time an unverified address can be registered again. */
export const UNVERIFIED_HOLD_MS = 48 * MS_PER_HOUR;
/** From this many events in a window on, a proof of work is required. Ordinary members stay below. */
export const PROOF_AFTER = {
  registrations: 5,
  registrationsOfNetwork: 10,
  failedSignIns: 20,
  failedSignInsOfNetwork: 40,
} as const;
export const PROOF_LIFE_MS = 10 * MS_PER_MINUTE;
export const MAX_BODY_BYTES = 64 * 1024;
/** The framework's time for matching a path grows with the square of the number of slashes. */
export const MAX_PATH_LENGTH = 512;
/** URLs need room for three searches of 200 characters. A percent-encoded character takes up to 12. */
export const MAX_ADDRESS_LENGTH = 8_192;

const TOO_MANY_SIGN_INS = "Too many failed sign-in attempts.";
const TOO_MANY_REGISTRATIONS = "Too many registrations from this address.";
const TOO_MANY_MAILS = "Too many requests for e-mails from this address.";
const TOO_MANY_MESSAGES = "You are sending messages too fast.";
const TOO_MANY_TODAY = "You have sent as many messages as a day allows.";

export interface Limit {
  limit: number;
  windowMs: number;
  /** The first sentence of the refusal. The time at which to try again follows it. */
  refusal: string;
}

const atMost = (limit: number, windowMs: number, refusal: string): Limit => ({
  limit,
  windowMs,
  refusal,
});

/**
 * See docs/rules.md#limits. Limits by client address count an IPv6 /64 as one address. The owner of a /48 has 65,536 of
 * them, so limits whose names end in `OfNetwork` count a /48 as one.
 */
export const LIMITS = {
  failedSignIns: atMost(10, 10 * MS_PER_MINUTE, TOO_MANY_SIGN_INS),
  failedSignInsOfAddress: atMost(100, 10 * MS_PER_MINUTE, TOO_MANY_SIGN_INS),
  failedSignInsOfNetwork: atMost(1_000, 10 * MS_PER_MINUTE, TOO_MANY_SIGN_INS),
  failedSignInsOfEmail: atMost(200, MS_PER_HOUR, TOO_MANY_SIGN_INS),
  signInsOfAddress: atMost(600, MS_PER_HOUR, "Too many sign-ins from this address."),
  passkeyChallenges: atMost(60, 10 * MS_PER_MINUTE, "Too many sign-ins from this address."),
  registrations: atMost(20, MS_PER_HOUR, TOO_MANY_REGISTRATIONS),
  registrationsOfNetwork: atMost(200, MS_PER_HOUR, TOO_MANY_REGISTRATIONS),
  /** Mails that anyone can request for one mailbox. */
  mailsOfAddress: atMost(
    3,
    MS_PER_HOUR,
    "We have sent as many e-mails to this address as an hour allows.",
  ),
  /** Mails about the accounts of one mailbox. Above the limit, only moderators' decisions are sent. */
  noticesOfAddress: atMost(
    30,
    MS_PER_DAY,
    "We have sent as many e-mails to this address as a day allows.",
  ),
  /** Mails that one client requests, and links in mails that it opens. */
  mailRequests: atMost(60, MS_PER_HOUR, TOO_MANY_MAILS),
  mailRequestsOfNetwork: atMost(600, MS_PER_HOUR, TOO_MANY_MAILS),
  emailChanges: atMost(5, MS_PER_DAY, "You have asked for another address many times today."),
  messagesPerSecond: atMost(12, MS_PER_SECOND, TOO_MANY_MESSAGES),
  messagesPerMinute: atMost(60, MS_PER_MINUTE, TOO_MANY_MESSAGES),
  /** Per member, conversation and UTC day. Bytes are those of UTF-8. */
  messagesPerDay: atMost(2_000, MS_PER_DAY, TOO_MANY_TODAY),
  messageBytesPerDay: atMost(2_000_000, MS_PER_DAY, TOO_MANY_TODAY),
  answers: atMost(30, MS_PER_HOUR, "You have answered many times this hour."),
  addresses: atMost(100, MS_PER_DAY, "You have changed your line many times today."),
  reports: atMost(10, MS_PER_DAY, "You have sent many reports today."),
  moves: atMost(10, MS_PER_DAY, "You have changed your location many times today."),
  birthChanges: atMost(
    5,
    30 * MS_PER_DAY,
    "You have changed your date of birth many times this month.",
  ),
  wishChanges: atMost(
    20,
    30 * MS_PER_DAY,
    "You have changed gender or preference many times this month.",
  ),
};

export const MAX_CONNECTIONS_PER_CONVERSATION = 10;
export const MAX_CONNECTIONS_OUTSIDE = 30;
/** Sent with the event `join_error` or `connect_error`. */
export const TOO_MANY_CONNECTIONS = "Too many connections";

export const GENDERS = ["Male", "Female", "Transgender", "Non-Binary"] as const;
export type Gender = (typeof GENDERS)[number];
/** This and `GENDER_ANY` are stored as null (docs/rules.md#profile). */
export const GENDER_UNSTATED = "prefer-not-to-say";
export const GENDER_ANY = "surprise-me";

export const REPORT_REASONS = [
  "harassment",
  "spam",
  "inappropriate",
  "underage",
  "impersonation",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATUSES = ["open", "resolved"] as const;

/** A smaller count could identify a member (docs/rules.md#why-no-match). */
export const MIN_DISCLOSED_COUNT = 5;
/**
 * In a larger run 'Why no match' counts a random sample of this size, and scales it up (docs/rules.md#why-no-match).
 */
export const WHY_SAMPLE_MEMBERS = 10_000;
export const FEWER_THAN_MINIMUM = `fewer than ${MIN_DISCLOSED_COUNT}` as const;

/** A resolved report without an outcome counts as `no_breach` (docs/rules.md#reports). */
export const REPORT_OUTCOMES = ["acted", "no_breach"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export const ACTION_KINDS = ["warn", "suspend", "ban", "lift"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];
export const STANDINGS = ["good", "warned", "suspended", "banned"] as const;

export const ACTION_TEXT_MAX_LENGTH = 1_000;
export const ADMIN_NOTE_MAX_LENGTH = 2_000;
export const APPEAL_MAX_LENGTH = 2_000;
export const ADMIN_PAGE_MAX = 100;

/** Each cron tries a job once. After this many tries the job is parked until an operator sends it again. */
export const JOB_TRIES = 20;
/**
 * Never parked, but tried every hour after {@link JOB_TRIES}. `close` and `erase` take a conversation from members who
 * must no longer have it. `record` stores what a restore must repeat, and `evidence` completes a report.
 */
export const ENDLESS_JOBS = ["close", "erase", "record", "evidence"] as const;
