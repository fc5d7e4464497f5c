import { setTimeout as delay } from "node:timers/promises";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort, type Launched, launch } from "~/scripts/lib/launch.mjs";
import { toolEnvironment } from "~/scripts/lib/project.mjs";
import { errorCode, PollingClient } from "./support/polling-client";

// The bare transport, from outside, through wrangler dev. The intervals are longer than the served Worker's own, which a
// busy machine can't keep.
const PING_INTERVAL_MS = 1_000;
const PING_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_MS = 10_000;

let server: Launched;
let url: string;
let engine: string;
let sockets: string;

beforeAll(async () => {
  const port = await findFreePort();
  const intervals = { PING_INTERVAL_MS, PING_TIMEOUT_MS, CONNECT_TIMEOUT_MS };
  const variables = Object.entries(intervals).flatMap(([name, ms]) => ["--var", `${name}:${ms}`]);
  const options = ["--port", String(port), "--inspector-port", "0", ...variables];
  url = `http://127.0.0.1:${port}`;
  server = await launch(["npm", "run", "serve:transport", "--", ...options], {
    ready: `${url}/engine.io/?EIO=4&transport=polling`,
    env: toolEnvironment(),
  });
  engine = `${url}/engine.io/`;
  sockets = `${url}/socket.io/`;
});
afterAll(() => server.killGroup());

describe("Engine.IO handshake", () => {
  it("the handshake announces the session, its intervals and the upgrade", async () => {
    const response = await fetch(`${engine}?EIO=4&transport=polling`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    expect(text[0]).toBe("0");
    const handshake: unknown = JSON.parse(text.slice(1));
    expect(handshake).toEqual({
      sid: expect.any(String),
      upgrades: ["websocket"],
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_TIMEOUT_MS,
      maxPayload: 1_000_000,
    });
  });

  it.each([
    ["GET", "transport=polling", 5],
    ["GET", "EIO=abc&transport=polling", 5],
    ["GET", "EIO=3&transport=polling", 5],
    ["GET", "EIO=4", 0],
    ["GET", "EIO=4&transport=abc", 0],
    ["GET", "EIO=4&transport=websocket", 3],
    ["POST", "EIO=4&transport=polling", 2],
    ["PUT", "EIO=4&transport=polling", 2],
    ["GET", "EIO=4&transport=polling&sid=unknown", 1],
    ["POST", "EIO=4&transport=polling&sid=__proto__", 1],
  ])("Engine.IO refuses %s ?%s with code %i", async (method, query, code) => {
    const response = await fetch(`${engine}?${query}`, { method });
    expect(response.status).toBe(400);
    expect(await errorCode(response)).toBe(code);
  });

  it("a session refuses other methods and another version, and stays open", async () => {
    const client = await PollingClient.open(engine);
    const put = await client.request({ method: "PUT" });
    expect([put.status, await errorCode(put)]).toEqual([400, 3]);
    const old = await fetch(`${engine}?EIO=3&transport=polling&sid=${client.sid}`);
    expect([old.status, await errorCode(old)]).toEqual([400, 3]);
    expect((await client.post("4still here")).status).toBe(200);
    expect(await client.receive(1)).toEqual(["4still here"]);
  });
});

describe("Engine.IO messages", () => {
  it.each(["4hello", "4test1\x1e4test2\x1e4test3", "4hello\x1ebAQIDBA==", "4", "b", "4€ and 👋"])(
    "the echo of %j comes back in one payload",
    async (payload) => {
      const client = await PollingClient.open(engine);
      const pushed = await client.post(payload);
      expect([pushed.status, await pushed.text()]).toEqual([200, "ok"]);
      expect(await (await client.poll()).text()).toBe(payload);
    },
  );

  it("a held poll is answered with all packets of one POST", async () => {
    const client = await PollingClient.open(engine);
    const held = client.poll();
    await delay(20);
    await client.post("4a\x1e4b");
    expect(await (await held).text()).toBe("4a\x1e4b");
  });

  it.each(["abc", "4ok\x1e9", "2"])("the payload %j closes the session", async (payload) => {
    const client = await PollingClient.open(engine);
    const held = client.poll();
    await delay(20);
    expect((await client.post(payload)).status).toBe(400);
    const answer = (await (await held).text()).split("\x1e");
    expect(answer.at(-1)).toBe("1");
    expect(await errorCode(await client.poll())).toBe(1);
  });

  it("overlapping polls close the session", async () => {
    const client = await PollingClient.open(engine);
    const [held, second] = await Promise.all([client.poll(), delay(20).then(() => client.poll())]);
    expect([held.status, await held.text()]).toEqual([200, "1"]);
    expect([second.status, await errorCode(second)]).toEqual([400, 3]);
    expect(await errorCode(await client.poll())).toBe(1);
  });

  it("a poll after an aborted one is refused and closes the session", async () => {
    const client = await PollingClient.open(engine);
    const abort = new AbortController();
    const broken = client.request({ signal: abort.signal }).catch((error: Error) => error.name);
    await delay(50);
    abort.abort();
    expect(await broken).toBe("AbortError");
    expect((await client.poll()).status).toBe(400);
    expect(await errorCode(await client.poll())).toBe(1);
  });

  it("overlapping POSTs close the session", async () => {
    const client = await PollingClient.open(engine);
    let finish = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("4slow"));
        finish = () => controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half" };
    const slow = client.request(init as RequestInit);
    await delay(100);
    expect((await client.post("4quick")).status).toBe(400);
    finish();
    expect((await slow).status).toBe(400);
    expect(await errorCode(await client.poll())).toBe(1);
  });

  it("a binary body is refused and closes the session", async () => {
    const client = await PollingClient.open(engine);
    const response = await client.post("4a", { "Content-Type": "application/octet-stream" });
    expect(response.status).toBe(400);
    expect(await errorCode(await client.poll())).toBe(1);
  });

  it("the limit of a payload counts bytes, not characters", async () => {
    const client = await PollingClient.open(engine);
    expect((await client.post(`4${"€".repeat(333_333)}`)).status).toBe(200);
    expect((await client.receive(1))[0]).toHaveLength(333_334);
    expect((await client.post(`4${"€".repeat(333_334)}`)).status).toBe(413);
  });

  it("a body without a length is refused once it is too large", async () => {
    const client = await PollingClient.open(engine);
    const chunk = new TextEncoder().encode("4".padEnd(300_000, "x"));
    const body = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 4; i++) controller.enqueue(chunk);
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half" };
    expect((await client.request(init as RequestInit)).status).toBe(413);
  });
});

