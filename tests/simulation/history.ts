import type { QuestionDto } from "~/core/shared/contract";

/**
 * What clients of one conversation did and saw. All moments are of one counter that only ascends: the simulator's own,
 * or `performance.now()` of the process that drives the clients.
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

/** A member has written a message: from now on it must not be lost. */
export interface Written {
  kind: "written";
  at: number;
  memberId: string;
  clientId: string;
}

/** One attempt to send. `ended` is null where no answer ever came. */
export interface SendAttempt {
  kind: "send";
  memberId: string;
  clientId: string;
  began: number;
  ended: number | null;
  /** Null for a refusal, and for no answer. */
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
  /** False for a page that was asked for by `before`. */
  isToLast: boolean;
  /** Read after everything has come to rest. */
  isFinal: boolean;
}

/** `new_message`. */
export interface LiveMessage {
  kind: "live";
  memberId: string;
  sessionId: string;
  /** One transport's life: order holds within it. */
  connection: string;
  at: number;
  message: SeenMessage;
}

/** An answered call that marks the partner's messages as read. */
export interface ReadCall {
  kind: "read";
  memberId: string;
  began: number;
  /** Null where no answer came: it may still have been carried out. */
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

/** One attempt to answer a question. `ended` is null where it was not stored, and where no answer ever came. */
export interface AnswerAttempt {
  kind: "answer";
  memberId: string;
  level: number;
  /** No other attempt has this text. */
  text: string;
  began: number;
  ended: number | null;
}

/** A level as its reader was shown it. */
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

/** The questions as they were shown: the three of a list, or the one of a stored answer. */
export interface QuestionsView {
  kind: "questions";
  memberId: string;
  began: number;
  ended: number;
  questions: SeenQuestion[];
  /** Of a page that hears events, when everything has come to rest. */
  isOnScreen: boolean;
}

/** A block, the end of the day, the deletion of an account, or a sign-out, which is the end for one session only. */
export interface Closing {
  kind: "closing";
  reason: "blocked" | "expired" | "deleted" | "signed out";
  /** Names what a reopening takes back: for a block, its blocker. */
  key: string;
  /** Of a sign-out. */
  sessionId: string | null;
  began: number;
  /** When it was answered; null when it never was, and may have been carried out or not. */
  ended: number | null;
}

/** A block is taken back. */
export interface Reopening {
  kind: "reopening";
  key: string;
  began: number;
  /** Null where no answer came: it may be carried out at any time later. */
  ended: number | null;
}

/** What a page shows when everything has come to rest: without what waits to be sent. */
export interface Screen {
  kind: "screen";
  memberId: string;
  page: string;
  messages: SeenMessage[];
}

/** What a device still keeps for sending when everything has come to rest, also what was given up. */
export interface DeviceEnd {
  kind: "device";
  memberId: string;
  clientIds: string[];
}

/** From when on a closing is no longer certain: a reopening under way may come after it. */
export function nextReopening({ key, began }: Closing, reopenings: Reopening[]): number {
  const later = reopenings.filter(
    (one) => one.key === key && (one.ended ?? Number.POSITIVE_INFINITY) > began,
  );
  return Math.min(...later.map((one) => one.began), Number.POSITIVE_INFINITY);
}
