import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { PacketType } from "socket.io-parser";
import { afterEach, describe, expect, it, vi } from "vitest";
import { conversationHome } from "~/worker/realtime/home";
import { LEASE_MS } from "~/worker/realtime/subscriptions";
import {
  createConversation,
  createMember,
  createPair,
  objectOf,
  passTime,
  publishRead,
  TestClient,
  type TestMember,
} from "./support";

const TOO_MANY = "Too many connections";

function roomOf(conversationId: string) {
  return objectOf(conversationHome(conversationId));
}

/** The subscribers in the conversation's storage; -1 when nothing was ever stored. */
function countStored(conversationId: string): Promise<number> {
  return runInDurableObject(roomOf(conversationId), (_instance, state) => {
    const tables = state.storage.sql
      .exec("select name from sqlite_master where name = 'subscribers'")
      .toArray();
    if (tables.length === 0) return -1;
    return Number(state.storage.sql.exec("select count(*) as n from subscribers").one().n);
  });
}

/** Waits for it, however slow the machine: a subscription ends after its client has been answered. */
function expectNoneStored(conversationId: string): Promise<void> {
  return vi.waitFor(async () => expect(await countStored(conversationId)).toBe(0), 20_000);
}

async function joinMany(member: TestMember, id: string, count: number, isInLobby: boolean) {
  const clients: TestClient[] = [];
  for (let i = 0; i < count; i++) clients.push(await TestClient.join(member, id, isInLobby));
  return clients;
}

async function tryJoin(member: TestMember, id: string, isInLobby: boolean) {
  const client = await TestClient.connect(
    isInLobby ? { token: member.token } : { header: member.token },
  );
  return { client, answer: await client.emitWithAck("join_conversation", id) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a subscription", () => {
  it("is stored for a connection from a lobby, and for no other", async () => {
    const { ann, ben, id } = await createPair();
    const atHome = await TestClient.join(ann, id);
    expect(await countStored(id)).toBe(-1);
    const fromLobby = await TestClient.join(ben, id, true);
    expect(await countStored(id)).toBe(1);
    await fromLobby.emitWithAck("leave_conversation", id);
    await expectNoneStored(id);
    await Promise.all([atHome.disconnect(), fromLobby.disconnect()]);
  });

  it("ends with its connection", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id, true);
    await client.disconnect();
    await expectNoneStored(id);
  });

  it("survives the eviction of the conversation's object", async () => {
    const { ann, ben, id } = await createPair();
    const clients = [await TestClient.join(ann, id, true), await TestClient.join(ben, id, true)];
    await evictDurableObject(roomOf(id));
    await publishRead(id, { reader_id: "r", up_to: "m" });
    for (const client of clients) {
      expect(await client.event("messages_read")).toMatchObject({ up_to: "m" });
      await client.disconnect();
    }
    await expectNoneStored(id);
  });

  it("is dropped when its home no longer knows the connection", async () => {
    const { ann, ben, id } = await createPair();
    const viewer = { ...ben, expiresAt: Date.now() + 60_000 };
    const ghost = { ...ben, socketId: "ghost", home: "l0", instance: "an earlier life" };
    expect(await roomOf(id).subscribe(id, ghost, viewer)).toBe("joined");
    const client = await TestClient.join(ann, id);
    expect(await countStored(id)).toBe(1);
    await publishRead(id, { reader_id: "r", up_to: "m" });
    await client.event("messages_read");
    await expectNoneStored(id);
    await client.disconnect();
  });

  it("of an earlier life of a home makes way for the next", async () => {
    const { ann, id } = await createPair();
    const viewer = { ...ann, expiresAt: Date.now() + 60_000 };
    const subscribe = (socketId: string, instance: string) =>
      roomOf(id).subscribe(id, { ...ann, socketId, home: "l0", instance }, viewer);
    for (let i = 0; i < 9; i++) await subscribe(`old ${i}`, "first");
    await subscribe("new", "second");
    expect(await countStored(id)).toBe(1);
  });

  it("is refused by the conversation itself, whatever the home says", async () => {
    const { id } = await createPair();
    const { ann } = await createPair();
    const viewer = { ...ann, expiresAt: Date.now() + 60_000 };
    const subscriber = { ...ann, socketId: "s", home: "l0", instance: "i" };
    expect(await roomOf(id).subscribe(id, subscriber, viewer)).toBe("refused");
    expect(await countStored(id)).toBe(-1);
  });

  it("is renewed for what the home still holds, and told of what is lost", async () => {
    const { ann, id } = await createPair();
    const viewer = { ...ann, expiresAt: Date.now() + 60_000 };
    for (const socketId of ["a", "b"]) {
      const subscriber = { ...ann, socketId, home: "l0", instance: "i" };
      expect(await roomOf(id).subscribe(id, subscriber, viewer)).toBe("joined");
    }
    expect(await roomOf(id).renew("l0", "i", ["a", "c"])).toEqual(["c"]);
    expect(await countStored(id)).toBe(1);
    await evictDurableObject(roomOf(id));
    expect(await roomOf(id).renew("l0", "i", ["a"])).toEqual([]);
    expect(await roomOf(id).renew("l0", "another", ["a"])).toEqual(["a"]);
  });

  it("ends with its lease when nobody renews it", async () => {
    const { ann, id } = await createPair();
    const viewer = { ...ann, expiresAt: Date.now() + 60_000 };
    for (let i = 0; i < 10; i++) {
      const subscriber = { ...ann, socketId: `s${i}`, home: "l0", instance: "i" };
      await roomOf(id).subscribe(id, subscriber, viewer);
    }
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + LEASE_MS + 1);
    const late = { ...ann, socketId: "late", home: "l1", instance: "i" };
    expect(await roomOf(id).subscribe(id, late, viewer)).toBe("joined");
    expect(await countStored(id)).toBe(1);
  });

  it("is renewed by a home where people come and go all the time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { ann, ben, id } = await createPair();
    const other = await createConversation(ann, await createMember());
    const client = await TestClient.join(ann, id);
    await client.emitWithAck("join_conversation", other);
    const startedAt = Date.now();
    while (Date.now() < startedAt + LEASE_MS + 10_000) {
      const visitor = await TestClient.connect({ header: ben.token });
      expect(visitor.home).toBe(client.home);
      await passTime(client);
      await visitor.disconnect();
    }
    await publishRead(other, { reader_id: "r", up_to: "m" });
    expect(await client.event("messages_read")).toMatchObject({ up_to: "m" });
    await client.disconnect();
  });

  it("that is lost sends the client back for what it may have missed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id, true);
    for (let i = 0; i < 13; i++) await passTime(client);
    expect(client.isClosed).toBe(false);
    await runInDurableObject(roomOf(id), (_instance, state) => {
      state.storage.sql.exec("delete from subscribers");
    });
    // The copy in memory goes with the eviction.
    await evictDurableObject(roomOf(id));
    while (!client.isClosed) await passTime(client);
  });
});

