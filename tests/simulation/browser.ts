import type { SharedStore } from "~/app/messaging/storage";
import type { SimulatedResponse } from "./http";
import { Actor, type Schedule } from "./schedule";
import type { SimulatedServer } from "./server";
import { LINE_OPEN, type Line, type LineHost } from "./web-socket";

/** "doubled": the request arrives twice. "late": it arrives after {@link LATE_MS}. */
type NetworkFault = "request lost" | "answer lost" | "doubled" | "late";

export const ORIGIN = "http://happenstance.test";
const LATE_MS = 25_000;
/** This long after waking up, the system gives up the requests that were pending during the sleep. */
const RESET_MS = 12_000;
/** A request without a network fails after this time. */
const REFUSED_MS = 5;

interface DeviceParts {
  memberId: string;
  token: string;
  schedule: Schedule;
  server: SimulatedServer;
  delay(): number;
  chance(): number;
}

interface Waiting {
  page: Page;
  run: () => void;
}

type Answer = SimulatedResponse | null;

interface Pending {
  page: Page;
  done: (answer: Answer) => void;
  isLost: boolean;
}

export class Device {
  readonly memberId: string;
  readonly token: string;
  isOnline = true;
  /** The faults to come. Each request meets the first of them with a probability of one half. */
  faults: NetworkFault[] = [];
  pages: Page[] = [];

  #parts: DeviceParts;
  #values = new Map<string, string>();
  /**
   * The page that has the Web Lock, and then the pages that wait for it. One lock is enough, because there is only one
   * conversation.
   */
  #lock: Waiting[] = [];
  #pending = new Set<Pending>();
  #lines = new Set<Line>();
  /** While a device sleeps, it sends and receives nothing, and neither end of a connection is notified. */
  #isAsleep = false;

  constructor(parts: DeviceParts) {
    this.#parts = parts;
    this.memberId = parts.memberId;
    this.token = parts.token;
  }

  get isAtRest(): boolean {
    return this.#pending.size === 0;
  }

  /** The device's storage as one page sees it. The device's other pages hear of a change a few milliseconds later. */
  storeOf(page: Page | null): SharedStore {
    const { schedule, chance } = this.#parts;
    const changed = (key: string) => {
      for (const other of this.pages) {
        if (other === page) continue;
        schedule.after(chance() * 4, other.actor, () => {
          for (const onChange of other.storageListeners) onChange(key);
        });
      }
    };
    return {
      read: (key) => this.#values.get(key) ?? null,
      write: (key, value) => {
        this.#values.set(key, value);
        changed(key);
      },
      remove: (key) => {
        this.#values.delete(key);
        changed(key);
      },
      keys: () => [...this.#values.keys()],
      watch: (onChange) => {
        page?.storageListeners.add(onChange);
        return () => page?.storageListeners.delete(onChange);
      },
    };
  }

  /** Acts as Web Locks: one page at a time has the lock, and a page that is closed releases it. */
  withLock(page: Page, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        resolve();
        this.#unlock((one) => one === waiting);
      };
      const waiting: Waiting = {
        page,
        run: () =>
          this.#parts.schedule.after(0, page.actor, () => void work().then(release, release)),
      };
      this.#lock.push(waiting);
      if (this.#lock.length === 1) waiting.run();
    });
  }

  #unlock(isGone: (one: Waiting) => boolean): void {
    const [holder] = this.#lock;
    this.#lock = this.#lock.filter((one) => !isGone(one));
    const [next] = this.#lock;
    if (next !== holder) next?.run();
  }

  close(page: Page): void {
    page.actor.isAlive = false;
    this.pages = this.pages.filter((one) => one !== page);
    for (const pending of this.#pending) {
      if (pending.page === page) this.#pending.delete(pending);
    }
    for (const line of page.lines) line.vanish(true);
    this.#unlock((one) => one.page === page);
  }

  goOffline(): void {
    this.isOnline = false;
    this.breakLines();
    this.#fail([...this.#pending], REFUSED_MS);
    this.#tell();
  }

  goOnline(): void {
    if (this.isOnline) return;
    this.isOnline = true;
    this.#tell();
  }

  fallAsleep(): void {
    this.#isAsleep = true;
    for (const pending of this.#pending) pending.isLost = true;
    for (const line of this.#lines) {
      line.isDead = true;
      line.other.isDead = true;
    }
  }

  wakeUp(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#fail(
      [...this.#pending].filter(({ isLost }) => isLost),
      RESET_MS,
    );
    this.#tell();
  }

  breakLines(): void {
    const isLate = this.#parts.chance() < 0.5;
    for (const line of this.#lines) {
      line.break(isLate);
      line.other.break(isLate);
    }
    this.#lines.clear();
  }

  heal(): void {
    this.faults = [];
    this.goOnline();
    this.wakeUp();
  }

  /** @param done receives null if no answer comes @returns a function that gives up the request */
  request(page: Page, request: Request, done: (answer: Answer) => void): () => void {
    const { schedule, server, delay, chance } = this.#parts;
    request.headers.set("cookie", `session=${this.token}`);
    const pending: Pending = { page, done, isLost: false };
    this.#pending.add(pending);
    const giveUp = () => void this.#pending.delete(pending);
    if (!this.isOnline) {
      this.#fail([pending], REFUSED_MS);
      return giveUp;
    }
    // There is no answer before the device wakes up, but the page can give up earlier.
    if (this.#isAsleep) {
      pending.isLost = true;
      return giveUp;
    }
    const fault = chance() < 0.5 ? this.faults.shift() : undefined;
    const way = delay() + (fault === "late" ? LATE_MS : 0);
    if (fault === "request lost") {
      this.#fail([pending], way);
      return giveUp;
    }
    if (fault === "doubled") {
      const copy = request.clone() as Request;
      schedule.after(way + delay(), server.network, () => server.handle(copy, () => {}));
    }
    schedule.after(way, server.network, () =>
      server.handle(request, (response) => {
        if (pending.isLost) return;
        schedule.after(delay(), page.actor, () => {
          const answer = fault === "answer lost" ? null : response;
          if (this.#pending.delete(pending)) done(answer);
        });
      }),
    );
    return giveUp;
  }

  addLine(page: Page, line: Line): void {
    line.latency = this.#parts.delay;
    line.other.latency = this.#parts.delay;
    this.#lines.add(line);
    page.lines.add(line);
  }

  #fail(requests: Pending[], delayMs: number): void {
    for (const pending of requests) {
      this.#parts.schedule.after(delayMs, pending.page.actor, () => {
        if (this.#pending.delete(pending)) pending.done(null);
      });
    }
  }

  #tell(): void {
    for (const { actor, deviceListeners } of this.pages) {
      this.#parts.schedule.after(0, actor, () => {
        for (const listener of deviceListeners) listener();
      });
    }
  }
}

