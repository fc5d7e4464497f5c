import type { SendGrant } from "~/core/ports";
import type { EventQueue } from "../connections/event-queue";
import type { OutPacket } from "../transport/engine-io/packets";
import type { SocketConnection } from "../transport/socket-io/connection";
import { LINE_CLOSED, LINE_PROBE, type LiveViewer } from "../types";

/** State that is stored with the WebSocket and survives hibernation. It takes about 500 of 16,384 bytes. */
export interface SocketState {
  /** `direct`: a WebSocket of our own client. `line`: a WebSocket from a relay, for any other client. */
  kind: "direct" | "line";
  id: string;
  viewer: LiveViewer;
  /** The member's permissions in the conversation, read from the database when the socket came and again when it joined. */
  grant: SendGrant;
  /** Milliseconds since 1970. */
  openedAt: number;
  /** Whether the client has been accepted; always true for a line. */
  isConnected: boolean;
  isJoined: boolean;
  /** Whether the client has sent that its page is in the background. */
  isHidden?: boolean;
}

/** The methods of the runtime's WebSocket that are used here. */
type RuntimeSocket = Pick<WebSocket, "send" | "close" | "serializeAttachment">;

type EndReason = "left" | "session ended" | "conversation ended" | "dead";

/**
 * A WebSocket of a conversation's object. The runtime holds it, so that the object can sleep. Its attachment has all state that
 * the object needs after it wakes.
 */
export class SleepingSocket {
  readonly socket: RuntimeSocket;
  readonly state: SocketState;
  connection: SocketConnection<null, SleepingSocket> | null = null;
  events: EventQueue | null = null;
  /** Packets published between the registration and the answer of the database; null if the socket doesn't wait for that answer. */
  waiting: OutPacket[] | null = null;
  /** The last instant at which the client was known to be alive, milliseconds since 1970. */
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

  /** Whether the socket has joined the conversation or is about to. */
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
      // The socket is closed already, and its close event follows.
    }
  }

  /** Sends packets if the socket has joined. If it is about to join, it gets them as soon as it has joined. */
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

  /** Called when either side has closed the socket. */
  gone(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.waiting = null;
    this.state.isJoined = false;
    this.connection?.onClose("transport close");
  }

  /** Asks a relay whether its client is alive. Resolves to false if no answer comes within `withinMs`. */
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
