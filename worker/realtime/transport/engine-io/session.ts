import type { Packet } from "engine.io-parser";
import { CLOSE_PACKET, encodeMessage, type OutPacket, PING_PACKET } from "./packets";
import type { EngineOptions } from "./protocol";

export type EngineCloseReason =
  | "ping timeout"
  | "transport close"
  | "transport error"
  | "parse error"
  | "server close"
  | "buffer overflow";

export interface EngineListener {
  onMessage(data: string | ArrayBuffer): void;
  /** Called once. Nothing can be sent after it. */
  onClose(reason: EngineCloseReason): void;
}

const SILENT: EngineListener = { onMessage() {}, onClose() {} };

/** Carries the packets of one session, by held requests or by a WebSocket. */
export interface Transport {
  /** Characters that wait for the client to fetch them. */
  readonly bufferedChars: number;
  send(packet: OutPacket): void;
  /** Sends the packets that wait, ends the transport and drops the session. */
  close(): void;
  /** Ends immediately. @param reply answers a poll that is held */
  drop(reply: OutPacket): void;
}

/**
 * One Engine.IO session and its heartbeat, for any transport. Its timer keeps a Durable Object in memory, so the timer is cleared
 * as soon as the session closes.
 */
export class EngineSession {
  readonly sid: string;
  listener: EngineListener = SILENT;

  #options: EngineOptions;
  #onGone: (session: EngineSession) => void;
  #transport: Transport | null = null;
  #state: "open" | "closing" | "closed" = "open";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAwaitingPong = false;
  #isDeadlineExtended = false;
  /** The instant at which a client that sends nothing counts as dead, by the intervals of the handshake; milliseconds since 1970. */
  #deadline = 0;
  #probes: Array<(isAlive: boolean) => void> = [];

  constructor(sid: string, options: EngineOptions, onGone: (session: EngineSession) => void) {
    this.sid = sid;
    this.#options = options;
    this.#onGone = onGone;
    this.#expectNextPing();
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  get isClosing(): boolean {
    return this.#state === "closing";
  }

  get transport(): Transport | null {
    return this.#transport;
  }

  /** Whether the deadline is over. A request may come before the timer of the same millisecond fires. */
  get isOverdue(): boolean {
    return this.#state === "open" && Date.now() >= this.#deadline;
  }

  /** Sets the transport to use from now on: the first one, or the WebSocket of an upgrade. */
  switchTo(transport: Transport): void {
    this.#transport = transport;
  }

  send(data: string | ArrayBuffer | ArrayBufferView): void {
    this.sendEncoded(encodeMessage(data));
  }

  /** Sends a packet that is encoded already, because a broadcast encodes once for all its receivers. */
  sendEncoded(packet: OutPacket): void {
    if (this.#state !== "open") return;
    this.#transport?.send(packet);
    if ((this.#transport?.bufferedChars ?? 0) > this.#options.maxBufferedChars) {
      this.drop("buffer overflow");
    }
  }

  /** Ends the session from the server's side. Packets that were sent before still go out. */
  close(): void {
    if (this.#state !== "open") return;
    this.#state = "closing";
    this.#settleProbes(false);
    clearTimeout(this.#timer);
    this.listener.onClose("server close");
    this.#transport?.close();
  }

  /** Ends the session without waiting for the client; a held poll is answered with `reply`. */
  drop(reason: EngineCloseReason, reply: OutPacket = CLOSE_PACKET): void {
    if (this.#state === "closed") return;
    const wasOpen = this.#state === "open";
    this.#state = "closed";
    clearTimeout(this.#timer);
    this.#transport?.drop(reply);
    this.#settleProbes(false);
    this.#onGone(this);
    if (wasOpen) this.listener.onClose(reason);
  }

  /**
   * Checks with an extra ping whether the client is alive. Resolves to false if no packet comes within `withinMs`. It is needed
   * because a runtime that doesn't report aborted requests keeps the polls of closed tabs.
   */
  async probe(withinMs: number): Promise<boolean> {
    if (this.#state !== "open") return false;
    const answer = new Promise<boolean>((resolve) => this.#probes.push(resolve));
    const timer = setTimeout(() => this.#settleProbes(false), withinMs);
    this.sendEncoded(PING_PACKET);
    const isAlive = await answer;
    clearTimeout(timer);
    return isAlive;
  }

  /** Handles a packet other than a close. @returns false if it breaks the protocol; the session is then closed */
  take(packet: Packet): boolean {
    if (this.#state !== "open") return true;
    switch (packet.type) {
      case "error":
        this.drop("parse error");
        return false;
      case "ping":
        // Only the server pings in version 4.
        this.drop("transport error");
        return false;
      case "pong":
        this.#settleProbes(true);
        if (this.#isAwaitingPong) this.#expectNextPing();
        return true;
      default:
        this.#settleProbes(true);
        this.#extendDeadline();
        if (packet.type === "message") this.listener.onMessage(packet.data ?? "");
        return true;
    }
  }

  #expectNextPing(): void {
    this.#isAwaitingPong = false;
    this.#deadline = Date.now() + this.#options.pingIntervalMs + this.#options.pingTimeoutMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isAwaitingPong = true;
      this.#isDeadlineExtended = false;
      this.#awaitPong();
      this.sendEncoded(PING_PACKET);
    }, this.#options.pingIntervalMs);
  }

  #awaitPong(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.drop("ping timeout"), this.#options.pingTimeoutMs);
  }

  /** Extends the deadline, because any packet shows that the client is alive. It does so once per ping, so that a client must still answer pings. */
  #extendDeadline(): void {
    if (!this.#isAwaitingPong || this.#isDeadlineExtended) return;
    this.#isDeadlineExtended = true;
    this.#deadline = Date.now() + this.#options.pingTimeoutMs;
    this.#awaitPong();
  }

  #settleProbes(isAlive: boolean): void {
    for (const settle of this.#probes.splice(0)) settle(isAlive);
  }
}
