import { Decoder, type Packet, PacketType } from "socket.io-parser";
import type { EngineCloseReason, EngineListener } from "../engine-io/session";
import { RateLimit } from "./rate-limit";
import {
  type Acknowledge,
  type DisconnectReason,
  type EngineSide,
  encodeSocketPacket,
  Socket,
} from "./socket";

/** The `auth` object of the client's options; empty when it sent none. */
export type HandshakeAuth = Record<string, unknown>;

export type ConnectDecision<Data> =
  | { isAccepted: true; data: Data }
  /** Sent as CONNECT_ERROR. The client reports it once and doesn't try again by itself. */
  | { isAccepted: false; message: string };

/** Handlers of a namespace. None may throw because of data that a client sends. */
export interface NamespaceHandler<Data, Engine extends EngineSide = EngineSide> {
  authorize(
    auth: HandshakeAuth,
    connection: SocketConnection<Data, Engine>,
  ): ConnectDecision<Data> | Promise<ConnectDecision<Data>>;
  onConnect(socket: Socket<Data, Engine>): void;
  onEvent(
    socket: Socket<Data, Engine>,
    event: string,
    args: unknown[],
    ack: Acknowledge | null,
  ): void;
  onDisconnect(socket: Socket<Data, Engine>, reason: DisconnectReason): void;
}

interface SocketOptions {
  /** The time after which a session that is in no namespace is closed; 45 s in the official server. */
  connectTimeoutMs: number;
  /** The most CONNECTs and events of one connection together in one moment, and per second in the long run. */
  packetBurst: number;
  packetsPerSecond: number;
}

/** The data of a socket that is stored while its object sleeps. */
interface SocketSnapshot<Data> {
  id: string;
  namespace: string;
  data: Data;
}

/** The longest wait for the attachments of a packet. The first part of the packet is only in memory. */
const ATTACHMENTS_MS = 10_000;

interface SocketHooks<Data, Engine extends EngineSide = EngineSide> {
  /** Undefined for a namespace that doesn't exist. */
  findNamespace(name: string): NamespaceHandler<Data, Engine> | undefined;
  onError(error: unknown): void;
}

