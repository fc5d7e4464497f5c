import type { Socket } from "socket.io-client";
import { findAuthToken } from "~/app/lib/session-token";
import { BROWSER_STORE } from "./storage";

export type LiveSocket = Pick<
  Socket,
  "active" | "connected" | "connect" | "disconnect" | "emit" | "on" | "off" | "timeout"
>;

/** What the client uses of the browser, so that a test can run several browsers at once. */
export const BROWSER = {
  store: BROWSER_STORE,
  fetch: (path: string, init: RequestInit): Promise<Response> => fetch(path, init),
  readToken: findAuthToken,
  isOnline: (): boolean => navigator.onLine,
  isVisible: (): boolean => document.visibilityState === "visible",
  watchDevice(onChange: () => void): () => void {
    const stopper = new AbortController();
    const { signal } = stopper;
    window.addEventListener("online", onChange, { signal });
    window.addEventListener("offline", onChange, { signal });
    window.addEventListener("pageshow", (event) => event.persisted && onChange(), { signal });
    document.addEventListener("visibilitychange", onChange, { signal });
    return () => stopper.abort();
  },
  /** Runs the work while no other tab holds the lock of that name. */
  async withLock(name: string, work: () => Promise<void>): Promise<void> {
    // Locks exist only in a secure context.
    if (typeof navigator.locks === "undefined") return work();
    // Only a page that is being closed is refused a lock. The next page sends its messages.
    await navigator.locks.request(name, work).catch(() => {});
  },
  /** The code of the Socket.IO client is loaded after the page. */
  async openSocket(conversationId: string): Promise<LiveSocket> {
    const { openLiveSocket } = await import("./live-socket");
    return openLiveSocket(conversationId, findAuthToken);
  },
};

export type Environment = typeof BROWSER;
