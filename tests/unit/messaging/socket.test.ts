import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BROWSER } from "~/app/messaging/browser";
import type { LineEvents, OpenLine } from "~/app/messaging/line";
import { ConversationSocket } from "~/app/messaging/socket";
import type { OpenWebSocket } from "~/app/messaging/websocket-line";
import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";

const ID = "a-conversation";
const SELF_PINGING = { sid: "s", pingInterval: 86_400_000, pingTimeout: 86_400_000 };
const STOCK = { sid: "s", pingInterval: 25_000, pingTimeout: 20_000 };
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
  /** What the client has sent. */
  sent: string[];
  isClosed: boolean;
  say(data: string): void;
  hangUp(): void;
}

function openSocket({ polling = null as OpenLine | null, random = 0 } = {}) {
  const ends: ServerEnd[] = [];
  const told: unknown[] = [];
  const tell =
    (name: string) =>
    (...values: unknown[]) =>
      void told.push([name, ...values]);
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
  const events = [
    "joined",
    "lost",
    "message",
    "read",
    "typing",
    "question",
    "closed",
    "refused",
  ] as const;
  const listeners = Object.fromEntries(events.map((name) => [name, tell(name)]));
  const tokens = ["a-token"];
  const socket = new ConversationSocket(
    ID,
    { ...listeners, unauthenticated: tell("unauthenticated") } as never,
    {
      clock: BROWSER.clock,
      random: () => random,
      readToken: () => tokens[0] ?? null,
      openWebSocket,
      loadPolling: async () => {
        if (!polling) throw new TypeError("Failed to fetch dynamically imported module");
        return polling;
      },
    },
  );
  return { socket, ends, told, tokens };
}

/** A socket that has joined. */
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

