import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { PacketType } from "socket.io-parser";
import { describe, expect, it } from "vitest";
import { conversationHome } from "~/worker/realtime/session-id";
import { callApi } from "../../support/api";
import {
  bindings,
  block,
  channel,
  closeConversation,
  createPair,
  eraseConversation,
  objectOf,
  TestClient,
  type TestMember,
} from "./support";
import { openSocket, type Way, WebSocketClient } from "./websocket-client";

const WAYS: Way[] = ["own", "stock", "upgraded"];
const REFUSED = {
  type: PacketType.CONNECT_ERROR,
  nsp: "/",
  data: { message: "Authentication required" },
};

function countSockets(id: string): Promise<number> {
  return runInDurableObject(objectOf(conversationHome(id)), (_, ctx) => ctx.getWebSockets().length);
}

/** Disconnects a client and connects it again, until it is closed or has done so `most` times. @returns how often it connected */
async function connectAgain(
  client: WebSocketClient,
  { token }: TestMember,
  most: number,
  before = () => {},
): Promise<number> {
  const count = () => client.packets.filter(({ type }) => type === PacketType.CONNECT).length;
  while (!client.isClosed && count() < most) {
    const known = count();
    before();
    client.send({ type: PacketType.DISCONNECT, nsp: "/" });
    client.send({ type: PacketType.CONNECT, nsp: "/", data: { token } });
    await client.until(() => client.isClosed || count() > known);
  }
  return count();
}

describe.each(WAYS)("a WebSocket (%s)", (way) => {
  it("a WebSocket joins, sends and receives, and shares its client_ids with the POST", async () => {
    const { ann, ben, id } = await createPair();
    const [one, other] = [
      await WebSocketClient.join(way, ann, id),
      await WebSocketClient.join(way, ben, id),
    ];
    expect(one.events("welcome")).toMatchObject([{ user_id: ann.memberId }]);
    const body = { conversationId: id, content: " hello ", client_id: "key" };
    const sent = await one.emitWithAck("send_message", body);
    expect(sent).toMatchObject({
      ok: true,
      isNew: true,
      message: { content: "hello", sender_id: ann.memberId, client_id: "key", is_read: false },
    });
    const { message } = sent as { message: Record<string, unknown> };
    expect(await one.event("new_message")).toEqual(message);
    // Only the sender sees the client_id.
    expect(await other.event("new_message")).toEqual({ ...message, client_id: null });
    expect(await one.emitWithAck("send_message", body)).toEqual({
      ok: true,
      isNew: false,
      message,
    });
    const path = `/api/pairings/conversation/${id}/messages`;
    const twin = await callApi("POST", path, {
      token: ann.token,
      body: { content: "hello", client_id: "key" },
    });
    expect(twin).toMatchObject({ status: 200, body: message });
    expect((await callApi("GET", path, { token: ann.token })).body).toEqual([message]);
    one.close();
    other.close();
  });

  it("a WebSocket stays open and receives messages when its conversation's object is evicted", async () => {
    const { ann, ben, id } = await createPair();
    const [one, other] = [
      await WebSocketClient.join(way, ann, id),
      await WebSocketClient.join(way, ben, id),
    ];
    const say = (content: string) =>
      one.emitWithAck("send_message", { conversationId: id, content });
    await evictDurableObject(objectOf(conversationHome(id)));
    expect(await say("to a sleeper")).toMatchObject({ ok: true });
    expect(await other.event("new_message")).toMatchObject({ content: "to a sleeper" });
    await evictDurableObject(objectOf(conversationHome(id)));
    await callApi("POST", `/api/pairings/conversation/${id}/messages`, {
      token: ben.token,
      body: { content: "and back" },
    });
    expect(await one.event("new_message", 2)).toMatchObject({ content: "and back" });
    expect([one.isClosed, other.isClosed]).toEqual([false, false]);
    one.close();
    other.close();
  });

  it("a WebSocket is refused the same messages as the POST, with the same texts", async () => {
    const { ann, id } = await createPair();
    const client = await WebSocketClient.connect(way, ann, id);
    const send = (payload: unknown) => client.emitWithAck("send_message", payload);
    const notFound = {
      ok: false,
      status: 404,
      code: "conversation_not_found",
      message: "Conversation not found or has expired",
    };
    expect(await send({ conversationId: id, content: "too early" })).toEqual(notFound);
    await client.emitWithAck("join_conversation", id);
    expect(await send({ conversationId: "anotherconversation", content: "x" })).toEqual(notFound);
    expect(await send(undefined)).toEqual(notFound);
    for (const content of ["  ", "x".repeat(2_001), 42, undefined]) {
      const refused = await callApi("POST", `/api/pairings/conversation/${id}/messages`, {
        token: ann.token,
        body: { content },
      });
      expect(await send({ conversationId: id, content })).toEqual({
        ok: false,
        status: 400,
        code: "invalid_input",
        message: refused.body.message,
      });
    }
    for (let i = 0; i < 12; i++) {
      expect(await send({ conversationId: id, content: `${i}` })).toMatchObject({ ok: true });
    }
    client.close();
  });

  it("a WebSocket that connects and disconnects without end is closed, and the member's next one joins", async () => {
    const { ann, id } = await createPair();
    const client = await WebSocketClient.connect(way, ann, id);
    const cycles = await connectAgain(client, ann, 300);
    expect(client.isClosed).toBe(true);
    // As many as the events of one moment, and a few for the time that they took.
    expect(cycles).toBeGreaterThan(30);
    const next = await WebSocketClient.join(way, ann, id);
    expect(next.isClosed).toBe(false);
    next.close();
  });

  it("a WebSocket gets no further events by another CONNECT", async () => {
    const { ann, id } = await createPair();
    const client = await WebSocketClient.connect(way, ann, id);
    const flood = () => {
      for (let i = 0; i < 60; i++) client.emit("typing", id);
    };
    await connectAgain(client, ann, 20, flood);
    expect(client.isClosed).toBe(true);
  });

  it("a WebSocket ends with its session, and sends nothing once its conversation is closed", async () => {
    const { ann, ben, id } = await createPair();
    const [one, other] = [
      await WebSocketClient.join(way, ann, id),
      await WebSocketClient.join(way, ben, id),
    ];
    await channel.endSessions(ann.memberId, [ann.sessionId], [id]);
    await one.until(() => one.isClosed);
    expect(one.packets.at(-1)).toMatchObject({ type: PacketType.DISCONNECT });
    await block(ann, ben);
    await closeConversation(id, "blocked");
    expect(await other.event("conversation_closed")).toEqual({
      conversationId: id,
      reason: "blocked",
    });
    const late = await other.emitWithAck("send_message", { conversationId: id, content: "late" });
    // Our own client's WebSocket is closed with the conversation; a relay answers as the POST does.
    expect(late).toEqual(
      way === "own" ? undefined : expect.objectContaining({ code: "blocked_by_partner" }),
    );
    expect(await countSockets(id)).toBe(0);
    other.close();
  });
});

