import type { SharedStore } from "~/app/messaging/storage";
import type { SimulatedResponse } from "./http";
import { type Browser, PageActor } from "./page-actor";
import type { Actor, Schedule } from "./schedule";
import type { SimulatedServer } from "./server";
import { LINE_OPEN, type Line } from "./web-socket";

/** A fault of the network: a request or its answer is lost, or the request arrives twice or very late. */
export type NetworkFault = "request lost" | "answer lost" | "doubled" | "late";

const LATE_MS = 25_000;
/** Time after a sleep until the system gives up the connections from before it. */
const RESET_MS = 12_000;
/** Time until a request without a network fails. */
const REFUSED_MS = 5;

export interface DeviceParts {
  schedule: Schedule;
  server: SimulatedServer;
  /** Draws the time of one way between the device and the server, in milliseconds. */
  delay(): number;
  chance(): number;
}

interface Waiting {
  page: Actor;
  run: () => void;
}

interface Pending {
  page: Actor;
  done: (answer: null) => void;
  isLost: boolean;
}

/** A browser on a device: the state that its tabs share, and its connection to the server. */
export class Device {
  readonly name: string;
  readonly memberId: string;
  readonly sessionId: string;
  readonly token: string;
  isOnline = true;
  /** Faults to come, with the number of requests before each. */
  faults: { requests: number; fault: NetworkFault }[] = [];
  pages: DevicePage[] = [];

  #parts: DeviceParts;
  #values = new Map<string, string>();
  #locks = new Map<string, { holder: Actor; queue: Waiting[] }>();
  #pending = new Set<Pending>();
  #lines = new Set<Line>();
  /** While a device sleeps, nothing is sent or received, and neither side is notified. */
  #isAsleep = false;

  constructor(
    who: {
      name: string;
      memberId: string;
      sessionId: string;
      token: string;
    },
    parts: DeviceParts,
  ) {
    this.name = who.name;
    this.memberId = who.memberId;
    this.sessionId = who.sessionId;
    this.token = who.token;
    this.#parts = parts;
    this.#values.set("authToken", who.token);
  }

  /** Whether no request is under way. */
  get isAtRest(): boolean {
    return this.#pending.size === 0;
  }

  readStored(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  keys(): string[] {
    return [...this.#values.keys()];
  }

  /** The storage for one page; its changes reach the other pages a moment later. */
  storeOf(page: DevicePage): SharedStore {
    const changed = (key: string) => {
      for (const other of this.pages) {
        if (other === page) continue;
        this.#parts.schedule.after(this.#parts.chance() * 4, other.actor, () =>
          other.tellStored(key),
        );
      }
    };
    return {
      read: (key) => this.readStored(key),
      write: (key, value) => {
        this.#values.set(key, value);
        changed(key);
      },
      remove: (key) => {
        this.#values.delete(key);
        changed(key);
      },
      keys: () => this.keys(),
      watch: (onChange) => page.watchStored(onChange),
    };
  }

  /** Web Locks: one page holds a lock at a time; a page that dies releases it. */
  withLock(name: string, page: Actor, work: () => Promise<void>): Promise<void> {
    const { schedule } = this.#parts;
    return new Promise((resolve) => {
      const run = () => {
        this.#locks.set(name, { holder: page, queue: this.#locks.get(name)?.queue ?? [] });
        schedule.after(0, page, () => {
          const release = () => {
            resolve();
            this.#release(name, page);
          };
          work().then(release, release);
        });
      };
      const held = this.#locks.get(name);
      if (held?.holder.isAlive) held.queue.push({ page, run });
      else run();
    });
  }

  #release(name: string, page: Actor): void {
    const held = this.#locks.get(name);
    if (held?.holder !== page) return;
    this.#locks.delete(name);
    const [next, ...queue] = held.queue.filter((one) => one.page.isAlive);
    if (!next) return;
    this.#locks.set(name, { holder: next.page, queue });
    next.run();
  }

