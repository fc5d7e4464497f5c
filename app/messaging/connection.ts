import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import type { OutgoingMessage } from "./api";
import type { Environment, LiveSocket } from "./browser";

/**
 * - `none`: the conversation is over, or the first connection is not open yet.
 * - `refused`: the server has refused the join.
 * - `crowded`: the member has too many connections. Until one of them closes, messages are fetched every 10 s.
 */
export type ConnectionState = "none" | "live" | "reconnecting" | "offline" | "refused" | "crowded";

interface ConnectionEvents {
  state(state: ConnectionState): void;
  missed(): void;
  /** The page is out of date and must load its data again. */
  stale(): void;
  heard: {
    new_message(message: MessageDto): void;
    messages_read(read: { reader_id: string; up_to: string }): void;
    typing(typing: { user_id: string }): void;
    partner_here(partner: { here: boolean }): void;
    question_answered(): void;
    question_revealed(): void;
  };
}

const TEST_DELAY_MS = 1_000;
const PING_MS = 30_000;
const PING_ANSWER_MS = 8_000;
const SEND_ANSWER_MS = 4_000;
/** The pause before another attempt. Meanwhile the page can get a new token, or another connection can close. */
const REFUSED_RETRY_MS = 5_000;
const JOIN_ANSWER_MS = 8_000;
const CROWDED_POLL_MS = 10_000;
/** The pause before a refused join is repeated. Page and server can briefly disagree on whether the day is over. */
const REJOIN_MS = 2_000;

/** Joins the conversation after each connect, and notices when a connection is dead (docs/rules.md#realtime). */
export class Connection {
  #environment: Environment;
  #conversationId: string;
  #events: ConnectionEvents;
  #state: ConnectionState = "none";
  #socket: LiveSocket | null = null;
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Stops watching the device. Null before `open` and after `close`. */
  #unwatch: (() => void) | null = null;
  /** The visibility that the server knows. When a page joins, the server assumes that the page is visible. */
  #isKnownVisible = true;

  constructor(environment: Environment, conversationId: string, events: ConnectionEvents) {
    this.#environment = environment;
    this.#conversationId = conversationId;
    this.#events = events;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get isConnected(): boolean {
    return this.#socket?.connected ?? false;
  }

  /** If the connection is already open but its join was refused, this joins again. */
  open(): void {
    if (this.#unwatch) {
      if (this.#state !== "refused") return;
      this.#setState("none");
      this.#later("join", () => this.#join(), REJOIN_MS);
      return;
    }
    this.#setState(this.#environment.isOnline() ? "none" : "offline");
    this.#unwatch = this.#environment.watchDevice(() => this.#follow());
    void this.#begin(this.#unwatch);
  }

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

  /** Null if there is no connection, no answer in time, or a refusal. The message must then be sent by POST. */
  async send({ content, client_id }: OutgoingMessage): Promise<MessageDto | null> {
    if (!this.#socket || this.#state !== "live") return null;
    const body = { conversationId: this.#conversationId, content, client_id };
    const answer: { ok: boolean; message: MessageDto } | undefined = await this.#socket
      .timeout(SEND_ANSWER_MS)
      .emitWithAck("send_message", body)
      .catch(() => undefined);
    return answer?.ok ? answer.message : null;
  }

  typing(): void {
    this.#emit("typing", { conversationId: this.#conversationId });
  }

  #emit(event: string, ...payload: unknown[]): void {
    if (this.#socket?.connected) this.#socket.emit(event, ...payload);
  }

  async #begin(opened: () => void): Promise<void> {
    try {
      const socket = await this.#environment.openSocket(this.#conversationId);
      if (this.#unwatch !== opened || this.#socket) return void socket.disconnect();
      this.#socket = socket;
      this.#listen(socket);
    } catch {
      // The Socket.IO client's code could not be loaded, for example after a deployment or without a network.
      this.#lose();
      this.#later("begin", () => void this.#begin(opened), REFUSED_RETRY_MS);
    }
  }

  #listen(socket: LiveSocket): void {
    const events = this.#events;
    socket.on("connect", () => {
      this.#join();
      this.#later("test", () => this.#emit("test_connection"), TEST_DELAY_MS);
      this.#pingRegularly();
    });
    socket.on("connect_error", ({ message }) => this.#refuse(socket, message));
    socket.on("disconnect", () => this.#lose());
    socket.on("pong", () => this.#cancel("pong"));
    socket.on("joined_conversation", (payload) => {
      console.debug("joined_conversation", payload);
      this.#cancel("join");
      if (this.#state === "live") return;
      this.#isKnownVisible = true;
      this.#tellVisibility();
      this.#setState("live");
      events.missed();
    });
    socket.on("join_error", ({ message }) => {
      this.#cancel("join");
      if (message === TOO_MANY_CONNECTIONS) return this.#waitForPlace();
      this.#setState("refused");
      events.stale();
    });
    socket.on("conversation_closed", () => {
      this.close();
      events.stale();
    });
    for (const [name, handle] of Object.entries(events.heard)) socket.on(name, handle);
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

  /** After sleep, a device gets no event for a connection that was lost meanwhile, so a ping tests the connection. */
  #check(): void {
    if (!this.#socket) return;
    if (this.isConnected) {
      this.#later("pong", () => this.#reconnect(), PING_ANSWER_MS);
      this.#emit("ping");
    } else this.#reconnect();
  }

  #follow(): void {
    this.#tellVisibility();
    const { isOnline, isVisible } = this.#environment;
    if (!isOnline() || this.#state === "offline") this.#reconnect();
    else if (isVisible()) this.#check();
    if (isOnline() && isVisible()) this.#events.missed();
  }

  /** While the page is hidden, the server sends push notifications. */
  #tellVisibility(): void {
    const visible = this.#environment.isVisible();
    if (visible === this.#isKnownVisible) return;
    this.#isKnownVisible = visible;
    this.#emit("visibility", { conversationId: this.#conversationId, visible });
  }

  #reconnect(): void {
    this.#socket?.disconnect();
    this.#lose();
    if (!this.#environment.isOnline()) return;
    if (this.#socket) this.#socket.connect();
    else if (this.#unwatch) void this.#begin(this.#unwatch);
  }

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
      // The page loads its data again, because the browser can have another session by now, and so another token.
      this.#events.stale();
    }
    this.#later("connect", () => socket.connect(), REFUSED_RETRY_MS);
  }

  /** Socket.IO's client doesn't reconnect by itself if the server has ended the connection. */
  #lose(): void {
    this.#stopTimers();
    const socket = this.#socket;
    const isOnline = this.#environment.isOnline();
    this.#setState(isOnline ? "reconnecting" : "offline");
    if (!isOnline || !socket || socket.active) return;
    this.#later("connect", () => socket.connect(), REFUSED_RETRY_MS);
  }

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

  #later(name: string, work: () => void, delayMs: number): void {
    this.#cancel(name);
    this.#timers.set(name, setTimeout(work, delayMs));
  }

  #cancel(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  #stopTimers(): void {
    for (const name of this.#timers.keys()) this.#cancel(name);
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.state(state);
  }
}
