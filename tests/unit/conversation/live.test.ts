import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConversationLive } from "~/app/messaging/live";
import { prefixOf } from "~/app/messaging/storage";
import type { MessageDto, QuestionDto } from "~/core/shared/contract";
import { messageDto } from "~/tests/support/message-dto";
import {
  type SimulatedSocket,
  SimulatedStorage,
  simulateBrowser,
} from "~/tests/support/simulated-browser";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "debug").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ME = { id: "me", name: "Me" };

const message = (n: number, fields: Partial<MessageDto> = {}) =>
  messageDto(n * 1_000, {
    message_id: `m${String(n).padStart(4, "0")}`,
    content: `message ${n}`,
    ...fields,
  });

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => message(from + i));

const QUESTION: QuestionDto = {
  level: 1,
  question: "What did you do today?",
  mine: null,
  theirs: null,
  partner_answered: false,
};

async function open(stored: MessageDto[], known: MessageDto[] = []) {
  const server = {
    stored,
    calls: [] as string[],
    isAway: false,
    status: 200,
    answered: false,
    hangs: false,
  };
  const storage = new SimulatedStorage();
  const browser = simulateBrowser(async (path, { method = "GET" }) => {
    const url = new URL(path, "http://server");
    const call = url.pathname.split("/").at(-1);
    if (server.isAway) throw new TypeError("network");
    if (call === "questions") {
      if (server.hangs) await new Promise(() => {});
      return Response.json([{ ...QUESTION, partner_answered: server.answered }]);
    }
    server.calls.push(`${method} ${call}${url.search}`);
    if (server.status !== 200) return Response.json({}, { status: server.status });
    if (method === "POST") return Response.json({ read: 1 });
    const before = url.searchParams.get("before");
    const limit = Number(url.searchParams.get("limit"));
    return Response.json(
      server.stored.filter(({ message_id }) => !before || message_id < before).slice(-limit),
    );
  }, storage);
  const onStale = vi.fn();
  const onMessage = vi.fn();
  const live = new ConversationLive(browser.environment, {
    conversationId: "c",
    viewer: ME,
    messages: known,
    questions: [QUESTION],
    hasOlder: true,
    onStale,
    onMessage,
  });
  const stop = live.start();
  live.setOpen(true);
  await vi.advanceTimersByTimeAsync(0);
  const [socket] = browser.sockets as [SimulatedSocket];
  const items = () => live.getSnapshot().items;
  const words = () => items().map((item) => item.message.content);
  return { live, browser, storage, socket, server, onStale, onMessage, items, words, stop };
}

async function openJoined(stored: MessageDto[], known: MessageDto[] = []) {
  const page = await open(stored, known);
  page.socket.accept();
  page.socket.say("joined_conversation");
  await vi.advanceTimersByTimeAsync(0);
  return page;
}

describe("missed messages", () => {
  it("missed messages are fetched page by page until the gap is closed", async () => {
    const { live, server, words, stop } = await openJoined(range(1, 160), range(1, 30));
    expect(words()).toEqual(range(1, 160).map(({ content }) => content));
    expect(server.calls).toEqual([
      "GET messages?limit=50",
      "GET messages?limit=50&before=m0111",
      "GET messages?limit=50&before=m0061",
    ]);
    await live.fetchMissed();
    expect(server.calls).toHaveLength(4);
    stop();
  });

  it("a failed fetch is retried until it succeeds or the page is left", async () => {
    const { live, server, words, stop } = await openJoined(range(1, 3));
    server.stored = range(1, 4);
    server.isAway = true;
    await live.fetchMissed();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(words()).toHaveLength(3);
    server.isAway = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([server.calls.length, words().length]).toEqual([2, 4]);
    server.isAway = true;
    await live.fetchMissed();
    stop();
    server.isAway = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(2);
  });

  it("calls of fetchMissed() during a fetch lead to one more fetch after it", async () => {
    const { live, server, stop } = await openJoined(range(1, 3));
    await Promise.all([1, 2, 3].map(() => live.fetchMissed()));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toHaveLength(3);
    stop();
  });

  it("messages are fetched even if the call for the questions hangs", async () => {
    const { live, server, words, stop } = await openJoined(range(1, 3));
    server.hangs = true;
    void live.fetchMissed();
    await vi.advanceTimersByTimeAsync(0);
    server.stored = range(1, 4);
    void live.fetchMissed();
    await vi.advanceTimersByTimeAsync(0);
    expect(words()).toHaveLength(4);
    stop();
  });

  it("a fetch that is refused with 403 is not retried, and reports the page as stale", async () => {
    const { live, server, onStale, stop } = await openJoined(range(1, 3));
    server.status = 403;
    await live.fetchMissed();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([server.calls.length, onStale.mock.calls.length]).toEqual([2, 1]);
    stop();
  });

  it("a page that comes back into view is reported as stale only while it lacks the partner's answer to a question", async () => {
    const { live, browser, server, onStale, stop } = await openJoined([]);
    server.answered = true;
    browser.comeBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(onStale).toHaveBeenCalledTimes(1);
    live.mergeLoaded({ messages: [], questions: [{ ...QUESTION, partner_answered: true }] });
    browser.comeBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(onStale).toHaveBeenCalledTimes(1);
    stop();
  });
});

