import type { Environment, LiveSocket } from "~/app/messaging/browser";
import type { SharedStore } from "~/app/messaging/storage";

/** A socket without a server. The test delivers events by `say`. `own-client.test.ts` uses the real socket. */
export class SimulatedSocket {
  connected = false;
  active = true;
  /**
   * The names of the events that the client emitted, as well as `connect` and `disconnect`. A `visibility` event is
   * listed as `visible` or `hidden`.
   */
  emitted: string[] = [];
  answer: () => Promise<unknown> = () => new Promise(() => {});
  #handlers = new Map<string, (payload: unknown) => void>();

  on(event: string, handler: (payload: unknown) => void): void {
    this.#handlers.set(event, handler);
  }

  off(): void {
    this.#handlers.clear();
  }

  emit(event: string, payload?: unknown): void {
    const isHidden = event === "visibility" && !(payload as { visible: boolean }).visible;
    this.emitted.push(isHidden ? "hidden" : event === "visibility" ? "visible" : event);
  }

  timeout(ms: number) {
    const tooLate = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), ms));
    tooLate.catch(() => {});
    return { emitWithAck: () => Promise.race([this.answer(), tooLate]) };
  }

  connect(): void {
    this.active = true;
    this.emitted.push("connect");
  }

  disconnect(): void {
    this.active = false;
    this.emitted.push("disconnect");
    this.lose();
  }

  say(event: string, payload?: unknown): void {
    this.#handlers.get(event)?.(payload);
  }

  accept(): void {
    this.connected = true;
    this.say("connect");
  }

  /** @param isActive false if the server ended the connection */
  lose(isActive = this.active): void {
    if (!this.connected) return;
    this.connected = false;
    this.active = isActive;
    this.say("disconnect");
  }

  refuse(message: string): void {
    this.active = false;
    this.say("connect_error", new Error(message));
  }
}

/** A browser's storage, which reports a change to all other tabs in a later task. */
export class SimulatedStorage {
  #values = new Map<string, string>();
  #watchers = new Map<object, Set<(key: string) => void>>();

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

interface SimulatedBrowser {
  environment: Environment;
  sockets: SimulatedSocket[];
  goOnline(): void;
  goOffline(): void;
  hide(): void;
  comeBack(): void;
}

/** One tab. It has no Web Locks, like a page outside a secure context, so two tabs can work at the same time. */
export function simulateBrowser(
  fetch: Environment["fetch"],
  storage: SimulatedStorage = new SimulatedStorage(),
): SimulatedBrowser {
  const sockets: SimulatedSocket[] = [];
  const listeners = new Set<() => void>();
  let isOnline = true;
  let isVisible = true;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    sockets,
    environment: {
      store: storage.ofTab(listeners),
      fetch,
      readToken: async () => "a-token",
      isOnline: () => isOnline,
      isVisible: () => isVisible,
      watchDevice(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      withLock: (_name, work) => work(),
      async openSocket() {
        const socket = new SimulatedSocket();
        sockets.push(socket);
        return socket as unknown as LiveSocket;
      },
    },
    goOnline() {
      isOnline = true;
      tell();
    },
    goOffline() {
      isOnline = false;
      tell();
    },
    hide() {
      isVisible = false;
      tell();
    },
    comeBack() {
      isVisible = true;
      tell();
    },
  };
}
