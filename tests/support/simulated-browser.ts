import { BROWSER } from "~/app/messaging/browser";
import type { DeviceListener } from "~/app/messaging/device";
import type { Environment, LineEvents, SharedStore } from "~/app/messaging/environment";

/** A line that does nothing by itself: the test calls its events, and reads what the client emitted. */
export interface SimulatedLine {
  events: LineEvents;
  /** The names of the events so far, also `ping` and `close`; `visible` or `hidden` for `visibility`. */
  emitted: string[];
}

/** The storage of a browser: it notifies every tab but the writer's of a change, in a later task. */
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

interface SimulatedBrowser {
  environment: Environment;
  /** All lines that were opened, newest last. */
  lines: SimulatedLine[];
  goOnline(): void;
  goOffline(): void;
  /** Goes into the background. */
  hide(): void;
  comeBack(): void;
}

/**
 * One tab of a browser, on the test's own (fake) timers. It has no locks, like a page that is not in a secure
 * context.
 * @param fetch answers the calls
 */
export function simulateBrowser(
  fetch: Environment["fetch"],
  storage: SimulatedStorage = new SimulatedStorage(),
): SimulatedBrowser {
  const lines: SimulatedLine[] = [];
  const listeners = new Set<DeviceListener>();
  let isOnline = true;
  let isVisible = true;
  let keys = 0;
  const page = `page-${Math.random()}`;
  return {
    lines,
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
      random: () => 0,
      openLine(_request, events) {
        const emitted: string[] = [];
        lines.push({ events, emitted });
        return {
          pingIntervalMs: 3_600_000,
          emit(event, payload) {
            const isHidden = event === "visibility" && !(payload as { visible: boolean }).visible;
            emitted.push(isHidden ? "hidden" : event === "visibility" ? "visible" : event);
          },
          ping: (onAnswer) => {
            emitted.push("ping");
            onAnswer();
          },
          close: () => void emitted.push("close"),
        };
      },
      loadPolling: () => Promise.reject(new Error("this network has no polls")),
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
