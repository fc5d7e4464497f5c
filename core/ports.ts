/** What the core needs from the outside. Implemented in `worker/`; replaced in tests only where chance, time or third parties are involved. */
import type { CloseReason, MessageDto } from "./shared/contract";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

export interface Random {
  /** An opaque, unguessable id of at least 120 random bits, URL-safe. */
  id(): string;
}

export interface PasswordHasher {
  /** @param password at most 72 bytes of UTF-8 */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** As much work as `verify`, for an e-mail that nobody has (contract §3, login). */
  verifyAgainstNobody(password: string): Promise<void>;
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
}

export type { CloseReason };

/** The live side of a conversation. Never fails the caller: what it tells is stored already. */
export interface ConversationChannel {
  publishMessage(conversationId: string, message: MessageDto): Promise<void>;
  publishRead(conversationId: string, read: { reader_id: string; up_to: string }): Promise<void>;
  /** Tells those connected and ends their connections to this conversation. */
  close(conversationId: string, reason: CloseReason): Promise<void>;
  /** Ends every live connection of these sessions at once (sign-out, password change). */
  endSessions(sessionIds: string[], conversationIds: string[]): Promise<void>;
  /** Closes the conversation and deletes all that its object holds (deletion of an account). */
  purge(conversationId: string): Promise<void>;
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

/** Structured, one event a line; no personal data goes in. */
export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, error: unknown, fields?: Record<string, unknown>): void;
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
