import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { readMessage, readText } from "./api";
import type { ConversationSocketEvents, Environment, LiveSocket } from "./environment";
import type { Line, LineEvents, OpenLine } from "./line";
import { type OpenWebSocket, WebSocketLine } from "./websocket-line";

const TEST_DELAY_MS = 1_000;
/** How long the server has to answer a ping before the connection counts as dead. */
const PING_ANSWER_MS = 8_000;
/** A message that is not acknowledged by then goes by the POST, which does no harm. */
const SEND_ANSWER_MS = 4_000;
/**
 * Every client loses its connection at once when the server is deployed, so each comes back at a random moment of
 * this span. Short enough to be back within 5 s of the server's return.
 */
const RETRY_MS = { min: 200, max: 2_800 };
/** After a refused CONNECT: the page is asked for a new token meanwhile, or another connection goes. */
const REFUSED_RETRY_MS = 5_000;
/** How long the server has to answer a join: over a connection that has not joined, nothing is heard. */
const JOIN_ANSWER_MS = 8_000;

export interface SocketParts extends Pick<Environment, "clock" | "readToken"> {
  /** From 0 to 1. */
  random(): number;
  openWebSocket: OpenWebSocket;
  /** The fallback, which is no part of the page's first load. */
  loadPolling(): Promise<OpenLine>;
}

/**
 * By WebSocket, and by polling where no WebSocket comes through (docs/rules.md#realtime). A connection that is lost or refused is
 * tried again for as long as the socket is open.
 */
export class ConversationSocket implements LiveSocket {
  #conversationId: string;
  #events: ConversationSocketEvents;
  #parts: SocketParts;
  #line: Line | null = null;
  /** Which attempt at a connection counts: the reports of earlier ones don't. */
  #attempt = 0;
  #isConnected = false;
  #isJoined = false;
  #isRefused = false;
  #isOpen = true;
  #isPaused = false;
  /** Everything that was planned for the connection that stands, and what waits for its answers. */
  #cancels = new Set<() => void>();

  constructor(conversationId: string, events: ConversationSocketEvents, parts: SocketParts) {
    this.#conversationId = conversationId;
    this.#events = events;
    this.#parts = parts;
    void this.#connect();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  send({ content, client_id }: { content: string; client_id: string }): Promise<MessageDto | null> {
    const line = this.#line;
    if (!line || !this.#isJoined) return Promise.resolve(null);
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

  typing(): void {
    // Not worth keeping for later.
    if (this.#isConnected) this.#line?.emit("typing", { conversationId: this.#conversationId });
  }

  show(visible: boolean): void {
    const conversationId = this.#conversationId;
    if (this.#isConnected) this.#line?.emit("visibility", { conversationId, visible });
  }

  join(): void {
    if (this.#isConnected) this.#line?.emit("join_conversation", this.#conversationId);
  }

  pause(): void {
    this.#isPaused = true;
    this.#drop();
  }

  resume(): void {
    this.#isPaused = false;
    if (!this.#line) void this.#connect();
  }

  /** A device that slept has lost its connection without notice. */
  check(): void {
    if (this.#isPaused) return;
    if (!this.#isConnected) return void this.#connect();
    const cancel = this.#later(() => {
      this.#lose();
      void this.#connect();
    }, PING_ANSWER_MS);
    this.#line?.ping(cancel);
  }

  close(): void {
    this.#isOpen = false;
    if (this.#isConnected) this.#line?.emit("leave_conversation", this.#conversationId);
    this.#drop();
  }

  /** Ends the connection that stands or is tried, and everything planned for it. */
  #drop(): void {
    this.#attempt += 1;
    this.#isConnected = false;
    this.#isJoined = false;
    this.#line?.close();
    this.#line = null;
    for (const cancel of [...this.#cancels]) cancel();
  }

  #lose(): void {
    this.#drop();
    this.#events.lost();
  }

  #retry(): void {
    this.#lose();
    const { min, max } = RETRY_MS;
    this.#later(() => void this.#connect(), min + this.#parts.random() * (max - min));
  }

  /** @param isFallback by polling, since the WebSocket has not come about */
  async #connect(isFallback = false): Promise<void> {
    this.#drop();
    if (!this.#isOpen || this.#isPaused) return;
    const attempt = this.#attempt;
    const { clock, openWebSocket, loadPolling, readToken } = this.#parts;
    const closed = () => {
      if (attempt !== this.#attempt) return;
      if (this.#isConnected || isFallback) return this.#retry();
      this.#lose();
      void this.#connect(true);
    };
    try {
      const [token, openPolling] = await Promise.all([readToken(), isFallback && loadPolling()]);
      if (attempt !== this.#attempt) return;
      const request = { conversationId: this.#conversationId, token };
      const events: LineEvents = {
        connected: () => attempt === this.#attempt && this.#begin(),
        event: (name, payload) => attempt === this.#attempt && this.#hear(name, payload),
        refused: (message) => attempt === this.#attempt && this.#refuse(message),
        closed,
      };
      this.#line = openPolling
        ? openPolling(request, events)
        : new WebSocketLine(clock, openWebSocket, request, events);
    } catch {
      closed();
    }
  }

  #begin(): void {
    this.#isConnected = true;
    this.#isRefused = false;
    this.join();
    this.#later(() => this.#line?.emit("test_connection"), TEST_DELAY_MS);
    this.#later(() => {
      if (!this.#isRefused && !this.#isJoined) this.#retry();
    }, JOIN_ANSWER_MS);
    this.#pingRegularly();
  }

  #pingRegularly(): void {
    this.#later(() => {
      this.check();
      this.#pingRegularly();
    }, this.#line?.pingIntervalMs ?? 0);
  }

  /** The page is asked for a new token meanwhile: it may be of another session by then. */
  #refuse(message: string): void {
    this.#drop();
    if (message === TOO_MANY_CONNECTIONS) this.#events.refused(message);
    else {
      this.#events.lost();
      this.#events.unauthenticated();
    }
    this.#later(() => void this.#connect(), REFUSED_RETRY_MS);
  }

  #hear(event: string, payload: unknown): void {
    const events = this.#events;
    if (event === "new_message") {
      const message = readMessage(payload);
      if (message) events.message(message);
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
        if (this.#isJoined) return;
        this.#isJoined = true;
        events.joined();
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
      case "conversation_closed": {
        const reason = readText(payload, "reason");
        events.closed(reason === "blocked" || reason === "expired" ? reason : "ended");
        return;
      }
      case "join_error":
        this.#isRefused = true;
        events.refused(readText(payload, "message") ?? "");
    }
  }

  /**
   * Does something later, unless the connection is lost before.
   * @param onDrop is called then instead
   * @returns how to cancel it
   */
  #later(work: () => void, delayMs: number, onDrop?: () => void): () => void {
    const stop = this.#parts.clock.after(delayMs, () => {
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
}

/** What the server says to a message; null for what the POST says better: a refusal, and how long a limit makes it wait. */
function readAcknowledgement(answer: unknown): MessageDto | null {
  if (typeof answer !== "object" || answer === null || !("ok" in answer) || !answer.ok) return null;
  return "message" in answer ? readMessage(answer.message) : null;
}
