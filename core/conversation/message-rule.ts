import { toIso } from "~/core/shared/age";
import { LIMITS, MS_PER_DAY } from "~/core/shared/constants";
import type { CloseReason, MessageDto } from "~/core/shared/contract";
import { type AppError, tooMany } from "~/core/shared/errors";
import type { NotStored, Sender, SendGrant, StoredMessage } from "./objects";
import type { SendMessageInput } from "./schemas";

export interface SenderTally {
  /** Instants of the last message and of the messages in the minute before it, oldest first. */
  recent: number[];
  /** For the UTC day of the last message. `bytes` counts the texts in UTF-8. */
  day: { start: number; messages: number; bytes: number };
}

export const createTally = (): SenderTally => ({
  recent: [],
  day: { start: 0, messages: 0, bytes: 0 },
});

/** Messages must be added in the order in which they were sent. */
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
 * The refusal of a sender's next message; null while there is room. If several limits are full, the limit with the
 * longest wait refuses.
 * @param bytes size of the message's text in UTF-8
 */
export function findSendLimit(
  { recent, day }: SenderTally,
  bytes: number,
  now: number,
): AppError | null {
  const { messagesPerDay, messageBytesPerDay } = LIMITS;
  const isDayFull =
    day.start === startOfDay(now) &&
    (day.messages >= messagesPerDay.limit || day.bytes + bytes > messageBytesPerDay.limit);
  let waitMs = isDayFull ? MS_PER_DAY - (now % MS_PER_DAY) : 0;
  let words = messagesPerDay.refusal;
  for (const { limit, windowMs, refusal } of PACE) {
    const leaving = recent.at(-limit);
    if (leaving === undefined || leaving + windowMs - now <= waitMs) continue;
    waitMs = leaving + windowMs - now;
    words = refusal;
  }
  return waitMs === 0 ? null : tooMany(words, waitMs);
}

export const refused = ({ code, details }: AppError): NotStored => ({
  kind: "refused",
  refusal: { code, details },
});

export interface MessageState {
  closedReason: CloseReason | null;
  known: StoredMessage | null;
  tally: SenderTally;
}

export function judgeMessage(
  { closedReason, known, tally }: MessageState,
  { expiresAt }: Pick<SendGrant, "expiresAt">,
  { content }: Pick<SendMessageInput, "content">,
  now: number,
): { kind: "known"; message: StoredMessage } | { kind: "new"; bytes: number } | NotStored {
  if (closedReason === "blocked") return { kind: "closed" };
  // A repeated message gets its answer even after the conversation has ended.
  if (known) return { kind: "known", message: known };
  if (closedReason !== null || expiresAt <= now) return { kind: "closed" };
  const bytes = encoder.encode(content).length;
  const limit = findSendLimit(tally, bytes, now);
  return limit ? refused(limit) : { kind: "new", bytes };
}

/** @param viewerId only the sender gets the `client_id`, which is the sender's own key (docs/rules.md#partner) */
export function toMessageDto(message: StoredMessage, sender: Sender, viewerId: string): MessageDto {
  const createdAt = toIso(message.created_at);
  return {
    message_id: message.id,
    content: message.content,
    sender_id: message.sender_id,
    sender_name: sender.name,
    sender_avatar: sender.avatar,
    created_at: createdAt,
    sent_at: createdAt,
    is_read: message.read_at !== null,
    client_id: message.sender_id === viewerId ? message.client_id : null,
  };
}
