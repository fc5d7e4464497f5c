import type { Socket } from "socket.io-client";
import type { DeviceListener } from "./device";

/** The clock. This folder uses no other one, so a test can replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs the work once, after a delay in milliseconds. Returns a function that cancels it. */
  after(delayMs: number, work: () => void): () => void;
}

/** A store that all tabs of one browser share. */
export interface SharedStore {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
  /** Reports changes by other tabs; the key is null if everything was removed. Returns a function that stops it. */
  watch(onChange: (key: string | null) => void): () => void;
}

/** All functions of the browser that a conversation's client uses. `browser.ts` has the real ones. */
export interface Environment {
  clock: Clock;
  store: SharedStore;
  /** Works like the browser's own `fetch`. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The bearer token of a call; null if there is no session. It may have to be requested from the server, which may fail. */
  readToken(): string | null | Promise<string | null>;
  isOnline(): boolean;
  /** Whether the page is visible. */
  isVisible(): boolean;
  /** Reports when the network or the reader comes and goes. Returns a function that stops it. */
  watchDevice(listener: DeviceListener): () => void;
  /** Runs the work while no other tab holds the lock of that name. */
  withLock(name: string, work: () => Promise<void>): Promise<void>;
  /** A new, unguessable key. */
  createKey(): string;
  /** The id of this page, stored with each message that is written on it. */
  pageId(): string;
  /** Connects a conversation's page. It loads the client's code first, which the page does not load at first. */
  openSocket(conversationId: string): Promise<LiveSocket>;
}

/** The stock client's socket. */
export type LiveSocket = Pick<
  Socket,
  "active" | "connected" | "connect" | "disconnect" | "emit" | "on" | "off" | "timeout"
>;
