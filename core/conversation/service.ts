import type { Viewer } from "~/core/auth/viewer";
import type { Deps } from "~/core/deps";
import { toIso } from "~/core/shared/age";
import { LIMITS, MESSAGES_PAGE_DEFAULT } from "~/core/shared/constants";
import type { BlockStatusDto, ConversationDto, MessageDto } from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import { assertWithinLimit, type WindowState } from "~/core/shared/rate-limit";
import {
  type AccessRow,
  countSent,
  findConversation,
  findConversationWithMessages,
  insertMessage,
  type MessageRow,
  markRead,
} from "~/db/queries/conversations";
import { toPartnerDto } from "./partner";
import type { MessagesQuery, SendMessageInput } from "./schemas";

function toMessageDto(row: MessageRow): MessageDto {
  return {
    message_id: row.id,
    content: row.content,
    sender_id: row.sender_id,
    sender_name: row.sender_name,
    sender_avatar: row.sender_avatar,
    created_at: toIso(row.created_at),
    sent_at: toIso(row.created_at),
    is_read: row.read_at !== null,
    client_id: row.client_id,
  };
}

function toConversationDto(row: AccessRow, now: number): ConversationDto {
  return {
    id: row.id,
    expiryDate: toIso(row.expires_at),
    isOpen: row.expires_at > now,
    partner: toPartnerDto(row, now),
  };
}

/** @throws AppError `conversation_not_found` for anyone but the two */
function requireFound(row: AccessRow | undefined): AccessRow {
  if (!row) throw new AppError("conversation_not_found");
  return row;
}

/** @throws AppError `blocked_by_you`, `blocked_by_partner`: a block by either side closes it for both (contract §3) */
function requireUnblocked(row: AccessRow): AccessRow {
  const { isBlocked, blockedByYou } = toBlockStatus(row);
  if (!isBlocked) return row;
  throw new AppError(blockedByYou ? "blocked_by_you" : "blocked_by_partner", {
    extra: { isBlocked, blockedByYou },
  });
}

function toBlockStatus(row: AccessRow): BlockStatusDto {
  const blockedByYou = row.blocked_by_viewer === 1;
  return { isBlocked: blockedByYou || row.blocked_by_partner === 1, blockedByYou };
}

/**
 * The messages, oldest first: whole without a query, else a page back from `before` (contract §3).
 * @throws AppError `conversation_not_found`, `blocked_by_you`, `blocked_by_partner`
 */
export async function listMessages(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & MessagesQuery,
): Promise<MessageDto[]> {
  return (await readConversation(deps, viewer, input)).messages;
}

/** The conversation and its messages in one round trip, for its page. Throws as {@link listMessages} does. */
export async function readConversation(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & MessagesQuery,
): Promise<{ conversation: ConversationDto; messages: MessageDto[] }> {
  const before = input.before ?? null;
  const limit = input.limit ?? (before === null ? null : MESSAGES_PAGE_DEFAULT);
  const found = await findConversationWithMessages(
    deps.db,
    { conversationId: input.conversationId, memberId: viewer.memberId },
    { before, limit },
  );
  const row = requireUnblocked(requireFound(found.conversation));
  if (!found.beforeExists)
    throw invalidField("before", "before must be a message of this conversation");
  return {
    conversation: toConversationDto(row, deps.clock.now()),
    messages: found.messages.map(toMessageDto),
  };
}

