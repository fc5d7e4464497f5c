import { watchDevice } from "./device";
import type { Environment } from "./environment";
import { BROWSER_STORE } from "./storage";
import { findAuthToken } from "./token";

let pageId: string | null = null;

/** The browser that the page runs in. */
export const BROWSER: Environment = {
  clock: {
    now: () => Date.now(),
    after(delayMs, work) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
  },
  store: BROWSER_STORE,
  fetch: (path, init) => fetch(path, init),
  readToken: findAuthToken,
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === "visible",
  watchDevice,
  async withLock(name, work) {
    // Locks exist only in a secure context.
    if (typeof navigator.locks === "undefined") return work();
    // The browser refuses a lock only to a page that is being closed. Its messages stay stored, and the next page sends
    // them.
    await navigator.locks.request(name, work).catch(() => {});
  },
  createKey,
  pageId() {
    // Created at its first use, because a Worker can't draw random values while it starts.
    pageId ??= createKey();
    return pageId;
  },
  async openSocket(conversationId) {
    const { openLiveSocket } = await import("./live-socket");
    return openLiveSocket(conversationId, BROWSER.readToken);
  },
};

/** `randomUUID` is missing outside of a secure context. */
function createKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
