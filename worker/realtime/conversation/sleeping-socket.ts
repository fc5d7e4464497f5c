import type { SendGrant } from "~/core/ports";
import type { EventQueue } from "../connections/event-queue";
import type { OutPacket } from "../transport/engine-io/packets";
import type { SocketConnection } from "../transport/socket-io/connection";
import { LINE_CLOSED, LINE_PROBE, type LiveViewer } from "../types";

/** State that survives hibernation, stored with the WebSocket: some 500 bytes of 16,384. */
export interface SocketState {
  /** `direct`: our own client. `line`: from a relay, for a client of any other kind. */
  kind: "direct" | "line";
  id: string;
  viewer: LiveViewer;
  /** The member's permissions here, as the database said when the socket came, and again when it joined. */
  grant: SendGrant;
  /** Milliseconds since 1970. */
  openedAt: number;
  /** The client has been accepted: always for a line. */
  isConnected: boolean;
  isJoined: boolean;
  /** The client has said that no one sees it: its page is in the background. */
  isHidden?: boolean;
}

/** A WebSocket as the runtime hands it over, as far as it is used here. */
export type RuntimeSocket = Pick<WebSocket, "send" | "close" | "serializeAttachment">;

export type EndReason = "left" | "session ended" | "conversation ended" | "dead";

/**
 * A WebSocket of a conversation's object. The runtime holds it, so that the object can sleep; all that must be known
 * afterwards is in its attachment.
 */
export class SleepingSocket {
  readonly socket: RuntimeSocket;
  readonly state: SocketState;
  connection: SocketConnection<null, SleepingSocket> | null = null;
  events: EventQueue | null = null;
  /** Packets published between the registration and the answer of the database; null when it doesn't wait. */
  waiting: OutPacket[] | null = null;
  /** When the client was last known to live, in milliseconds since 1970. */
  heardAt: number;

  #isOpen = true;
  #whenAlive: Array<() => void> = [];

  constructor(socket: RuntimeSocket, state: SocketState) {
    this.socket = socket;
    this.state = state;
    this.heardAt = state.openedAt;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Takes a place in the conversation, or is about to. */
  get isSeated(): boolean {
    return this.#isOpen && (this.state.isJoined || this.waiting !== null);
  }

  save(): void {
    if (this.#isOpen) this.socket.serializeAttachment(this.state);
  }

  sendEncoded(packet: OutPacket): void {
    if (!this.#isOpen) return;
    try {
      this.socket.send(packet);
    } catch {
      // Gone already: its close event is on the way.
    }
  }

  /** Sends to everyone who has joined; to a socket that is about to join as soon as it has. */
  deliver(packets: OutPacket[]): void {
    if (this.waiting) this.waiting.push(...packets);
    else if (this.state.isJoined) for (const packet of packets) this.sendEncoded(packet);
  }

  /** Called by Socket.IO when the client breaks the protocol. */
  close(): void {
    this.end("left");
  }

  end(reason: EndReason): void {
    if (!this.#isOpen) return;
    if (this.state.kind === "direct" && reason !== "left") {
      for (const socket of this.connection?.sockets.values() ?? []) socket.disconnect();
    }
    this.gone();
    try {
      this.socket.close(closeCode(reason));
    } catch {
      // Closed already.
    }
  }

  /** The socket is closed, by either side. */
  gone(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.waiting = null;
    this.state.isJoined = false;
    this.connection?.onClose("transport close");
  }

  /** Asks a relay whether its client lives. Resolves to false when it does not say so within `withinMs`. */
  async probe(withinMs: number): Promise<boolean> {
    if (!this.#isOpen) return false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answer = new Promise<boolean>((resolve) => {
      this.#whenAlive.push(() => resolve(true));
      timer = setTimeout(() => resolve(false), withinMs);
    });
    this.sendEncoded(LINE_PROBE);
    const isAlive = await answer;
    clearTimeout(timer);
    return isAlive;
  }

  showLife(): void {
    for (const tell of this.#whenAlive.splice(0)) tell();
  }
}

function closeCode(reason: EndReason): number {
  if (reason === "session ended") return LINE_CLOSED.sessionEnded;
  if (reason === "conversation ended") return LINE_CLOSED.conversationEnded;
  return 1000;
}
