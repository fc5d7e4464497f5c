import { Decoder, Encoder, type Packet, PacketType } from "socket.io-parser";
import { MS_PER_DAY } from "~/core/shared/constants";
import { TokenBucket } from "./token-bucket";
import type { Listener } from "./types";

/** The frame of a page's `ping`, which the runtime answers with that of `pong` while the object sleeps. */
export const PING = '42["ping"]';
export const PONG = '42["pong"]';

/** Kept with the WebSocket while the object sleeps: about 500 of 16,384 bytes. */
export interface PageState extends Listener {
  /** Milliseconds since 1970. */
  openedAt: number;
  /** Whether the page's CONNECT was accepted. */
  isConnected: boolean;
  isJoined: boolean;
  /** Whether the page has said that it is in the background. */
  isHidden: boolean;
}

const PAGE_HEADER = "X-Page";

/** Makes the request of a page's WebSocket to its conversation's object. It has nothing of the client's own request. */
export function encodePageRequest(listener: Listener): Request {
  // Encoded, because a header can't contain letters beyond Latin-1 and names can.
  const detail = encodeURIComponent(JSON.stringify(listener));
  return new Request("http://object/", {
    headers: { Upgrade: "websocket", [PAGE_HEADER]: detail },
  });
}

export function readPageRequest(request: Request): Listener {
  return JSON.parse(decodeURIComponent(request.headers.get(PAGE_HEADER) ?? "")) as Listener;
}

const encoder = new Encoder();

/** One page's WebSocket, on which the stock client speaks Socket.IO. It sleeps with the object. */
export class PageSocket {
  readonly state: PageState;
  readonly bucket = new TokenBucket();
  /** The event before this one, while it waits for the database. */
  last: Promise<void> | null = null;
  #socket: WebSocket;

  constructor(socket: WebSocket, state: PageState) {
    this.#socket = socket;
    this.state = state;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Begins a connection: Engine.IO's handshake. The page pings by itself, so the server has no ping within the day. */
  open(): void {
    const handshake = {
      sid: crypto.randomUUID(),
      upgrades: [],
      pingInterval: MS_PER_DAY,
      pingTimeout: MS_PER_DAY,
      maxPayload: 65_536,
    };
    this.save();
    this.#write(`0${JSON.stringify(handshake)}`);
  }

  save(): void {
    this.#socket.serializeAttachment(this.state);
  }

  accept(): void {
    this.state.isConnected = true;
    this.save();
    this.#send({ type: PacketType.CONNECT, nsp: "/", data: { sid: crypto.randomUUID() } });
  }

  refuse(message: string): void {
    this.#send({ type: PacketType.CONNECT_ERROR, nsp: "/", data: { message } });
  }

  emit(event: string, payload: unknown): void {
    this.#send({ type: PacketType.EVENT, nsp: "/", data: [event, payload] });
  }

  acknowledge(id: number | undefined, ...answer: unknown[]): void {
    if (id !== undefined) this.#send({ type: PacketType.ACK, nsp: "/", data: answer, id });
  }

  /** Ends the connection. After a DISCONNECT the client doesn't come back by itself. */
  end(code = 1000, { isFinal = false } = {}): void {
    if (isFinal) this.#send({ type: PacketType.DISCONNECT, nsp: "/" });
    try {
      this.#socket.close(code);
    } catch {
      // Closed already.
    }
  }

  #send(packet: Packet): void {
    // No event here has binary data, so each is one frame.
    this.#write(`4${encoder.encode(packet)[0]}`);
  }

  #write(frame: string): void {
    if (!this.isOpen) return;
    try {
      this.#socket.send(frame);
    } catch {
      // It is closed, and its close event follows.
    }
  }
}

/** Reads a Socket.IO packet of the main namespace; null for anything else, binary packets too. */
export function readPacket(frame: string): Packet | null {
  if (frame[0] !== "4" || frame[1] === "5" || frame[1] === "6") return null;
  let packet: Packet | null = null;
  const decoder = new Decoder();
  decoder.on("decoded", (decoded: Packet) => {
    packet = decoded;
  });
  try {
    decoder.add(frame.slice(1));
  } catch {
    return null;
  }
  return packet;
}