describe("our own client's WebSocket", () => {
  it("our own client's WebSocket connects through the whole Worker", async () => {
    const { ann, id } = await createPair();
    const response = await exports.default.fetch(
      `https://happenstance.example/socket.io/?EIO=4&transport=websocket&heartbeat=client&conversationId=${id}`,
      {
        headers: {
          Upgrade: "websocket",
          Origin: "https://happenstance.example",
          Cookie: `__Host-session=${ann.token}`,
        },
      },
    );
    if (!response.webSocket) throw new Error(`answered ${response.status}`);
    const client = new WebSocketClient(response.webSocket);
    client.send({ type: PacketType.CONNECT, nsp: "/", data: { token: ann.token } });
    await client.event("welcome");
    client.close();
  });

  it("our own client sends the pings, and the conversation's object holds its WebSocket", async () => {
    const { ann, id } = await createPair();
    const client = await WebSocketClient.join("own", ann, id);
    expect(client.handshake).toMatchObject({ upgrades: [], pingInterval: 86_400_000 });
    expect(await countSockets(id)).toBe(1);
    const pong = new Promise((resolve) => {
      client.socket.addEventListener("message", ({ data }) => data === "3" && resolve(data));
    });
    client.socket.send("2");
    expect(await pong).toBe("3");
    client.close();
  });

  it.each([
    ["another site", { Origin: "https://evil.example" }],
    ["a client without an Origin", {}],
  ])("a WebSocket from %s is not authenticated by its cookie", async (_name, headers) => {
    const { ann, id } = await createPair();
    const cookie = { Cookie: `__Host-session=${ann.token}`, ...headers };
    const client = new WebSocketClient(
      await openSocket(`&heartbeat=client&conversationId=${id}`, cookie),
    );
    client.send({ type: PacketType.CONNECT, nsp: "/" });
    await client.until(() => client.packets.length > 0);
    expect(client.packets).toEqual([REFUSED]);
    expect(await countSockets(id)).toBe(0);
    client.close();
  });

  it("a WebSocket whose page's token names another session than its cookie is refused", async () => {
    const { ann, ben, id } = await createPair();
    const client = new WebSocketClient(
      await openSocket(`&heartbeat=client&conversationId=${id}`, {
        Origin: "https://happenstance.example",
        Cookie: `__Host-session=${ann.token}`,
      }),
    );
    client.send({ type: PacketType.CONNECT, nsp: "/", data: { token: ben.token } });
    await client.until(() => client.packets.length > 0);
    expect(client.packets).toEqual([REFUSED]);
    client.close();
  });

  it("a WebSocket is closed when its object is ended, and can join again with all messages kept", async () => {
    const { ann, id } = await createPair();
    const client = await WebSocketClient.join("own", ann, id);
    await client.emitWithAck("send_message", { conversationId: id, content: "kept" });
    await evictDurableObject(objectOf(conversationHome(id)), { webSockets: "close" });
    await client.until(() => client.isClosed);
    const again = await WebSocketClient.join("own", ann, id);
    expect(
      (await callApi("GET", `/api/pairings/conversation/${id}/messages`, { token: ann.token }))
        .body,
    ).toMatchObject([{ content: "kept" }]);
    again.close();
  });
});