it("connects by WebSocket with its token, joins, and hears", async () => {
  const { socket, end, told } = await openJoined();
  expect(end.path).toBe(
    "/socket.io/?EIO=4&transport=websocket&heartbeat=client&conversationId=a-conversation",
  );
  expect(end.sent).toEqual([`40{"token":"a-token"}`, `42["join_conversation","${ID}"]`]);
  expect([told, socket.isConnected]).toEqual([[["joined"]], true]);
  end.say(`42["new_message",${JSON.stringify(MESSAGE)}]`);
  end.say(`42["typing",{"conversationId":"${ID}","user_id":"them"}]`);
  end.say(`42["typing",{"conversationId":"another","user_id":"them"}]`);
  end.say(`42["question_answered",{"conversationId":"${ID}","level":1}]`);
  end.say(`42["question_revealed",{"conversationId":"another","level":1}]`);
  end.say(`42["question_revealed",{"conversationId":"${ID}","level":1}]`);
  end.say(`42["messages_read",{"conversationId":"${ID}","reader_id":"them","up_to":"m1"}]`);
  end.say(`42["conversation_closed",{"conversationId":"${ID}","reason":"blocked"}]`);
  expect(told.slice(1)).toMatchObject([
    ["message", { message_id: "m1" }],
    ["typing", "them"],
    ["question"],
    ["question"],
    ["read", { reader_id: "them", up_to: "m1" }],
    ["closed", "blocked"],
  ]);
  socket.close();
  expect(end.sent.at(-1)).toBe(`42["leave_conversation","${ID}"]`);
  expect(end.isClosed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("connects again when its join is not answered", async () => {
  const { socket, ends, told } = openSocket();
  await vi.advanceTimersByTimeAsync(0);
  ends[0]?.say(`0${JSON.stringify(SELF_PINGING)}`);
  ends[0]?.say('40{"sid":"x"}');
  await vi.advanceTimersByTimeAsync(8_000);
  expect([told, socket.isConnected, ends[0]?.isClosed]).toEqual([[["lost"]], false, true]);
  await vi.advanceTimersByTimeAsync(2_800);
  join(ends[1] as ServerEnd);
  expect([told.at(-1), socket.isConnected]).toEqual([["joined"], true]);
  socket.close();
});

describe("sending", () => {
  const message = { content: "hello", client_id: "c1" };

  it("resolves to the message that the server has stored", async () => {
    const { socket, end } = await openJoined();
    const sending = socket.send(message);
    expect(end.sent.at(-1)).toBe(
      `420["send_message",{"conversationId":"${ID}","content":"hello","client_id":"c1"}]`,
    );
    end.say(`430[{"ok":true,"isNew":true,"message":${JSON.stringify(MESSAGE)}}]`);
    expect(await sending).toMatchObject({ message_id: "m1" });
    socket.close();
  });

  it.each([
    ["is refused", ({ say }: ServerEnd) => say('430[{"ok":false,"status":429,"message":"Wait"}]')],
    ["is answered with something else", ({ say }: ServerEnd) => say("430[]")],
    ["loses its connection", ({ hangUp }: ServerEnd) => hangUp()],
    ["waits for its answer too long", () => vi.advanceTimersByTime(4_000)],
  ])("is left to the POST when it %s", async (_name, happen) => {
    const { socket, end } = await openJoined();
    const sending = socket.send(message);
    happen(end);
    expect(await sending).toBeNull();
    socket.close();
  });

  it("is left to the POST before the join", async () => {
    const { socket, ends } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.say(`0${JSON.stringify(SELF_PINGING)}`);
    ends[0]?.say('40{"sid":"x"}');
    expect(await socket.send(message)).toBeNull();
    socket.close();
  });
});

describe("a sign of life", () => {
  it("is asked for every 25 s by the ping that wakes no object, and the answer keeps the connection", async () => {
    const { socket, end, ends } = await openJoined();
    for (let minute = 0; minute < 4; minute++) {
      await vi.advanceTimersByTimeAsync(25_000);
      expect(end.sent.at(-1)).toBe("2");
      end.say("3");
    }
    expect([ends.length, end.isClosed]).toEqual([1, false]);
    socket.close();
  });

  it("that does not come makes it connect again", async () => {
    const { socket, end, ends, told } = await openJoined();
    socket.check();
    await vi.advanceTimersByTimeAsync(8_000);
    expect([end.isClosed, ends.length, told.at(-1)]).toEqual([true, 2, ["lost"]]);
    socket.close();
  });

  it("of a server that pings is its ping", async () => {
    const { socket, end, told } = await openJoined(STOCK);
    socket.check();
    expect(end.sent.at(-1)).toBe('420["ping"]');
    end.say("430[]");
    await vi.advanceTimersByTimeAsync(20_000);
    end.say("2");
    expect(end.sent.at(-1)).toBe("3");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(end.sent.at(-1)).toBe('421["ping"]');
    end.say("431[]");
    await vi.advanceTimersByTimeAsync(34_999);
    expect(told).toEqual([["joined"]]);
    // 45 s after the server's last ping.
    await vi.advanceTimersByTimeAsync(1);
    expect(told.at(-1)).toEqual(["lost"]);
    socket.close();
  });
});

describe("a connection that is lost", () => {
  it.each([
    [0, 200],
    [1, 2_800],
  ])("comes back at a random moment (%d): after %d ms", async (random, afterMs) => {
    const { socket, end, ends, told } = await openJoined(SELF_PINGING, { random });
    end.hangUp();
    expect(told.at(-1)).toEqual(["lost"]);
    await vi.advanceTimersByTimeAsync(afterMs - 1);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(2);
    join(ends[1] as ServerEnd);
    expect(told.at(-1)).toEqual(["joined"]);
    // What the first one says after its end is nothing to us.
    end.say(`42["new_message",${JSON.stringify(MESSAGE)}]`);
    end.hangUp();
    expect(told.at(-1)).toEqual(["joined"]);
    socket.close();
  });

  it.each([
    ["an end of the server's", "1"],
    ["an end of the session", "41"],
    ["something that is no packet", "42[oops"],
  ])("by %s comes back too", async (_name, data) => {
    const { socket, end, ends, told } = await openJoined();
    end.say(data);
    expect([told.at(-1), end.isClosed]).toEqual([["lost"], true]);
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toHaveLength(2);
    socket.close();
  });

  it("waits for the network, and then doesn't wait any more", async () => {
    const { socket, end, ends } = await openJoined();
    socket.pause();
    expect([socket.isConnected, end.isClosed]).toEqual([false, true]);
    socket.check();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ends).toHaveLength(1);
    socket.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    socket.close();
  });
});

describe("a network that lets no WebSocket through", () => {
  it.each([
    ["refuses it", (end: ServerEnd) => end.hangUp()],
    ["swallows it", () => vi.advanceTimersByTime(10_000)],
  ])("and %s: polls, and tries the WebSocket again when they end", async (_name, fail) => {
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
    const { socket, ends, told } = openSocket({ polling });
    await vi.advanceTimersByTimeAsync(0);
    fail(ends[0] as ServerEnd);
    await vi.advanceTimersByTimeAsync(0);
    lines[0]?.connected();
    expect(emitted).toEqual([["join_conversation", ID]]);
    lines[0]?.event("joined_conversation", { conversationId: ID });
    expect(told.at(-1)).toEqual(["joined"]);
    lines[0]?.closed();
    await vi.advanceTimersByTimeAsync(200);
    expect([lines.length, ends.length]).toEqual([1, 2]);
    socket.close();
  });

  it("goes on trying when the fallback can't be loaded either", async () => {
    const { socket, ends, told } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.hangUp();
    await vi.advanceTimersByTimeAsync(200);
    expect([ends.length, told.at(-1)]).toEqual([2, ["lost"]]);
    socket.close();
  });
});

describe("a refusal", () => {
  it("of the token is reported, and the next one is tried after five seconds", async () => {
    const { socket, ends, told, tokens } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.say(`0${JSON.stringify(STOCK)}`);
    ends[0]?.say('44{"message":"Authentication required"}');
    expect(told).toEqual([["lost"], ["unauthenticated"]]);
    tokens[0] = "another";
    await vi.advanceTimersByTimeAsync(5_000);
    ends[1]?.say(`0${JSON.stringify(STOCK)}`);
    expect(ends[1]?.sent).toEqual([`40{"token":"another"}`]);
    socket.close();
  });

  it("of one connection too many is reported as such", async () => {
    const { socket, ends, told } = openSocket();
    await vi.advanceTimersByTimeAsync(0);
    ends[0]?.say(`0${JSON.stringify(STOCK)}`);
    ends[0]?.say(`44{"message":"${TOO_MANY_CONNECTIONS}"}`);
    expect(told).toEqual([["refused", TOO_MANY_CONNECTIONS]]);
    socket.close();
  });

  it("of the join is reported, and asked again when requested", async () => {
    const { socket, end, told } = await openJoined();
    end.say(`42["join_error",{"conversationId":"${ID}","message":"No"}]`);
    expect(told.at(-1)).toEqual(["refused", "No"]);
    socket.join();
    expect(end.sent.at(-1)).toBe(`42["join_conversation","${ID}"]`);
    socket.close();
  });
});
