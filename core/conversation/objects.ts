import type { CloseReason, MessageDto } from "~/core/shared/contract";
import type { Refusal } from "~/core/shared/errors";
import type { QuestionLevel } from "./questions";
import type { SendMessageInput } from "./schemas";

/** Instants are milliseconds since 1970. */
export type StoredMessage = {
  /** Begins with the message's instant, so that ids sort in the order of the messages. */
  id: string;
  sender_id: string;
  content: string;
  client_id: string | null;
  created_at: number;
  read_at: number | null;
};

export interface Sender {
  id: string;
  name: string;
  avatar: string | null;
}

/** Given to a sender after a check in the database. */
export interface SendGrant {
  conversationId: string;
  sender: Sender;
  partnerId: string;
  expiresAt: number;
}

export interface SentMessage {
  message: MessageDto;
  /** False for a message that was stored before with the same `client_id`. */
  isNew: boolean;
}

/** `closed`: the conversation accepts no more messages or answers. The database has the reason. */
export type NotStored = { kind: "refused"; refusal: Refusal } | { kind: "closed" };

export type SendOutcome = ({ kind: "stored" } & SentMessage) | NotStored;

export interface AnswerGrant {
  conversationId: string;
  senderId: string;
  expiresAt: number;
  /** `YYYY-MM-DD` */
  pairingDate: string;
  /** Whether a block existed before the conversation's end. A block counts even if it was removed again. */
  isSealed: boolean;
}

export interface NewAnswer {
  level: QuestionLevel;
  answer: string;
  /**
   * Each retry of a call has the same key, so that a retry is recognized if only the reply of the first try was lost.
   */
  key: string;
}

/** A level as one of the two members may see it: without the partner's answer before the reveal. */
export interface QuestionView {
  level: QuestionLevel;
  /**
   * Null before it is stored. The question of level 1 is stored with its first answer. Every other question is stored
   * when its level opens.
   */
  question: string | null;
  isOpen: boolean;
  mine: string | null;
  theirs: string | null;
  hasPartnerAnswered: boolean;
  revealedAt: number | null;
}

export type AnswerOutcome = { kind: "stored"; view: QuestionView } | NotStored;

export interface MessagesPageQuery {
  /** Lists only messages before the message with this id; null lists the newest messages. */
  before: string | null;
  limit: number;
  /** Adds the message `before` itself and at most this many after it. */
  after?: number;
  /** Messages after this instant aren't listed. */
  until?: number;
}

export interface MessagePage {
  /** Oldest first. */
  messages: StoredMessage[];
  isBeforeKnown: boolean;
}

export interface ConversationSummary {
  unread: number;
  lastLine: Pick<StoredMessage, "content" | "sender_id"> | null;
  firstLine: string | null;
  lines: number;
}

/**
 * A change that the database has decided. An object ignores a `close` or `reopen` unless its `version` is newer than
 * the last one that the object has applied. A `close` drops messages stored after `at`, the instant of a block.
 */
export type ConversationChange = ChangeOfKind & { conversationId: string; version: number };

export type ChangeOfKind =
  | { kind: "close"; reason: CloseReason; at?: number | undefined }
  | { kind: "reopen" }
  | { kind: "erase" }
  | { kind: "end_sessions"; sessionIds: string[] }
  | { kind: "import"; messages: StoredMessage[] };

/**
 * The conversations' objects. Callers check in the database who may read or write. Every method throws AppError
 * `unavailable` if the object can't be reached.
 */
export interface ConversationStore {
  /** Either stores a message and sends it to everyone connected, or does nothing. */
  sendMessage(grant: SendGrant, message: SendMessageInput): Promise<SendOutcome>;
  list(conversationId: string, page: MessagesPageQuery): Promise<MessagePage>;
  answer(grant: AnswerGrant, answer: NewAnswer): Promise<AnswerOutcome>;
  listQuestions(conversationId: string, viewerId: string): Promise<QuestionView[]>;
  markRead(conversationId: string, readerId: string): Promise<{ read: number }>;
  summarise(conversationId: string, readerId: string): Promise<ConversationSummary>;
  /** The unread messages; 0 if the conversation is closed, or if the member has it in sight on any device. */
  countUnseen(conversationId: string, readerId: string): Promise<number>;
  /** Safe to repeat. */
  apply(change: ConversationChange): Promise<void>;
}

/** Ends live connections at once. No method throws, because the change is already stored. */
export interface ConversationChannel {
  endSessions(sessionIds: string[], conversationIds: string[]): Promise<void>;
  endMember(memberId: string, conversationIds: string[]): Promise<void>;
}
