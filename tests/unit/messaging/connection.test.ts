import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BROWSER } from "~/app/messaging/browser";
import { Connection } from "~/app/messaging/connection";
import type { LineEvents, OpenLine } from "~/app/messaging/environment";
import { type OpenWebSocket, WebSocketLine } from "~/app/messaging/websocket-line";
import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import { type SimulatedLine, simulateBrowser } from "~/tests/support/simulated-browser";

const ID = "a-conversation";
const SELF_PINGING = { sid: "s", pingInterval: 86_400_000, pingTimeout: 86_400_000 };
const STOCK = { sid: "s", pingInterval: 25_000, pingTimeout: 20_000 };
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

/** The server's end of one WebSocket. */
interface ServerEnd {
  path: string;
  /** The packets that the client has sent. */
  sent: string[];
  isClosed: boolean;
  say(data: string): void;
  hangUp(): void;
}

const createBrowser = () =>
  simulateBrowser(() => Promise.reject(new Error("no call is made here")));

/** Opens a connection and records its reports: a state by its name, an event as a list that begins with its name. */
function openConnection(browser = createBrowser(), environment: object = {}) {
  const told: unknown[] = [];
  const tell =
    (name: string) =>
    (...values: unknown[]) =>
      void told.push([name, ...values]);
  const connection = new Connection(
    { ...browser.environment, ...environment },
    "a-conversation",
    true,
    {
      state: (state) => void told.push(state),
      missed: tell("missed"),
      message: tell("message"),
      read: tell("read"),
      typing: tell("typing"),
      question: tell("question"),
      stale: tell("stale"),
    },
  );
  connection.open();
  return { connection, told };
}

/** A connection over WebSockets. The test controls the server's ends. */
function openSocket({ polling = null as OpenLine | null, random = 0 } = {}) {
  const ends: ServerEnd[] = [];
  const openWebSocket: OpenWebSocket = (path, { message, closed }) => {
    const sent: string[] = [];
    const end: ServerEnd = { path, sent, isClosed: false, say: message, hangUp: closed };
    ends.push(end);
    return {
      send: (data) => void sent.push(data),
      close: () => {
        end.isClosed = true;
      },
    };
  };
  const tokens = ["a-token"];
  const browser = createBrowser();
  const opened = openConnection(browser, {
    random: () => random,
    readToken: () => tokens[0] ?? null,
    openLine: (...[request, events]: Parameters<OpenLine>) =>
      new WebSocketLine(BROWSER.clock, openWebSocket, request, events),
    loadPolling: async () => {
      if (!polling) throw new TypeError("Failed to fetch dynamically imported module");
      return polling;
    },
  });
  return { ...opened, browser, ends, tokens };
}

async function openJoined(handshake = SELF_PINGING, options = {}) {
  const opened = openSocket(options);
  await vi.advanceTimersByTimeAsync(0);
  const end = opened.ends[0] as ServerEnd;
  join(end, handshake);
  return { ...opened, end };
}

function join(end: ServerEnd, handshake = SELF_PINGING): void {
  end.say(`0${JSON.stringify(handshake)}`);
  end.say('40{"sid":"x"}');
  end.say(`42["joined_conversation",{"conversationId":"${ID}"}]`);
}

/** A connection over a simulated line. The server has accepted the member, who has not joined yet. */
async function openAccepted() {
  const browser = createBrowser();
  const opened = openConnection(browser);
  await vi.advanceTimersByTimeAsync(0);
  const [line] = browser.lines as [SimulatedLine];
  line.events.connected();
  const event = (name: string, payload: object = {}) =>
    line.events.event(name, { conversationId: ID, ...payload });
  return { ...opened, browser, line, event };
}

