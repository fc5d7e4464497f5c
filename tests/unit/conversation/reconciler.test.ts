import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OutboxEntry } from "~/app/messaging/outbox";
import { Reconciler } from "~/app/messaging/reconciler";
import type { MessageDto } from "~/core/shared/contract";
import { simulateBrowser } from "~/tests/support/simulated-browser";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ME = { id: "me", name: "Me" };

/** The n-th message of a conversation, by default the partner's. */
function message(n: number, fields: Partial<MessageDto> = {}): MessageDto {
  const created_at = new Date(n * 1_000).toISOString();
  return {
    message_id: `m${String(n).padStart(4, "0")}`,
    content: `message ${n}`,
    sender_id: "you",
    sender_name: "You",
    sender_avatar: null,
    created_at,
    sent_at: created_at,
    is_read: false,
    client_id: null,
    ...fields,
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => message(from + i));

const entry = (client_id: string): OutboxEntry => ({
  client_id,
  content: client_id,
  queued_at: new Date(0).toISOString(),
  position: 1,
  origin: "page",
  state: "pending",
  reason: null,
});

/** A server that stores messages, and the reconciler of a page that has some of them. */
function open(stored: MessageDto[], known: MessageDto[] = []) {
  const server = { stored, calls: [] as string[], isAway: false, status: 200 };
  const { environment } = simulateBrowser(async (path, { method = "GET" }) => {
    const url = new URL(path, "http://server");
    server.calls.push(`${method} ${url.pathname.split("/").at(-1)}${url.search}`);
    if (server.isAway) throw new TypeError("network");
    if (server.status !== 200) return Response.json({}, { status: server.status });
    if (method === "POST") return Response.json({ read: 1 });
    const before = url.searchParams.get("before");
    const limit = Number(url.searchParams.get("limit"));
    return Response.json(
      server.stored.filter(({ message_id }) => !before || message_id < before).slice(-limit),
    );
  });
  const events = { changed: vi.fn(), stale: vi.fn(), isConnected: () => true };
  const options = { conversationId: "c", viewer: ME, messages: known, hasOlder: true };
  const reconciler = new Reconciler(environment, options, events);
  const words = () => reconciler.list().map((item) => item.message.content);
  return { reconciler, server, events, words };
}

describe("missed messages", () => {
  it("missed messages are fetched page by page until the gap is closed", async () => {
    const { reconciler, server, words } = open(range(1, 160), range(1, 30));
    await reconciler.fetchMissed();
    expect(words()).toEqual(range(1, 160).map(({ content }) => content));
    expect(server.calls).toEqual([
      "GET messages?limit=50",
      "GET messages?limit=50&before=m0111",
      "GET messages?limit=50&before=m0061",
    ]);
    // Without a gap one page is enough.
    await reconciler.fetchMissed();
    expect(server.calls).toHaveLength(4);
  });

  it("a failed fetch is retried until it succeeds, and not after stop()", async () => {
    const { reconciler, server, words } = open(range(1, 3));
    server.isAway = true;
    await reconciler.fetchMissed();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.calls).toHaveLength(2);
    server.isAway = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([server.calls.length, words().length]).toEqual([3, 3]);
    server.isAway = true;
    await reconciler.fetchMissed();
    reconciler.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(4);
  });

  it("calls of fetchMissed() during a fetch lead to one more fetch after it", async () => {
    const { reconciler, server } = open(range(1, 3));
    await Promise.all([1, 2, 3].map(() => reconciler.fetchMissed()));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toHaveLength(2);
  });

  it("a fetch that is refused with 403 is not retried, and reports the page as stale", async () => {
    const { reconciler, server, events } = open(range(1, 3));
    server.status = 403;
    await reconciler.fetchMissed();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([server.calls.length, events.stale.mock.calls.length]).toEqual([1, 1]);
  });
});

it("loadOlder() loads one earlier page at a time until there are none", async () => {
  const { reconciler, words } = open(range(1, 120), range(61, 120));
  await Promise.all([reconciler.loadOlder(), reconciler.loadOlder()]);
  expect([words()[0], reconciler.hasOlder]).toEqual(["message 11", true]);
  await reconciler.loadOlder();
  expect([words()[0], reconciler.hasOlder]).toEqual(["message 1", false]);
});

it("a message that another tab has sent stays on screen until a fetch returns it, and is never shown twice", async () => {
  const { reconciler, server, words } = open([]);
  reconciler.updateOutbox([entry("one")]);
  server.isAway = true;
  reconciler.updateOutbox([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(words()).toEqual(["one"]);
  server.stored = [message(1, { sender_id: "me", client_id: "one", content: "one" })];
  server.isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(words()).toEqual(["one"]);
  expect(reconciler.list()[0]?.delivery).toBe("sent");
});

it("markRead() reports the partner's messages as read in one call, and makes no call if none are unread", async () => {
  const { reconciler, server } = open([], [message(1), message(2)]);
  await Promise.all([reconciler.markRead(), reconciler.markRead()]);
  await reconciler.markRead();
  expect(server.calls).toEqual(["POST read"]);
  expect(reconciler.list().every((item) => item.message.is_read)).toBe(true);
});
