import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Environment } from "~/app/messaging/browser";
import { outboxOf } from "~/app/messaging/outbox";
import { BROWSER_STORE, prefixOf } from "~/app/messaging/storage";
import { SimulatedStorage, simulateBrowser } from "~/tests/support/simulated-browser";

const owner = { memberId: "me", conversationId: "conversation" };
const MESSAGES = "/api/pairings/conversation/conversation/messages";

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

  post = async (path: string, init: RequestInit): Promise<Response> => {
    expect([path, init.method]).toEqual([MESSAGES, "POST"]);
    this.posts += 1;
    const trip = this.#trips.shift() ?? GOOD;
    await sleep(trip.thereMs);
    if (trip.isLost) throw new TypeError("network");
    const { client_id, content } = JSON.parse(String(init.body)) as {
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

function openTab(fetch: Environment["fetch"], storage?: SimulatedStorage) {
  const { environment } = simulateBrowser(fetch, storage);
  const outbox = outboxOf(environment, owner);
  const onRefused = vi.fn();
  const stop = outbox.listen({ onChange() {}, onStored() {}, onRefused });
  return { environment, outbox, stop, onRefused };
}

beforeEach(() => {
  vi.useFakeTimers();
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
  it("two tabs without Web Locks have each message stored exactly once and in order on any network", async () => {
    let mostPosts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(aTrip, { maxLength: 12 }),
        fc.array(aWriting, { minLength: 1, maxLength: 6 }),
        async (trips, writings) => {
          const server = new ModelServer(trips);
          const storage = new SimulatedStorage();
          const tabs = [openTab(server.post, storage), openTab(server.post, storage)];
          for (const [i, { tab, afterMs }] of writings.entries()) {
            await vi.advanceTimersByTimeAsync(afterMs);
            tabs[tab]?.outbox.add(`message ${i}`, `c${i}`);
          }
          await vi.advanceTimersByTimeAsync(120_000);
          expect(tabs.map(({ outbox }) => outbox.read())).toEqual([[], []]);
          expect(server.stored).toEqual(
            writings.map((_, i) => ({ client_id: `c${i}`, content: `message ${i}` })),
          );
          mostPosts = Math.max(mostPosts, server.posts - writings.length);
          for (const { stop } of tabs) stop();
        },
      ),
      { numRuns: 100 },
    );
    // Without repeated POSTs, the runs would prove nothing.
    expect(mostPosts).toBeGreaterThan(0);
  });
});

describe("an entry that is removed", () => {
  it("a message that waits for a retry is dropped when another tab or a sign-out removes it", async () => {
    const away = { ...GOOD, isLost: true };
    const server = new ModelServer([away, away]);
    const { environment, outbox, stop } = openTab(server.post);
    outbox.add("never mind", "c1");
    await vi.advanceTimersByTimeAsync(100);
    expect([server.posts, outbox.read().length]).toEqual([1, 1]);
    environment.store.remove(`${prefixOf(owner)}c1`);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([server.posts, server.stored, outbox.read()]).toEqual([1, [], []]);
    stop();
  });
});

describe("a device with full storage", () => {
  let isFull = true;
  const kept = new Map<string, string>();

  beforeEach(() => {
    isFull = true;
    kept.clear();
    const calls = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem(key: string, value: string) {
        if (isFull) throw new DOMException("full", "QuotaExceededError");
        kept.set(key, value);
      },
      removeItem: (key: string) => kept.delete(key),
    };
    // The stored keys are the object's own properties, as in a browser's `localStorage`.
    vi.stubGlobal(
      "localStorage",
      new Proxy(calls, {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    );
    vi.stubGlobal("window", { addEventListener() {}, removeEventListener() {} });
  });

  it("a message is kept in memory while storage is full, and is listed and sent once when there is space", async () => {
    let status = 404;
    let posts = 0;
    const { environment } = simulateBrowser(async () => {
      posts += 1;
      isFull = false;
      if (status === 404) return Response.json({ message: "Gone" }, { status });
      const message = { message_id: "m1", content: "kept", sender_id: "me", client_id: "c1" };
      return Response.json({ ...message, created_at: new Date(0).toISOString() }, { status });
    });
    const outbox = outboxOf({ ...environment, store: BROWSER_STORE }, owner);
    const stop = outbox.listen({ onChange() {}, onStored() {}, onRefused() {} });
    outbox.add("kept", "c1");
    expect(outbox.read()).toMatchObject([{ client_id: "c1", state: "pending" }]);
    await vi.advanceTimersByTimeAsync(60_000);
    // A 404 is final, so there is one attempt. The storage has space since that POST, so the failed
    // state is stored.
    expect([posts, outbox.read().map(({ state }) => state)]).toEqual([1, ["failed"]]);
    status = 201;
    outbox.retry("c1");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([posts, outbox.read()]).toEqual([2, []]);
    stop();
  });
});

it("failures during an outage don't count once the server is reachable again", async () => {
  const away = { ...GOOD, isLost: true };
  const server = new ModelServer(Array.from({ length: 13 }, () => away));
  const { outbox, stop } = openTab(server.post);
  outbox.add("patient", "c1");
  while (server.posts < 12) await vi.advanceTimersByTimeAsync(100);
  // From now on the live connection can send, which shows that the server is reachable. The 13th
  // POST still fails.
  outbox.sendLive = async () => null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.stored.length, outbox.read()]).toEqual([1, []]);
  stop();
});

/**
 * Writes a message whose POSTs are answered with `statuses` in turn, and after that with the last
 * status. The status 0 means that the POST is lost.
 */
async function write(statuses: number[], { isLive = false, retryAfter = "" } = {}) {
  const posts: number[] = [];
  const { outbox, stop, onRefused } = openTab(async () => {
    const status = statuses[posts.length] ?? statuses.at(-1) ?? 0;
    posts.push(Date.now());
    if (status === 0) throw new TypeError("network");
    return Response.json({}, { status, headers: { "retry-after": retryAfter } });
  });
  if (isLive) outbox.sendLive = async () => null;
  outbox.add("hello", "c1");
  await vi.advanceTimersByTimeAsync(120_000);
  stop();
  const pauses = posts.slice(1).map((at, i) => at - (posts[i] ?? 0));
  return { pauses, state: outbox.read()[0]?.state, refusals: onRefused.mock.calls.length };
}

it.each([0, 502, 503, 504])(
  "while the server can't be reached (status %d), a message is tried at least every four seconds, without end",
  async (status) => {
    const { pauses, state } = await write([status]);
    expect([pauses.length > 28, Math.max(...pauses), state]).toEqual([true, 4_000, "pending"]);
  },
);

it.each([
  [0, true],
  [503, true],
  [500, true],
  [500, false],
])(
  "a message is given up after three failures in a row if the server can be reached: status %d, live connection %s",
  async (status, isLive) => {
    const { pauses, state, refusals } = await write([status], { isLive });
    expect([pauses.length, state, refusals]).toEqual([2, "failed", 0]);
  },
);

it("a 429 doesn't count as a failure, and the message is sent again after the seconds in `retry-after`", async () => {
  const { pauses, state } = await write([500, 500, 429, 500], { retryAfter: "7" });
  expect([pauses.length, pauses[2], state]).toEqual([5, 7_000, "failed"]);
});

it.each([
  [400, "failed", 0],
  [403, "failed", 1],
  [404, "failed", 1],
  [401, "pending", 1],
])("after a %d, a message is %s and not sent again", async (status, state, refusals) => {
  expect(await write([status])).toEqual({ pauses: [], state, refusals });
});
