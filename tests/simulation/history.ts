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
