import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Of the browser only what two tabs share: the storage, which tells them of changes, and the network. */
const owner = { memberId: "me", conversationId: "conversation" };
const MESSAGES = "/api/pairings/conversation/conversation/messages";

class SharedStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return typeof this[key] === "string" && Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
    tellTabs(key);
  }

  removeItem(key: string): void {
    delete this[key];
    tellTabs(key);
  }
}

let listeners: ((event: { key: string }) => void)[] = [];

function tellTabs(key: string): void {
  setTimeout(() => {
    for (const listener of listeners) listener({ key });
  }, 0);
}

/** One way a POST may go: how long it is on its way, there and back, and whether it or its answer is lost. */
interface Trip {
  thereMs: number;
  backMs: number;
  isLost: boolean;
  isAnswerLost: boolean;
}

const GOOD: Trip = { thereMs: 5, backMs: 5, isLost: false, isAnswerLost: false };

class ModelServer {
  stored: { client_id: string; content: string }[] = [];
  posts = 0;
  #trips: Trip[];

  constructor(trips: Trip[]) {
    this.#trips = [...trips];
  }

  post = async (path: string, init: { method?: string; body?: string }): Promise<Response> => {
    expect([path, init.method]).toEqual([MESSAGES, "POST"]);
    this.posts += 1;
    const trip = this.#trips.shift() ?? GOOD;
    await sleep(trip.thereMs);
    if (trip.isLost) throw new TypeError("network");
    const { client_id, content } = JSON.parse(init.body ?? "") as {
      client_id: string;
      content: string;
    };
    const before = this.stored.findIndex((known) => known.client_id === client_id);
    if (before === -1) this.stored.push({ client_id, content });
    await sleep(trip.backMs);
    if (trip.isAnswerLost) throw new TypeError("network");
    const at = before === -1 ? this.stored.length : before + 1;
    const created_at = new Date(at).toISOString();
    const message = { message_id: `m${at}`, content, sender_id: "me", created_at, client_id };
    return Response.json(message, { status: before === -1 ? 201 : 200 });
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A page with modules of its own, as each tab has. */
async function openTab() {
  vi.resetModules();
  const { senderOf } = await import("~/app/messaging/sender");
  const sender = senderOf(owner);
  const stop = sender.listen({});
  return { sender, stop };
}

beforeEach(() => {
  listeners = [];
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", new SharedStorage());
  // No `locks`: what a page has that is not in a secure context.
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", {
    addEventListener: (name: string, listener: (event: { key: string }) => void) => {
      if (name === "storage") listeners.push(listener);
    },
    removeEventListener: (_name: string, listener: unknown) => {
      listeners = listeners.filter((one) => one !== listener);
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aTrip: fc.Arbitrary<Trip> = fc.record({
  thereMs: fc.integer({ min: 0, max: 3_000 }),
  backMs: fc.integer({ min: 0, max: 3_000 }),
  isLost: fc.boolean(),
  isAnswerLost: fc.boolean(),
});
const aWriting = fc.record({
  tab: fc.constantFrom(0, 1),
  afterMs: fc.integer({ max: 2_000, min: 0 }),
});

describe("two tabs without Web Locks", () => {
  it("send each message exactly once, and in order, whatever the network does", async () => {
    let mostPosts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(aTrip, { maxLength: 12 }),
        fc.array(aWriting, { minLength: 1, maxLength: 6 }),
        async (trips, writings) => {
          const server = new ModelServer(trips);
          vi.stubGlobal("fetch", server.post);
          vi.stubGlobal("localStorage", new SharedStorage());
          const tabs = [await openTab(), await openTab()];
          for (const [i, { tab, afterMs }] of writings.entries()) {
            await vi.advanceTimersByTimeAsync(afterMs);
            tabs[tab]?.sender.add(`message ${i}`, `c${i}`);
          }
          await vi.advanceTimersByTimeAsync(120_000);
          expect(tabs.map(({ sender }) => sender.read())).toEqual([[], []]);
          expect(server.stored).toEqual(
            writings.map((_, i) => ({ client_id: `c${i}`, content: `message ${i}` })),
          );
          mostPosts = Math.max(mostPosts, server.posts - writings.length);
          for (const { stop } of tabs) stop();
        },
      ),
      { numRuns: 100 },
    );
    // Both did send the same message now and then, or this would have shown nothing.
    expect(mostPosts).toBeGreaterThan(0);
  });
});

describe("forgetting", () => {
  it("stops a message that waits for another try", async () => {
    const away = { ...GOOD, isLost: true };
    const server = new ModelServer([away, away]);
    vi.stubGlobal("fetch", server.post);
    const { sender, stop } = await openTab();
    const { clearOutboxes } = await import("~/app/messaging/storage");
    sender.add("never mind", "c1");
    await vi.advanceTimersByTimeAsync(100);
    expect([server.posts, sender.read().length]).toEqual([1, 1]);
    clearOutboxes();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([server.posts, server.stored, sender.read()]).toEqual([1, [], []]);
    stop();
  });
});

describe("a device that has no room", () => {
  class FullStorage extends SharedStorage {
    static isFull = true;

    override setItem(key: string, value: string): void {
      if (FullStorage.isFull) throw new DOMException("full", "QuotaExceededError");
      super.setItem(key, value);
    }
  }

  beforeEach(() => {
    FullStorage.isFull = true;
    vi.stubGlobal("localStorage", new FullStorage());
  });

  it("keeps a message for as long as the page lives, and once, wherever it is kept", async () => {
    let status = 404;
    let posts = 0;
    vi.stubGlobal("fetch", async () => {
      posts += 1;
      FullStorage.isFull = false;
      if (status === 404) return Response.json({ message: "Gone" }, { status });
      const message = { message_id: "m1", content: "kept", sender_id: "me", client_id: "c1" };
      return Response.json({ ...message, created_at: new Date(0).toISOString() }, { status });
    });
    const { sender, stop } = await openTab();
    sender.add("kept", "c1");
    expect(sender.read()).toMatchObject([{ client_id: "c1", state: "pending" }]);
    await vi.advanceTimersByTimeAsync(60_000);
    // Refused for good: it was tried once, and what is written down now holds.
    expect([posts, sender.read().map(({ state }) => state)]).toEqual([1, ["failed"]]);
    status = 201;
    sender.retry("c1");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([posts, sender.read()]).toEqual([2, []]);
    stop();
  });

  it("counts no outage among the failures of a server that is there", async () => {
    FullStorage.isFull = false;
    const away = { ...GOOD, isLost: true };
    const server = new ModelServer(Array.from({ length: 13 }, () => away));
    vi.stubGlobal("fetch", server.post);
    const { sender, stop } = await openTab();
    sender.add("patient", "c1");
    while (server.posts < 12) await vi.advanceTimersByTimeAsync(100);
    // Back, and one attempt more that fails.
    sender.isServerThere = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([server.stored.length, sender.read()]).toEqual([1, []]);
    stop();
  });
});
