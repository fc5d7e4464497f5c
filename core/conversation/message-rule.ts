import { LIMITS, MS_PER_DAY } from "~/core/shared/constants";
import type { CloseReason, MessageDto } from "~/core/shared/contract";
import { AppError, type Refusal, tooMany } from "~/core/shared/errors";
import type { SendGrant, SendOutcome, StoredMessage } from "./objects";
import type { SendMessageInput } from "./schemas";

/*
 * The rule for a message, and its answer. A message comes by a call, a page's form or a live connection. Its
 * conversation's object decides on each by {@link judgeMessage}, and each entrance answers by {@link toSendAnswer}.
 */

/** Counts of the stored messages of one sender, as the limits need them (docs/rules.md#limits). */
export interface SenderTally {
  /** The instants of the last minute's messages, milliseconds since 1970, oldest first. */
  recent: number[];
  /** The UTC day of the last message: its start, and its messages and their bytes in UTF-8. */
  day: { start: number; messages: number; bytes: number };
}

export const createTally = (): SenderTally => ({
  recent: [],
  day: { start: 0, messages: 0, bytes: 0 },
});

/** Adds a stored message to its sender's tally; messages must be added in the order of their instants. */
export function addToTally(
  tally: SenderTally,
  { created_at, bytes }: { created_at: number; bytes: number },
): void {
  const { recent } = tally;
  while ((recent[0] ?? created_at) <= created_at - LIMITS.messagesPerMinute.windowMs) {
    recent.shift();
  }
  recent.push(created_at);
  const start = startOfDay(created_at);
  if (tally.day.start !== start) tally.day = { start, messages: 0, bytes: 0 };
  tally.day.messages += 1;
  tally.day.bytes += bytes;
}

const startOfDay = (instant: number) => instant - (instant % MS_PER_DAY);

const PACE = [LIMITS.messagesPerMinute, LIMITS.messagesPerSecond];

/**
 * The 429 for a sender's next message, by the limit that lasts longest; null while there is room for it.
 * @param bytes of its text, in UTF-8
 * @param now milliseconds since 1970
 */
export function findSendLimit(
  { recent, day }: SenderTally,
  bytes: number,
  now: number,
): Refusal | null {
  const { messagesPerDay, messageBytesPerDay } = LIMITS;
  const isDayFull =
    day.start === startOfDay(now) &&
    (day.messages >= messagesPerDay.limit || day.bytes + bytes > messageBytesPerDay.limit);
  let waitMs = isDayFull ? MS_PER_DAY - (now % MS_PER_DAY) : 0;
  let words = messagesPerDay.refusal;
  for (const { limit, windowMs, refusal } of PACE) {
    // One more message has room when this one leaves the window.
    const leaving = recent.at(-limit);
    if (leaving === undefined || leaving + windowMs - now <= waitMs) continue;
    waitMs = leaving + windowMs - now;
    words = refusal;
  }
  return waitMs > 0 ? toRefusal(tooMany(words, waitMs)) : null;
}

/** The state by which a conversation's object decides on a message. */
export interface MessageState {
  /** Null while the conversation takes messages. */
  closedReason: CloseReason | null;
  /** The sender's stored message of the same `client_id`. */
  known: StoredMessage | null;
  tally: SenderTally;
}

export type Verdict =
  /** The message is to be stored. */
  | { kind: "new"; content: string; bytes: number }
  | { kind: "known"; message: StoredMessage }
  | Extract<SendOutcome, { kind: "refused" | "closed" }>;

/**
 * Decides whether a message is stored, known or refused (docs/rules.md#messages).
 * @param input the parsed message, or the refusal of one that does not parse
 * @param now milliseconds since 1970
 */
export function judgeMessage(
  { closedReason, known, tally }: MessageState,
  { expiresAt }: Pick<SendGrant, "expiresAt">,
  input: SendMessageInput | AppError,
  now: number,
): Verdict {
  if (input instanceof AppError) {
    // The smallest text has 1 byte.
    const refusal = findSendLimit(tally, 1, now) ?? toRefusal(input);
    return { kind: "refused", refusal };
  }
  if (closedReason === "blocked") return { kind: "closed" };
  // A message that is already stored gets its answer again, even after an end or a block (docs/rules.md#messages).
  if (known) return { kind: "known", message: known };
  if (closedReason !== null || expiresAt <= now) return { kind: "closed" };
  const { content } = input;
  const bytes = new TextEncoder().encode(content).length;
  const refusal = findSendLimit(tally, bytes, now);
  if (refusal) return { kind: "refused", refusal };
  return { kind: "new", content, bytes };
}

/** The answer to a message: the stored one, as its sender sees it. */
export interface SentMessage {
  message: MessageDto;
  /** False for a message that was stored before with the same `client_id`. */
  isNew: boolean;
}

/** The answer for an outcome. A closed conversation's answer comes from the database: see `sendMessage`. */
export function toSendAnswer(
  outcome: Exclude<SendOutcome, { kind: "closed" }>,
): SentMessage | AppError {
  if (outcome.kind === "refused") {
    return new AppError(outcome.refusal.code, outcome.refusal.details);
  }
  return { message: outcome.message, isNew: outcome.kind === "stored" };
}

const toRefusal = ({ code, details }: AppError): Refusal => ({ code, details });
