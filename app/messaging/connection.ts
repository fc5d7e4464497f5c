import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { readMessage, readText } from "./api";
import type { Environment, Line, LineEvents } from "./environment";

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
  /** A question was answered or revealed. */
  question(): void;
  /** The page is out of date and must load its data again. */
  stale(): void;
}

const TEST_DELAY_MS = 1_000;
/** The server has this long to answer a ping before the connection counts as dead. */
const PING_ANSWER_MS = 8_000;
/** A message that is not acknowledged within this time is sent by the POST too, which is harmless. */
const SEND_ANSWER_MS = 4_000;
/**
 * The range of the random delay before a reconnect, because a deployment ends all clients' connections in the same
 * moment. Short enough to be back within 5 s of the server's return.
 */
const RETRY_MS = { min: 200, max: 2_800 };
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
 * The live connection of a conversation's page: by WebSocket or, if no WebSocket can be opened, by polling
 * (docs/rules.md#realtime). It reconnects after sleep, network loss and refusals, as long as it is open.
 */
export class Connection {
  #environment: Environment;
  #conversationId: string;
  #events: ConnectionEvents;
  #state: ConnectionState;
  #line: Line | null = null;
  /** The server has accepted the member on this line. */
  #isAccepted = false;
  /** The number of the current line. Events of an earlier line are ignored. */
  #attempt = 0;
  /** Cancels the timers of this line, and its requests that wait for an answer. */
  #cancels = new Set<() => void>();
  #cancelJoin = () => {};
  #cancelPoll = () => {};
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
    return this.#isAccepted;
  }

  /** Opens the connection; one that is open and was refused joins again. */
  open(): void {
    if (this.#unwatch) {
      if (this.#state !== "refused") return;
      this.#setState("connecting");
      this.#later(() => this.#join(), REJOIN_MS);
      return;
    }
    this.#setState("connecting");
    this.#unwatch = this.#environment.watchDevice({
      online: () => {
        if (this.#state === "offline") {
          this.#setState("reconnecting");
          void this.#connect();
        }
        this.#events.missed();
      },
      offline: () => this.#goOffline(),
      hidden: () => this.#show(false),
      visible: () => {
        this.#show(true);
        this.#check();
        this.#events.missed();
      },
    });
    if (this.#environment.isOnline()) void this.#connect();
    else this.#goOffline();
  }

  /** Called when the page is left, or when the conversation is over. */
  close(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#cancelPoll();
    this.#emit("leave_conversation", this.#conversationId);
    this.#drop();
    this.#setState("none");
  }

  /** Sends a message. Returns null if it must be sent by the POST: no connection, no answer in time, or a refusal. */
  send({ content, client_id }: { content: string; client_id: string }): Promise<MessageDto | null> {
    const line = this.#line;
    if (!line || this.#state !== "live") return Promise.resolve(null);
    return new Promise((resolve) => {
      const giveUp = () => resolve(null);
      const cancel = this.#later(giveUp, SEND_ANSWER_MS, giveUp);
      const body = { conversationId: this.#conversationId, content, client_id };
      line.emit("send_message", body, (answer) => {
        cancel();
        resolve(readAcknowledgement(answer));
      });
    });
  }

  /** Sends the partner the event that the member is typing, if the connection is live. */
  typing(): void {
    this.#emit("typing", { conversationId: this.#conversationId });
  }

  /** Reports whether the page is visible; while it is hidden, the server sends push notifications. */
  #show(visible: boolean): void {
    this.#emit("visibility", { conversationId: this.#conversationId, visible });
  }

  #emit(event: string, payload: unknown): void {
    if (this.#isAccepted) this.#line?.emit(event, payload);
  }

  /** @param isFallback true for polling, after the WebSocket has failed */
  async #connect(isFallback = false): Promise<void> {
    this.#drop();
    if (!this.#unwatch) return;
    const attempt = this.#attempt;
    const { loadPolling, openLine, readToken } = this.#environment;
    const closed = () => {
      if (attempt !== this.#attempt) return;
      if (this.#isAccepted || isFallback) return this.#retry();
      this.#lose();
      void this.#connect(true);
    };
    try {
      const [token, openPolling] = await Promise.all([readToken(), isFallback && loadPolling()]);
      if (attempt !== this.#attempt) return;
      const request = { conversationId: this.#conversationId, token };
      const events: LineEvents = {
        connected: () => attempt === this.#attempt && this.#begin(),
        event: (name, payload) => attempt === this.#attempt && this.#receive(name, payload),
        refused: (message) => attempt === this.#attempt && this.#refuse(message),
        closed,
      };
      this.#line = (openPolling || openLine)(request, events);
    } catch {
      closed();
    }
  }

  #begin(): void {
    this.#isAccepted = true;
    this.#join();
    this.#later(() => this.#line?.emit("test_connection"), TEST_DELAY_MS);
    this.#pingRegularly();
  }

  #join(): void {
    if (!this.#isAccepted) return;
    this.#cancelJoin();
    this.#cancelJoin = this.#later(() => this.#retry(), JOIN_ANSWER_MS);
    this.#emit("join_conversation", this.#conversationId);
  }

  #pingRegularly(): void {
    this.#later(() => {
      this.#check();
      this.#pingRegularly();
    }, this.#line?.pingIntervalMs ?? 0);
  }

  /**
   * Pings the server, and reconnects if there is no answer, because a device that slept gets no event for its lost
   * connection.
   */
  #check(): void {
    if (this.#state === "offline") return;
    if (!this.#isAccepted) return void this.#connect();
    const cancel = this.#later(() => {
      this.#lose();
      void this.#connect();
    }, PING_ANSWER_MS);
    this.#line?.ping(cancel);
  }

  /** The page loads its data again, because the token may be of another session by now. */
  #refuse(message: string): void {
    if (message === TOO_MANY_CONNECTIONS) {
      this.#drop();
      this.#waitForPlace();
    } else {
      this.#lose();
      this.#events.stale();
    }
    this.#later(() => void this.#connect(), REFUSED_RETRY_MS);
  }

  #receive(event: string, payload: unknown): void {
    const events = this.#events;
    if (event === "new_message") {
      const message = readMessage(payload);
      if (!message) return;
      events.message(message);
      // Only the partner's messages are confirmed. The member's own have the `client_id` that this device gave them.
      if (message.client_id === null) {
        const { message_id } = message;
        this.#emit("message_received", { conversationId: this.#conversationId, message_id });
      }
      return;
    }
    if (event === "welcome" || event === "test_broadcast" || event === "server_test") {
      console.debug(event, payload);
      return;
    }
    if (readText(payload, "conversationId") !== this.#conversationId) return;
    switch (event) {
      case "joined_conversation":
        console.debug(event, payload);
        this.#cancelJoin();
        if (this.#state === "live") return;
        // The server counts a page as visible until the page reports that it is hidden.
        if (!this.#environment.isVisible()) this.#show(false);
        this.#setState("live");
        events.missed();
        return;
      case "messages_read": {
        const [reader_id, up_to] = [readText(payload, "reader_id"), readText(payload, "up_to")];
        if (reader_id && up_to) events.read({ reader_id, up_to });
        return;
      }
      case "typing": {
        const userId = readText(payload, "user_id");
        if (userId) events.typing(userId);
        return;
      }
      case "question_answered":
      case "question_revealed":
        events.question();
        return;
      case "conversation_closed":
        this.close();
        events.stale();
        return;
      case "join_error":
        this.#cancelJoin();
        if (readText(payload, "message") === TOO_MANY_CONNECTIONS) this.#waitForPlace();
        else {
          this.#setState("refused");
          events.stale();
        }
    }
  }

  /** Fetches messages every 10 s, and checks whether another connection has closed. */
  #waitForPlace(): void {
    this.#setState("crowded");
    this.#cancelPoll();
    this.#cancelPoll = this.#environment.clock.after(CROWDED_POLL_MS, () => {
      if (this.#state !== "crowded") return;
      this.#events.missed();
      this.#join();
      this.#waitForPlace();
    });
  }

  #goOffline(): void {
    this.#drop();
    this.#setState("offline");
  }

  #retry(): void {
    this.#lose();
    const { min, max } = RETRY_MS;
    this.#later(() => void this.#connect(), min + this.#environment.random() * (max - min));
  }

  #lose(): void {
    this.#drop();
    this.#setState(this.#environment.isOnline() ? "reconnecting" : "offline");
  }

  /** Closes the line, and cancels everything that is planned for it. */
  #drop(): void {
    this.#attempt += 1;
    this.#isAccepted = false;
    this.#line?.close();
    this.#line = null;
    for (const cancel of [...this.#cancels]) cancel();
  }

  /**
   * Runs `work` after a delay, unless the line is dropped before.
   * @param onDrop called in that case
   * @returns a function that cancels it
   */
  #later(work: () => void, delayMs: number, onDrop?: () => void): () => void {
    const stop = this.#environment.clock.after(delayMs, () => {
      this.#cancels.delete(drop);
      work();
    });
    const drop = () => {
      stop();
      this.#cancels.delete(drop);
      onDrop?.();
    };
    this.#cancels.add(drop);
    return () => {
      stop();
      this.#cancels.delete(drop);
    };
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