export class Page {
  readonly actor = new Actor();
  readonly deviceListeners = new Set<() => void>();
  readonly storageListeners = new Set<(key: string | null) => void>();
  readonly lines = new Set<Line>();
  readonly device: Device;

  constructor(device: Device) {
    this.device = device;
    device.pages.push(this);
  }

  watchDevice(listener: () => void): () => void {
    this.deviceListeners.add(listener);
    return () => this.deviceListeners.delete(listener);
  }

  fetch(path: string, { signal, headers, ...init }: RequestInit): Promise<SimulatedResponse> {
    return new Promise((resolve, reject) => {
      const request = new Request(`${ORIGIN}${path}`, { ...init, headers: new Headers(headers) });
      const giveUp = this.device.request(this, request, (answer) => {
        if (answer) resolve(answer);
        else reject(new TypeError("Failed to fetch"));
      });
      signal?.addEventListener("abort", () => {
        giveUp();
        reject(new DOMException("aborted", "AbortError"));
      });
    });
  }
}

/** The parts of `WebSocket` that engine.io-client uses. */
export class PageWebSocket implements LineHost {
  readonly actor: Actor;
  binaryType = "blob";
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = (_event: { code: number }) => {};

  #line: Line | null = null;
  #isClosed = false;

  constructor(page: Page, url: string) {
    this.actor = page.actor;
    const headers = { Upgrade: "websocket", Origin: ORIGIN };
    const request = new Request(url.replace(/^ws/, "http"), { headers });
    page.device.request(page, request, (answer) => {
      const line = answer?.webSocket as unknown as Line | undefined;
      if (!line) return this.takeClose();
      page.device.addLine(page, line);
      this.#line = line;
      if (!this.#isClosed) this.onopen();
      line.hold(this);
      if (this.#isClosed) line.close();
    });
  }

  send(frame: string): void {
    if (this.#line?.readyState === LINE_OPEN) this.#line.send(frame);
  }

  close(): void {
    if (this.#line) this.#line.close();
    else this.takeClose();
  }

  takeFrame(_line: Line, data: string): void {
    if (!this.#isClosed) this.onmessage({ data });
  }

  takeClose(_line?: Line, code = 1006): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose({ code });
  }
}
