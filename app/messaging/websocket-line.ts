import { SOCKET_PING_INTERVAL_MS } from "~/core/shared/constants";
import type { Clock, Line, LineEvents, LineRequest } from "./environment";

/** A WebSocket, as far as it is used here. `closed` is called once, also for one that never opened. */
export type OpenWebSocket = (
  path: string,
  handlers: { message(data: unknown): void; closed(): void },
) => { send(data: string): void; close(): void };

/** The connection counts as failed after this time, because a proxy may swallow a WebSocket's handshake. Polling then works. */
const CONNECT_MS = 10_000;
/**
 * The interval of the client's own pings, if the server leaves them to the client. The server answers them without
 * waking the conversation's object.
 */
const SELF_PING_INTERVAL_MS = 25_000;
/** A server that announces at least this ping interval leaves the pings to the client. */
const SELF_PINGING_FROM_MS = 3_600_000;

/** Packet types of Engine.IO 4, by their first character. */
const ENGINE = { open: "0", close: "1", ping: "2", pong: "3", message: "4" } as const;
/** Packet types of Socket.IO 5 in the main namespace, by the first character of a message. */
const SOCKET = { connect: "0", disconnect: "1", event: "2", ack: "3", refusal: "4" } as const;

/** The part of Socket.IO that we read: a text packet of the main namespace with type, acknowledgement number and JSON. */
const PACKET = /^(\d)(\d*)(.*)$/s;

/**
 * A connection by WebSocket to the conversation's own object, which can sleep while it is open. The cookie and the two
 * parameters route it to that object. If there is no cookie, the server relays the connection, and sends the pings
 * itself.
 */
export class WebSocketLine implements Line {
  pingIntervalMs = SOCKET_PING_INTERVAL_MS;

  #clock: Clock;
  #token: string | null;
  #events: LineEvents;
  #socket: ReturnType<OpenWebSocket>;
  #isOpen = true;
  #isSelfPinging = false;
  /** Ends a connection that was silent for too long. */
  #cancelDeadline: () => void;
  #silenceMs = 0;
  #acks = new Map<number, (answer: unknown) => void>();
  #nextAck = 0;
  #pongs: (() => void)[] = [];

  constructor(
    clock: Clock,
    openWebSocket: OpenWebSocket,
    { conversationId, token }: LineRequest,
    events: LineEvents,
  ) {
    this.#clock = clock;
    this.#token = token;
    this.#events = events;
    const id = encodeURIComponent(conversationId);
    this.#cancelDeadline = clock.after(CONNECT_MS, () => this.#end());
    this.#socket = openWebSocket(
      `/socket.io/?EIO=4&transport=websocket&heartbeat=client&conversationId=${id}`,
      { message: (data) => this.#take(String(data)), closed: () => this.#end() },
    );
  }

  emit(event: string, payload?: unknown, onAnswer?: (answer: unknown) => void): void {
    let number: number | "" = "";
    if (onAnswer) {
      number = this.#nextAck++;
      this.#acks.set(number, onAnswer);
    }
    this.#say(
      SOCKET.event + number + JSON.stringify(payload === undefined ? [event] : [event, payload]),
    );
  }

  ping(onAnswer: () => void): void {
    if (this.#isSelfPinging) {
      this.#pongs.push(onAnswer);
      this.#socket.send(ENGINE.ping);
    } else this.emit("ping", undefined, onAnswer);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelDeadline();
    this.#socket.close();
  }

  #say(packet: string): void {
    if (this.#isOpen) this.#socket.send(ENGINE.message + packet);
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.close();
    this.#events.closed();
  }

  #take(data: string): void {
    if (!this.#isOpen) return;
    try {
      const rest = data.slice(1);
      if (data[0] === ENGINE.open) this.#begin(JSON.parse(rest));
      else if (data[0] === ENGINE.message) this.#takePacket(rest);
      else if (data[0] === ENGINE.close) this.#end();
      else if (data === ENGINE.pong) for (const tell of this.#pongs.splice(0)) tell();
      else if (data === ENGINE.ping) {
        this.#socket.send(ENGINE.pong);
        this.#expectPing();
      }
    } catch (error) {
      // A SyntaxError means that the server broke the protocol. Other errors come from a listener, and do not end the
      // connection.
      if (!(error instanceof SyntaxError)) throw error;
      this.#end();
    }
  }

  #begin({ pingInterval, pingTimeout }: { pingInterval: number; pingTimeout: number }): void {
    this.#isSelfPinging = pingInterval >= SELF_PINGING_FROM_MS;
    if (this.#isSelfPinging) this.pingIntervalMs = SELF_PING_INTERVAL_MS;
    else this.#silenceMs = pingInterval + pingTimeout;
    this.#say(SOCKET.connect + JSON.stringify({ token: this.#token }));
  }

  #expectPing(): void {
    this.#cancelDeadline();
    if (this.#isSelfPinging) return;
    this.#cancelDeadline = this.#clock.after(this.#silenceMs, () => this.#end());
  }

  #takePacket(packet: string): void {
    const [, type, number = "", json = ""] = PACKET.exec(packet) ?? [];
    const read = () => JSON.parse(json);
    if (type === SOCKET.event) {
      const [name, payload] = read();
      this.#events.event(name, payload);
    } else if (type === SOCKET.ack) {
      const onAnswer = this.#acks.get(Number(number));
      this.#acks.delete(Number(number));
      onAnswer?.(read()[0]);
    } else if (type === SOCKET.connect) {
      this.#expectPing();
      this.#events.connected();
    } else if (type === SOCKET.refusal) {
      const { message } = read();
      this.close();
      this.#events.refused(String(message));
    } else if (type === SOCKET.disconnect) this.#end();
  }
}
