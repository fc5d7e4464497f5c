/** Something that a client of the conversation did or saw. Times are values of one ascending counter. */
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

/** A member has written a message. From now on, it must not be lost. */
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
  /** Whether the list was read after all faults had ended and nothing was pending. */
  isFinal: boolean;
}

interface LiveMessage {
  kind: "live";
  connection: string;
  at: number;
  message: SeenMessage;
}

interface ReadCall {
  kind: "read";
  memberId: string;
  began: number;
  /** Null if no answer came, although the server may have carried out the call. */
  ended: number | null;
}

interface LiveRead {
  kind: "live read";
  connection: string;
  at: number;
  readerId: string;
  upTo: string;
}

/** At the end, the messages that a page shows, except those still to be sent. */
interface Screen {
  kind: "screen";
  memberId: string;
  page: string;
  messages: SeenMessage[];
}

/** At the end, the messages that a device still has to send or has given up sending. */
interface DeviceEnd {
  kind: "device";
  clientIds: string[];
}
