/** What the core needs from the outside. Implemented in `worker/`; replaced in tests only where chance, time or third parties are involved. */

import type { ArchivedPairing } from "~/db/queries/pairing-archive";
import type { Delivery } from "./deliveries/messages";
import type { CloseReason } from "./shared/contract";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

export interface Random {
  /** An opaque, unguessable id of at least 120 random bits, URL-safe. */
  id(): string;
  /** 256 random bits in 43 characters of base64url, for a secret that opens something. */
  secret(): string;
}

export interface PasswordHasher {
  /** @param password at most 72 bytes of UTF-8 */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** As much work as `verify`, for an e-mail that no one has (contract §3, login). */
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
  /** A keyed, irreversible digest: counts attempts by e-mail and address without storing either. */
  digest(value: string): Promise<string>;
  /** The same by every secret that is still good, the current one first: for digests that outlive a rotation. */
  digests(value: string): Promise<string[]>;
}

/** A passkey's public half, as it is stored. */
export interface PasskeyCredential {
  /** Base64url, as are the challenges and the key. */
  credentialId: string;
  publicKey: string;
  /** Uses as the authenticator counts them; 0 for ever where it does not count. */
  counter: number;
  /** How a browser reaches the authenticator. */
  transports: string[];
}

/** What an authenticator says of a passkey with each use. */
interface PasskeyState {
  counter: number;
  /** Whether its keeper has copies of it on other devices. */
  isBackedUp: boolean;
}

/** What a browser's authenticator is asked: JSON of the WebAuthn standard. */
export type PasskeyOptions = Record<string, unknown>;

/** An authenticator's answer, of the shape that `core/auth/schemas.ts` lets through. */
export interface PasskeyAnswer {
  id: string;
  response: { clientDataJSON: string };
}

/**
 * The two ceremonies of WebAuthn. The authenticator always verifies its owner (by finger, face or PIN) and never tells
 * what it is.
 */
export interface PasskeyCeremonies {
  /** 32 random bytes. */
  newChallenge(): string;
  /** The challenge that an answer names; null where it names none. */
  challengeOf(answer: PasskeyAnswer): string | null;
  /** @param site the origin that the request came to; a deployment's own address overrules it */
  registrationOptions(
    site: string,
    ask: {
      challenge: string;
      member: { id: string; email: string; name: string };
      /** What the member has already: no authenticator makes a second one. */
      known: Pick<PasskeyCredential, "credentialId" | "transports">[];
    },
  ): Promise<PasskeyOptions>;
  /** @param ask.known whose passkeys will do; none for whichever the browser has for this site */
  assertionOptions(
    site: string,
    ask: { challenge: string; known: Pick<PasskeyCredential, "credentialId" | "transports">[] },
  ): Promise<PasskeyOptions>;
  /** Null for an answer that does not prove the making of a passkey for this site and challenge. */
  verifyRegistration(
    site: string,
    challenge: string,
    answer: PasskeyAnswer,
  ): Promise<(PasskeyCredential & PasskeyState) | null>;
  /** Null for an answer that this credential did not give for this site, challenge and member, or with a count that went back. */
  verifyAssertion(
    site: string,
    challenge: string,
    credential: PasskeyCredential & { memberId: string },
    answer: PasskeyAnswer,
  ): Promise<PasskeyState | null>;
}

export type { ArchivedPairing, CloseReason };

/** A message as its conversation keeps it; instants in milliseconds since 1970. */
export interface StoredMessage {
  /** Begins with the moment, so that ids sort as the messages do. */
  id: string;
  sender_id: string;
  content: string;
  client_id: string | null;
  created_at: number;
  read_at: number | null;
}

/** What the database allowed a sender, read right before the message is handed over. */
export interface SendGrant {
  conversationId: string;
  senderId: string;
  senderName: string;
  senderAvatar: string | null;
  partnerId: string;
  /** The conversation's end, milliseconds since 1970. */
  expiresAt: number;
}

/** A limit that is used up: `pace` per second or minute, `day` in messages or bytes. */
export interface SendLimit {
  window: "pace" | "day";
  retryAfterMs: number;
}

export type SendOutcome =
  /** `known`: stored before with the same `client_id`. */
  | { kind: "stored" | "known"; message: StoredMessage }
  | { kind: "limited"; limit: SendLimit }
  | { kind: "closed"; reason: CloseReason };

export interface MessagesPageQuery {
  /** A message's id: only what was said before it; null for the newest. */
  before: string | null;
  /** With the message `before` itself. */
  withIt?: boolean;
  limit: number;
}

