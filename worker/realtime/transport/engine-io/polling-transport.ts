import { readTextWithin } from "~/worker/http/request-body";
import { encodePayload, NOOP_PACKET, type OutPacket, readPayload } from "./packets";
import { refusePayload, refuseRequest } from "./protocol";
import type { EngineSession, Transport } from "./session";

const NO_STORE = { "Cache-Control": "no-store" };
/** The options of every response to a poll, made once because each delivery is a response. */
const POLL_ANSWER = {
  headers: new Headers({ "Content-Type": "text/plain; charset=UTF-8", ...NO_STORE }),
};

/** The time for which the last packets of a closing session wait for a poll, as in the official server. */
const CLOSING_MS = 30_000;

/**
 * A stock client that is disconnected sends a close packet and a last poll at the same time. The first of the two waits this
 * long before it ends the session, because otherwise the second would be refused, which a browser shows as an error.
 */
const LAST_REQUEST_MS = 250;

/** The time for which a poll waits while the client moves to a WebSocket, as in the official server. */
const UPGRADING_MS = 100;

/** Long polling, with at most one held GET and one POST at a time. */
export class PollingTransport implements Transport {
  #session: EngineSession;
  #maxPayloadBytes: number;
  #heldPoll: ((response: Response) => void) | null = null;
  #isPosting = false;
  #buffer: OutPacket[] = [];
  #bufferedChars = 0;
  #isFlushQueued = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasSentClose = false;
  #isUpgrading = false;
  #isGone = false;

  constructor(session: EngineSession, maxPayloadBytes: number) {
    this.#session = session;
    this.#maxPayloadBytes = maxPayloadBytes;
  }

  get bufferedChars(): number {
    return this.#bufferedChars;
  }

  send(packet: OutPacket): void {
    this.#buffer.push(packet);
    this.#bufferedChars += packet.length;
    this.#queueFlush();
  }

  /** Closes the session. Earlier packets go in a separate payload, because a stock client handles a close before other packets of its payload. */
  close(): void {
    this.#timer = setTimeout(() => this.#session.drop("server close"), CLOSING_MS);
    if (!this.#heldPoll) return;
    if (this.#buffer.length > 0) this.#flush();
    else this.#session.drop("server close");
  }

  drop(reply: OutPacket): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
    this.#answerPoll(encodePayload([reply]));
    this.#buffer = [];
    this.#bufferedChars = 0;
  }

  /** Called when the client probes a WebSocket. Answers its poll, so that it can move to the WebSocket. */
  beginUpgrade(): void {
    this.#isUpgrading = true;
    this.#answerPoll(NOOP_PACKET);
  }

  endUpgrade(): void {
    this.#isUpgrading = false;
  }

  /** Ends the transport after the client has moved to a WebSocket. @returns the packets that it hasn't fetched */
  leave(): OutPacket[] {
    const rest = this.#buffer;
    this.#isGone = true;
    this.#buffer = [];
    clearTimeout(this.#timer);
    // A client that has moved holds no poll, so a held poll is from another client.
    const resolve = this.#heldPoll;
    this.#heldPoll = null;
    resolve?.(refuseRequest("badRequest"));
    return rest;
  }

  /** Answers one poll: immediately if packets wait, otherwise when the next packet comes. */
  handlePoll(request: Request): Promise<Response> | Response {
    if (this.#session.isOverdue) return this.#refuseAsGone();
    if (this.#heldPoll) {
      this.#session.drop("transport error");
      return refuseRequest("badRequest");
    }
    const response = new Promise<Response>((resolve) => {
      this.#heldPoll = resolve;
    });
    const poll = this.#heldPoll;
    if (this.#hasSentClose) {
      this.#session.drop("transport close", NOOP_PACKET);
      return response;
    }
    // An abort ends the session early. Only the ping timeout is reliable, because `wrangler dev` never reports an aborted request.
    request.signal?.addEventListener("abort", () => {
      if (this.#heldPoll === poll) this.#session.drop("transport close");
    });
    if (this.#buffer.length > 0 || this.#session.isClosing) this.#flush();
    else if (this.#isUpgrading) this.#releaseLater(poll);
    return response;
  }

  /** Handles one POST. Answers 413 above the limit, and 400 for an overlapping or unreadable POST. */
  async handlePost(request: Request): Promise<Response> {
    if (this.#session.isOverdue) return this.#refuseAsGone();
    const isBinary = request.headers.get("Content-Type") === "application/octet-stream";
    if (this.#isPosting || isBinary) {
      this.#session.drop("transport error");
      return refuseRequest("badRequest");
    }
    this.#isPosting = true;
    let body: string | null;
    try {
      body = await readTextWithin(request, this.#maxPayloadBytes);
    } catch {
      // The client aborted the request.
      this.#session.drop("transport close");
      return refuseRequest("badRequest");
    } finally {
      this.#isPosting = false;
    }
    if (body === null) return refusePayload();
    // Another request may have ended the session while the body came in.
    if (this.#isGone) return refuseRequest("unknownSession");
    for (const packet of readPayload(body)) {
      if (packet.type === "close") {
        this.#takeClose();
        break;
      }
      if (!this.#session.take(packet)) return refuseRequest("badRequest");
    }
    return new Response("ok", { headers: { "Content-Type": "text/html", ...NO_STORE } });
  }

  #takeClose(): void {
    // The client waits for its poll to end before it counts the transport as closed.
    this.#hasSentClose = this.#session.isClosing && this.#heldPoll === null;
    if (this.#hasSentClose) this.#waitForLastRequest();
    else this.#session.drop("transport close", NOOP_PACKET);
  }

  #refuseAsGone(): Response {
    this.#session.drop("ping timeout");
    return refuseRequest("unknownSession");
  }

  #releaseLater(poll: ((response: Response) => void) | null): void {
    setTimeout(() => {
      if (this.#heldPoll === poll) this.#answerPoll(NOOP_PACKET);
    }, UPGRADING_MS);
  }

  /** Sends all packets of one turn in one payload. */
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
      if (this.#session.isClosing) this.#waitForLastRequest();
      return;
    }
    const packets = this.#buffer;
    this.#buffer = [];
    this.#bufferedChars = 0;
    this.#answerPoll(encodePayload(packets));
  }

  #waitForLastRequest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#session.drop("server close"), LAST_REQUEST_MS);
  }

  #answerPoll(payload: string): void {
    const resolve = this.#heldPoll;
    if (!resolve) return;
    this.#heldPoll = null;
    resolve(new Response(payload, POLL_ANSWER));
  }
}
