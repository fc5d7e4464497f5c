import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { toIso } from "~/core/shared/age";
import { MESSAGES_PAGE_DEFAULT, MESSAGES_WHOLE_MAX } from "~/core/shared/constants";
import type {
  BlockStatusDto,
  ConversationDto,
  ConversationSummaryDto,
  MessageDto,
  ShownQuestion,
} from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import {
  type AccessRow,
  findConversation,
  findConversationOfSession,
  type OfSession,
} from "~/db/conversation/conversations";
import {
  noteOpened,
  type ReadAhead,
  readAccess,
  requireFound,
  requireUnblocked,
  toBlockStatus,
} from "./access";
import { readShownQuestions } from "./answers";
import { type Sender, toMessageDto } from "./message-dto";
import type { SendGrant, SentMessage } from "./objects";
import { toEarlierPartnerDto, toPartnerDto } from "./partner";
import { type PartnerHours, toPartnerHours } from "./partner-hours";
import { refuseClosed } from "./refuse-closed";
import type { MessagesQuery, SendMessageInput } from "./schemas";

function toConversationDto(row: AccessRow, now: number): ConversationDto {
  const isOpen = row.expires_at > now;
  const isCurrent = isOpen && !toBlockStatus(row).isBlocked;
  return {
    id: row.id,
    expiryDate: toIso(row.expires_at),
    isOpen,
    partner: isCurrent ? toPartnerDto(row, now) : toEarlierPartnerDto(row),
  };
}

const senderOf = ({ memberId, user }: Viewer): Sender => ({
  id: memberId,
  name: user.name,
  avatar: user.avatar_url,
});

const senderOfSession = (
  id: string,
  { viewer_name: name, viewer_avatar_url: avatar }: OfSession,
): Sender => ({ id, name, avatar });

/**
 * The partner as this conversation shows them. Once it is over, their messages don't take on a name that they chose
 * later.
 */
const partnerOf = ({ partner }: ConversationDto): Sender => ({
  id: partner.user_id,
  name: partner.name,
  avatar: partner.avatar_url,
});

const toGrant = (row: AccessRow, { id, name, avatar }: Sender): SendGrant => ({
  conversationId: row.id,
  senderId: id,
  senderName: name,
  senderAvatar: avatar,
  partnerId: row.partner_id,
  expiresAt: row.expires_at,
});

/**
 * Messages, oldest first. With `before`, a page that ends just before that message; otherwise the newest, 5,000 unless
 * `limit` says fewer (docs/rules.md#messages).
 * @throws AppError `conversation_not_found`, `blocked_by_you`, `blocked_by_partner`, `invalid_input`, `unavailable`
 */
export async function listMessages(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & MessagesQuery,
  ahead?: ReadAhead,
): Promise<MessageDto[]> {
  return (await readConversation(deps, viewer, input, ahead)).messages;
}

/** @throws AppError as {@link listMessages} */
export async function readConversation(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & MessagesQuery,
  ahead?: ReadAhead,
): Promise<{ conversation: ConversationDto; messages: MessageDto[] }> {
  const { conversationId } = input;
  const row = requireUnblocked(requireFound(await readAccess(deps, viewer, conversationId, ahead)));
  return readMessages(deps, viewer, row, input);
}

export interface ShownConversation {
  conversation: ConversationDto;
  messages: MessageDto[];
  questions: ShownQuestion[];
  /** Whether the partner has opened the conversation. */
  isPartnerHere: boolean;
  /** When both members are awake, and the partner's clock; null once the conversation is over. */
  hours: PartnerHours | null;
}

/**
 * {@link readConversation} for the conversation's page.
 * @throws AppError as {@link listMessages}
 */
export async function readShownConversation(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & MessagesQuery,
): Promise<ShownConversation> {
  const row = requireUnblocked(
    requireFound(await readAccess(deps, viewer, input.conversationId, undefined)),
  );
  const [{ conversation, messages }, questions] = await Promise.all([
    readMessages(deps, viewer, row, input),
    readShownQuestions(deps, viewer, row),
  ]);
  const theirClock = { timezone: row.partner_timezone, zone: row.partner_zone };
  const time = { now: deps.clock.now(), expiresAt: row.expires_at };
  return {
    conversation,
    messages,
    questions,
    isPartnerHere: row.partner_opened === 1,
    hours: conversation.isOpen
      ? toPartnerHours(viewer.clock, conversation.partner, theirClock, time)
      : null,
  };
}

async function readMessages(
  deps: Deps,
  viewer: Viewer,
  row: AccessRow,
  input: MessagesQuery,
): Promise<{ conversation: ConversationDto; messages: MessageDto[] }> {
  const before = input.before ?? null;
  const limit = input.limit ?? (before === null ? MESSAGES_WHOLE_MAX : MESSAGES_PAGE_DEFAULT);
  const page = await deps.conversations.list(row.id, { before, limit });
  if (!page.isBeforeKnown) {
    throw invalidField("before", "before must be a message of this conversation");
  }
  noteOpened(deps, viewer.memberId, row);
  const conversation = toConversationDto(row, deps.clock.now());
  const [own, partner] = [senderOf(viewer), partnerOf(conversation)];
  return {
    conversation,
    messages: page.messages.map((message) =>
      toMessageDto(message, message.sender_id === own.id ? own : partner, own.id),
    ),
  };
}

