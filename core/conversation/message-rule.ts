import { LIMITS, MS_PER_DAY } from "~/core/shared/constants";
import type { CloseReason } from "~/core/shared/contract";
import { type Refusal, tooMany } from "~/core/shared/errors";
import type { SendGrant, StoredMessage } from "./objects";
import type { SendMessageInput } from "./schemas";

/** What the limits need to know of a sender's stored messages (docs/rules.md#limits). */
export interface SenderTally {
  /** Instants of the last minute's messages, oldest first. */
  recent: number[];
  /** The UTC day of the last message: its start, how many messages it has, and how many bytes they have in UTF-8. */
  day: { start: number; messages: number; bytes: number };
}

export const createTally = (): SenderTally => ({
  recent: [],
  day: { start: 0, messages: 0, bytes: 0 },
});

/** Messages must be added in the order of their instants. */
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

const encoder = new TextEncoder();
const startOfDay = (instant: number) => instant - (instant % MS_PER_DAY);

const PACE = [LIMITS.messagesPerMinute, LIMITS.messagesPerSecond];

/**
 * The refusal (429) of a sender's next message; null while there is room. If several limits are full, the one with the
 * longest wait refuses.
 * @param bytes of the message's text, in UTF-8
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
  if (waitMs === 0) return null;
  const { code, details } = tooMany(words, waitMs);
  return { code, details };
}

export interface MessageState {
  closedReason: CloseReason | null;
  known: StoredMessage | null;
  tally: SenderTally;
}

/** Decides whether a message is new, known or refused (docs/rules.md#messages). */
export function judgeMessage(
  { closedReason, known, tally }: MessageState,
  { expiresAt }: Pick<SendGrant, "expiresAt">,
  { content }: Pick<SendMessageInput, "content">,
  now: number,
) {
  if (closedReason === "blocked") return { kind: "closed" } as const;
  // A message that is already stored gets its answer again, even after the conversation ended (docs/rules.md#messages).
  if (known) return { kind: "known", message: known } as const;
  if (closedReason !== null || expiresAt <= now) return { kind: "closed" } as const;
  const bytes = encoder.encode(content).length;
  const refusal = findSendLimit(tally, bytes, now);
  return refusal ? ({ kind: "refused", refusal } as const) : ({ kind: "new", bytes } as const);
}
