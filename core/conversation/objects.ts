import type { CloseReason, MessageDto } from "~/core/shared/contract";
import type { Refusal } from "~/core/shared/errors";
import type { QuestionLevel } from "./questions";
import type { SendMessageInput } from "./schemas";

/** A row of the conversation's own table. Instants are milliseconds since 1970. */
export type StoredMessage = {
  /** Begins with the message's instant, so that ids sort in the order of the messages. */
  id: string;
  sender_id: string;
  content: string;
  client_id: string | null;
  created_at: number;
  read_at: number | null;
};

/** A sender's permission, read from the database right before the message is sent to the object. */
export interface SendGrant {
  conversationId: string;
  senderId: string;
  senderName: string;
  senderAvatar: string | null;
  partnerId: string;
  expiresAt: number;
}

export interface SentMessage {
  message: MessageDto;
  /** False for a message that was stored before with the same `client_id`. */
  isNew: boolean;
}

export type SendOutcome =
  | ({ kind: "stored" } & SentMessage)
  | { kind: "refused"; refusal: Refusal }
  /** The conversation takes no messages. The database has the reason. */
  | { kind: "closed" };

/** An author's permission, read from the database right before the answer is sent to the object. */
export interface AnswerGrant {
  conversationId: string;
  senderId: string;
  expiresAt: number;
  /** The pairing's date, `YYYY-MM-DD`, which decides the questions. */
  pairingDate: string;
  /** Whether there was a block before the conversation's end, even one that was removed again. */
  isSealed: boolean;
}

export interface NewAnswer {
  level: QuestionLevel;
  answer: string;
  /**
   * All tries of a call have the same key. So if the first try reveals the answers and its reply is lost, the next try
   * is recognized and not refused.
   */
  key: string;
}

/** A level as one of the two members may see it. Before the reveal it tells only whether the partner has answered. */
export interface QuestionView {
  level: QuestionLevel;
  /**
   * Null before the level opens. Also null for the first level while nobody has answered; its question is then computed
   * from the pairing's date.
   */
  question: string | null;
  isOpen: boolean;
  mine: string | null;
  theirs: string | null;
  hasPartnerAnswered: boolean;
  revealedAt: number | null;
}

/** `view` is the level as the author may see it. */
export type AnswerOutcome =
  | { kind: "stored"; view: QuestionView }
  | { kind: "refused"; refusal: Refusal }
  /** The conversation takes no answers. The database has the reason. */
  | { kind: "closed" };

export interface MessagesPageQuery {
  /** The id of a message: only earlier messages are returned. Null for the newest messages. */
  before: string | null;
  limit: number;
  /** Adds the message `before` itself and at most this many after it. */
  after?: number;
  until?: number;
}

export interface MessagePage {
  /** Oldest first. */
  messages: StoredMessage[];
  /** False if `before` is no message of the conversation. */
  isBeforeKnown: boolean;
}

export interface ConversationSummary {
  unread: number;
  lastLine: StoredMessage | null;
  firstLine: string | null;
  lines: number;
}

export interface UnseenMessages {
  /** At least 1. */
  unread: number;
  /** The text of the last message; null if the member has written after it. */
  words: string | null;
}

/**
 * A change that the database has decided. `version` ascends, and an object ignores a change that is older than the last
 * one that it applied. A `close` drops messages stored after `at`, the instant of a block.
 */
export type ConversationChange = {
  conversationId: string;
  version: number;
} & (
  | { kind: "close"; reason: CloseReason; at?: number | undefined }
  | { kind: "reopen" }
  | { kind: "erase" }
  | { kind: "end_sessions"; sessionIds: string[] }
  | { kind: "import"; messages: StoredMessage[] }
);

/**
 * Each conversation has its own storage. The store doesn't check who may read or write: its callers check that in the
 * database. `core/conversation/message-rule.ts` decides which messages may be stored. Every method throws AppError
 * `unavailable` when the conversation can't be reached.
 */
export interface ConversationStore {
  /** Stores a message and sends it to everyone connected, or does neither. */
  sendMessage(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome>;
  list(conversationId: string, page: MessagesPageQuery): Promise<MessagePage>;
  /** Stores an answer, reveals both answers once the other side has one, and sends the event; or does none of these. */
  answer(grant: AnswerGrant, answer: NewAnswer): Promise<AnswerOutcome>;
  listQuestions(conversationId: string, viewerId: string): Promise<QuestionView[]>;
  /** Marks the partner's messages as read, and sends this to everyone connected. */
  markRead(conversationId: string, readerId: string): Promise<{ read: number }>;
  summarise(conversationId: string, readerId: string): Promise<ConversationSummary>;
  /** Null if the member has read everything, or has the conversation in sight on any device. */
  findUnseen(conversationId: string, readerId: string): Promise<UnseenMessages | null>;
  /** Safe to repeat. */
  apply(change: ConversationChange): Promise<void>;
}

/** The live connections. No method throws, because the change is already stored. */
export interface ConversationChannel {
  /** Ends these sessions' live connections at once (sign-out, password change). */
  endSessions(memberId: string, sessionIds: string[], conversationIds: string[]): Promise<void>;
  /** Ends all of a member's live connections at once (suspension, deletion). */
  endMember(memberId: string, conversationIds: string[]): Promise<void>;
}
