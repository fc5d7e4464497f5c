import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import type { Environment, LiveSocket } from "./environment";

/** `crowded`: too many connections are open already. Until one of them closes, messages are fetched now and then. */
export type ConnectionState =
  | "connecting"
  | "live"
  | "reconnecting"
  | "offline"
  | "crowded"
  | "none";

export interface ConnectionEvents {
  state(state: ConnectionState): void;
  /** Something may have been said unheard: fetch. */
  missed(): void;
  message(message: MessageDto): void;
  read(read: { reader_id: string; up_to: string }): void;
  typing(userId: string): void;
  /** A question was answered or revealed. */
  question(): void;
  /** The page no longer says what is: read it again. */
  stale(): void;
}

const CROWDED_POLL_MS = 10_000;
/** Where the page says that the conversation is open and the connection was refused, they may disagree for a while. */
const REJOIN_MS = 2_000;

/** The live connection of a conversation's page, through sleep, lost networks and refusals. */
export class Connection {
  #environment: Environment;
  #conversationId: string;
  #events: ConnectionEvents;
  #socket: LiveSocket | null = null;
  #state: ConnectionState;
  #unwatch: (() => void) | null = null;
  #cancelPoll: (() => void) | null = null;
  #isRefused = false;
  #cancelRejoin: (() => void) | null = null;

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
    return this.#socket?.isConnected ?? false;
  }

  /** See {@link LiveSocket.send}. */
  async send(message: { content: string; client_id: string }): Promise<MessageDto | null> {
    return (await this.#socket?.send(message)) ?? null;
  }

  typing(): void {
    this.#socket?.typing();
  }

  /** Asks again to be let in where that was refused; does nothing else while it is open already. */
  open(): void {
    if (this.#socket) {
      if (this.#isRefused) this.#rejoinLater();
      return;
    }
    this.#setState("connecting");
    const events = this.#events;
    const { isOnline, isVisible, openSocket, watchDevice } = this.#environment;
    this.#socket = openSocket(this.#conversationId, {
      joined: () => {
        this.#isRefused = false;
        // The server takes it to be visible until it hears otherwise.
        if (!isVisible()) this.#socket?.show(false);
        this.#setState("live");
        events.missed();
      },
      lost: () => this.#setState(isOnline() ? "reconnecting" : "offline"),
      message: (message) => events.message(message),
      read: (read) => events.read(read),
      typing: (userId) => events.typing(userId),
      question: () => events.question(),
      closed: () => {
        this.close();
        events.stale();
      },
      refused: (message) => {
        if (message !== TOO_MANY_CONNECTIONS) {
          this.#isRefused = true;
          return events.stale();
        }
        this.#setState("crowded");
        this.#pollWhileCrowded();
      },
      unauthenticated: () => events.stale(),
    });
    this.#unwatch = watchDevice({
      online: () => {
        this.#setState("reconnecting");
        this.#socket?.resume();
        events.missed();
      },
      offline: () => this.#goOffline(),
      hidden: () => this.#socket?.show(false),
      visible: () => {
        this.#socket?.show(true);
        this.#socket?.check();
        events.missed();
      },
    });
    if (!isOnline()) this.#goOffline();
  }

  /** The page is left, or the conversation is over: nothing comes any more. */
  close(): void {
    this.#socket?.close();
    this.#socket = null;
    this.#unwatch?.();
    this.#unwatch = null;
    this.#cancelPoll?.();
    this.#cancelPoll = null;
    this.#cancelRejoin?.();
    this.#isRefused = false;
    this.#setState("none");
  }

  #goOffline(): void {
    this.#socket?.pause();
    this.#setState("offline");
  }

  /** Fetches now and then, and asks whether a place has become free. */
  #pollWhileCrowded(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = this.#environment.clock.after(CROWDED_POLL_MS, () => {
      if (this.#state !== "crowded") return;
      this.#events.missed();
      this.#socket?.join();
      this.#pollWhileCrowded();
    });
  }

  #rejoinLater(): void {
    this.#isRefused = false;
    this.#cancelRejoin?.();
    this.#cancelRejoin = this.#environment.clock.after(REJOIN_MS, () => this.#socket?.join());
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.state(state);
  }
}
