import type { DeviceListener } from "./device";

/** Time. This folder reads no other clock, so that a test can run on one of its own. */
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

/** Events of one connection. Nothing follows `refused` or `closed`, and nothing comes before the opener has returned. */
export interface LineEvents {
  /** The server has accepted the member. */
  connected(): void;
  event(name: string, payload: unknown): void;
  /** The server does not accept the member; `message` is the reason. */
  refused(message: string): void;
  /** The connection broke, or never came about. */
  closed(): void;
}

/** One connection to the server, by Socket.IO (docs/rules.md#realtime). It never reconnects by itself. */
export interface Line {
  /** The interval between the client's pings, in milliseconds. */
  readonly pingIntervalMs: number;
  /** @param onAnswer receives the server's acknowledgement */
  emit(event: string, payload?: unknown, onAnswer?: (answer: unknown) => void): void;
  ping(onAnswer: () => void): void;
  /** Ends the connection. Nothing is reported any more. */
  close(): void;
}

export interface LineRequest {
  conversationId: string;
  /** The bearer token of the page's session; null without one. */
  token: string | null;
}

/** Begins to connect. */
export type OpenLine = (request: LineRequest, events: LineEvents) => Line;

/** Everything that the client of a conversation uses of the browser. `browser.ts` has the real one. */
export interface Environment {
  clock: Clock;
  store: SharedStore;
  /** As the browser's own `fetch`. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The bearer token of a call; null when there is no session. It may have to be asked for, which may fail. */
  readToken(): string | null | Promise<string | null>;
  isOnline(): boolean;
  /** Whether the page is visible. */
  isVisible(): boolean;
  /** Tells when the network or the reader comes and goes. Returns how to stop. */
  watchDevice(listener: DeviceListener): () => void;
  /** Runs the work while no other tab holds the lock of that name. */
  withLock(name: string, work: () => Promise<void>): Promise<void>;
  /** A new, unguessable key. */
  createKey(): string;
  /** Names this page as the origin of what is written on it. */
  pageId(): string;
  /** From 0 to 1. */
  random(): number;
  openLine: OpenLine;
  /** The fallback, which is not in the page's first load. */
  loadPolling(): Promise<OpenLine>;
}
