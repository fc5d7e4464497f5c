import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "~/app/messaging/connection";
import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import { type SimulatedSocket, simulateBrowser } from "~/tests/support/simulated-browser";

const ID = "a-conversation";
const NOT_FOUND = "Conversation not found or has expired";
const MESSAGE = {
  message_id: "m1",
  content: "hello",
  sender_id: "me",
  created_at: "2026-01-01T12:00:00.000Z",
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "debug").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** `told` lists the states by name, and each event as a list of its name and values. */
async function openConnection({ failedLoads = 0 } = {}) {
  const browser = simulateBrowser(() => Promise.reject(new Error("no call is made here")));
  const { openSocket } = browser.environment;
  const openLater = (id: string) =>
    failedLoads-- > 0 ? Promise.reject(new TypeError("no code")) : openSocket(id);
  const told: unknown[] = [];
  const tell =
    (name: string) =>
    (...values: unknown[]) =>
      void told.push([name, ...values]);
  const connection = new Connection({ ...browser.environment, openSocket: openLater }, ID, {
    state: (state) => void told.push(state),
    missed: tell("missed"),
    stale: tell("stale"),
    heard: {
      new_message: tell("message"),
      messages_read: tell("read"),
      typing: tell("typing"),
      partner_here: tell("here"),
      question_answered: tell("answered"),
      question_revealed: tell("revealed"),
    },
  });
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  const [socket] = browser.sockets as [SimulatedSocket];
  const say = (name: string, payload: object = {}) =>
    socket.say(name, { conversationId: ID, ...payload });
  return { browser, connection, told, socket, say };
}

async function openJoined() {
  const opened = await openConnection();
  opened.socket.accept();
  opened.say("joined_conversation");
  return opened;
}

const joins = ({ emitted }: SimulatedSocket) =>
  emitted.filter((name) => name === "join_conversation").length;

