import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { toIso } from "~/core/shared/age";
import { MESSAGES_PAGE_DEFAULT, MESSAGES_WHOLE_MAX } from "~/core/shared/constants";
import type {
  BlockStatusDto,
  ConversationDto,
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
  refuse,
  requireAccess,
  requireFound,
  requireUnblocked,
  toBlockStatus,
} from "./access";
import { readShownQuestions } from "./answers";
import { toMessageDto } from "./message-rule";
import type { ConversationSummary, Sender, SendGrant, SentMessage } from "./objects";
import { toEarlierPartnerDto, toPartnerDto } from "./partner";
import { type PartnerHours, toPartnerHours } from "./partner-hours";
import type { MessagesQuery, SendMessageInput } from "./schemas";

const isCurrent = (row: AccessRow, now: number) =>
  row.expires_at > now && !toBlockStatus(row).isBlocked;

const toConversationDto = (row: AccessRow, now: number): ConversationDto => ({
  id: row.id,
  expiryDate: toIso(row.expires_at),
  isOpen: row.expires_at > now,
  partner: isCurrent(row, now) ? toPartnerDto(row, now) : toEarlierPartnerDto(row),
});

const senderOf = ({ memberId, user }: Viewer): Sender => ({
  id: memberId,
  name: user.name,
  avatar: user.avatar_url,
});

const toGrant = (row: AccessRow, sender: Sender): SendGrant => ({
  conversationId: row.id,
  sender,
  partnerId: row.partner_id,
  expiresAt: row.expires_at,
});

const toGrantOfSession = (row: OfSession, id: string): SendGrant =>
  toGrant(row, { id, name: row.viewer_name, avatar: row.viewer_avatar_url });

/**
 * Oldest first. With `before`, lists the messages just before that message; otherwise the newest
 * (docs/rules.md#messages).
 */
export async function listMessages(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & MessagesQuery,
  ahead?: ReadAhead,
): Promise<MessageDto[]> {
  const row = requireUnblocked(await requireAccess(deps, viewer, input.conversationId, ahead));
  return (await readMessages(deps, viewer, row, input)).messages;
}

interface ShownConversation {
  conversation: ConversationDto;
  messages: MessageDto[];
  questions: ShownQuestion[];
  /** Whether the partner has opened the conversation. */
  isPartnerHere: boolean;
  /** Null once the conversation is over. */
  hours: PartnerHours | null;
}

export async function readShownConversation(
  deps: Deps,
  viewer: Viewer,
  input: { conversationId: string } & MessagesQuery,
): Promise<ShownConversation> {
  const row = requireUnblocked(await requireAccess(deps, viewer, input.conversationId));
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
  { before, limit }: MessagesQuery,
): Promise<{ conversation: ConversationDto; messages: MessageDto[] }> {
  const page = await deps.conversations.list(row.id, {
    before: before ?? null,
    limit: limit ?? (before === undefined ? MESSAGES_WHOLE_MAX : MESSAGES_PAGE_DEFAULT),
  });
  if (!page.isBeforeKnown) {
    throw invalidField("before", "before must be a message of this conversation");
  }
  noteOpened(deps, viewer.memberId, row);
  const conversation = toConversationDto(row, deps.clock.now());
  const own = senderOf(viewer);
  const { user_id: id, name, avatar_url: avatar } = conversation.partner;
  return {
    conversation,
    messages: page.messages.map((message) =>
      toMessageDto(message, message.sender_id === own.id ? own : { id, name, avatar }, own.id),
    ),
  };
}

export async function summariseConversation(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<Pick<ConversationSummary, "unread" | "lastLine">> {
  requireUnblocked(await requireAccess(deps, viewer, conversationId));
  const summary = await deps.conversations.summarise(conversationId, viewer.memberId);
  return { unread: summary.unread, lastLine: summary.lastLine };
}

/** Finds a blocked partner too, because the page of a blocked conversation offers to unblock and to report. */
export async function findPartner(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
): Promise<ConversationDto & BlockStatusDto> {
  const row = await requireAccess(deps, viewer, conversationId);
  return { ...toConversationDto(row, deps.clock.now()), ...toBlockStatus(row) };
}

export async function getBlockStatus(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
  ahead?: ReadAhead,
): Promise<BlockStatusDto> {
  return toBlockStatus(await requireAccess(deps, viewer, conversationId, ahead));
}

export async function sendMessage(
  deps: Deps,
  viewer: Viewer,
  { conversationId, ...message }: { conversationId: string } & SendMessageInput,
  ahead?: ReadAhead,
): Promise<SentMessage> {
  const row = await requireAccess(deps, viewer, conversationId, ahead);
  return send(deps, row, toGrant(row, senderOf(viewer)), message);
}

/**
 * For a message that came over a live connection and was refused by the conversation's object. If the database has
 * the reason, this call throws it. Otherwise the conversation is open again, and this call stores the message.
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
  return send(deps, row, toGrantOfSession(row, memberId), message);
}

async function send(
  deps: Deps,
  row: AccessRow,
  grant: SendGrant,
  message: SendMessageInput,
): Promise<SentMessage> {
  requireUnblocked(row);
  const outcome = await deps.conversations.sendMessage(grant, message);
  if (outcome.kind !== "stored") return refuse(deps, grant.sender.id, row.id, outcome);
  noteOpened(deps, grant.sender.id, row);
  return { message: outcome.message, isNew: outcome.isNew };
}

/** Works on expired conversations too (docs/rules.md#reading). */
export async function markConversationRead(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
  ahead?: ReadAhead,
): Promise<{ read: number }> {
  const row = requireUnblocked(await requireAccess(deps, viewer, conversationId, ahead));
  noteOpened(deps, viewer.memberId, row);
  return deps.conversations.markRead(conversationId, viewer.memberId);
}

export async function isOpen(
  deps: Deps,
  key: { conversationId: string; memberId: string },
): Promise<boolean> {
  const row = await findConversation(deps.db, key);
  return row !== undefined && isCurrent(row, deps.clock.now());
}

/**
 * Checks the session too, because a connection outlives the request that authenticated it (docs/rules.md#open).
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
  if (!row || !isCurrent(row, now)) throw new AppError("conversation_not_found");
  noteOpened(deps, memberId, row);
  return toGrantOfSession(row, memberId);
}