describe("Socket.IO sessions", () => {
  it.each([
    ["40", "40", '42["auth",{}]'],
    ['40{"token":"123"}', "40", '42["auth",{"token":"123"}]'],
    ["40/custom,", "40/custom,", '42/custom,["auth",{}]'],
    ['40/custom,{"token":"abc"}', "40/custom,", '42/custom,["auth",{"token":"abc"}]'],
  ])("a client connects with %s", async (packet, prefix, auth) => {
    const client = await PollingClient.open(sockets);
    await client.post(packet);
    const [connect = "", first] = await client.receive(2);
    expect(connect.startsWith(prefix)).toBe(true);
    expect(JSON.parse(connect.slice(prefix.length))).toEqual({ sid: expect.any(String) });
    expect(connect).not.toContain(client.sid);
    expect(first).toBe(auth);
  });

  it.each([
    ["40/random", '44/random,{"message":"Invalid namespace"}'],
    ["40/constructor", '44/constructor,{"message":"Invalid namespace"}'],
    ["40/closed,", '44/closed,{"message":"Not for you"}'],
  ])("a client is refused with %s", async (packet, answer) => {
    const client = await PollingClient.open(sockets);
    await client.post(packet);
    expect(await client.receive(1)).toEqual([answer]);
  });

  it.each([
    ["an unreadable packet", "4abc"],
    ["an empty packet", "4"],
    ["a reserved event", '40\x1e42["disconnect"]'],
    ["an event without a connect", '42["message",1]'],
    ["a second connect", "40\x1e40"],
    ["a refusal from the client", '40\x1e44{"message":"no"}'],
    ["an attachment that was not announced", "40\x1ebAQID"],
    [
      "text among attachments",
      '40\x1e451-["message",{"_placeholder":true,"num":0}]\x1e42["message"]',
    ],
    ["more attachments than allowed", '40\x1e4511-["message"]'],
    ["an event without a name", "40\x1e42"],
    ["an event that is no list", "40\x1e42{}"],
    ["an acknowledgement whose number is none", '40\x1e42abc["message-with-ack",1]'],
  ])("the server ends the connection after %s", async (_name, payload) => {
    const client = await PollingClient.open(sockets);
    const held = client.poll();
    await delay(20);
    await client.post(payload);
    const packets = [...(await (await held).text()).split("\x1e"), ...(await client.drain())];
    expect(packets.at(-1)).toBe("1");
    expect(packets).not.toContain("2");
  });

  it("a connection whose authorisation throws is ended, so that the client tries again", async () => {
    const client = await PollingClient.open(sockets);
    const held = client.poll();
    await delay(20);
    await client.post("40/broken,");
    expect(await (await held).text()).toBe("1");
  });

  it("a client that leaves one namespace stays in the other", async () => {
    const client = await PollingClient.open(sockets);
    await client.post("40\x1e40/custom,");
    await client.receive(4);
    await client.post('41/custom,\x1e42["message","message to main namespace"]');
    expect(await client.receive(1)).toEqual(['42["message-back","message to main namespace"]']);
  });

  it.each([
    ['42["message",1,"2",{"3":[true]}]', ['42["message-back",1,"2",{"3":[true]}]']],
    ['42456["message-with-ack",1,"2",{"3":[false]}]', ['43456[1,"2",{"3":[false]}]']],
    [
      '452-["message",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]\x1ebAQID\x1ebBAUG',
      [
        '452-["message-back",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]',
        "bAQID",
        "bBAUG",
      ],
    ],
    [
      '452-789["message-with-ack",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]\x1ebAQID\x1ebBAUG',
      ['462-789[{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]', "bAQID", "bBAUG"],
    ],
  ])("the echo answers %s", async (payload, answers) => {
    const client = await PollingClient.open(sockets);
    await client.post("40");
    await client.receive(2);
    await client.post(payload);
    expect(await client.receive(answers.length)).toEqual(answers);
  });

  it.each([
    ["after", 0, 20],
    ["before", 20, 0],
  ])(
    "a close packet %s the last poll of a client that the server disconnected is accepted",
    async (_order, pollMs, postMs) => {
      const client = await PollingClient.open(sockets);
      await client.post("40");
      await client.receive(2);
      await client.post('42["disconnect-me",true]');
      expect(await client.receive(1)).toEqual(["41"]);
      const [poll, post] = await Promise.all([
        delay(pollMs).then(() => client.poll()),
        delay(postMs).then(() => client.post("1")),
      ]);
      expect([poll.status, await poll.text(), post.status]).toEqual([200, "6", 200]);
      expect(await errorCode(await client.poll())).toBe(1);
    },
  );

  it("a connection survives a handler that throws", async () => {
    const client = await PollingClient.open(sockets);
    await client.post("40");
    await client.receive(2);
    expect((await client.post('42["throw"]\x1e42["message",1]')).status).toBe(200);
    expect(await client.receive(1)).toEqual(['42["message-back",1]']);
  });

  it("a session is closed when its buffer outgrows its cap", async () => {
    const client = await PollingClient.open(sockets);
    await client.post("40");
    await client.receive(2);
    await client.post('42["overflow"]');
    expect(await errorCode(await client.poll())).toBe(1);
  });
});