it("a connection joins, tests itself a second later, and reports each event of its conversation", async () => {
  const { connection, told, socket, say } = await openJoined();
  expect([told, connection.isConnected]).toEqual([["live", ["missed"]], true]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket.emitted).toEqual(["join_conversation", "test_connection"]);
  say("new_message", MESSAGE);
  say("typing", { user_id: "them" });
  say("partner_here", { here: true });
  say("question_answered", { level: 1 });
  say("question_revealed", { level: 1 });
  say("messages_read", { reader_id: "them", up_to: "m1" });
  say("conversation_closed", { reason: "blocked" });
  expect(told.slice(2)).toMatchObject([
    ["message", { message_id: "m1" }],
    ["typing", { user_id: "them" }],
    ["here", { here: true }],
    ["answered", { level: 1 }],
    ["revealed", { level: 1 }],
    ["read", { reader_id: "them", up_to: "m1" }],
    "none",
    ["stale"],
  ]);
  expect(socket.emitted.slice(2)).toEqual(["leave_conversation", "disconnect"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("a connection reconnects if its join is not answered within 8 s", async () => {
  const { connection, socket, told } = await openConnection();
  socket.accept();
  await vi.advanceTimersByTimeAsync(8_000);
  expect([told, socket.emitted.slice(-2)]).toEqual([["reconnecting"], ["disconnect", "connect"]]);
  connection.close();
});

describe("sending", () => {
  const message = { content: "hello", client_id: "c1" };

  it("send() resolves to the message that the server has stored", async () => {
    const { connection, socket } = await openJoined();
    socket.answer = async () => ({ ok: true, isNew: true, message: MESSAGE });
    expect(await connection.send(message)).toMatchObject({ message_id: "m1" });
    connection.close();
  });

  it.each([
    ["is refused", async () => ({ ok: false, status: 429, message: "Wait" })],
    ["is answered with something else", async () => undefined],
    ["loses its connection", () => Promise.reject(new Error("socket has been disconnected"))],
    ["waits for its answer too long", () => new Promise(() => {})],
  ])(
    "send() returns null for a message that %s, so that the page sends it by POST",
    async (_name, answer) => {
      const { connection, socket } = await openJoined();
      socket.answer = answer;
      const sending = connection.send(message);
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await sending).toBeNull();
      connection.close();
    },
  );

  it("send() returns null before the join, so that the page sends the message by POST", async () => {
    const { connection, socket } = await openConnection();
    socket.accept();
    expect(await connection.send(message)).toBeNull();
    connection.close();
  });
});

describe("a ping", () => {
  it("the client pings every 30 s, and answered pings keep the connection", async () => {
    const { connection, socket } = await openJoined();
    for (let round = 0; round < 4; round++) {
      await vi.advanceTimersByTimeAsync(30_000);
      expect(socket.emitted.at(-1)).toBe("ping");
      socket.say("pong");
    }
    expect(socket.emitted).not.toContain("disconnect");
    connection.close();
  });

  it("a connection reconnects if its ping after the device woke is not answered within 8 s", async () => {
    const { browser, connection, socket, told } = await openJoined();
    browser.comeBack();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(socket.emitted.slice(-2)).toEqual(["disconnect", "connect"]);
    expect(told.at(-1)).toBe("reconnecting");
    connection.close();
  });
});

describe("a lost connection", () => {
  it("when the client reconnects by itself, the page joins and fetches again", async () => {
    const { connection, socket, say, told } = await openJoined();
    socket.lose();
    expect(told.at(-1)).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.emitted).not.toContain("connect");
    socket.accept();
    say("joined_conversation");
    expect(told.slice(-2)).toEqual(["live", ["missed"]]);
    expect(joins(socket)).toBe(2);
    connection.close();
  });

  it("the page connects again after the server disconnects it, which socket.io-client doesn't do by itself", async () => {
    const { connection, socket, told } = await openJoined();
    socket.lose(false);
    expect(told.at(-1)).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.emitted.at(-1)).toBe("connect");
    connection.close();
  });

  it("a connection stays closed while the device is offline, and reconnects immediately when it is online", async () => {
    const { browser, connection, socket, told } = await openJoined();
    browser.goOffline();
    expect(connection.isConnected).toBe(false);
    browser.comeBack();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([connection.state, socket.emitted.includes("connect")]).toEqual(["offline", false]);
    browser.goOnline();
    expect(socket.emitted.at(-1)).toBe("connect");
    expect(told.slice(2)).toEqual(["offline", "reconnecting", ["missed"]]);
    connection.close();
  });
});

it("when the device is online again, a connection whose code could not be loaded starts again", async () => {
  const { browser, connection } = await openConnection({ failedLoads: 1 });
  browser.goOffline();
  browser.goOnline();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(browser.sockets).toHaveLength(1);
  connection.close();
});

describe("a refusal", () => {
  it("when a token is refused, the page is reported as stale, and the next token is tried after five seconds", async () => {
    const { connection, socket, told } = await openConnection();
    socket.refuse("Authentication required");
    expect(told).toEqual(["reconnecting", ["stale"]]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.emitted.at(-1)).toBe("connect");
    connection.close();
  });

  it("a connection above the limit is in the state `crowded`, and tries again after five seconds", async () => {
    const { connection, socket, told } = await openConnection();
    socket.refuse(TOO_MANY_CONNECTIONS);
    expect(told).toEqual(["crowded"]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.emitted.at(-1)).toBe("connect");
    connection.close();
  });

  it("a join that is refused for too many connections is repeated every ten seconds, with a fetch, until it succeeds", async () => {
    const { connection, socket, say, told } = await openConnection();
    socket.accept();
    say("join_error", { message: TOO_MANY_CONNECTIONS });
    for (let round = 0; round < 3; round++) {
      await vi.advanceTimersByTimeAsync(10_000);
      say("join_error", { message: TOO_MANY_CONNECTIONS });
    }
    expect([told, joins(socket)]).toEqual([["crowded", ["missed"], ["missed"], ["missed"]], 4]);
    say("joined_conversation");
    socket.say("pong");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([told.slice(4), joins(socket)]).toEqual([["live", ["missed"]], 4]);
    connection.close();
  });

  it("if a join is refused as not found, the connection reports the page as stale, and repeated calls of open() send only one more join", async () => {
    const { connection, socket, say, told } = await openConnection();
    socket.accept();
    say("join_error", { message: NOT_FOUND });
    expect([told, connection.state]).toEqual([["refused", ["stale"]], "refused"]);
    connection.open();
    connection.open();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(joins(socket)).toBe(2);
    say("joined_conversation");
    connection.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([joins(socket), connection.state]).toEqual([2, "live"]);
    // A closed connection sends no more joins.
    say("join_error", { message: NOT_FOUND });
    connection.open();
    connection.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(joins(socket)).toBe(2);
  });
});

it("a connection reports that the page is hidden after each join, and each time the page is hidden or shown", async () => {
  const { browser, connection, socket, say } = await openJoined();
  const shown = () => socket.emitted.filter((name) => name === "hidden" || name === "visible");
  expect(shown()).toEqual([]);
  browser.hide();
  expect(shown()).toEqual(["hidden"]);
  socket.lose();
  socket.accept();
  say("joined_conversation");
  expect(shown()).toEqual(["hidden", "hidden"]);
  browser.comeBack();
  expect(shown()).toEqual(["hidden", "hidden", "visible"]);
  connection.close();
});

it("repeated calls of open() share one socket, and open() after close() makes a new one", async () => {
  const { browser, connection } = await openJoined();
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.sockets).toHaveLength(1);
  connection.close();
  // A closed connection ignores changes of the network.
  browser.goOffline();
  browser.goOnline();
  expect(connection.state).toBe("none");
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  expect([browser.sockets.length, connection.state]).toEqual([2, "none"]);
  connection.close();
});

it("a connection stays live if the device reports that it is online without having been offline", async () => {
  const { browser, connection, socket, told } = await openJoined();
  browser.goOnline();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket.emitted).not.toContain("connect");
  expect(told).toEqual(["live", ["missed"], ["missed"]]);
  connection.close();
});
