import type { Packet } from "engine.io-parser";
import { readTextWithin } from "~/worker/http/request-body";
import {
  CLOSE_PACKET,
  type EncodedPacket,
  encodeMessage,
  encodePayload,
  NOOP_PACKET,
  PING_PACKET,
  readPayload,
} from "./codec";
import { type EngineOptions, refusePayload, refuseRequest } from "./protocol";

export type EngineCloseReason =
  | "ping timeout"
  | "transport close"
  | "transport error"
  | "parse error"
  | "server close"
  | "buffer overflow";

export interface EngineListener {
  onMessage(data: string | ArrayBuffer): void;
  /** Called once. Nothing can be sent any more. */
  onClose(reason: EngineCloseReason): void;
}

const SILENT: EngineListener = { onMessage() {}, onClose() {} };
const NO_STORE = { "Cache-Control": "no-store" };
/** Made once: every delivery is a response. */
const POLL_ANSWER = {
  headers: new Headers({ "Content-Type": "text/plain; charset=UTF-8", ...NO_STORE }),
};

/** How long the last packets of a closing session wait for the poll that fetches them (the official 30 s). */
const CLOSING_MS = 30_000;

/**
 * A stock client that was told to go says goodbye at the same time as it polls once more. Neither may end the session at
 * once: the other would be refused, which a browser shows as an error. Whichever comes first waits this long.
 */
const FAREWELL_MS = 250;

/**
 * One Engine.IO session over HTTP long polling: at most one held GET, at most one POST at a time, and a
 * single timer. The timer and the held GET are what keeps the Durable Object in memory, so both are
 * given up the moment the session closes.
 */
export class EngineSession {
  readonly sid: string;
  listener: EngineListener = SILENT;

  #options: EngineOptions;
  #onGone: (session: EngineSession) => void;
  #state: "open" | "closing" | "closed" = "open";
  #heldPoll: ((response: Response) => void) | null = null;
  #isPosting = false;
  #buffer: EncodedPacket[] = [];
  #bufferedChars = 0;
  #isFlushQueued = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAwaitingPong = false;
  #isDeadlineExtended = false;
  #hasSaidFarewell = false;
  /** When a client that sends nothing is dead, in milliseconds since 1970, as announced in the handshake. */
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

  send(data: string | ArrayBuffer | ArrayBufferView): void {
    this.sendEncoded(encodeMessage(data));
  }

