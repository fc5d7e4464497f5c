import type { QuestionDto } from "~/core/shared/contract";

/**
 * An action or a view by a client of one conversation. All moments are from one ascending counter: the simulator's own, or
 * `performance.now()` of the process that drives the clients.
 */
export type Observation =
  | Written
  | SendAttempt
  | Listing
  | LiveMessage
  | ReadCall
  | LiveRead
  | AnswerAttempt
  | QuestionsView
  | Closing
  | Reopening
  | Screen
  | DeviceEnd;

/** A message as an answer or an event showed it. */
export interface SeenMessage {
  message_id: string;
  sender_id: string;
  content: string;
  /** Shown to its sender only. */
  client_id: string | null;
  is_read: boolean;
}

/** A member has written a message, which must not be lost from now on. */
export interface Written {
  kind: "written";
  at: number;
  memberId: string;
  clientId: string;
}

/** One attempt to send. `ended` is null if no answer came. */
export interface SendAttempt {
  kind: "send";
  memberId: string;
  clientId: string;
  began: number;
  ended: number | null;
  /** Null if it was refused or not answered. */
  stored: SeenMessage | null;
}

/** A list that was answered. */
export interface Listing {
  kind: "list";
  memberId: string;
  began: number;
  ended: number;
  messages: SeenMessage[];
  /** False for a page that may begin after the conversation's first message. */
  isFromFirst: boolean;
  /** False for a page that was requested with `before`. */
  isToLast: boolean;
  /** Whether it was read after everything had come to rest. */
  isFinal: boolean;
}

/** `new_message`. */
export interface LiveMessage {
  kind: "live";
  memberId: string;
  sessionId: string;
  /** Names one life of a transport, within which the order of events holds. */
  connection: string;
  at: number;
  message: SeenMessage;
}

/** An answered call that marks the partner's messages as read. */
export interface ReadCall {
  kind: "read";
  memberId: string;
  began: number;
  /** Null if no answer came: it may still have been carried out. */
  ended: number | null;
}

/** `messages_read`. */
export interface LiveRead {
  kind: "live read";
  connection: string;
  at: number;
  readerId: string;
  upTo: string;
}

/** One attempt to answer a question. `ended` is null if it was not stored or no answer came. */
export interface AnswerAttempt {
  kind: "answer";
  memberId: string;
  level: number;
  /** No other attempt has this text. */
  text: string;
  began: number;
  ended: number | null;
}

/** A level as its reader saw it. */
export interface SeenQuestion {
  level: number;
  isOpen: boolean;
  mine: string | null;
  theirs: string | null;
  partnerAnswered: boolean;
}

export const toSeenQuestion = (one: QuestionDto): SeenQuestion => ({
  level: one.level,
  isOpen: one.question !== null,
  mine: one.mine,
  theirs: one.theirs,
  partnerAnswered: one.partner_answered,
});

/** The questions as a reader saw them: three in a list, or one in the response to an answer. */
export interface QuestionsView {
  kind: "questions";
  memberId: string;
  began: number;
  ended: number;
  questions: SeenQuestion[];
  /** Whether a page that receives events shows them after everything has come to rest. */
  isOnScreen: boolean;
}

/** A block, the end of the day, the deletion of an account, or a sign-out, which ends only one session. */
export interface Closing {
  kind: "closing";
  reason: "blocked" | "expired" | "deleted" | "signed out";
  /** Links a reopening to its closing: for a block, the blocker. */
  key: string;
  /** Null except for a sign-out. */
  sessionId: string | null;
  began: number;
  /** The moment of the answer; null if none came, and it may or may not have been carried out. */
  ended: number | null;
}

/** A block is taken back. */
export interface Reopening {
  kind: "reopening";
  key: string;
  began: number;
  /** Null if no answer came: it may be carried out at any later time. */
  ended: number | null;
}

/** The messages that a page shows once everything has come to rest, without those that wait to be sent. */
export interface Screen {
  kind: "screen";
  memberId: string;
  page: string;
  messages: SeenMessage[];
}

/** The messages that a device still keeps for sending once everything has come to rest, given up or not. */
export interface DeviceEnd {
  kind: "device";
  memberId: string;
  clientIds: string[];
}

/** The moment from which a closing is no longer certain, because a reopening under way may follow it. */
export function nextReopening({ key, began }: Closing, reopenings: Reopening[]): number {
  const later = reopenings.filter(
    (one) => one.key === key && (one.ended ?? Number.POSITIVE_INFINITY) > began,
  );
  return Math.min(...later.map((one) => one.began), Number.POSITIVE_INFINITY);
}
