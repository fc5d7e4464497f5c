/** What a client of a conversation did or saw. All moments are from one ascending counter. */
export type Observation =
  | Written
  | Sent
  | Listing
  | LiveMessage
  | ReadCall
  | LiveRead
  | Screen
  | DeviceEnd;

export interface SeenMessage {
  message_id: string;
  sender_id: string;
  content: string;
  client_id: string | null;
  is_read: boolean;
}

/** A member has written a message, which must not be lost from now on. */
interface Written {
  kind: "written";
  memberId: string;
  clientId: string;
}

interface Sent {
  kind: "send";
  memberId: string;
  clientId: string;
  ended: number;
  stored: SeenMessage;
}

export interface Listing {
  kind: "list";
  memberId: string;
  began: number;
  ended: number;
  messages: SeenMessage[];
  /** Whether the list was read after everything had come to rest. */
  isFinal: boolean;
}

interface LiveMessage {
  kind: "live";
  /** The name of one connection of a transport. Events arrive in order within a connection. */
  connection: string;
  at: number;
  message: SeenMessage;
}

interface ReadCall {
  kind: "read";
  memberId: string;
  began: number;
  /** Null if no answer came. The server can have carried out the call nevertheless. */
  ended: number | null;
}

interface LiveRead {
  kind: "live read";
  connection: string;
  at: number;
  readerId: string;
  upTo: string;
}

/** The messages that a page shows once everything has come to rest, without those that wait to be sent. */
interface Screen {
  kind: "screen";
  memberId: string;
  page: string;
  messages: SeenMessage[];
}

/**
 * The messages that a device still keeps for sending once everything has come to rest. Messages that it has given up
 * are included.
 */
interface DeviceEnd {
  kind: "device";
  clientIds: string[];
}