  /** Sends a packet that is encoded already: a broadcast encodes once for all its receivers. */
  sendEncoded(packet: EncodedPacket): void {
    if (this.#state !== "open") return;
    this.#buffer.push(packet);
    this.#bufferedChars += packet.length;
    if (this.#bufferedChars > this.#options.maxBufferedChars) {
      this.#drop("buffer overflow");
      return;
    }
    this.#queueFlush();
  }

  /**
   * Ends the session from here. What was sent before still goes out, in a payload of its own: a stock client
   * acts on a close packet before it reads the messages beside it.
   */
  close(): void {
    if (this.#state !== "open") return;
    this.#state = "closing";
    this.#settleProbes(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#drop("server close"), CLOSING_MS);
    this.listener.onClose("server close");
    if (!this.#heldPoll) return;
    if (this.#buffer.length > 0) this.#flush();
    else this.#drop("server close");
  }

  /**
   * Asks the client for a sign of life with a ping out of turn. Resolves to false when it stays silent for
   * `withinMs`: a runtime that doesn't report aborted requests holds the polls of tabs long gone.
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

  /** Answers one poll: at once when something waits, else when something comes. */
  handlePoll(request: Request): Promise<Response> | Response {
    if (this.#isOverdue()) return this.#refuseAsGone();
    if (this.#heldPoll) {
      this.#drop("transport error");
      return refuseRequest("badRequest");
    }
    const response = new Promise<Response>((resolve) => {
      this.#heldPoll = resolve;
    });
    const poll = this.#heldPoll;
    if (this.#hasSaidFarewell) {
      this.#answerPoll(NOOP_PACKET);
      this.#drop("transport close");
      return response;
    }
    // The ping timeout is the authority: `wrangler dev` never reports an aborted request.
    request.signal?.addEventListener("abort", () => {
      if (this.#heldPoll === poll) this.#drop("transport close");
    });
    if (this.#buffer.length > 0 || this.#state === "closing") this.#flush();
    return response;
  }

  /** Takes one POST in. Answers 413 past the limit, 400 for an overlapping or unreadable one. */
  async handlePost(request: Request): Promise<Response> {
    if (this.#isOverdue()) return this.#refuseAsGone();
    const isBinary = request.headers.get("Content-Type") === "application/octet-stream";
    if (this.#isPosting || isBinary) {
      this.#drop("transport error");
      return refuseRequest("badRequest");
    }
    this.#isPosting = true;
    let body: string | null;
    try {
      body = await readTextWithin(request, this.#options.maxPayloadBytes);
    } catch {
      // The client broke the request off in the middle.
      this.#drop("transport close");
      return refuseRequest("badRequest");
    } finally {
      this.#isPosting = false;
    }
    if (body === null) return refusePayload();
    // Another request may have ended the session while the body came in.
    if (this.#state === "closed") return refuseRequest("unknownSession");
    for (const packet of readPayload(body)) {
      if (!this.#takePacket(packet)) return refuseRequest("badRequest");
      if (packet.type === "close") break;
    }
    return new Response("ok", { headers: { "Content-Type": "text/html", ...NO_STORE } });
  }

  /** @returns false when the packet breaks the protocol; the session is closed then. */
  #takePacket(packet: Packet): boolean {
    if (packet.type === "close") {
      // The client waits for its poll to end before it counts the transport as closed.
      this.#hasSaidFarewell = this.#state === "closing" && this.#heldPoll === null;
      if (this.#hasSaidFarewell) {
        this.#waitForFarewell();
        return true;
      }
      this.#answerPoll(NOOP_PACKET);
      this.#drop("transport close");
      return true;
    }
    if (this.#state !== "open") return true;
    if (packet.type === "error") {
      this.#drop("parse error");
      return false;
    }
    if (packet.type === "ping") {
      // In version 4 only the server pings.
      this.#drop("transport error");
      return false;
    }
    this.#settleProbes(true);
    if (packet.type === "pong") {
      if (this.#isAwaitingPong) this.#expectNextPing();
      return true;
    }
    this.#extendDeadline();
    if (packet.type === "message") this.listener.onMessage(packet.data ?? "");
    return true;
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
    this.#timer = setTimeout(() => this.#drop("ping timeout"), this.#options.pingTimeoutMs);
  }

  /** Any packet shows that the client lives; once per ping, or a chatty client need never answer one. */
  #extendDeadline(): void {
    if (!this.#isAwaitingPong || this.#isDeadlineExtended) return;
    this.#isDeadlineExtended = true;
    this.#deadline = Date.now() + this.#options.pingTimeoutMs;
    this.#awaitPong();
  }

  /** A request may overtake the timer that is due in the same millisecond. */
  #isOverdue(): boolean {
    return this.#state === "open" && Date.now() >= this.#deadline;
  }

  #refuseAsGone(): Response {
    this.#drop("ping timeout");
    return refuseRequest("unknownSession");
  }

  /** All that one turn sends leaves in one payload. */
  #queueFlush(): void {
    if (this.#isFlushQueued || !this.#heldPoll) return;
    this.#isFlushQueued = true;
    queueMicrotask(() => {
      this.#isFlushQueued = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (!this.#heldPoll) return;
    if (this.#buffer.length === 0) {
      if (this.#state === "closing") this.#waitForFarewell();
      return;
    }
    const packets = this.#buffer;
    this.#buffer = [];
    this.#bufferedChars = 0;
    this.#answerPoll(encodePayload(packets));
  }

  #waitForFarewell(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#drop("server close"), FAREWELL_MS);
  }

  #answerPoll(payload: string): void {
    const resolve = this.#heldPoll;
    if (!resolve) return;
    this.#heldPoll = null;
    resolve(new Response(payload, POLL_ANSWER));
  }

  /** Closes without waiting for anybody; a held poll is answered with the close packet. */
  #drop(reason: EngineCloseReason): void {
    if (this.#state === "closed") return;
    const wasOpen = this.#state === "open";
    this.#state = "closed";
    clearTimeout(this.#timer);
    this.#answerPoll(CLOSE_PACKET);
    this.#buffer = [];
    this.#bufferedChars = 0;
    this.#settleProbes(false);
    this.#onGone(this);
    if (wasOpen) this.listener.onClose(reason);
  }

  #settleProbes(isAlive: boolean): void {
    if (this.#probes.length === 0) return;
    const probes = this.#probes;
    this.#probes = [];
    for (const settle of probes) settle(isAlive);
  }
}