it("a connection opens a WebSocket with its token, joins, and reports each event of its conversation", async () => {
  const { connection, end, told } = await openJoined();
  expect(end.path).toBe(
    "/socket.io/?EIO=4&transport=websocket&heartbeat=client&conversationId=a-conversation",
  );
  expect(end.sent).toEqual([`40{"token":"a-token"}`, `42["join_conversation","${ID}"]`]);
  expect([told, connection.isConnected]).toEqual([["live", ["missed"]], true]);
  end.say(`42["new_message",${JSON.stringify(MESSAGE)}]`);
  end.say(`42["typing",{"conversationId":"${ID}","user_id":"them"}]`);
  end.say(`42["typing",{"conversationId":"another","user_id":"them"}]`);
  end.say(`42["question_answered",{"conversationId":"${ID}","level":1}]`);
  end.say(`42["question_revealed",{"conversationId":"another","level":1}]`);
  end.say(`42["question_revealed",{"conversationId":"${ID}","level":1}]`);
  end.say(`42["messages_read",{"conversationId":"${ID}","reader_id":"them","up_to":"m1"}]`);
  end.say(`42["conversation_closed",{"conversationId":"${ID}","reason":"blocked"}]`);
  expect(told.slice(2)).toMatchObject([
    ["message", { message_id: "m1" }],
    ["typing", "them"],
    ["question"],
    ["question"],
    ["read", { reader_id: "them", up_to: "m1" }],
    "none",
    ["stale"],
  ]);
  expect(end.sent.slice(-2)).toEqual([
    `42["message_received",{"conversationId":"${ID}","message_id":"m1"}]`,
    `42["leave_conversation","${ID}"]`,
  ]);
  expect([end.isClosed, vi.getTimerCount()]).toEqual([true, 0]);
});

it("a connection reconnects if its join is not answered within 8 s", async () => {
  const { connection, ends, told } = openSocket();
  await vi.advanceTimersByTimeAsync(0);
  ends[0]?.say(`0${JSON.stringify(SELF_PINGING)}`);
  ends[0]?.say('40{"sid":"x"}');
  await vi.advanceTimersByTimeAsync(8_000);
  expect([told, connection.isConnected, ends[0]?.isClosed]).toEqual([
    ["reconnecting"],
    false,
    true,
  ]);
  await vi.advanceTimersByTimeAsync(2_800);
  join(ends[1] as ServerEnd);
  expect([told.slice(1), connection.isConnected]).toEqual([["live", ["missed"]], true]);
  connection.close();
});

describe("sending", () => {
  const message = { content: "hello", client_id: "c1" };

  it("send() resolves to the message that the server has stored", async () => {
    const { connection, end } = await openJoined();
    const sending = connection.send(message);
    expect(end.sent.at(-1)).toBe(
      `420["send_message",{"conversationId":"${ID}","content":"hello","client_id":"c1"}]`,
    );
    end.say(`430[{"ok":true,"isNew":true,"message":${JSON.stringify(MESSAGE)}}]`);
    expect(await sending).toMatchObject({ message_id: "m1" });
    connection.close();
  });

  it.each([
    ["is refused", ({ say }: ServerEnd) => say('430[{"ok":false,"status":429,"message":"Wait"}]')],
    ["is answered with something else", ({ say }: ServerEnd) => say("430[]")],
    ["loses its connection", ({ hangUp }: ServerEnd) => hangUp()],
    ["waits for its answer too long", () => vi.advanceTimersByTime(4_000)],
  ])("a message over the socket is left to the POST when it %s", async (_name, happen) => {
    const { connection, end } = await openJoined();
    const sending = connection.send(message);
    happen(end);
    expect(await sending).toBeNull();
    connection.close();
  });

  it("a message that is sent before the join is left to the POST", async () => {
    const { connection, ends } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.say(`0${JSON.stringify(SELF_PINGING)}`);
    ends[0]?.say('40{"sid":"x"}');
    expect(await connection.send(message)).toBeNull();
    connection.close();
  });
});