export interface MessagePage {
  /** Oldest first. */
  messages: StoredMessage[];
  /** False for a `before` that is no message of the conversation. */
  isBeforeKnown: boolean;
}

export interface ConversationSummary {
  /** How many messages of the partner's are unread. */
  unread: number;
  lastLine: StoredMessage | null;
  lines: number;
}

/** What a member has not seen of a partner's words. */
export interface UnseenMessages {
  /** How many, at least 1. */
  unread: number;
  /** The last one's; null when the member has written since. */
  words: string | null;
}

/** A change that the database has decided; `version` ascends, and an object ignores one older than its last. */
export type ConversationChange = { conversationId: string; version: number } & (
  | { kind: "close"; reason: CloseReason }
  | { kind: "reopen" }
  | { kind: "erase" }
  | { kind: "end_sessions"; sessionIds: string[] }
  | { kind: "import"; messages: StoredMessage[] }
);

/**
 * The messages of conversations, each conversation in storage of its own. Decides neither who may read nor who may
 * write: the caller has read that from the database.
 * Every method throws AppError `unavailable` when the conversation can't be reached.
 */
export interface ConversationStore {
  /** Stores a message and sends it to everyone connected, or does neither. */
  send(
    grant: SendGrant,
    message: { content: string; clientId: string | null },
  ): Promise<SendOutcome>;
  /** The limit that keeps a member from sending now; null for none. */
  findLimit(conversationId: string, memberId: string): Promise<SendLimit | null>;
  list(conversationId: string, page: MessagesPageQuery): Promise<MessagePage>;
  /** Marks the partner's messages as read, and tells everyone connected. */
  markRead(conversationId: string, readerId: string): Promise<{ read: number }>;
  summarise(conversationId: string, readerId: string): Promise<ConversationSummary>;
  /** Null when the member has read all, or has the conversation in sight on any device. */
  findUnseen(conversationId: string, readerId: string): Promise<UnseenMessages | null>;
  /** Carries out a change. Safe to repeat. */
  apply(change: ConversationChange): Promise<void>;
}

/** A deletion as the ledger keeps it; positions ascend in the order of recording. */
export interface LedgerEntry {
  position: number;
  memberId: string;
}

/**
 * Who was deleted, outside the database: a restored database is compared with it. Every method throws when it can't be
 * reached.
 */
export interface DeletionLedger {
  /** Safe to repeat. @param entry.deletedAt milliseconds since 1970 */
  record(entry: { memberId: string; deletedAt: number }): Promise<void>;
  /** The oldest entries after a position. */
  list(page: { after: number; limit: number }): Promise<LedgerEntry[]>;
}

/**
 * The pairings of each member that have left the database, in storage of the member's own. Decides nothing about who
 * may read. Every method throws AppError `unavailable` when the storage can't be reached, and is safe to repeat.
 */
export interface PairingHistory {
  keep(memberId: string, pairings: ArchivedPairing[]): Promise<void>;
  /** Newest first: those that ended before an instant. */
  list(memberId: string, page: { before: number; limit: number }): Promise<ArchivedPairing[]>;
  find(memberId: string, conversationId: string): Promise<ArchivedPairing | null>;
  /** The newest one with a partner. */
  findWith(memberId: string, partnerId: string): Promise<ArchivedPairing | null>;
  forget(memberId: string, conversationIds: string[]): Promise<void>;
}

/** The live connections. No failure reaches the caller: what it tells is stored already. */
export interface ConversationChannel {
  /** Ends every live connection of these sessions of a member at once (sign-out, password change). */
  endSessions(memberId: string, sessionIds: string[], conversationIds: string[]): Promise<void>;
  /** Ends every live connection of a member at once (suspension, deletion). */
  endMember(memberId: string, conversationIds: string[]): Promise<void>;
}

export interface Place {
  location: string;
  timezone: string;
}

export interface City extends Place {
  latitude: number;
  longitude: number;
}

export interface Geocoder {
  /** Place name and timezone at a point; never throws: falls back to the coordinates text and the nearest offset. */
  locate(point: { latitude: number; longitude: number }): Promise<Place>;
  /** Cities whose name begins with the query, the largest first. */
  searchCities(query: string, limit: number): Promise<City[]>;
}

/** Carries messages to their consumer, at least once each (`core/deliveries`). */
export interface DeliveryQueue {
  /**
   * @param options.delaySeconds not before so long, at most 12 hours
   * @throws when the queue can't be reached
   */
  add(deliveries: Delivery[], options?: { delaySeconds: number }): Promise<void>;
}

