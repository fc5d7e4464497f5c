import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FaultOrder, orderFaults } from "./support/faults";
import {
  allowedRecoveryMs,
  LiveServer,
  type Member,
  type Message,
  nextEvent,
  type Pair,
} from "./support/live-server";

const SLOW_MS = 400;
/** Enough for the slow database, which a request calls about a dozen times. */
const PATIENCE_MS = 60_000;

let directory: string;
let server: LiveServer;
let pairs: Pair[];
let sockets: Socket[] = [];

const order = (what: FaultOrder) => orderFaults(server.url, what);
const messagesPath = (conversationId: string) =>
  `/pairings/conversation/${conversationId}/messages`;

interface Tab {
  socket: Socket;
  heard: Message[];
  reasons: string[];
}

/** Acts like a page: it joins at each connect, and records what it receives. */
function openTab(member: Member, conversationId: string, way: "header" | "auth"): Tab {
  const query: Record<string, string> = way === "header" ? { conversationId } : {};
  const socket = server.connect(member, way, query);
  sockets.push(socket);
  const tab: Tab = { socket, heard: [], reasons: [] };
  socket.on("connect", () => socket.emit("join_conversation", conversationId));
  socket.on("disconnect", (reason) => tab.reasons.push(reason));
  socket.on("new_message", (message: Message) => tab.heard.push(message));
  return tab;
}

/** Opens two tabs per member. The first names the conversation in its address, the second only when it joins. */
async function openPair() {
  const pair = pairs.pop();
  if (!pair) throw new Error("no pair left");
  const { conversationId, members } = pair;
  const startedAt = performance.now();
  const tabs = members.flatMap((member) => [
    openTab(member, conversationId, "header"),
    openTab(member, conversationId, "auth"),
  ]);
  await Promise.all(tabs.map(({ socket }) => nextEvent(socket, "joined_conversation")));
  return { conversationId, members, tabs, firstMs: performance.now() - startedAt };
}

async function send(member: Member, conversationId: string, content: string, client_id?: string) {
  const body = { content, client_id };
  const response = await server.call(member, "POST", messagesPath(conversationId), body);
  return { status: response.status, body: (await response.json()) as Message & { code?: string } };
}

const contentsOf = (messages: Message[]) => messages.map(({ content }) => content);

beforeAll(async () => {
  directory = await mkdtemp(joinPath(tmpdir(), "server-faults-"));
  ({ server, pairs } = await LiveServer.open(directory));
});
afterAll(async () => {
  await server?.kill();
  await rm(directory, { recursive: true, force: true });
});
afterEach(async () => {
  for (const socket of sockets) socket.disconnect();
  sockets = [];
  await order({ faults: {} }).catch((error) => {
    throw new Error(`The server is gone: ${error}\n${server.output}`);
  });
});

describe("an object that throws", () => {
  it("clients of an object that throws lose the connection but no message, and rejoin after the fault", async () => {
    const { conversationId, members, tabs, firstMs } = await openPair();
    const [ann, ben] = members;
    const errors = tabs.map(({ socket }) =>
      nextEvent<Error>(socket.io as never, "reconnect_error"),
    );
    await order({ faults: { fetch: true } });
    // Polls that the clients have already opened still deliver these messages. The next polls meet the fault.
    expect((await send(ann, conversationId, "one")).status).toBe(201);
    expect((await send(ben, conversationId, "two")).status).toBe(201);
    expect((await Promise.all(errors)).map(({ message }) => message)).toEqual(
      Array(4).fill("xhr poll error"),
    );
    expect(tabs.map(({ reasons }) => reasons)).toEqual(Array(4).fill(["transport error"]));
    const isBack = tabs.map(({ socket }) => nextEvent(socket, "joined_conversation"));
    await order({ faults: {} });
    const mendedAt = performance.now();
    await Promise.all(isBack);
    expect(performance.now() - mendedAt).toBeLessThanOrEqual(allowedRecoveryMs(firstMs));
    const list = await server.listMessages(ben, conversationId);
    expect(contentsOf(list)).toEqual(["one", "two"]);
    for (const tab of tabs) tab.heard = [];
    await send(ann, conversationId, "three");
    await expect
      .poll(() => tabs.map(({ heard }) => contentsOf(heard)))
      .toEqual(Array(4).fill(["three"]));
  });

  it("an object that throws answers 503 and stores nothing, and the message arrives once when it is sent again", async () => {
    const { conversationId, members, tabs } = await openPair();
    const sendOnce = () => send(members[0], conversationId, "said to the wall", "one-key");
    await order({ faults: { send: true } });
    expect((await sendOnce()).status).toBe(503);
    await order({ faults: {} });
    expect(await server.listMessages(members[1], conversationId)).toEqual([]);
    expect((await sendOnce()).status).toBe(201);
    expect((await sendOnce()).status).toBe(200);
    await expect
      .poll(() => tabs.map(({ heard }) => contentsOf(heard)), { timeout: PATIENCE_MS })
      .toEqual(Array(4).fill(["said to the wall"]));
    expect(tabs.flatMap(({ reasons }) => reasons)).toEqual([]);
  });

  it("clients of a shard stay joined when the conversation's object is ended, and receive what its next instance sends", async () => {
    const { conversationId, members, tabs } = await openPair();
    await order({ kill: conversationId });
    await send(members[1], conversationId, "still here");
    await expect
      .poll(() => tabs.map(({ heard }) => contentsOf(heard)))
      .toEqual(Array(4).fill(["still here"]));
    expect(tabs.map(({ reasons }) => reasons.length)).toEqual([0, 0, 0, 0]);
  });

  it("an object whose alarm throws once still closes the conversation at its end", async () => {
    const pair = pairs.at(-1);
    const end = Date.now() + 4_000;
    await order({
      sql: `update pairings set expires_at = ${end} where id = '${pair?.conversationId}'`,
      faults: { alarms: 1 },
    });
    const { conversationId, tabs } = await openPair();
    const closings = tabs.map(({ socket }) => nextEvent(socket, "conversation_closed"));
    const closing = { conversationId, reason: "expired" };
    expect(await Promise.all(closings)).toEqual(Array(4).fill(closing));
    expect(Date.now()).toBeGreaterThanOrEqual(end);
  });
});