describe("a ping", () => {
  it("the client pings every 25 s in the form that wakes no object, and answered pings keep the connection", async () => {
    const { connection, end, ends } = await openJoined();
    for (let minute = 0; minute < 4; minute++) {
      await vi.advanceTimersByTimeAsync(25_000);
      expect(end.sent.at(-1)).toBe("2");
      end.say("3");
    }
    expect([ends.length, end.isClosed]).toEqual([1, false]);
    connection.close();
  });

  it("a connection reconnects if its ping after the device woke is not answered within 8 s", async () => {
    const { browser, connection, end, ends, told } = await openJoined();
    browser.comeBack();
    await vi.advanceTimersByTimeAsync(8_000);
    expect([end.isClosed, ends.length, told.at(-1)]).toEqual([true, 2, "reconnecting"]);
    connection.close();
  });

  it("if the server pings, the client's own pings are events, and 45 s without a server ping end the connection", async () => {
    const { browser, connection, end, told } = await openJoined(STOCK);
    browser.comeBack();
    expect(end.sent.at(-1)).toBe('420["ping"]');
    end.say("430[]");
    await vi.advanceTimersByTimeAsync(20_000);
    end.say("2");
    expect(end.sent.at(-1)).toBe("3");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(end.sent.at(-1)).toBe('421["ping"]');
    end.say("431[]");
    await vi.advanceTimersByTimeAsync(34_999);
    expect(told).not.toContain("reconnecting");
    // 45 s after the server's last ping.
    await vi.advanceTimersByTimeAsync(1);
    expect(told.at(-1)).toBe("reconnecting");
    connection.close();
  });
});

describe("a lost connection", () => {
  it.each([
    [0, 200],
    [1, 2_800],
  ])("a lost connection at random() = %d reconnects after %d ms", async (random, afterMs) => {
    const { connection, end, ends, told } = await openJoined(SELF_PINGING, { random });
    end.hangUp();
    expect(told.at(-1)).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(afterMs - 1);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(2);
    join(ends[1] as ServerEnd);
    expect(told.slice(-2)).toEqual(["live", ["missed"]]);
    // Reports of the first line after its end are ignored.
    end.say(`42["new_message",${JSON.stringify(MESSAGE)}]`);
    end.hangUp();
    expect(told.at(-1)).toEqual(["missed"]);
    connection.close();
  });

  it.each([
    ["a close packet of the server", "1"],
    ["a disconnect packet of the session", "41"],
    ["text that is no packet", "42[oops"],
  ])("a connection reconnects after %s", async (_name, data) => {
    const { connection, end, ends, told } = await openJoined();
    end.say(data);
    expect([told.at(-1), end.isClosed]).toEqual(["reconnecting", true]);
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toHaveLength(2);
    connection.close();
  });

  it("a connection stays closed while the device is offline, and reconnects immediately when it is online", async () => {
    const { browser, connection, end, ends, told } = await openJoined();
    browser.goOffline();
    expect([connection.isConnected, end.isClosed]).toEqual([false, true]);
    browser.comeBack();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([connection.state, ends.length]).toEqual(["offline", 1]);
    browser.goOnline();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    expect(told.slice(2)).toEqual(["offline", ["missed"], "reconnecting", ["missed"]]);
    connection.close();
  });
});

describe("a network that blocks WebSockets", () => {
  it.each([
    ["refuses WebSockets", (end: ServerEnd) => end.hangUp()],
    ["doesn't answer WebSockets", () => vi.advanceTimersByTime(10_000)],
  ])("if a network %s, the client polls and later retries a WebSocket", async (_name, fail) => {
    const lines: LineEvents[] = [];
    const emitted: unknown[] = [];
    const polling: OpenLine = (_request, events) => {
      lines.push(events);
      return {
        pingIntervalMs: 30_000,
        emit: (...packet) => void emitted.push(packet),
        ping: (onAnswer) => onAnswer(),
        close() {},
      };
    };
    const { connection, ends, told } = openSocket({ polling });
    await vi.advanceTimersByTimeAsync(0);
    fail(ends[0] as ServerEnd);
    await vi.advanceTimersByTimeAsync(0);
    lines[0]?.connected();
    expect(emitted).toEqual([["join_conversation", ID]]);
    lines[0]?.event("joined_conversation", { conversationId: ID });
    expect(told).toEqual(["reconnecting", "live", ["missed"]]);
    lines[0]?.closed();
    await vi.advanceTimersByTimeAsync(200);
    expect([lines.length, ends.length]).toEqual([1, 2]);
    connection.close();
  });

  it("a connection tries a WebSocket again if the polling fallback can't be loaded", async () => {
    const { connection, ends, told } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.hangUp();
    await vi.advanceTimersByTimeAsync(200);
    expect([ends.length, told]).toEqual([2, ["reconnecting"]]);
    connection.close();
  });
});