  /** Closes a page with its pending requests, lines and locks. */
  close(page: DevicePage): void {
    page.actor.isAlive = false;
    this.pages = this.pages.filter((one) => one !== page);
    for (const pending of [...this.#pending])
      if (pending.page === page.actor) this.#pending.delete(pending);
    for (const line of page.lines) line.vanish(true);
    for (const name of this.#locks.keys()) this.#release(name, page.actor);
  }

  goOffline(): void {
    if (!this.isOnline) return;
    this.isOnline = false;
    this.#breakAll();
    this.#tell();
  }

  goOnline(): void {
    if (this.isOnline) return;
    this.isOnline = true;
    this.#tell();
  }

  /** From now on nothing arrives in either direction, and neither side is notified. */
  fallAsleep(): void {
    this.#isAsleep = true;
    for (const pending of this.#pending) pending.isLost = true;
    for (const line of this.#lines) {
      line.isDead = true;
      if (line.other) line.other.isDead = true;
    }
  }

  wakeUp(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    const lost = [...this.#pending].filter(({ isLost }) => isLost);
    for (const pending of lost) {
      this.#parts.schedule.after(RESET_MS, pending.page, () => {
        if (this.#pending.delete(pending)) pending.done(null);
      });
    }
    this.#tell();
  }

  /** Breaks all WebSockets; both ends are notified. */
  breakLines(): void {
    for (const line of this.#lines) line.tear(this.#parts.chance() < 0.5);
    this.#lines.clear();
  }

  /** Ends all faults of the device, so that nothing under way stays undecided. */
  heal(): void {
    this.faults = [];
    this.goOnline();
    this.wakeUp();
  }

  /** @returns a function that gives the request up */
  request(
    page: Actor,
    request: Request,
    done: (answer: SimulatedResponse | null) => void,
  ): () => void {
    const { schedule, server, delay } = this.#parts;
    request.headers.set("cookie", `session=${this.token}`);
    const pending: Pending = { page, done, isLost: false };
    const answer = (response: SimulatedResponse | null) => {
      if (this.#pending.delete(pending)) done(response);
    };
    this.#pending.add(pending);
    const giveUp = () => void this.#pending.delete(pending);
    if (!this.isOnline) {
      schedule.after(REFUSED_MS, page, () => answer(null));
      return giveUp;
    }
    const fault = this.#nextFault();
    const isLost = this.#isAsleep || fault === "request lost";
    const way = delay() + (fault === "late" ? LATE_MS : 0);
    const copy = fault === "doubled" ? (request.clone() as Request) : null;
    const arrive = (isFirst: boolean) => {
      server.handle(isFirst || !copy ? request : copy, (response) => {
        if (!isFirst || pending.isLost) return;
        const isAnswerLost = fault === "answer lost" && response !== null;
        schedule.after(delay(), page, () => answer(isAnswerLost ? null : response));
      });
    };
    // A request of a sleeping device is never answered: its page gives up by itself.
    if (isLost) {
      pending.isLost = true;
      if (!this.#isAsleep) schedule.after(way, page, () => answer(null));
      return giveUp;
    }
    const network = server.network;
    if (fault === "doubled") schedule.after(way + delay(), network, () => arrive(false));
    schedule.after(way, network, () => arrive(true));
    return giveUp;
  }

  connect(page: DevicePage, request: Request, done: (line: Line | null) => void): void {
    const { delay } = this.#parts;
    this.request(page.actor, request, (answer) => {
      const line = (answer?.webSocket ?? null) as Line | null;
      if (line) {
        line.latency = delay;
        if (line.other) line.other.latency = delay;
        this.#lines.add(line);
        page.lines.add(line);
        for (const one of this.#lines) if (one.readyState !== LINE_OPEN) this.#lines.delete(one);
      }
      done(line);
    });
  }

  #nextFault(): NetworkFault | null {
    if (this.faults.length === 0) return null;
    let due: NetworkFault | null = null;
    this.faults = this.faults.filter((one) => {
      if (one.requests > 0) {
        one.requests -= 1;
        return true;
      }
      due = one.fault;
      return false;
    });
    return due;
  }

  #breakAll(): void {
    this.breakLines();
    for (const pending of [...this.#pending]) {
      this.#pending.delete(pending);
      this.#parts.schedule.after(REFUSED_MS, pending.page, () => pending.done(null));
    }
  }

  #tell(): void {
    for (const { actor, listeners } of this.pages) {
      this.#parts.schedule.after(0, actor, () => {
        for (const listener of [...listeners]) listener();
      });
    }
  }
}

/** A page of a device, with its listeners and lines. */
export class DevicePage implements Browser {
  readonly actor: Actor;
  readonly listeners = new Set<() => void>();
  readonly lines = new Set<Line>();
  readonly device: Device;
  #watchers = new Set<(key: string | null) => void>();

  constructor(device: Device, name: string) {
    this.device = device;
    this.actor = new PageActor(name, this);
    device.pages.push(this);
  }

  request(request: Request, done: (answer: SimulatedResponse | null) => void): () => void {
    return this.device.request(this.actor, request, done);
  }

  connect(request: Request, done: (line: Line | null) => void): void {
    this.device.connect(this, request, done);
  }

  readStored(key: string): string | null {
    return this.device.readStored(key);
  }

  watchStored(onChange: (key: string | null) => void): () => void {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  }

  tellStored(key: string): void {
    for (const onChange of [...this.#watchers]) onChange(key);
  }

  watchDevice(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** `fetch`: rejects if no answer comes or the page gives up. */
  fetch(path: string, init: RequestInit): Promise<SimulatedResponse> {
    return new Promise((resolve, reject) => {
      const { method, signal } = init;
      const body = init.body as string | undefined;
      const headers = new Headers(init.headers);
      if (body) headers.set("content-length", String(body.length));
      const request = new Request(`http://happenstance.test${path}`, {
        ...(method ? { method } : {}),
        headers,
        body: body ?? null,
      });
      const giveUp = this.request(request, (answer) => {
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
