import type { Socket } from "socket.io-client";
import { findAuthToken } from "~/app/lib/session-token";
import { BROWSER_STORE } from "./storage";

export type LiveSocket = Pick<
  Socket,
  "active" | "connected" | "connect" | "disconnect" | "emit" | "on" | "off" | "timeout"
>;

/** The messaging code's access to the browser. Tests replace it, so that one test can simulate several browsers. */
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
  async withLock(name: string, work: () => Promise<void>): Promise<void> {
    // Web Locks exist only in a secure context.
    if (typeof navigator.locks === "undefined") return work();
    // A lock is refused only while the page is being closed. The next page sends the messages.
    await navigator.locks.request(name, work).catch(() => {});
  },
  /** Imported late, so that the page loads before the Socket.IO client. */
  async openSocket(conversationId: string): Promise<LiveSocket> {
    const { openLiveSocket } = await import("./live-socket");
    return openLiveSocket(conversationId, findAuthToken);
  },
};

export type Environment = typeof BROWSER;