describe("a refusal", () => {
  it("a refused token reports the page as stale, and the next token is tried after five seconds", async () => {
    const { connection, ends, told, tokens } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.say(`0${JSON.stringify(STOCK)}`);
    ends[0]?.say('44{"message":"Authentication required"}');
    expect(told).toEqual(["reconnecting", ["stale"]]);
    tokens[0] = "another";
    await vi.advanceTimersByTimeAsync(5_000);
    ends[1]?.say(`0${JSON.stringify(STOCK)}`);
    expect(ends[1]?.sent).toEqual([`40{"token":"another"}`]);
    connection.close();
  });

  it("a connection that is one too many is in the state crowded, and tries again after five seconds", async () => {
    const { connection, ends, told } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.say(`0${JSON.stringify(STOCK)}`);
    ends[0]?.say(`44{"message":"${TOO_MANY_CONNECTIONS}"}`);
    expect(told).toEqual(["crowded"]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ends).toHaveLength(2);
    connection.close();
  });

  it("a join that is refused for too many connections is repeated every ten seconds, with a fetch, until it succeeds", async () => {
    const { connection, line, event, told } = await openAccepted();
    const joins = () => line.emitted.filter((name) => name === "join_conversation").length;
    event("join_error", { message: TOO_MANY_CONNECTIONS });
    for (let round = 0; round < 3; round++) {
      await vi.advanceTimersByTimeAsync(10_000);
      event("join_error", { message: TOO_MANY_CONNECTIONS });
    }
    expect([told, joins()]).toEqual([["crowded", ["missed"], ["missed"], ["missed"]], 4]);
    event("joined_conversation");
    await vi.advanceTimersByTimeAsync(30_000);
    expect([told.slice(4), joins()]).toEqual([["live", ["missed"]], 4]);
    connection.close();
  });

  it("a join that is refused as not found reports the page as stale, and is repeated once after open()", async () => {
    const { connection, line, event, told } = await openAccepted();
    const joins = () => line.emitted.filter((name) => name === "join_conversation").length;
    event("join_error", { message: NOT_FOUND });
    expect([told, connection.state]).toEqual([["refused", ["stale"]], "refused"]);
    connection.open();
    connection.open();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(joins()).toBe(2);
    event("joined_conversation");
    connection.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([joins(), connection.state]).toEqual([2, "live"]);
    // A closed connection sends no more joins.
    event("join_error", { message: NOT_FOUND });
    connection.open();
    connection.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(joins()).toBe(2);
  });
});

it("a connection reports a hidden page after each join, and each change of its visibility", async () => {
  const { browser, connection, line, event } = await openAccepted();
  const shown = () => line.emitted.filter((name) => name === "hidden" || name === "visible");
  event("joined_conversation");
  expect(shown()).toEqual([]);
  browser.hide();
  expect(shown()).toEqual(["hidden"]);
  line.events.closed();
  await vi.advanceTimersByTimeAsync(200);
  const again = browser.lines[1] as SimulatedLine;
  again.events.connected();
  again.events.event("joined_conversation", { conversationId: ID });
  expect(again.emitted).toEqual(["join_conversation", "hidden"]);
  browser.comeBack();
  expect(again.emitted.slice(2)).toEqual(["visible", "ping"]);
  connection.close();
});

it("repeated calls of open() share one line, and open() after close() makes a new one", async () => {
  const { browser, connection, told } = await openAccepted();
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.lines).toHaveLength(1);
  connection.close();
  // A closed connection ignores changes of the network.
  browser.goOffline();
  browser.goOnline();
  expect(connection.state).toBe("none");
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  expect([browser.lines.length, told]).toEqual([2, ["none", "connecting"]]);
  connection.close();
});

it("a connection stays live if the device reports that it is online without having been offline", async () => {
  const { browser, connection, event, told } = await openAccepted();
  event("joined_conversation");
  browser.goOnline();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([connection.state, browser.lines.length]).toEqual(["live", 1]);
  expect(told).toEqual(["live", ["missed"], ["missed"]]);
  connection.close();
});

it("a connection reconnects if its repeated join is not answered", async () => {
  const { browser, connection, event } = await openAccepted();
  event("join_error", { message: NOT_FOUND });
  connection.open();
  await vi.advanceTimersByTimeAsync(2_000 + 8_000 + 200);
  expect(browser.lines).toHaveLength(2);
  connection.close();
});