describe("a database", () => {
  it("a message that is refused while the database is down is stored once when it is sent again", async () => {
    const { conversationId, members, tabs } = await openPair();
    const [ann, ben] = members;
    await order({ faults: { database: "down" } });
    const clientId = crypto.randomUUID();
    const refused = await send(ann, conversationId, "hold this", clientId);
    expect([refused.status, refused.body.code]).toEqual([500, "internal"]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
    // While the database is down, the server can't check a new client. The client isn't told that its token is wrong,
    // so it tries again.
    const newcomers = (["header", "auth"] as const).map((way) => openTab(ben, conversationId, way));
    await Promise.all(
      newcomers.map(({ socket }) => nextEvent(socket.io as never, "reconnect_attempt")),
    );
    const isIn = newcomers.map(({ socket }) => nextEvent(socket, "joined_conversation"));
    await order({ faults: {} });
    await Promise.all(isIn);
    expect((await send(ann, conversationId, "hold this", clientId)).status).toBe(201);
    const all = [...tabs, ...newcomers];
    await expect
      .poll(() => all.map(({ heard }) => contentsOf(heard)))
      .toEqual(Array(6).fill(["hold this"]));
    expect(contentsOf(await server.listMessages(ben, conversationId))).toEqual(["hold this"]);
    // The connected clients stayed connected, because live delivery needs no database.
    expect(tabs.flatMap(({ reasons }) => reasons)).toEqual([]);
  });

  it("a message over the socket is stored and delivered while the database is down", async () => {
    const { conversationId, members, tabs } = await openPair();
    const socket = server.connect(members[0], "own", { conversation: conversationId });
    sockets.push(socket);
    socket.on("connect", () => socket.emit("join_conversation", conversationId));
    await nextEvent(socket, "joined_conversation");
    await order({ faults: { database: "down" } });
    const message = { conversationId, content: "by itself", client_id: crypto.randomUUID() };
    const answer = await socket.emitWithAck("send_message", message);
    expect(answer).toMatchObject({ ok: true, isNew: true });
    await expect
      .poll(() => tabs.map(({ heard }) => contentsOf(heard)))
      .toEqual(Array(4).fill(["by itself"]));
  });

  it("a message is stored once if the database's answers get lost, however often it is sent", async () => {
    const { conversationId, members, tabs } = await openPair();
    const [ann, ben] = members;
    const clientId = crypto.randomUUID();
    await order({ faults: { database: "deaf" } });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await send(ann, conversationId, "did it arrive?", clientId)).status).toBe(500);
    }
    await order({ faults: {} });
    const [one, other] = await Promise.all([
      send(ann, conversationId, "did it arrive?", clientId),
      send(ann, conversationId, "did it arrive?", clientId),
    ]);
    expect([one.status, other.status].sort()[0]).toBe(200);
    expect(one.body.message_id).toBe(other.body.message_id);
    expect(contentsOf(await server.listMessages(ben, conversationId))).toEqual(["did it arrive?"]);
    await send(ben, conversationId, "once");
    await expect
      .poll(() => tabs.every(({ heard }) => contentsOf(heard).includes("once")))
      .toBe(true);
  });

  it("a slow database delays messages and joins, but loses or doubles none", async () => {
    const { conversationId, members, tabs } = await openPair();
    const [ann, ben] = members;
    await order({ faults: { slowMs: SLOW_MS } });
    const clientId = crypto.randomUUID();
    const startedAt = performance.now();
    // One message is sent a second time before its first answer has come.
    const answers = await Promise.all([
      send(ann, conversationId, "slowly", clientId),
      send(ann, conversationId, "slowly", clientId),
      send(ben, conversationId, "but surely"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201, 201]);
    const late = openTab(ben, conversationId, "auth");
    await nextEvent(late.socket, "joined_conversation");
    const list = contentsOf(await server.listMessages(ben, conversationId));
    expect(list.toSorted()).toEqual(["but surely", "slowly"]);
    expect(performance.now() - startedAt).toBeGreaterThan(SLOW_MS);
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
    for (const { heard } of tabs) {
      await expect.poll(() => contentsOf(heard).toSorted()).toEqual(["but surely", "slowly"]);
    }
    expect(tabs.flatMap(({ reasons }) => reasons)).toEqual([]);
  });
});

it("a run that an admin triggers closes the earlier conversations for both members", async () => {
  const { conversationId, members, tabs } = await openPair();
  const [admin] = members;
  await order({ sql: `update members set is_admin = 1 where id = '${admin.memberId}'` });
  const closings = tabs.map(({ socket }) => nextEvent(socket, "conversation_closed"));
  const run = await server.call(admin, "POST", "/pairings/trigger-pairings");
  expect(run.status).toBe(200);
  const closing = { conversationId, reason: "ended" };
  expect(await Promise.all(closings)).toEqual(Array(4).fill(closing));
  const sent = await send(admin, conversationId, "too late");
  expect([sent.status, sent.body.code]).toEqual([403, "conversation_expired"]);
});
