import { parseObject } from "~/app/lib/browser-storage";
import { MS_PER_SECOND } from "~/core/shared/constants";
import type { ApiResult } from "./api";
import type { SharedStore } from "./environment";
import { type OutboxOwner, readEntries } from "./storage";

/** A message that was written, kept on the device until it is known to be stored. */
export interface OutboxEntry {
  /** The message's id for the server, so that sending it again stores nothing twice (docs/rules.md#messages). */
  client_id: string;
  content: string;
  /** ISO 8601, by the device's clock. */
  queued_at: string;
  /** Orders the outbox, because the device's clock may be set back. */
  position: number;
  /** The id of the page on which it was written. That page puts the text back into its field if sending fails. */
  origin: string;
  state: "pending" | "failed";
  /** The server's message about the failure, if there was one. */
  reason: string | null;
}

/** Compares by the order of writing. */
export function compareEntries(one: OutboxEntry, other: OutboxEntry): number {
  return one.position - other.position || (one.client_id < other.client_id ? -1 : 1);
}

/** Creates the entry for a new message, after all others. */
export function createEntry(
  entries: readonly OutboxEntry[],
  message: Pick<OutboxEntry, "client_id" | "content" | "queued_at" | "origin">,
): OutboxEntry {
  const position = 1 + Math.max(0, ...entries.map((entry) => entry.position));
  return { ...message, position, state: "pending", reason: null };
}

/** The next entry to send: strictly in order, without those that were given up. */
export function nextToSend(entries: readonly OutboxEntry[]): OutboxEntry | null {
  return [...entries].sort(compareEntries).find((entry) => entry.state === "pending") ?? null;
}

/** Parses a stored entry; null if the text is anything else. */
export function parseEntry(text: string): OutboxEntry | null {
  const value: unknown = parseObject(text);
  return isEntry(value) ? value : null;
}

/** The entries of an outbox, in the order of writing. */
export const readOutbox = (store: SharedStore, owner: OutboxOwner): OutboxEntry[] =>
  readEntries(store, owner)
    .flatMap((text) => parseEntry(text) ?? [])
    .sort(compareEntries);

function isEntry(value: unknown): value is OutboxEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry: Partial<Record<string, unknown>> = { ...value };
  return (
    ["client_id", "content", "queued_at", "origin"].every(
      (key) => typeof entry[key] === "string",
    ) &&
    typeof entry.position === "number" &&
    (entry.state === "pending" || entry.state === "failed") &&
    (entry.reason === null || typeof entry.reason === "string")
  );
}

/** The result of one attempt to send. */
export type SendOutcome = { kind: "stored" } | Exclude<ApiResult<never>, { kind: "ok" }>;

type NextStep =
  | { kind: "done" }
  | { kind: "retry"; delayMs: number; reason: string | null }
  /** `isOver` is true if the conversation takes no more messages. */
  | { kind: "giveUp"; reason: string | null; isOver: boolean }
  | { kind: "signIn" };

const FAILURES_BEFORE_GIVING_UP = 3;
const FIRST_DELAY_MS = 500;
/** Short enough to send within 5 seconds of the server's return. */
const MAX_DELAY_MS = 4 * MS_PER_SECOND;
/** Statuses of a gateway that can't reach its server. */
const AWAY_STATUSES = new Set([408, 502, 503, 504]);

/** An unreachable server is handled like a gateway's 504. */
const UNREACHED = { status: 504, message: null, retryAfterSeconds: null };

function readFailure(outcome: Exclude<SendOutcome, { kind: "stored" }>) {
  return outcome.kind === "refused" ? outcome : UNREACHED;
}

/**
 * The number of consecutive failures while the server was reachable: it answered, or the socket was live when the
 * attempt began. Attempts during an outage and answers with status 429 do not count.
 * @param before the number before this attempt
 * @param wasServerThere whether the socket was live when the attempt began
 */
export function countFailures(
  outcome: SendOutcome,
  before: number,
  wasServerThere: boolean,
): number {
  if (outcome.kind === "stored") return 0;
  const { status } = readFailure(outcome);
  if (AWAY_STATUSES.has(status)) return wasServerThere ? before + 1 : 0;
  return status >= 500 ? before + 1 : 0;
}

/**
 * Decides what to do after an attempt. Only an answer of the server is final. A message that did not reach the server
 * waits until it does, however long. If the server is reachable and fails three times in a row, it is given up.
 * @param attempts the number of attempts for this entry, including this one
 * @param failures {@link countFailures}
 */
export function decideNextStep(outcome: SendOutcome, attempts: number, failures: number): NextStep {
  if (outcome.kind === "stored") return { kind: "done" };
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (Math.min(attempts, 10) - 1));
  const { status, message, retryAfterSeconds } = readFailure(outcome);
  if (status >= 500 || AWAY_STATUSES.has(status)) {
    return failures >= FAILURES_BEFORE_GIVING_UP
      ? { kind: "giveUp", reason: null, isOver: false }
      : { kind: "retry", delayMs, reason: null };
  }
  if (status === 401) return { kind: "signIn" };
  if (status === 429) {
    const delay = (retryAfterSeconds ?? 1) * MS_PER_SECOND;
    return { kind: "retry", delayMs: Math.max(FIRST_DELAY_MS, delay), reason: message };
  }
  return { kind: "giveUp", reason: message, isOver: status === 403 || status === 404 };
}
