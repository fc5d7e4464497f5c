import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { callApi, sendMessage } from "../../support/api";
import { blockMember } from "../../support/pairs";
import {
  bindings,
  channel,
  closeConversation,
  createPair,
  eraseConversation,
  objectOf,
  pageHeaders,
  TestClient,
  type Way,
} from "./support";

const WAYS: Way[] = ["own", "stock", "upgraded"];
function countSockets(id: string): Promise<number> {
  return runInDurableObject(objectOf(id), (_, ctx) => ctx.getWebSockets().length);
}

describe.each(WAYS)("a WebSocket (%s)", (way) => {
  it("a WebSocket joins, sends and receives, and a POST with the same client_id stores no second message", async () => {
    const { ann, ben, id } = await createPair();
    const [one, other] = [
      await TestClient.joinBy(way, ann, id),
      await TestClient.joinBy(way, ben, id),
    ];
    expect(one.events("welcome")).toMatchObject([{ user_id: ann.id }]);
    const body = { conversationId: id, content: " hello ", client_id: "key" };
    const sent = await one.emitWithAck("send_message", body);
    expect(sent).toMatchObject({
      ok: true,
      isNew: true,
      message: { content: "hello", sender_id: ann.id, client_id: "key", is_read: false },
    });
    const { message } = sent as { message: Record<string, unknown> };
    expect(await one.event("new_message")).toEqual(message);
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
  });

  it("a WebSocket stays open and receives messages when its conversation's object is evicted", async () => {
    const { ann, ben, id } = await createPair();
    const [one, other] = [
      await TestClient.joinBy(way, ann, id),
      await TestClient.joinBy(way, ben, id),
    ];
    const say = (content: string) =>
      one.emitWithAck("send_message", { conversationId: id, content });
    await evictDurableObject(objectOf(id));
    expect(await say("to a sleeper")).toMatchObject({ ok: true });
    expect(await other.event("new_message")).toMatchObject({ content: "to a sleeper" });
    await evictDurableObject(objectOf(id));
    await sendMessage(ben, id, "and back");
    expect(await one.event("new_message", 2)).toMatchObject({ content: "and back" });
    expect([one.isClosed, other.isClosed]).toEqual([false, false]);
  });

  it("a connection that keeps reopening its namespace is closed, and a new one can join", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.connectBy(way, ann, id);
    let isOver = false;
    client.socket.io.on("close", () => {
      isOver = true;
    });
    for (let i = 0; i < 300 && !isOver; i++) {
      client.socket.disconnect();
      client.socket.connect();
    }
    await client.until(() => isOver);
    const next = await TestClient.joinBy(way, ann, id);
    expect(next.isClosed).toBe(false);
  });

  it("a WebSocket ends with its session, and sends nothing once its conversation is closed", async () => {
    const { ann, ben, id } = await createPair();
    const [one, other] = [
      await TestClient.joinBy(way, ann, id),
      await TestClient.joinBy(way, ben, id),
    ];
    await channel.endSessions([ann.sessionId], [id]);
    await one.until(() => one.isClosed);
    await blockMember(ann, ben);
    await closeConversation(id, "blocked");
    expect(await other.event("conversation_closed")).toEqual({
      conversationId: id,
      reason: "blocked",
    });
    const late = await other.emitWithAck("send_message", { conversationId: id, content: "late" });
    // The WebSocket of our own client is closed with the conversation. The shard keeps a stock
    // client's WebSocket and answers as a POST would.
    expect(late).toEqual(
      way === "own" ? undefined : expect.objectContaining({ code: "blocked_by_partner" }),
    );
    await vi.waitFor(async () => expect(await countSockets(id)).toBe(0));
  });
});

describe("our own client's WebSocket", () => {
  it("a page's WebSocket is held by the conversation's object, and answered even if the object is evicted", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.joinBy("own", ann, id);
    expect(await countSockets(id)).toBe(1);
    await evictDurableObject(objectOf(id));
    await client.emit("ping");
    await client.event("pong");
    expect(client.isClosed).toBe(false);
  });

  it.each([
    ["another site", { Origin: "https://evil.example" }],
    ["a client without an Origin", {}],
  ])("a WebSocket from %s is not authenticated by its cookie", async (_name, headers) => {
    const { ann, id } = await createPair();
    const cookie = { Cookie: `__Host-session=${ann.token}`, ...headers };
    const client = await TestClient.connect({ way: "stock", conversationId: id, headers: cookie });
    expect(client.refusal).toBe("Authentication required");
    expect(await countSockets(id)).toBe(0);
  });

  it("a WebSocket is refused if its token names another session than its cookie", async () => {
    const { ann, ben, id } = await createPair();
    const client = await TestClient.connect({
      way: "own",
      conversationId: id,
      headers: pageHeaders(ann),
      token: ben.token,
    });
    expect(client.refusal).toBe("Authentication required");
  });

  it("a WebSocket closes when its object ends, and its member can join again and finds all messages", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.joinBy("own", ann, id);
    await client.emitWithAck("send_message", { conversationId: id, content: "kept" });
    await evictDurableObject(objectOf(id), { webSockets: "close" });
    await client.until(() => client.isClosed);
    await TestClient.joinBy("own", ann, id);
    expect(
      (await callApi("GET", `/api/pairings/conversation/${id}/messages`, { token: ann.token }))
        .body,
    ).toMatchObject([{ content: "kept" }]);
  });
});

it("a polling client stays connected when its conversation's object is evicted", async () => {
  const { ann, ben, id } = await createPair();
  const clients = [await TestClient.join(ann, id), await TestClient.join(ben, id)];
  await evictDurableObject(objectOf(id));
  await sendMessage(ann, id, "to a sleeper");
  for (const client of clients) {
    expect(await client.event("new_message")).toMatchObject({ content: "to a sleeper" });
    expect(client.isClosed).toBe(false);
  }
});

it("a message sent during an erasure does not bring the conversation back", async () => {
  const { ann, ben, id } = await createPair();
  const object = objectOf(id);
  const grant = {
    conversationId: id,
    sender: { id: ann.id, name: "Ann", avatar: null },
    partnerId: ben.id,
    expiresAt: Date.now() + 60_000,
  };
  const send = () => object.sendMessage(grant, { content: "words" });
  expect(await send()).toMatchObject({ kind: "stored" });
  await bindings.DB.prepare("delete from members where id = ?").bind(ann.id).run();
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

it("a block that arrives late does not close a conversation that was reopened after the block", async () => {
  const { ann, id } = await createPair();
  const client = await TestClient.joinBy("own", ann, id);
  const say = (content: string) =>
    client.emitWithAck("send_message", { conversationId: id, content });
  await say("first");
  const object = objectOf(id);
  await object.apply({ conversationId: id, version: 1_000_002, kind: "reopen" });
  await object.apply({ conversationId: id, version: 1_000_001, kind: "close", reason: "blocked" });
  expect(await say("second")).toMatchObject({ ok: true });
});