it("loadOlder() loads one earlier page at a time until there are none", async () => {
  const { live, words, stop } = await open(range(1, 120), range(61, 120));
  await Promise.all([live.loadOlder(), live.loadOlder()]);
  expect([words()[0], live.getSnapshot().hasOlder]).toEqual(["message 11", true]);
  await live.loadOlder();
  expect([words()[0], live.getSnapshot().hasOlder]).toEqual(["message 1", false]);
  stop();
});

it("a message that another tab has sent stays on screen until a fetch returns it, and is never shown twice", async () => {
  const { storage, server, items, words, stop } = await openJoined([]);
  const other = storage.ofTab({});
  const key = `${prefixOf({ memberId: ME.id, conversationId: "c" })}one`;
  const entry = { client_id: "one", content: "one", queued_at: new Date(0).toISOString() };
  server.isAway = true;
  other.write(key, JSON.stringify({ ...entry, position: 1, state: "pending", reason: null }));
  await vi.advanceTimersByTimeAsync(10);
  expect(words()).toEqual(["one"]);
  other.remove(key);
  await vi.advanceTimersByTimeAsync(100);
  expect(words()).toEqual(["one"]);
  server.stored = [message(1, { sender_id: "me", client_id: "one", content: "one" })];
  server.isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(words()).toEqual(["one"]);
  expect(items()[0]?.delivery).toBe("sent");
  stop();
});

it("markRead() reports the partner's messages as read in one call, and makes no call if none are unread", async () => {
  const { live, server, items, stop } = await open([], [message(1), message(2)]);
  await Promise.all([live.markRead(), live.markRead()]);
  await live.markRead();
  expect(server.calls).toEqual(["POST read"]);
  expect(items().every((item) => item.message.is_read)).toBe(true);
  stop();
});

it("onMessage is called once for each message of the partner, and never for own messages", async () => {
  const { socket, onMessage, stop } = await openJoined([]);
  socket.say("new_message", message(1));
  socket.say("new_message", message(1));
  socket.say("new_message", message(2, { sender_id: "me" }));
  expect(onMessage.mock.calls).toMatchObject([[{ message_id: "m0001" }]]);
  stop();
});

it("the partner's typing is shown until the message comes, but at most five seconds after the last event", async () => {
  const { live, socket, stop } = await openJoined([]);
  const isShown = () => live.getSnapshot().isPartnerTyping;
  const onChange = vi.fn();
  live.subscribe(onChange);
  socket.say("typing", { user_id: ME.id });
  expect(isShown()).toBe(false);
  socket.say("typing", { user_id: "you" });
  await vi.advanceTimersByTimeAsync(4_000);
  socket.say("typing", { user_id: "you" });
  await vi.advanceTimersByTimeAsync(4_999);
  expect([isShown(), onChange.mock.calls.length]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([isShown(), onChange.mock.calls.length]).toEqual([false, 2]);
  socket.say("typing", { user_id: "you" });
  socket.say("new_message", message(1));
  expect(isShown()).toBe(false);
  stop();
});

it("the partner is notified of the member's typing once per 2.5 seconds", async () => {
  const { live, socket, stop } = await openJoined([]);
  for (let ms = 0; ms < 6_000; ms += 100) {
    live.typing();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(socket.emitted.filter((name) => name === "typing")).toHaveLength(3);
  stop();
});
