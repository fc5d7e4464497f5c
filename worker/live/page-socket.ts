import { Decoder, Encoder, type Packet, PacketType } from "socket.io-parser";
import { MAX_BODY_BYTES, MS_PER_DAY } from "~/core/shared/constants";
import { AppError, ERRORS } from "~/core/shared/errors";
import {
  answerJoin,
  answerTest,
  readConversationId,
  readField,
  type SendAck,
  TokenBucket,
  toRefusalAck,
} from "./events";
import type { Gate } from "./gate";
import type { JoinOutcome, Listener } from "./types";

/** The runtime answers this frame while the object sleeps. */
export const PING = '42["ping"]';
export const PONG = '42["pong"]';

const TOO_LARGE = 1009;
const BROKEN = 1008;
/** Close codes at the end of the session and of the conversation. */
export const CLOSED = { session: 4001, conversation: 4010 };

/** Attached to the WebSocket: about 500 of the 16,384 bytes that the platform allows. */
export interface PageState extends Listener {
  openedAt: number;
  isConnected: boolean;
  isJoined: boolean;
  isHidden: boolean;
}

export interface PageHost {
  gate: Gate;
  join(page: PageSocket): Promise<JoinOutcome>;
  leave(page: PageSocket): void;
  send(listener: Listener, payload: unknown): Promise<SendAck>;
  typing(listener: Listener): void;
}

const PAGE_HEADER = "X-Page";

export function encodePageRequest(listener: Listener): Request {
  // Headers are Latin-1, but a member's name can have other characters.
  const detail = encodeURIComponent(JSON.stringify(listener));
  return new Request("http://object/", {
    headers: { Upgrade: "websocket", [PAGE_HEADER]: detail },
  });
}

export function readPageRequest(request: Request): Listener {
  return JSON.parse(decodeURIComponent(request.headers.get(PAGE_HEADER) ?? "")) as Listener;
}

const encoder = new Encoder();

/** A page's WebSocket, with the Socket.IO protocol. */
export class PageSocket {
  readonly state: PageState;
  #socket: WebSocket;
  #bucket = new TokenBucket();
  #last: Promise<void> | null = null;

  constructor(socket: WebSocket, state: PageState) {
    this.#socket = socket;
    this.state = state;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  open(): void {
    // The page pings by itself, so the server's pings are a day apart.
    const handshake = {
      sid: crypto.randomUUID(),
      upgrades: [],
      pingInterval: MS_PER_DAY,
      pingTimeout: MS_PER_DAY,
      maxPayload: MAX_BODY_BYTES,
    };
    this.save();
    this.#write(`0${JSON.stringify(handshake)}`);
  }

  save(): void {
    this.#socket.serializeAttachment(this.state);
  }

  emit(event: string, payload: unknown): void {
    this.#send({ type: PacketType.EVENT, nsp: "/", data: [event, payload] });
  }

  /** @param options.isFinal sends a DISCONNECT, after which the client doesn't reconnect */
  end(code = 1000, { isFinal = false } = {}): void {
    if (isFinal) this.#send({ type: PacketType.DISCONNECT, nsp: "/" });
    try {
      this.#socket.close(code);
    } catch {
      // The socket is already closed.
    }
  }

  async receive(frame: string | ArrayBuffer, host: PageHost): Promise<void> {
    if (typeof frame !== "string" || frame.length > MAX_BODY_BYTES) return this.end(TOO_LARGE);
    // The platform answers this frame by itself. Some local runtimes don't.
    if (frame === PING) return this.emit("pong", undefined);
    const packet = this.#bucket.take() ? readPacket(frame) : null;
    if (!packet) return this.end(BROKEN);
    // An event waits for the previous one, which can be waiting for the database.
    const handled = this.#last
      ? this.#last.then(() => this.#handle(packet, host))
      : this.#handle(packet, host);
    if (!handled) return;
    const last = handled
      .catch((error) => {
        host.gate.report("realtime.event_failed", error);
        this.end();
      })
      .finally(() => {
        if (this.#last === last) this.#last = null;
      });
    this.#last = last;
    await last;
  }

  #handle({ type, nsp, data, id }: Packet, host: PageHost): Promise<void> | void {
    const { viewer, grant, isConnected, isJoined } = this.state;
    if (type === PacketType.CONNECT) return this.#connect(nsp, data, host);
    if (viewer.expiresAt <= Date.now()) {
      host.leave(this);
      return this.end(CLOSED.session, { isFinal: true });
    }
    // The parser lets an event without a payload through, so `data` is checked.
    if (type !== PacketType.EVENT || !isConnected || !Array.isArray(data)) {
      host.leave(this);
      return this.end(type === PacketType.DISCONNECT ? 1000 : BROKEN);
    }
    const [event, payload] = data as unknown[];
    const isListening = isJoined && readConversationId(payload) === grant.conversationId;
    const acknowledge = (...answer: unknown[]) => {
      if (id !== undefined) this.#send({ type: PacketType.ACK, nsp: "/", data: answer, id });
    };
    switch (event) {
      case "join_conversation": {
        if (payload !== grant.conversationId) {
          return answerJoin(this, acknowledge, payload, { kind: "refused" });
        }
        return host.join(this).then((outcome) => answerJoin(this, acknowledge, payload, outcome));
      }
      case "leave_conversation":
        if (payload === grant.conversationId) host.leave(this);
        this.save();
        return acknowledge();
      case "test_connection":
        return answerTest(this, acknowledge, isJoined ? [grant.conversationId] : []);
      case "send_message":
        if (isListening) return host.send(this.state, payload).then(acknowledge);
        return acknowledge(toRefusalAck(new AppError("conversation_not_found")));
      case "typing":
        if (isListening) host.typing(this.state);
        break;
      case "visibility":
        if (!isListening) break;
        this.state.isHidden = readField(payload, "visible") === false;
        this.save();
    }
    acknowledge();
  }

  async #connect(nsp: string, data: unknown, { gate }: PageHost): Promise<void> {
    const token = readField(data, "token");
    const { memberId, sessionId } = this.state.viewer;
    // The browser's cookie admitted the socket. The page's token must be of the same session.
    const claims = typeof token === "string" ? await gate.readClaims(token) : null;
    if (claims?.sessionId !== sessionId || claims.memberId !== memberId || nsp !== "/") {
      const { message } = ERRORS.unauthenticated;
      return this.#send({ type: PacketType.CONNECT_ERROR, nsp: "/", data: { message } });
    }
    this.state.isConnected = true;
    this.save();
    this.#send({ type: PacketType.CONNECT, nsp: "/", data: { sid: crypto.randomUUID() } });
    this.emit("welcome", { message: "Connected", user_id: memberId });
  }

  #send(packet: Packet): void {
    this.#write(`4${encoder.encode(packet)[0]}`);
  }

  #write(frame: string): void {
    if (!this.isOpen) return;
    try {
      this.#socket.send(frame);
    } catch {
      // The socket is closed, and its close event follows.
    }
  }
}

/** Null for a binary packet, and for a frame that is no packet. */
function readPacket(frame: string): Packet | null {
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
