import type { QuestionLevel } from "~/core/conversation/questions";
import type { SendMessageInput } from "~/core/conversation/schemas";
import type { CloseReason, MessageDto } from "~/core/shared/contract";
import type { Refusal } from "~/core/shared/errors";

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

/** Permission of a sender, read from the database right before the message is handed over. */
export interface SendGrant {
  conversationId: string;
  senderId: string;
  senderName: string;
  senderAvatar: string | null;
  partnerId: string;
  /** The conversation's end, milliseconds since 1970. */
  expiresAt: number;
}

/** Result of a sent message; `message` is as its sender sees it. */
export type SendOutcome =
  /** `known`: stored before with the same `client_id`. */
  | { kind: "stored" | "known"; message: MessageDto }
  | { kind: "refused"; refusal: Refusal }
  /** The conversation takes no messages: the database knows why. */
  | { kind: "closed" };

/** Permission of an answer's author, read from the database right before it is handed over. */
export interface AnswerGrant {
  conversationId: string;
  senderId: string;
  /** The conversation's end, milliseconds since 1970. */
  expiresAt: number;
  /** The date of the pairing, which decides the questions: `YYYY-MM-DD`. */
  pairingDate: string;
  /** Whether a block came before, also one taken back. */
  isSealed: boolean;
}

/** An answer on its way to the conversation's object. */
export interface NewAnswer {
  level: QuestionLevel;
  answer: string;
  /** The same for each try of one call, so that a call whose answer was lost is not refused after its own reveal. */
  key: string;
}

/** A level as one of the two may see it: before the reveal no more than whether the partner has answered. */
export interface QuestionView {
  level: QuestionLevel;
  /** Null before the level opens, and for a first level that is not answered yet: then it is the date's. */
  question: string | null;
  isOpen: boolean;
  mine: string | null;
  theirs: string | null;
  hasPartnerAnswered: boolean;
  /** Milliseconds since 1970; null before the reveal. */
  revealedAt: number | null;
}

/** Result of an answer; `view` is its level as the author sees it. */
export type AnswerOutcome =
  | { kind: "stored"; view: QuestionView }
  | { kind: "refused"; refusal: Refusal }
  /** The conversation takes no answers: the database knows why. */
  | { kind: "closed" };

export interface MessagesPageQuery {
  /** A message's id: only what was said before it; null for the newest. */
  before: string | null;
  limit: number;
  /** Adds the message `before` itself and at most this many after it. */
  after?: number;
}

export interface MessagePage {
  /** Oldest first. */
  messages: StoredMessage[];
  /** False for a `before` that is no message of the conversation. */
  isBeforeKnown: boolean;
}

export interface ConversationSummary {
  /** Count of the partner's unread messages. */
  unread: number;
  lastLine: StoredMessage | null;
  /** The first message's text; null without one. */
  firstLine: string | null;
  lines: number;
}

/** The partner's messages that a member has not seen. */
export interface UnseenMessages {
  /** At least 1. */
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
 * write: the caller has read that from the database. What may be stored is the rule's (`core/conversation/message-rule.ts`).
 * Every method throws AppError `unavailable` when the conversation can't be reached.
 */
export interface ConversationStore {
  /** Stores a message and sends it to everyone connected, or does neither. */
  sendMessage(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome>;
  /** The 429 of any message that a member sent now; null for none. */
  findLimit(conversationId: string, memberId: string): Promise<Refusal | null>;
  list(conversationId: string, page: MessagesPageQuery): Promise<MessagePage>;
  /** Stores an answer, reveals both once the other side has one, and sends the event; or does none of it. */
  answer(grant: AnswerGrant, answer: NewAnswer): Promise<AnswerOutcome>;
  /** The 429 of any answer that a member gave now; null for none. */
  findAnswerLimit(conversationId: string, memberId: string): Promise<Refusal | null>;
  /** The three levels as one of the two may see them. */
  listQuestions(conversationId: string, viewerId: string): Promise<QuestionView[]>;
  /** Marks the partner's messages as read, and sends that to everyone connected. */
  markRead(conversationId: string, readerId: string): Promise<{ read: number }>;
  summarise(conversationId: string, readerId: string): Promise<ConversationSummary>;
  /** Null when the member has read all, or has the conversation in sight on any device. */
  findUnseen(conversationId: string, readerId: string): Promise<UnseenMessages | null>;
  /** Carries out a change. Safe to repeat. */
  apply(change: ConversationChange): Promise<void>;
}

/** The live connections. No failure reaches the caller: the change is stored already. */
export interface ConversationChannel {
  /** Ends every live connection of these sessions of a member immediately (sign-out, password change). */
  endSessions(memberId: string, sessionIds: string[], conversationIds: string[]): Promise<void>;
  /** Ends every live connection of a member immediately (suspension, deletion). */
  endMember(memberId: string, conversationIds: string[]): Promise<void>;
}
