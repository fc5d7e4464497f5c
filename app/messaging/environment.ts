import type { CloseReason, MessageDto } from "~/core/shared/contract";
import type { DeviceListener } from "./device";

/** Time. Everything in this room asks it and nothing else, so that a test can run on a clock of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs the work once, after a delay in milliseconds. Returns how to cancel it. */
  after(delayMs: number, work: () => void): () => void;
}

/** A store that all tabs of one browser share. */
export interface SharedStore {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
  /** Tells of changes by other tabs; null when everything was removed. Returns how to stop. */
  watch(onChange: (key: string | null) => void): () => void;
}

export interface ConversationSocketEvents {
  /** Joined: from now on nothing is missed, so now is the time to fetch what was. */
  joined(): void;
  /** The connection is gone; it comes back by itself. */
  lost(): void;
  message(message: MessageDto): void;
  read(read: { reader_id: string; up_to: string }): void;
  typing(userId: string): void;
  /** A question was answered or revealed. */
  question(): void;
  closed(reason: CloseReason): void;
  refused(message: string): void;
  /** The token is not taken: signed out elsewhere, or run out. */
  unauthenticated(): void;
}

/** One live connection to one conversation; it reports what happens through {@link ConversationSocketEvents}. */
export interface LiveSocket {
  readonly isConnected: boolean;
  /** Sends a message. Null when it must go by the POST: no connection, no answer in time, or a refusal. */
  send(message: { content: string; client_id: string }): Promise<MessageDto | null>;
  /** Tells the partner that the member is typing. */
  typing(): void;
  /** Tells the server whether the conversation is before the reader's eyes: if not, their devices are notified. */
  show(isVisible: boolean): void;
  /** Asks again to be let in, after a refusal. */
  join(): void;
  /** There is no network: nothing is tried until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Asks for a sign of life, and connects again without one. */
  check(): void;
  close(): void;
}

/** Everything that the client of a conversation asks of the browser. `browser.ts` has the real one. */
export interface Environment {
  clock: Clock;
  store: SharedStore;
  /** As the browser's own `fetch`. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The bearer token of a call; null when there is no session. It may have to be asked for, which may fail. */
  readToken(): string | null | Promise<string | null>;
  isOnline(): boolean;
  /** Whether the page is before the reader's eyes. */
  isVisible(): boolean;
  /** Tells when the network or the reader comes and goes. Returns how to stop. */
  watchDevice(listener: DeviceListener): () => void;
  /** Runs the work while no other tab holds the lock of that name. */
  withLock(name: string, work: () => Promise<void>): Promise<void>;
  /** A new, unguessable key. */
  createKey(): string;
  /** Names this page as the origin of what is written on it. */
  pageId(): string;
  openSocket(conversationId: string, events: ConversationSocketEvents): LiveSocket;
}
