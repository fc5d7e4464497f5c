import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { readMessage, readText } from "./api";
import type { Environment, LiveSocket } from "./environment";

/**
 * `refused`: the database does not let the member in. `crowded`: too many connections are open; until one of them closes,
 * messages are fetched every 10 s. `none`: history, or the conversation is over.
 */
export type ConnectionState =
  | "connecting"
  | "live"
  | "reconnecting"
  | "offline"
  | "refused"
  | "crowded"
  | "none";

interface ConnectionEvents {
  state(state: ConnectionState): void;
  /** Messages may have been missed and must be fetched. */
  missed(): void;
  message(message: MessageDto): void;
  read(read: { reader_id: string; up_to: string }): void;
  typing(userId: string): void;
  /** Whether the partner has the conversation open. */
  partnerHere(isHere: boolean): void;
  /** A question was answered or revealed. */
  question(): void;
  /** The page is out of date and must load its data again. */
  stale(): void;
}

const TEST_DELAY_MS = 1_000;
const PING_MS = 30_000;
/** The server has this long to answer a ping before the connection counts as dead. */
const PING_ANSWER_MS = 8_000;
/** A message that is not acknowledged within this time is sent by the POST too, which is harmless. */
const SEND_ANSWER_MS = 4_000;
/** The delay after a refused CONNECT. Meanwhile the page gets a new token, or another connection closes. */
const REFUSED_RETRY_MS = 5_000;
/** The server has this long to answer a join, because a connection that has not joined receives nothing. */
const JOIN_ANSWER_MS = 8_000;
const CROWDED_POLL_MS = 10_000;
/**
 * The delay before a refused join is repeated. The page and the server may disagree for this long on whether the
 * conversation is open.
 */
const REJOIN_MS = 2_000;

/**
 * The live connection of a conversation's page, by the stock client (docs/rules.md#realtime), which reconnects by itself. It
 * joins the conversation at each connection, and finds out when a connection is dead.
 */
export class Connection {
  #environment: Environment;
  #conversationId: string;
  #events: ConnectionEvents;
  #state: ConnectionState;
  #socket: LiveSocket | null = null;
  /** Cancels the timers of this connection, by their names. */
  #timers = new Map<string, () => void>();
  /** Null while the connection is not open. */
  #unwatch: (() => void) | null = null;

  /** @param isExpected false for history, which needs no connection (docs/rules.md#history) */
  constructor(
    environment: Environment,
    conversationId: string,
    isExpected: boolean,
    events: ConnectionEvents,
  ) {
    this.#environment = environment;
    this.#conversationId = conversationId;
    this.#events = events;
    this.#state = isExpected ? "connecting" : "none";
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get isConnected(): boolean {
    return this.#socket?.connected ?? false;
  }

  /** Opens the connection; one that is open and was refused joins again. */
  open(): void {
    if (this.#unwatch) {
      if (this.#state !== "refused") return;
      this.#setState("connecting");
      this.#later("join", () => this.#join(), REJOIN_MS);
      return;
    }
    this.#setState(this.#environment.isOnline() ? "connecting" : "offline");
    this.#unwatch = this.#environment.watchDevice({
      online: () => {
        if (this.#state === "offline") this.#reconnect();
        this.#events.missed();
      },
      offline: () => {
        this.#socket?.disconnect();
        // The end of the connection has planned a new one.
        this.#stopTimers();
        this.#setState("offline");
      },
      hidden: () => this.#show(false),
      visible: () => {
        this.#show(true);
        this.#check();
        this.#events.missed();
      },
    });
    void this.#begin(this.#unwatch);
  }

  /** Called when the page is left, or when the conversation is over. */
  close(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#emit("leave_conversation", this.#conversationId);
    this.#stopTimers();
    this.#socket?.off();
    this.#socket?.disconnect();
    this.#socket = null;
    this.#setState("none");
  }

  /** Sends a message. Returns null if it must be sent by the POST: no connection, no answer in time, or a refusal. */
  async send({
    content,
    client_id,
  }: {
    content: string;
    client_id: string;
  }): Promise<MessageDto | null> {
    const socket = this.#socket;
    if (!socket || this.#state !== "live") return null;
    const body = { conversationId: this.#conversationId, content, client_id };
    const answering = socket.timeout(SEND_ANSWER_MS).emitWithAck("send_message", body);
    return readAcknowledgement(await answering.catch(() => null));
  }

  /** Sends the partner the event that the member is typing, if the connection is live. */
  typing(): void {
    this.#emit("typing", { conversationId: this.#conversationId });
  }

  /** Reports whether the page is visible; while it is hidden, the server sends push notifications. */
  #show(visible: boolean): void {
    this.#emit("visibility", { conversationId: this.#conversationId, visible });
  }

  #emit(event: string, payload?: unknown): void {
    if (this.#socket?.connected) this.#socket.emit(event, payload);
  }

  async #begin(opened: () => void): Promise<void> {
    try {
      const socket = await this.#environment.openSocket(this.#conversationId);
      if (this.#unwatch !== opened) return void socket.disconnect();
      this.#socket = socket;
      socket.on("connect", () => this.#connected());
      socket.on("connect_error", ({ message }) => this.#refuse(socket, message));
      socket.on("disconnect", () => this.#lose());
      socket.on("pong", () => this.#cancel("pong"));
      this.#listen(socket);
    } catch {
      // The client's code did not come, as after a deployment or without a network.
      this.#lose();
      this.#later("begin", () => void this.#begin(opened), REFUSED_RETRY_MS);
    }
  }

  #connected(): void {
    this.#join();
    this.#later("test", () => this.#emit("test_connection"), TEST_DELAY_MS);
    this.#pingRegularly();
  }

  #join(): void {
    if (!this.isConnected) return;
    this.#later("join", () => this.#reconnect(), JOIN_ANSWER_MS);
    this.#emit("join_conversation", this.#conversationId);
  }

  #pingRegularly(): void {
    this.#later(
      "ping",
      () => {
        this.#check();
        this.#pingRegularly();
      },
      PING_MS,
    );
  }

  /**
   * Pings the server, and reconnects if there is no answer, because a device that slept gets no event for its lost
   * connection.
   */
  #check(): void {
    if (this.#state === "offline" || !this.#socket) return;
    if (!this.isConnected) {
      this.#reconnect();
      return;
    }
    this.#later("pong", () => this.#reconnect(), PING_ANSWER_MS);
    this.#socket.emit("ping");
  }

  #reconnect(): void {
    this.#socket?.disconnect();
    this.#lose();
    this.#socket?.connect();
  }

  /** A connection failed, and is tried again, or the server refused it. */
  #refuse(socket: LiveSocket, message: string): void {
    if (socket.active) {
      this.#lose();
      return;
    }
    if (message === TOO_MANY_CONNECTIONS) {
      this.#stopTimers();
      this.#waitForPlace();
    } else {
      this.#lose();
      // The page loads its data again, because the token may be of another session by now.
      this.#events.stale();
    }
    this.#later("connect", () => socket.connect(), REFUSED_RETRY_MS);
  }

