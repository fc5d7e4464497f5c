import { Encoder, type Packet, PacketType } from "socket.io-parser";
import { encodeMessage, type OutPacket } from "../engine-io/packets";
import type { RateLimit } from "./rate-limit";

/** Answers an event of the client. Further calls do nothing, as in the official server. */
export type Acknowledge = (...values: unknown[]) => void;

/** The reason why a socket ended, by the names of the official server. */
export type DisconnectReason =
  | "client namespace disconnect"
  | "server namespace disconnect"
  | "ping timeout"
  | "transport close"
  | "transport error"
  | "parse error"
  | "server close"
  | "buffer overflow";

/** The properties and methods of the Engine.IO side that Socket.IO needs. It is a session, or a WebSocket that the runtime holds. */
export interface EngineSide {
  readonly isOpen: boolean;
  sendEncoded(packet: OutPacket): void;
  close(): void;
}

/** The properties and methods of a connection that its sockets need. */
interface SocketOwner<Data, Engine extends EngineSide> {
  readonly engine: Engine;
  readonly limit: RateLimit;
  /** Sockets by namespace. */
  readonly sockets: ReadonlyMap<string, Socket<Data, Engine>>;
  removeSocket(socket: Socket<Data, Engine>, reason: DisconnectReason): void;
}

const encoder = new Encoder();

/** Encodes a packet: the text, then its binary attachments. */
export function encodeSocketPacket(packet: Packet): OutPacket[] {
  return encoder
    .encode(packet)
    .map((part: string | ArrayBuffer | ArrayBufferView) => encodeMessage(part));
}

/** Encodes an event for any number of sockets of one namespace. Encode it once, then use {@link Socket.emitEncoded}. */
export function encodeEvent(
  namespace: string,
  event: string,
  args: unknown[],
  ackId?: number,
): OutPacket[] {
  const packet = { type: PacketType.EVENT, nsp: namespace, data: [event, ...args] };
  return encodeSocketPacket(ackId === undefined ? packet : { ...packet, id: ackId });
}

/** One client in one namespace. `data` comes from the namespace's handler, which accepted the client. */
export class Socket<Data, Engine extends EngineSide = EngineSide> {
  /** The socket's id. It gives no access, unlike the session's id, so others may see it. */
  readonly id: string;
  readonly namespace: string;
  readonly connection: SocketOwner<Data, Engine>;
  readonly data: Data;

  #nextAckId = 0;
  #acks = new Map<number, (values: unknown[]) => void>();

  constructor(id: string, namespace: string, connection: SocketOwner<Data, Engine>, data: Data) {
    this.id = id;
    this.namespace = namespace;
    this.connection = connection;
    this.data = data;
  }

  emit(event: string, ...args: unknown[]): void {
    this.emitEncoded(encodeEvent(this.namespace, event, args));
  }

  emitEncoded(packets: OutPacket[]): void {
    if (this.connection.sockets.get(this.namespace) !== this) return;
    for (const packet of packets) this.connection.engine.sendEncoded(packet);
  }

  /** Emits an event. Resolves to the values of the client's acknowledgement; null if none comes within `timeoutMs`. */
  emitWithAck(timeoutMs: number, event: string, ...args: unknown[]): Promise<unknown[] | null> {
    const id = this.#nextAckId++;
    return new Promise((resolve) => {
      const settle = (values: unknown[] | null) => {
        clearTimeout(timer);
        this.#acks.delete(id);
        resolve(values);
      };
      const timer = setTimeout(() => settle(null), timeoutMs);
      this.#acks.set(id, settle);
      this.emitEncoded(
        encodeSocketPacket({
          type: PacketType.EVENT,
          nsp: this.namespace,
          data: [event, ...args],
          id,
        }),
      );
    });
  }

  /** Ends this namespace for the client, or the whole connection with `isWhole`. A stock client doesn't reconnect by itself. */
  disconnect(isWhole = false): void {
    this.emitEncoded(encodeSocketPacket({ type: PacketType.DISCONNECT, nsp: this.namespace }));
    this.connection.removeSocket(this, "server namespace disconnect");
    if (isWhole) this.connection.engine.close();
  }

  /** Called by the connection with the client's answer to {@link emitWithAck}. */
  takeAck(id: number | undefined, values: unknown): void {
    if (id !== undefined) this.#acks.get(id)?.(Array.isArray(values) ? values : []);
  }

  /** Called by the connection. Makes the acknowledgement of one event, which is sent at most once. */
  createAck(id: number): Acknowledge {
    let isSent = false;
    return (...values) => {
      if (isSent) return;
      isSent = true;
      this.emitEncoded(
        encodeSocketPacket({ type: PacketType.ACK, nsp: this.namespace, data: values, id }),
      );
    };
  }
}