/** Who the conversation is with, whether blocked or not: for the blocked view's unblock and report. */
export async function findPartner(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<ConversationDto & BlockStatusDto> {
  const row = requireFound(
    await findConversation(deps.db, { conversationId, memberId: viewer.memberId }),
  );
  return { ...toConversationDto(row, deps.clock.now()), ...toBlockStatus(row) };
}

/** @throws AppError `conversation_not_found` */
export async function getBlockStatus(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<BlockStatusDto> {
  const ask = { conversationId, memberId: viewer.memberId };
  return toBlockStatus(requireFound(await findConversation(deps.db, ask)));
}

/**
 * Stores a message, then tells those connected. Sent again with the same `client_id` it answers
 * the first message and stores nothing (contract §3).
 * @throws AppError `too_many_requests`, `conversation_not_found`, `blocked_by_you`,
 *   `blocked_by_partner`, `conversation_expired`
 */
export async function sendMessage(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & SendMessageInput,
): Promise<{ message: MessageDto; isNew: boolean }> {
  const now = deps.clock.now();
  const { messagesPerSecond, messagesPerMinute } = LIMITS;
  const result = await insertMessage(
    deps.db,
    {
      conversationId: input.conversationId,
      memberId: viewer.memberId,
      content: input.content,
      clientId: input.client_id ?? null,
      now,
      idSuffix: deps.random.id(),
    },
    {
      perSecond: messagesPerSecond.limit,
      perMinute: messagesPerMinute.limit,
      secondMs: messagesPerSecond.windowMs,
      minuteMs: messagesPerMinute.windowMs,
    },
  );
  const isStored = result.conversation !== undefined && result.message !== undefined;
  if (!result.isNew && !isStored) assertMaySend(result.lastSecond, result.lastMinute, now);
  const row = requireUnblocked(requireFound(result.conversation));
  if (!result.message) {
    if (row.expires_at <= now) throw new AppError("conversation_expired");
    throw new Error("a message was neither stored nor refused");
  }
  const message = toMessageDto(result.message);
  if (result.isNew) {
    // Not awaited: it is stored, so the sender needs to wait for nobody's connection.
    deps.defer(deps.channel.publishMessage(input.conversationId, message));
    deps.metrics.count("message");
  }
  return { message, isNew: result.isNew };
}

/** Throws the 429 of {@link sendMessage} if it is due: it goes before a bad body (contract §7, order of refusals). */
export async function checkSendLimit(deps: Deps, viewer: Viewer): Promise<void> {
  const now = deps.clock.now();
  const { messagesPerSecond, messagesPerMinute } = LIMITS;
  const sent = await countSent(deps.db, {
    memberId: viewer.memberId,
    secondAgo: now - messagesPerSecond.windowMs,
    minuteAgo: now - messagesPerMinute.windowMs,
  });
  assertMaySend(sent.lastSecond, sent.lastMinute, now);
}

function assertMaySend(lastSecond: WindowState, lastMinute: WindowState, now: number): void {
  assertWithinLimit(LIMITS.messagesPerMinute, lastMinute, now);
  assertWithinLimit(LIMITS.messagesPerSecond, lastSecond, now);
}

/**
 * Marks the partner's messages as read and tells those connected; works on expired conversations.
 * @throws AppError `conversation_not_found`, `blocked_by_you`, `blocked_by_partner`
 */
export async function markConversationRead(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<{ read: number }> {
  const ask = { conversationId, memberId: viewer.memberId, now: deps.clock.now() };
  const result = await markRead(deps.db, ask);
  requireUnblocked(requireFound(result.conversation));
  if (result.upTo !== null) {
    const read = { reader_id: viewer.memberId, up_to: result.upTo };
    deps.defer(deps.channel.publishRead(conversationId, read));
  }
  return { read: result.read };
}

export interface JoinGrant {
  conversationId: string;
  memberId: string;
  partnerId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Whether the viewer may listen to a conversation: one's own, open, and not blocked (contract §5).
 * The session counts too: a connection outlives the request that authenticated it.
 * @throws AppError `conversation_not_found` for every other reason alike
 */
export async function authorizeJoin(
  deps: Deps,
  { memberId, sessionId }: Pick<Viewer, "memberId" | "sessionId">,
  { conversationId }: { conversationId: string },
): Promise<JoinGrant> {
  const now = deps.clock.now();
  const row = await findConversation(deps.db, { conversationId, memberId }, { sessionId, now });
  if (!row || toBlockStatus(row).isBlocked || row.expires_at <= now) {
    throw new AppError("conversation_not_found");
  }
  return { conversationId, memberId, partnerId: row.partner_id, expiresAt: row.expires_at };
}
