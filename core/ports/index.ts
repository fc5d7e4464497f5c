/**
 * Ports: interfaces to everything outside the core. They are implemented in `worker/`; tests replace only those that
 * involve chance, time or third parties.
 */

import type { PointName, PointValues } from "~/core/shared/points";
import type { UnkeyedLine } from "~/db/operations/ledger";

export type * from "./conversations";
export type * from "./deliveries";
export type * from "./passkeys";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

export interface Random {
  /** An opaque, unguessable id of at least 120 random bits, URL-safe. */
  id(): string;
  /** 256 random bits as 43 characters of base64url, for a secret that gives access. */
  secret(): string;
}

export interface PasswordHasher {
  /** @param password at most 72 bytes of UTF-8 */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** Does as much work as `verify`, for an e-mail without an account (docs/rules.md#errors). */
  verifyDummy(password: string): Promise<void>;
}

export interface TokenClaims {
  memberId: string;
  sessionId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>;
  /** Null for a token that is malformed, forged or expired. */
  verify(token: string): Promise<TokenClaims | null>;
  /**
   * A keyed, irreversible digest, used to count attempts by e-mail and address without storing either. Counts begin
   * again after a rotation.
   */
  digest(value: string): Promise<string>;
}

/** A use of the record secret; each use has a key of its own. */
export type RecordPurpose = "email" | "member" | "unsubscribe" | "unsubscribe_reminders";

/** A keyed digest that is stored, and the id of the key that made it. */
export interface KeyedDigest {
  digest: string;
  keyId: string;
}

/** Keyed digests of data that outlives sessions (docs/rules.md#secrets). */
export interface RecordKeys {
  /** A digest by the current key. */
  digest(purpose: RecordPurpose, value: string): Promise<KeyedDigest>;
  /** Encrypts text that is readable only by {@link RecordKeys.decrypt}. */
  encrypt(text: string): Promise<string>;
  /** Null if the key is no longer configured, or the text was not encrypted by us. */
  decrypt(text: string): Promise<string | null>;
  /** Digests by every configured key, the current one first. */
  digests(purpose: RecordPurpose, value: string): Promise<KeyedDigest[]>;
}

/** What a restore of the database must do again. It names nobody: each member is a keyed digest of the id. */
export interface LedgerLine extends Pick<UnkeyedLine, "kind" | "at" | "action"> {
  /** The same if the line is added again. */
  id: string;
  subject: KeyedDigest;
  /** Whom a block is about. */
  other?: KeyedDigest;
  /** Of the mailboxes that a suspension or ban keeps from registering. */
  addresses: KeyedDigest[];
}

/** The list of {@link LedgerLine}, outside the database. Every method throws when it can't be reached. */
export interface DeletionLedger {
  /** Safe to repeat. */
  add(line: LedgerLine): Promise<void>;
  /** The lines since an instant, in order. */
  list(since: number): Promise<LedgerLine[]>;
}

export interface Place {
  location: string;
  /** Null where it can't be told: no place is near. */
  timezone: string | null;
}

export interface City extends Place {
  latitude: number;
  longitude: number;
}

export interface Geocoder {
  /**
   * Place name and timezone at a point. Never throws: without a place it returns the coordinates as text and no
   * timezone.
   */
  locate(point: { latitude: number; longitude: number }): Promise<Place>;
  /** Cities whose name begins with the query, the largest first. */
  searchCities(query: string, limit: number): Promise<City[]>;
}

/** A proof that a client has done some work, so that many requests are expensive and one is cheap. */
export interface ProofOfWork {
  mode: "off" | "above_threshold" | "always";
  /** @param purpose of the proof: it is not valid for another one */
  createChallenge(purpose: string, now: number): Promise<object>;
  /** The id of the solved challenge; null if the proof is not valid for this purpose. */
  verify(proof: string, purpose: string): Promise<{ id: string } | null>;
}

/** Entries of the log: `<area>.<what happened>`. */
export type LogEvent =
  | "auth.email_change_asked"
  | "auth.email_changed"
  | "auth.email_verified"
  | "auth.password_recovered"
  | "auth.recovery_asked"
  | "auth.refused"
  | "auth.signed_in"
  | "availability.absent_told"
  | "reminders.queued"
  | "conversation.unreachable"
  | "delivery.delivered"
  | "delivery.dropped"
  | "delivery.failed"
  | "delivery.given_up"
  | "delivery.not_queued"
  | "delivery.retried"
  | "geocoder.places_unreadable"
  | "geocoder.service_failed"
  | "health.database"
  | "job.drained"
  | "job.failed"
  | "job.parked"
  | "job.stuck"
  | "maintenance.restore_failed"
  | "maintenance.restored"
  | "maintenance.sweep_failed"
  | "maintenance.sweep_unfinished"
  | "maintenance.swept"
  | "page.failed"
  | "page.viewed"
  | "passkey.added"
  | "passkey.confirmed"
  | "passkey.refused"
  | "passkey.removed"
  | "pairing.abandon_failed"
  | "pairing.answer_lost"
  | "pairing.claimed"
  | "pairing.done_already"
  | "pairing.failed"
  | "pairing.matched"
  | "pairing.published"
  | "draw.unread"
  | "pairing.still_in_progress"
  | "pairing.superseded"
  | "pairing.taken_over"
  | "pairing.timed"
  | "realtime.alarm_failed"
  | "realtime.event_failed"
  | "realtime.handler_failed"
  | "realtime.handshake_failed"
  | "realtime.object_unreachable"
  | "request.failed"
  | "request.refused"
  | "transparency.failed"
  | "watch.bad"
  | "watch.failed"
  | "watch.untold";

/** A structured log, one event per line. It must not contain personal data. */
export interface Logger {
  info(event: LogEvent, fields?: Record<string, unknown>): void;
  warn(event: LogEvent, fields?: Record<string, unknown>): void;
  error(event: LogEvent, error: unknown, fields?: Record<string, unknown>): void;
}

/** Counts events for the operator's dashboards. Never throws. */
export interface Metrics {
  /** Never throws. @param labels in the order of `POINTS` */
  count<Name extends PointName>(name: Name, values: PointValues<Name>, labels?: string[]): void;
}

/** Lets work continue after the answer is sent. */
export type Defer = (work: Promise<unknown>) => void;
