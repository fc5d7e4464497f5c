import { BROWSER } from "~/app/messaging/browser";
import type { DeviceListener } from "~/app/messaging/device";
import type {
  ConversationSocketEvents,
  Environment,
  LiveSocket,
  SharedStore,
} from "~/app/messaging/environment";

/** A socket that does nothing by itself: the test tells its events, and reads what was asked of it. */
export interface SimulatedSocket extends LiveSocket {
  events: ConversationSocketEvents;
  /** The calls so far, by name. */
  calls: string[];
}

/** The storage of a browser: it tells every tab but the writer's of a change, a moment later. */
export class SimulatedStorage {
  #values = new Map<string, string>();
  #watchers = new Map<object, Set<(key: string) => void>>();

  /** The storage as one tab has it. */
  ofTab(tab: object): SharedStore {
    const watchers = new Set<(key: string) => void>();
    this.#watchers.set(tab, watchers);
    return {
      read: (key) => this.#values.get(key) ?? null,
      write: (key, value) => {
        this.#values.set(key, value);
        this.#tell(tab, key);
      },
      remove: (key) => {
        this.#values.delete(key);
        this.#tell(tab, key);
      },
      keys: () => [...this.#values.keys()],
      watch: (onChange) => {
        watchers.add(onChange);
        return () => watchers.delete(onChange);
      },
    };
  }

  #tell(writer: object, key: string): void {
    setTimeout(() => {
      for (const [tab, watchers] of this.#watchers) {
        if (tab === writer) continue;
        for (const onChange of watchers) onChange(key);
      }
    }, 0);
  }
}

export interface SimulatedBrowser {
  environment: Environment;
  /** Every socket that was opened, newest last. */
  sockets: SimulatedSocket[];
  goOnline(): void;
  goOffline(): void;
  /** Goes into the background. */
  hide(): void;
  comeBack(): void;
}

/**
 * One tab of a browser, on the test's own (fake) timers. There are no locks: what a page has that is not in a
 * secure context.
 * @param fetch answers the calls
 */
export function simulateBrowser(
  fetch: Environment["fetch"],
  storage: SimulatedStorage = new SimulatedStorage(),
): SimulatedBrowser {
  const sockets: SimulatedSocket[] = [];
  const listeners = new Set<DeviceListener>();
  let isOnline = true;
  let isVisible = true;
  let keys = 0;
  const page = `page-${Math.random()}`;
  return {
    sockets,
    environment: {
      clock: BROWSER.clock,
      store: storage.ofTab(listeners),
      fetch,
      readToken: () => "a-token",
      isOnline: () => isOnline,
      isVisible: () => isVisible,
      watchDevice(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      withLock: (_name, work) => work(),
      createKey: () => `${page}-key-${++keys}`,
      pageId: () => page,
      openSocket(_conversationId, events) {
        const socket = createSocket(events);
        sockets.push(socket);
        return socket;
      },
    },
    goOnline() {
      isOnline = true;
      for (const listener of [...listeners]) listener.online?.();
    },
    goOffline() {
      isOnline = false;
      for (const listener of [...listeners]) listener.offline?.();
    },
    hide() {
      isVisible = false;
      for (const listener of [...listeners]) listener.hidden?.();
    },
    comeBack() {
      isVisible = true;
      for (const listener of [...listeners]) listener.visible?.();
    },
  };
}

function createSocket(events: ConversationSocketEvents): SimulatedSocket {
  const calls: string[] = [];
  const note = (call: string) => () => void calls.push(call);
  let isConnected = false;
  return {
    calls,
    send: async () => null,
    events: {
      ...events,
      joined() {
        isConnected = true;
        events.joined();
      },
      lost() {
        isConnected = false;
        events.lost();
      },
    },
    get isConnected() {
      return isConnected;
    },
    typing: note("typing"),
    show: (isVisible) => void calls.push(isVisible ? "show" : "hide"),
    join: note("join"),
    pause: note("pause"),
    resume: note("resume"),
    check: note("check"),
    close: note("close"),
  };
}