/** What became of an attempt to deliver something. Reasons are codes, for the log. */
export type DeliveryOutcome =
  | { status: "delivered" }
  /** Trying again would not help. */
  | { status: "dropped"; reason: string }
  /** `afterSeconds`: as the service asked; null for the usual pause. */
  | { status: "retry"; reason: string; afterSeconds: number | null };

/** A mail as it is sent. */
export interface Mail {
  /** The same at every attempt, so that a provider that knows it sends it once. */
  id: string;
  memberId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The way of mails out of the product. */
export interface Mailer {
  send(mail: Mail): Promise<DeliveryOutcome>;
}

/** Work that a client proves to have done, so that many requests are dear and one is not. */
export interface ProofOfWork {
  mode: "off" | "above_threshold" | "always";
  /** @param purpose what the proof is for: another one is no proof of it */
  createChallenge(purpose: string, now: number): Promise<object>;
  /** What names the challenge that was solved; null for anything but a good proof of this purpose. */
  verify(proof: string, purpose: string): Promise<{ id: string } | null>;
}

/** What the deployment says of mail. */
export interface MailSettings {
  /** Whether mails are sent, be it only to the local outbox. If not, what depends on mail isn't offered. */
  isConfigured: boolean;
  /** Whether they go to the local outbox, and leave the machine by no way. */
  isLocal: boolean;
  /** Whether pairing waits for a verified address. */
  mustVerify: boolean;
  /** Where members reach the product, for links: `https://` and a host. Empty where no mail is sent. */
  origin: string;
  supportEmail: string;
}

/** A browser as its push service knows it; the keys are base64url (RFC 8291). */
interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface PushMessage {
  /** JSON, less than 3,993 bytes. */
  payload: string;
  /** A newer message of the same topic takes the place of one that waits (RFC 8030 §5.4). */
  topic: string;
  urgency: "low" | "normal" | "high";
  /** How long the push service keeps it for a browser that is off. */
  ttlSeconds: number;
}

export type PushOutcome =
  | { kind: "delivered" }
  /** The browser has taken its subscription back, or the endpoint is none. */
  | { kind: "gone" }
  /** The same again would be refused again. */
  | { kind: "refused"; reason: string }
  /** `retryAfterMs`: as the service asks; null for no wish. */
  | { kind: "later"; reason: string; retryAfterMs: number | null };

/** The way of notifications to browsers. */
export interface PushSender {
  /** Of our key pair, for the browser's subscription; base64url. */
  readonly publicKey: string;
  /** Whether an endpoint is one of a browser's push service. */
  accepts(endpoint: string): boolean;
  /** @throws when the own keys are wrong */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}

/** What the log can say: `<area>.<what happened>`. */
export type LogEvent =
  | "auth.email_change_asked"
  | "auth.email_changed"
  | "auth.email_verified"
  | "auth.password_recovered"
  | "auth.recovery_asked"
  | "auth.refused"
  | "auth.signed_in"
  | "availability.absent_told"
  | "conversation.change_failed"
  | "conversation.changes"
  | "conversation.changes_overdue"
  | "conversation.unreachable"
  | "history.archived"
  | "history.archive_failed"
  | "history.unreachable"
  | "delivery.delivered"
  | "delivery.dropped"
  | "delivery.failed"
  | "delivery.given_up"
  | "delivery.not_queued"
  | "delivery.retried"
  | "geocoder.places_unreadable"
  | "geocoder.service_failed"
  | "health.database"
  | "maintenance.deletions_replayed"
  | "maintenance.replay_failed"
  | "maintenance.sweep_failed"
  | "maintenance.sweep_unfinished"
  | "maintenance.swept"
  | "page.failed"
  | "page.render_failed"
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
  | "transparency.failed";

/** Structured, one event per line; no personal data goes in. */
export interface Logger {
  info(event: LogEvent, fields?: Record<string, unknown>): void;
  warn(event: LogEvent, fields?: Record<string, unknown>): void;
  error(event: LogEvent, error: unknown, fields?: Record<string, unknown>): void;
}

/** Counts what happens, for the operator's dashboards. Never throws. */
export interface Metrics {
  count(
    event: "run" | "message" | "error",
    values?: Record<string, number>,
    labels?: string[],
  ): void;
}

/** Lets work go on after the answer is sent. */
export type Defer = (work: Promise<unknown>) => void;