it("a polling client stays connected and receives messages when its conversation's object is evicted", async () => {
  const { ann, ben, id } = await createPair();
  const clients = [await TestClient.join(ann, id), await TestClient.join(ben, id)];
  await evictDurableObject(objectOf(conversationHome(id)));
  await callApi("POST", `/api/pairings/conversation/${id}/messages`, {
    token: ann.token,
    body: { content: "to a sleeper" },
  });
  for (const client of clients) {
    expect(await client.event("new_message")).toMatchObject({ content: "to a sleeper" });
    expect(client.isClosed).toBe(false);
    await client.disconnect();
  }
});

it("a message on its way does not bring an erased conversation back", async () => {
  const { ann, ben, id } = await createPair();
  const object = objectOf(conversationHome(id));
  const grant = {
    conversationId: id,
    senderId: ann.memberId,
    senderName: "Ann",
    senderAvatar: null,
    partnerId: ben.memberId,
    expiresAt: Date.now() + 60_000,
  };
  const send = () => object.sendMessage(grant, { content: "words" });
  expect(await send()).toMatchObject({ kind: "stored" });
  await bindings.DB.prepare("delete from members where id = ?").bind(ann.memberId).run();
  await eraseConversation(id);
  expect(await send()).toEqual({ kind: "closed" });
  await evictDurableObject(object);
  expect(await send()).toEqual({ kind: "closed" });
  expect(
    await runInDurableObject(object, (_, { storage }) =>
      storage.sql.exec("select name from sqlite_master where name = 'messages'").toArray(),
    ),
  ).toEqual([]);
});

it("an object with an older schema migrates when it wakes, and still has its messages by client_id", async () => {
  const { ann, id } = await createPair();
  const client = await WebSocketClient.join("own", ann, id);
  const say = (client_id: string) =>
    client.emitWithAck("send_message", { conversationId: id, content: "words", client_id });
  const object = objectOf(conversationHome(id));
  const ask = (statement: string) =>
    runInDurableObject(object, (_, { storage }) => storage.sql.exec(statement).toArray());
  const first = await say("first");
  // Puts the tables back to what the first two steps of the schema made.
  await ask("create unique index messages_client_id_idx on messages (sender_id, client_id)");
  for (const table of ["questions", "answers", "answer_times"]) await ask(`drop table ${table}`);
  await ask("alter table standing drop column was_blocked");
  await ask("update schema_steps set applied = 2");
  await evictDurableObject(object, { webSockets: "hibernate" });
  expect(await say("first")).toEqual({ ...Object(first), isNew: false });
  expect(await say("second")).toMatchObject({ ok: true, isNew: true });
  expect(await ask("select count(*) as n from messages")).toEqual([{ n: 2 }]);
  expect(await ask("select name from sqlite_master where name = 'messages_client_id_idx'")).toEqual(
    [],
  );
  client.close();
});

it("an older change does nothing: a late block does not close a conversation that is open again", async () => {
  const { ann, id } = await createPair();
  const client = await WebSocketClient.join("own", ann, id);
  const say = (content: string) =>
    client.emitWithAck("send_message", { conversationId: id, content });
  await say("first");
  const object = objectOf(conversationHome(id));
  await object.apply({ conversationId: id, version: 1_000_002, kind: "reopen" });
  await object.apply({ conversationId: id, version: 1_000_001, kind: "close", reason: "blocked" });
  expect(await say("second")).toMatchObject({ ok: true });
  client.close();
});
