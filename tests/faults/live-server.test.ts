import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import {
  allowedRecoveryMs,
  LiveServer,
  type Member,
  type Message,
  nextEvent,
  type Pair,
} from "./support/live-server";
import { runSoak } from "./support/soak";

const SOAK_PAIRS = 12;
const POWER_CUTS = 2;
const SOAK_TIMEOUT_MS = 300_000;

let directory: string;
let server: LiveServer;
let pairs: Pair[];
let sockets: Socket[] = [];

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

it("after a killed server has restarted, stock Socket.IO clients and the pages' client rejoin within five seconds and receive messages", async () => {
  const { conversationId, members } = pairs.pop() as Pair;
  const [ann, ben] = members;
  const startedAt = performance.now();
  const tabs = [
    server.connect(ann, "header"),
    server.connect(ann, "auth"),
    server.connect(ben, "header", { conversationId }),
    server.connect(ben, "own", { conversation: conversationId }),
  ];
  sockets.push(...tabs);
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
    expect(result.connected).toBe(2 * SOAK_PAIRS);
    expect(result.answered).toBeGreaterThan(4 * SOAK_PAIRS);
    expect(result.faults).toEqual([]);
    expect(result.recoveryMs).toHaveLength(POWER_CUTS);
    expect(Math.max(...result.recoveryMs)).toBeLessThanOrEqual(result.allowedRecoveryMs);
  },
  SOAK_TIMEOUT_MS,
);