/** The Socket.IO 5 side of one Engine.IO session. It decodes the packets and keeps the sockets by namespace. */
export class SocketConnection<Data, Engine extends EngineSide = EngineSide>
  implements EngineListener
{
  readonly engine: Engine;
  readonly sockets = new Map<string, Socket<Data, Engine>>();
  /**
   * The limit of the connection's CONNECTs and events. A CONNECT takes from it here, and an event where it is handled. It is not
   * stored, because it is full again before an object whose clients are silent falls asleep.
   */
  readonly limit: RateLimit;

  #hooks: SocketHooks<Data, Engine>;
  #decoder = new Decoder();
  #connecting = new Set<string>();
  #options: SocketOptions;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #isPacketWhole = true;
  #attachmentsTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param asleep the sockets that the connection had before its object slept */
  constructor(
    engine: Engine,
    options: SocketOptions,
    hooks: SocketHooks<Data, Engine>,
    asleep: SocketSnapshot<Data>[] = [],
  ) {
    this.engine = engine;
    this.#options = options;
    this.limit = new RateLimit(options.packetBurst, options.packetsPerSecond, Date.now());
    this.#hooks = hooks;
    this.#decoder.on("decoded", (packet) => {
      this.#isPacketWhole = true;
      this.#takePacket(packet);
    });
    for (const { id, namespace, data } of asleep) {
      this.sockets.set(namespace, new Socket(id, namespace, this, data));
    }
    if (this.sockets.size === 0) this.#expectConnect();
  }

  onMessage(data: string | ArrayBuffer): void {
    try {
      // The parser reads an empty text as a CONNECT.
      if (data === "") throw new Error("empty packet");
      this.#isPacketWhole = false;
      this.#decoder.add(data);
      this.#expectAttachments();
    } catch {
      // The data is not a packet of the protocol. The official server ends the connection too.
      this.engine.close();
    }
  }

  onClose(reason: EngineCloseReason): void {
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#attachmentsTimer);
    this.#decoder.destroy();
    for (const socket of [...this.sockets.values()]) this.removeSocket(socket, reason);
  }

  /** Forgets a socket and informs its namespace, once. */
  removeSocket(socket: Socket<Data, Engine>, reason: DisconnectReason): void {
    if (this.sockets.get(socket.namespace) !== socket) return;
    this.sockets.delete(socket.namespace);
    this.#guard(() => this.#hooks.findNamespace(socket.namespace)?.onDisconnect(socket, reason));
    // A session that is in no namespace is closed soon, because no limit counts it.
    if (this.sockets.size === 0 && this.engine.isOpen) this.#expectConnect();
  }

  #expectConnect(): void {
    clearTimeout(this.#connectTimer);
    this.#connectTimer = setTimeout(() => {
      if (this.sockets.size === 0) this.engine.close();
    }, this.#options.connectTimeoutMs);
  }

  /** Starts a timer while attachments are missing. It keeps the object, and the first part of the packet, in memory. */
  #expectAttachments(): void {
    if (this.#isPacketWhole) {
      if (this.#attachmentsTimer === undefined) return;
      clearTimeout(this.#attachmentsTimer);
      this.#attachmentsTimer = undefined;
    } else this.#attachmentsTimer ??= setTimeout(() => this.engine.close(), ATTACHMENTS_MS);
  }

  #takePacket(packet: Packet): void {
    const socket = this.sockets.get(packet.nsp);
    if (packet.type === PacketType.CONNECT) {
      const isExpected = !socket && !this.#connecting.has(packet.nsp);
      // A refused CONNECT counts as well, because its refusal takes the same work.
      if (!isExpected || !this.limit.tryTake(Date.now())) this.engine.close();
      else this.#guard(() => this.#connect(packet.nsp, packet.data ?? {}));
      return;
    }
    // An id of hundreds of digits becomes Infinity, and no parser could read an answer with it.
    const isIdSound = packet.id === undefined || Number.isSafeInteger(packet.id);
    if (!socket || !isIdSound) {
      this.engine.close();
      return;
    }
    switch (packet.type) {
      case PacketType.EVENT: {
        if (!Array.isArray(packet.data)) {
          this.engine.close();
          return;
        }
        const [event, ...args] = packet.data;
        const ack = packet.id === undefined ? null : socket.createAck(packet.id);
        this.#guard(() =>
          this.#hooks.findNamespace(packet.nsp)?.onEvent(socket, String(event), args, ack),
        );
        return;
      }
      case PacketType.ACK:
        socket.takeAck(packet.id, packet.data);
        return;
      case PacketType.DISCONNECT:
        this.removeSocket(socket, "client namespace disconnect");
        return;
      default:
        this.engine.close();
    }
  }

  async #connect(namespace: string, auth: HandshakeAuth): Promise<void> {
    const handler = this.#hooks.findNamespace(namespace);
    if (!handler) {
      this.#refuse(namespace, "Invalid namespace");
      return;
    }
    this.#connecting.add(namespace);
    let decision: ConnectDecision<Data> | Promise<ConnectDecision<Data>>;
    try {
      decision = handler.authorize(auth, this);
      if (decision instanceof Promise) decision = await decision;
    } catch (error) {
      // The client was not refused, so it should try again, which it only does if the transport ends.
      this.engine.close();
      throw error;
    } finally {
      this.#connecting.delete(namespace);
    }
    if (!this.engine.isOpen) return;
    if (!decision.isAccepted) {
      this.#refuse(namespace, decision.message);
      return;
    }
    clearTimeout(this.#connectTimer);
    const socket = new Socket(crypto.randomUUID(), namespace, this, decision.data);
    this.sockets.set(namespace, socket);
    socket.emitEncoded(
      encodeSocketPacket({ type: PacketType.CONNECT, nsp: namespace, data: { sid: socket.id } }),
    );
    handler.onConnect(socket);
  }

  #refuse(namespace: string, message: string): void {
    const packet = { type: PacketType.CONNECT_ERROR, nsp: namespace, data: { message } };
    for (const part of encodeSocketPacket(packet)) this.engine.sendEncoded(part);
  }

  /** Runs a handler. An error in it must not stop the other packets of the payload or the object. */
  #guard(work: () => void | Promise<void>): void {
    try {
      work()?.catch((error: unknown) => this.#hooks.onError(error));
    } catch (error) {
      this.#hooks.onError(error);
    }
  }
}