// These tests mostly wait, so they run in parallel. Their clients are independent of each other.
describe.concurrent("as time passes", () => {
  describe("Engine.IO heartbeat and close", () => {
    it("the server pings, and keeps the session as long as pings are answered", async () => {
      const client = await PollingClient.open(engine);
      for (let i = 0; i < 3; i++) {
        expect(await (await client.poll()).text()).toBe("2");
        expect((await client.post("3")).status).toBe(200);
      }
    });

    it("a ping timeout closes the session", async () => {
      const client = await PollingClient.open(engine);
      await delay(PING_INTERVAL_MS + PING_TIMEOUT_MS);
      const response = await client.poll();
      expect([response.status, await errorCode(response)]).toEqual([400, 1]);
    });

    it("a ping timeout answers the held poll with a close", async () => {
      const client = await PollingClient.open(engine);
      expect(await client.drain()).toEqual(["2", "1"]);
    });

    it("another packet extends the deadline of a ping, once per ping", async () => {
      const client = await PollingClient.open(engine);
      expect(await (await client.poll()).text()).toBe("2");
      await delay(PING_TIMEOUT_MS / 2);
      await client.post("4alive");
      expect(await (await client.poll()).text()).toBe("4alive");
      // Half a timeout later the first deadline is past, and the extended one isn't.
      await delay(PING_TIMEOUT_MS * 0.65);
      expect((await client.post("4again")).status).toBe(200);
      await delay(PING_TIMEOUT_MS);
      expect((await client.post("4too late")).status).toBe(400);
    });

    it("a close from the client ends the held poll with a noop", async () => {
      for (let i = 0; i < 20; i++) {
        const client = await PollingClient.open(engine);
        const [held] = await Promise.all([client.poll(), client.post("1")]);
        expect([held.status, await held.text()]).toEqual([200, "6"]);
        expect((await client.poll()).status).toBe(400);
      }
    });
  });

  it("a Socket.IO connection that never connects is ended", async () => {
    const client = await PollingClient.open(sockets);
    const startedAt = performance.now();
    expect(await client.receive(1)).toEqual(["1"]);
    expect(performance.now() - startedAt).toBeGreaterThan(0.9 * CONNECT_TIMEOUT_MS);
    expect((await client.poll()).status).toBe(400);
  });

  describe("a stock client", () => {
    const connect = (path: string, auth: Record<string, unknown> = {}) =>
      io(`${url}${path}`, { transports: ["polling"], auth, forceNew: true });

    it("a stock client connects, sends binary, exchanges acknowledgements, and stays for four pings", async () => {
      const socket = connect("/", { token: "abc" });
      try {
        const auth = await new Promise((resolve) => socket.once("auth", resolve));
        expect(auth).toEqual({ token: "abc" });
        const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => i % 256);
        const [text, echoed] = await new Promise<[string, Buffer]>((resolve) => {
          socket.emit("message-with-ack", "text", bytes, (...values: [string, Buffer]) =>
            resolve(values),
          );
        });
        expect(text).toBe("text");
        expect(Buffer.compare(Buffer.from(echoed), Buffer.from(bytes))).toBe(0);

        socket.on("question", (value: number, answer: (doubled: number) => void) =>
          answer(value * 2),
        );
        const answered = new Promise((resolve) => socket.once("answer", resolve));
        socket.emit("ask-for-ack", ANSWER_MS, 21);
        expect(await answered).toEqual([42]);

        let disconnects = 0;
        socket.on("disconnect", () => disconnects++);
        await delay(4 * PING_INTERVAL_MS);
        expect([socket.connected, disconnects]).toEqual([true, 0]);
      } finally {
        socket.disconnect();
      }
    });

    it("an acknowledgement that a stock client doesn't give is null for the server", async () => {
      const socket = connect("/");
      try {
        const answered = new Promise((resolve) => socket.once("answer", resolve));
        socket.emit("ask-for-ack", 200, 1);
        expect(await answered).toBeNull();
      } finally {
        socket.disconnect();
      }
    });

    it("a stock client that the server disconnects doesn't reconnect", async () => {
      const socket = connect("/");
      const reason = new Promise((resolve) => socket.once("disconnect", resolve));
      socket.emit("disconnect-me", true);
      expect(await reason).toBe("io server disconnect");
      expect(socket.active).toBe(false);
      socket.disconnect();
    });

    it("a stock client reports a refusal once and doesn't retry", async () => {
      const socket = connect("/closed");
      let errors = 0;
      const message = await new Promise<string>((resolve) => {
        socket.on("connect_error", (error) => {
          errors++;
          resolve(error.message);
        });
      });
      await delay(2 * PING_INTERVAL_MS);
      expect([message, errors, socket.active]).toEqual(["Not for you", 1, false]);
      socket.disconnect();
    });
  });
});
