import type { Socket } from "socket.io-client";
import { SOCKET_PING_INTERVAL_MS, TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { CloseReason, MessageDto } from "~/core/shared/contract";
import { readMessage } from "./api";
import { findAuthToken, readAuthToken } from "./token";

const TEST_DELAY_MS = 1_000;
/** How long the server has to answer a ping before the connection counts as dead. */
const PING_ANSWER_MS = 8_000;
const FIRST_RETRY_MS = 1_000;
/** With the client's own jitter at most 3 s: back within 5 s of the server's return. */
const MAX_RETRY_MS = 2_000;
const CONNECT_TIMEOUT_MS = 60_000;
/** After a refused CONNECT: the page is asked for a new token meanwhile, or another connection goes. */
const REFUSED_RETRY_MS = 5_000;
/** In case a server joins without saying so. */
const JOIN_WAIT_MS = 3_000;

export interface ConversationSocketEvents {
  /** Joined: from now on nothing is missed, so now is the time to fetch what was. */
  joined(): void;
  /** The connection is gone; it comes back by itself. */
  lost(): void;
  message(message: MessageDto): void;
  read(read: { reader_id: string; up_to: string }): void;
  typing(userId: string): void;
  closed(reason: CloseReason): void;
  refused(message: string): void;
  /** The token is not taken: signed out elsewhere, or run out. */
  unauthenticated(): void;
}

/** One live connection to one conversation; it reports what happens through {@link ConversationSocketEvents}. */
export interface LiveSocket {
  readonly isConnected: boolean;
  /** Tells the partner that the member is typing. */
  typing(): void;
  /** Asks again to be let in, after a refusal. */
  join(): void;
  /** There is no network: nothing is tried until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Asks for a sign of life, and connects again without one. */
  check(): void;
  close(): void;
}

/** By Socket.IO (contract §5). */
export class ConversationSocket implements LiveSocket {
  #conversationId: string;
  #events: ConversationSocketEvents;
  #socket: Socket | null = null;
  #isOpen = true;
  #isPaused = false;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #pings: ReturnType<typeof setInterval> | null = null;

  constructor(conversationId: string, events: ConversationSocketEvents) {
    this.#conversationId = conversationId;
    this.#events = events;
    void this.#load();
  }

  get isConnected(): boolean {
    return this.#socket?.connected ?? false;
  }

  typing(): void {
    // Not worth keeping for later, as the client does with what is sent while there is no connection.
    if (this.isConnected) this.#socket?.emit("typing", { conversationId: this.#conversationId });
  }

  /** Asks again to be let in, after a refusal. */
  join(): void {
    if (this.isConnected) this.#socket?.emit("join_conversation", this.#conversationId);
  }

  /** Without a network there is nothing to try. */
  pause(): void {
    this.#isPaused = true;
    this.#socket?.disconnect();
  }

  resume(): void {
    this.#isPaused = false;
    this.#socket?.connect();
  }

  /** Asks for a sign of life, and connects again without one: a device that slept has lost its connection without notice. */
  check(): void {
    const socket = this.#socket;
    if (!socket || this.#isPaused) return;
    if (!socket.connected) {
      socket.disconnect().connect();
      return;
    }
    socket.timeout(PING_ANSWER_MS).emit("ping", (error: Error | null) => {
      // Also told when the connection breaks meanwhile: then the client comes back by itself, and would be disturbed.
      if (error && socket.connected && this.#isOpen && !this.#isPaused) {
        socket.disconnect().connect();
      }
    });
  }

  close(): void {
    this.#isOpen = false;
    this.#clearTimers();
    const socket = this.#socket;
    if (!socket) return;
    if (socket.connected) socket.emit("leave_conversation", this.#conversationId);
    socket.off();
    socket.disconnect();
  }

  /** The client is fetched after the page works: it is no part of the first load. */
  async #load(): Promise<void> {
    try {
      const [{ io }] = await Promise.all([import("socket.io-client"), findAuthToken()]);
      if (!this.#isOpen) return;
      this.#listen(
        io({
          path: "/socket.io/",
          transports: ["polling"],
          query: { conversationId: this.#conversationId },
          auth: (use) => use({ token: readAuthToken() }),
          // With the bearer at the handshake, the connection lands in the conversation's own object.
          extraHeaders: bearer(),
          forceNew: true,
          autoConnect: false,
          reconnectionAttempts: Number.POSITIVE_INFINITY,
          reconnectionDelay: FIRST_RETRY_MS,
          reconnectionDelayMax: MAX_RETRY_MS,
          timeout: CONNECT_TIMEOUT_MS,
        }),
      );
    } catch {
      this.#events.lost();
      this.#later(() => void this.#load(), MAX_RETRY_MS);
    }
  }

  #listen(socket: Socket): void {
    this.#socket = socket;
    const conversationId = this.#conversationId;
    const events = this.#events;
    const isOurs = (payload: unknown) => readField(payload, "conversationId") === conversationId;
    let isJoined = false;
    let isRefused = false;

    socket.on("connect", () => {
      isJoined = false;
      isRefused = false;
      this.join();
      this.#later(() => socket.emit("test_connection"), TEST_DELAY_MS);
      // In case the answer never comes: events before the join may be missed.
      this.#later(() => {
        if (socket.connected && !isRefused && !isJoined) events.joined();
      }, JOIN_WAIT_MS);
      this.#pings = setInterval(() => this.check(), SOCKET_PING_INTERVAL_MS);
    });
    socket.on("disconnect", (reason) => {
      this.#clearTimers();
      isJoined = false;
      events.lost();
      // The server ended it on purpose: the client doesn't come back by itself then.
      if (reason === "io server disconnect") this.#later(() => socket.connect(), FIRST_RETRY_MS);
    });
    socket.on("connect_error", ({ message }) => {
      // Only a refusal of the CONNECT leaves the socket inactive: nothing is tried again.
      const isRefusal = !socket.active && !this.#isPaused;
      if (isRefusal && message === TOO_MANY_CONNECTIONS) events.refused(message);
      else events.lost();
      if (!isRefusal) return;
      if (message !== TOO_MANY_CONNECTIONS) events.unauthenticated();
      // The page may be of another session by then, whose token isn't known yet.
      this.#later(async () => {
        await findAuthToken().catch(() => null);
        if (!this.#isOpen) return;
        socket.io.opts.extraHeaders = bearer();
        socket.connect();
      }, REFUSED_RETRY_MS);
    });
    socket.io.on("reconnect_attempt", () => {
      socket.io.opts.extraHeaders = bearer();
    });

    socket.on("joined_conversation", (payload: unknown) => {
      console.debug("joined_conversation", payload);
      if (!isOurs(payload) || isJoined) return;
      isJoined = true;
      events.joined();
    });
    for (const event of ["welcome", "test_broadcast", "server_test"]) {
      socket.on(event, (payload: unknown) => console.debug(event, payload));
    }
    socket.on("new_message", (payload: unknown) => {
      const message = readMessage(payload);
      if (message) events.message(message);
    });
    socket.on("messages_read", (payload: unknown) => {
      const [reader_id, up_to] = [readField(payload, "reader_id"), readField(payload, "up_to")];
      if (isOurs(payload) && reader_id && up_to) events.read({ reader_id, up_to });
    });
    socket.on("typing", (payload: unknown) => {
      const userId = readField(payload, "user_id");
      if (isOurs(payload) && userId) events.typing(userId);
    });
    socket.on("conversation_closed", (payload: unknown) => {
      const reason = readField(payload, "reason");
      if (!isOurs(payload)) return;
      events.closed(reason === "blocked" || reason === "expired" ? reason : "ended");
    });
    socket.on("join_error", (payload: unknown) => {
      if (!isOurs(payload)) return;
      isRefused = true;
      events.refused(readField(payload, "message") ?? "");
    });
    if (!this.#isPaused) socket.connect();
  }

  #later(work: () => void, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#isOpen) work();
    }, delayMs);
    this.#timers.add(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    if (this.#pings) clearInterval(this.#pings);
    this.#pings = null;
  }
}

function bearer() {
  return { authorization: `Bearer ${readAuthToken() ?? ""}` };
}

function readField(payload: unknown, key: string): string | null {
  if (typeof payload !== "object" || payload === null) return null;
  const value = (payload as Record<string, unknown>)[key];
  return typeof value === "string" ? value : null;
}