  /** The server ended the connection, or it broke. After an end by the server, the client does not come back by itself. */
  #lose(): void {
    this.#stopTimers();
    const socket = this.#socket;
    const isOnline = this.#environment.isOnline();
    this.#setState(isOnline ? "reconnecting" : "offline");
    if (!isOnline || !socket || socket.active) return;
    this.#later("connect", () => socket.connect(), REFUSED_RETRY_MS);
  }

  #listen(socket: LiveSocket): void {
    const events = this.#events;
    /** Handles an event of this conversation. */
    const on = (name: string, handle: (payload: unknown) => void) => {
      socket.on(name, (payload) => {
        if (readText(payload, "conversationId") === this.#conversationId) handle(payload);
      });
    };
    for (const name of ["welcome", "test_broadcast", "server_test"]) {
      socket.on(name, (payload) => console.debug(name, payload));
    }
    socket.on("new_message", (payload) => {
      const message = readMessage(payload);
      if (message) events.message(message);
    });
    on("joined_conversation", (payload) => {
      console.debug("joined_conversation", payload);
      this.#cancel("join");
      if (this.#state === "live") return;
      // The server counts a page as visible until the page reports that it is hidden.
      if (!this.#environment.isVisible()) this.#show(false);
      this.#setState("live");
      events.missed();
    });
    on("messages_read", (payload) => {
      const [reader_id, up_to] = [readText(payload, "reader_id"), readText(payload, "up_to")];
      if (reader_id && up_to) events.read({ reader_id, up_to });
    });
    on("typing", (payload) => {
      const userId = readText(payload, "user_id");
      if (userId) events.typing(userId);
    });
    on("partner_here", (payload) => {
      const { here } = payload as { here?: unknown };
      if (typeof here === "boolean") events.partnerHere(here);
    });
    on("question_answered", () => events.question());
    on("question_revealed", () => events.question());
    on("conversation_closed", () => {
      this.close();
      events.stale();
    });
    on("join_error", (payload) => {
      this.#cancel("join");
      if (readText(payload, "message") === TOO_MANY_CONNECTIONS) return this.#waitForPlace();
      this.#setState("refused");
      events.stale();
    });
  }

  /** Fetches messages every 10 s, and checks whether another connection has closed. */
  #waitForPlace(): void {
    this.#setState("crowded");
    const poll = () => {
      if (this.#state !== "crowded") return;
      this.#events.missed();
      this.#join();
      this.#waitForPlace();
    };
    this.#later("crowded", poll, CROWDED_POLL_MS);
  }

  /** Runs work after a delay, in place of what was planned under the name. */
  #later(name: string, work: () => void, delayMs: number): void {
    this.#cancel(name);
    const stop = this.#environment.clock.after(delayMs, () => {
      this.#timers.delete(name);
      work();
    });
    this.#timers.set(name, stop);
  }

  #cancel(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  #stopTimers(): void {
    for (const name of [...this.#timers.keys()]) this.#cancel(name);
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.state(state);
  }
}

/** The stored message of an acknowledgement; null for a refusal, which the POST repeats with its waiting time. */
function readAcknowledgement(answer: unknown): MessageDto | null {
  if (typeof answer !== "object" || answer === null || !("ok" in answer) || !answer.ok) return null;
  return "message" in answer ? readMessage(answer.message) : null;
}