/**
 * For the conversation's card: the number of unread messages and of all messages, and the last message.
 * @throws AppError `conversation_not_found`, `blocked_by_you`, `blocked_by_partner`, `unavailable`
 */
export async function summariseConversation(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<ConversationSummaryDto> {
  requireUnblocked(
    requireFound(await findConversation(deps.db, { conversationId, memberId: viewer.memberId })),
  );
  const summary = await deps.conversations.summarise(conversationId, viewer.memberId);
  const { unread, lines, lastLine } = summary;
  return {
    unread,
    lines,
    lastLine: lastLine && {
      content: lastLine.content,
      sender_id: lastLine.sender_id,
      created_at: toIso(lastLine.created_at),
    },
  };
}

/** Finds a blocked partner too, because the page of a blocked conversation offers to unblock and to report. */
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
  ahead?: ReadAhead,
): Promise<BlockStatusDto> {
  return toBlockStatus(requireFound(await readAccess(deps, viewer, conversationId, ahead)));
}

/**
 * Stores a message and sends it to those connected. If the same `client_id` is sent again, returns the first message
 * and stores nothing (docs/rules.md#messages).
 * @throws AppError `too_many_requests`, `conversation_not_found`, `blocked_by_you`, `blocked_by_partner`,
 * `conversation_expired`, `unavailable`
 */
export async function sendMessage(
  deps: Deps,
  viewer: Viewer,
  { conversationId, ...message }: { conversationId: string } & SendMessageInput,
  ahead?: ReadAhead,
): Promise<SentMessage> {
  const row = requireFound(await readAccess(deps, viewer, conversationId, ahead));
  return send(deps, row, senderOf(viewer), message);
}

/**
 * {@link sendMessage} for a live connection whose object didn't take the message. Either the database has the reason
 * for that, or the conversation is open again.
 */
export async function sendConnectedMessage(
  deps: Deps,
  { memberId, sessionId }: Pick<Viewer, "memberId" | "sessionId">,
  { conversationId, ...message }: { conversationId: string } & SendMessageInput,
): Promise<SentMessage> {
  const session = { sessionId, now: deps.clock.now() };
  const row = requireFound(
    await findConversationOfSession(deps.db, { conversationId, memberId }, session),
  );
  return send(deps, row, senderOfSession(memberId, row), message);
}

async function send(
  deps: Deps,
  found: AccessRow,
  sender: Sender,
  message: SendMessageInput,
): Promise<SentMessage> {
  const row = requireUnblocked(found);
  const outcome = await deps.conversations.sendMessage(toGrant(row, sender), message);
  if (outcome.kind === "closed") return refuseClosed(deps, sender.id, row.id);
  if (outcome.kind === "refused") {
    throw new AppError(outcome.refusal.code, outcome.refusal.details);
  }
  noteOpened(deps, sender.id, row);
  return { message: outcome.message, isNew: outcome.isNew };
}

/**
 * Marks the partner's messages as read, and sends this to those connected. Works on expired conversations too
 * (docs/rules.md#reading).
 * @throws AppError `conversation_not_found`, `blocked_by_you`, `blocked_by_partner`, `unavailable`
 */
export async function markConversationRead(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
  ahead?: ReadAhead,
): Promise<{ read: number }> {
  const row = requireUnblocked(requireFound(await readAccess(deps, viewer, conversationId, ahead)));
  noteOpened(deps, viewer.memberId, row);
  return deps.conversations.markRead(conversationId, viewer.memberId);
}

export async function isOpen(
  deps: Deps,
  { conversationId, senderId }: Pick<SendGrant, "conversationId" | "senderId">,
): Promise<boolean> {
  const row = await findConversation(deps.db, { conversationId, memberId: senderId });
  return row !== undefined && !toBlockStatus(row).isBlocked && row.expires_at > deps.clock.now();
}

/**
 * Whether the viewer may listen to a conversation: it must be their own, open, and not blocked (docs/rules.md#open).
 * The session is checked too, because a connection outlives the request that authenticated it.
 * @throws AppError `conversation_not_found`, the same for every reason
 */
export async function authorizeJoin(
  deps: Deps,
  { memberId, sessionId }: Pick<Viewer, "memberId" | "sessionId">,
  { conversationId }: { conversationId: string },
): Promise<SendGrant> {
  const now = deps.clock.now();
  const session = { sessionId, now };
  const row = await findConversationOfSession(deps.db, { conversationId, memberId }, session);
  if (!row || toBlockStatus(row).isBlocked || row.expires_at <= now) {
    throw new AppError("conversation_not_found");
  }
  noteOpened(deps, memberId, row);
  return toGrant(row, senderOfSession(memberId, row));
}