describe.each([
  ["at home", false],
  ["in a lobby", true],
])("ten connections of a member %s", (_name, isInLobby) => {
  it("are the most: the eleventh is refused, the partner isn't", async () => {
    const { ann, ben, id } = await createPair();
    const clients = await joinMany(ann, id, 10, isInLobby);
    for (const place of [true, false]) {
      const { client, answer } = await tryJoin(ann, id, place);
      expect(answer).toEqual([{ conversationId: id, message: TOO_MANY }]);
      expect(client.events("join_error")).toEqual([{ conversationId: id, message: TOO_MANY }]);
      await publishRead(id, { reader_id: "r", up_to: "m" });
      await client.settle();
      expect(client.events("messages_read")).toEqual([]);
      await client.disconnect();
    }
    clients.push(await TestClient.join(ben, id, isInLobby));
    await clients[0]?.disconnect();
    clients[0] = await TestClient.join(ann, id, isInLobby);
    for (const client of clients) await client.disconnect();
  });

  it("make way once they no longer answer", async () => {
    const { ann, id } = await createPair();
    const clients = await joinMany(ann, id, 10, isInLobby);
    for (const client of clients.slice(0, 4)) client.goSilent();
    const { client, answer } = await tryJoin(ann, id, isInLobby);
    expect(answer).toEqual([{ conversationId: id }]);
    for (const open of [...clients.slice(4), client]) {
      await open.settle();
      await open.disconnect();
    }
  });
});

describe("twenty connections of a member at a conversation's home", () => {
  it("are the most, joined or not: the next is refused, the partner isn't", async () => {
    const { ann, ben, id } = await createPair();
    const clients: TestClient[] = [];
    for (let i = 0; i < 20; i++) {
      clients.push(await TestClient.connect({ header: ann.token, conversationId: id }));
    }
    const other = await createMember();
    for (const token of [undefined, ann.token, other.token]) {
      const refused = await TestClient.connect({ header: ann.token, conversationId: id, token });
      expect(refused.packets).toEqual([
        { type: PacketType.CONNECT_ERROR, nsp: "/", data: { message: TOO_MANY } },
      ]);
      await refused.disconnect();
    }
    clients.push(await TestClient.join(ben, id), await TestClient.join(ann, id, true));
    await clients[0]?.disconnect();
    clients[0] = await TestClient.join(ann, id);
    for (const client of clients) {
      expect(client.isClosed).toBe(false);
      await client.disconnect();
    }
  });
});
