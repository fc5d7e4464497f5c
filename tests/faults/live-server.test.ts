import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  allowedRecoveryMs,
  joinConversation,
  LiveServer,
  type Member,
  type Message,
  nextEvent,
  type Pair,
  type Way,
} from "./support/live-server";
import { runSoak } from "./support/soak";

// These tests use the whole server and stock clients. Each test takes its own pairs.
const SOAK_PAIRS = 12;
const POWER_CUTS = 2;
const SOAK_TIMEOUT_MS = 300_000;

let directory: string;
let server: LiveServer;
let pairs: Pair[];
let sockets: Socket[] = [];

function takePair(): Pair {
  const pair = pairs.pop();
  if (!pair) throw new Error("no pair left");
  return pair;
}

function connect(member: Member, way: Way, query: Record<string, string> = {}) {
  const socket = server.connect(member, way, query);
  sockets.push(socket);
  return socket;
}

async function send(member: Member, conversationId: string, content: string): Promise<Message> {
  const path = `/pairings/conversation/${conversationId}/messages`;
  const response = await server.call(member, "POST", path, { content });
  expect(response.status).toBe(201);
  return (await response.json()) as Message;
}

beforeAll(async () => {
  directory = await mkdtemp(joinPath(tmpdir(), "live-server-"));
  ({ server, pairs } = await LiveServer.open(directory));
});
afterAll(async () => {
  await server?.kill();
  await rm(directory, { recursive: true, force: true });
});
afterEach(() => {
  for (const socket of sockets) socket.disconnect();
  sockets = [];
});

describe("stock clients", () => {
  it.each(["header", "auth"] as const)(
    "stock clients sign in by %s, join, and receive what is sent",
    async (way) => {
      const { conversationId, members } = takePair();
      const [ann, ben] = members;
      const tabs = [connect(ann, way), connect(ann, way), connect(ben, way)];
      await Promise.all(tabs.map((tab) => nextEvent(tab, "welcome")));
      await Promise.all(tabs.map((tab) => joinConversation(tab, conversationId)));
      const heard = tabs.map((tab) => nextEvent<Message>(tab, "new_message"));
      const message = await send(ann, conversationId, "Hello from the first tab");
      expect(await Promise.all(heard)).toEqual([message, message, message]);
      expect(await server.listMessages(ben, conversationId)).toEqual([message]);
    },
  );

  it.each([["header"], ["auth"]] as const)(
    "a stock client with a bad token by %s is refused once and doesn't retry",
    async (way) => {
      const [ann] = takePair().members;
      const socket = connect({ ...ann, token: `${ann.token}x` }, way);
      const errors: string[] = [];
      const refused = new Promise<void>((resolve) => {
        socket.on("connect_error", (error) => {
          errors.push(error.message);
          resolve();
        });
      });
      await refused;
      expect(errors).toEqual(["Authentication required"]);
      expect(socket.active).toBe(false);
    },
  );

  it("a stock client is refused another pair's conversation, and receives only messages of its own", async () => {
    const own = takePair();
    const foreign = takePair();
    const [ann] = own.members;
    const socket = connect(ann, "header", { conversationId: own.conversationId });
    await nextEvent(socket, "welcome");
    const refusal = nextEvent(socket, "join_error");
    socket.emit("join_conversation", foreign.conversationId);
    expect(await refusal).toEqual({
      conversationId: foreign.conversationId,
      message: "Conversation not found or has expired",
    });
    await joinConversation(socket, own.conversationId);
    const contents: string[] = [];
    socket.on("new_message", ({ content }: Message) => contents.push(content));
    await send(foreign.members[0], foreign.conversationId, "not for Ann");
    await send(own.members[1], own.conversationId, "for Ann");
    await expect.poll(() => contents).toEqual(["for Ann"]);
  });

  it("stock clients are disconnected when their member signs out, and don't reconnect", async () => {
    const { conversationId, members } = takePair();
    const [ann, ben] = members;
    const tabs = [connect(ann, "header"), connect(ann, "auth")];
    const idle = connect(ann, "auth");
    const isIdle = nextEvent(idle, "welcome");
    const partner = connect(ben, "header");
    await Promise.all([...tabs, partner].map((tab) => joinConversation(tab, conversationId)));
    await isIdle;
    const reasons = [...tabs, idle].map((tab) => nextEvent(tab, "disconnect"));
    expect((await server.call(ann, "POST", "/auth/logout")).status).toBe(200);
    expect(await Promise.all(reasons)).toEqual(Array(3).fill("io server disconnect"));
    expect(tabs.map(({ active }) => active)).toEqual([false, false]);
    expect(partner.connected).toBe(true);
  });

  it("stock clients on both sides receive the closing of a blocked conversation", async () => {
    const { conversationId, members } = takePair();
    const [ann, ben] = members;
    const tabs = [connect(ann, "header"), connect(ben, "auth")];
    await Promise.all(tabs.map((tab) => joinConversation(tab, conversationId)));
    const closings = tabs.map((tab) => nextEvent(tab, "conversation_closed"));
    expect((await server.call(ann, "POST", `/blocks/${ben.memberId}`)).status).toBe(201);
    const closing = { conversationId, reason: "blocked" };
    expect(await Promise.all(closings)).toEqual([closing, closing]);
  });

  it("stock clients and a page's own rejoin within five seconds of the restart of a killed server, and receive messages again", async () => {
    const { conversationId, members } = takePair();
    const [ann, ben] = members;
    const startedAt = performance.now();
    const tabs = [
      connect(ann, "header"),
      connect(ann, "auth"),
      connect(ben, "header", { conversationId }),
      connect(ben, "own", { conversation: conversationId }),
    ];
    for (const tab of tabs) tab.on("connect", () => tab.emit("join_conversation", conversationId));
    await Promise.all(tabs.map((tab) => nextEvent(tab, "joined_conversation")));
    const firstMs = performance.now() - startedAt;
    const before = await send(ann, conversationId, "before");
    const back = tabs.map((tab) => nextEvent(tab, "joined_conversation"));
    await server.strike();
    const returnedAt = performance.now();
    await Promise.all(back);
    expect(performance.now() - returnedAt).toBeLessThanOrEqual(allowedRecoveryMs(firstMs));
    const heard = tabs.map((tab) => nextEvent<Message>(tab, "new_message"));
    const after = await send(ben, conversationId, "after");
    expect(await Promise.all(heard)).toEqual([after, after, after, after]);
    expect(await server.listMessages(ann, conversationId)).toEqual([before, after]);
  });
});

describe("a soak", () => {
  it(
    "a soak with power cuts loses and doubles no message, and ends with all clients connected",
    async () => {
      const soaked = pairs.splice(0, SOAK_PAIRS);
      const result = await runSoak(server, soaked, {
        cuts: POWER_CUTS,
        drawUpMs: () => 1_000,
        isPatient: true,
        sendEveryMs: 1_000,
        cut: () => server.strike(),
        onSocket: (socket) => sockets.push(socket),
        report: (line) => console.info(line),
      });
      console.info("soak:", JSON.stringify(result.figures));
      expect(result.connected).toBe(2 * SOAK_PAIRS);
      expect(result.answered).toBeGreaterThan(4 * SOAK_PAIRS);
      expect(result.faults).toEqual([]);
      expect(result.recoveryMs).toHaveLength(POWER_CUTS);
      expect(Math.max(...result.recoveryMs)).toBeLessThanOrEqual(result.allowedRecoveryMs);
    },
    SOAK_TIMEOUT_MS,
  );
});
