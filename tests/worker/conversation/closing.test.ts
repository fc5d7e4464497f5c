import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CloseReason } from "~/core/shared/contract";
import { blockMember } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import {
  bindings,
  closeConversation,
  createConversation,
  createPair,
  eraseConversation,
  objectOf,
  publishRead,
  TestClient,
} from "./support";

function readStorage(id: string) {
  return runInDurableObject(objectOf(id), async (_instance, state) => ({
    tables: state.storage.sql
      .exec("select name from sqlite_master where name not like '\\_cf\\_%' escape '\\'")
      .toArray(),
    values: (await state.storage.list()).size,
    alarm: await state.storage.getAlarm(),
  }));
}

const NOTHING = { tables: [], values: 0, alarm: null };

async function joinEverywhere() {
  const pair = await createPair();
  const clients = [
    await TestClient.join(pair.ann, pair.id),
    await TestClient.join(pair.ann, pair.id, true),
    await TestClient.join(pair.ben, pair.id),
    await TestClient.join(pair.ben, pair.id, true),
  ];
  return { ...pair, clients };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("closing a conversation", () => {
  it.each<CloseReason>(["expired", "blocked", "ended"])(
    "all connections of a conversation closed as %s are notified, and receive no event after it",
    async (reason) => {
      const { clients, id } = await joinEverywhere();
      await closeConversation(id, reason);
      await publishRead(id, { reader_id: "r", up_to: "m" });
      for (const client of clients) {
        expect(await client.event("conversation_closed")).toEqual({ conversationId: id, reason });
        await client.settle();
        expect(client.events("messages_read")).toEqual([]);
        expect(client.events("test_broadcast")).toEqual([]);
        expect(client.isClosed).toBe(false);
      }
    },
  );

  it("a conversation that is closed twice notifies its clients once", async () => {
    const { clients, id } = await joinEverywhere();
    await closeConversation(id, "blocked");
    await closeConversation(id, "ended");
    for (const client of clients) {
      await client.settle();
      expect(client.events("conversation_closed")).toHaveLength(1);
    }
  });

  it("an erased conversation leaves nothing in its object", async () => {
    const { clients, id } = await joinEverywhere();
    const before = await readStorage(id);
    expect(before.alarm).not.toBeNull();
    await eraseConversation(id);
    for (const client of clients) {
      expect(await client.event("conversation_closed")).toMatchObject({ reason: "ended" });
    }
    expect(await readStorage(id)).toEqual(NOTHING);
  });

  it("a closed conversation can be joined once it is open again", async () => {
    const { ann, ben, id } = await createPair();
    await blockMember(ben, ann);
    await closeConversation(id, "blocked");
    const client = await TestClient.connect({ token: ann.token });
    await client.emit("join_conversation", id);
    await client.event("join_error");
    await bindings.DB.prepare("delete from blocks").run();
    await client.emit("join_conversation", id);
    await client.event("joined_conversation");
    const partner = await TestClient.join(ben, id);
    await publishRead(id, { reader_id: "r", up_to: "m" });
    await Promise.all([client.event("messages_read"), partner.event("messages_read")]);
  });
});

describe("the end of the day", () => {
  it("an alarm closes the conversation at the end of the day, even if its object was evicted", async () => {
    const [ann, ben] = await Promise.all([seedMember(), seedMember()]);
    const id = await createConversation(ann, ben, 60_000);
    const clients = [await TestClient.join(ann, id, true), await TestClient.join(ben, id, true)];
    const { alarm } = await readStorage(id);
    await evictDurableObject(objectOf(id));
    vi.spyOn(Date, "now").mockReturnValue(alarm ?? 0);
    expect(await runDurableObjectAlarm(objectOf(id))).toBe(true);
    for (const client of clients) {
      expect(await client.event("conversation_closed")).toEqual({
        conversationId: id,
        reason: "expired",
      });
    }
    expect((await readStorage(id)).alarm).toBeNull();
    expect(await runInDurableObject(objectOf(id), ({ live }) => live.isAnyoneJoined)).toBe(false);
  });

  it("the alarm is set to the pairing's end, and an early alarm does not close the conversation", async () => {
    const [ann, ben] = await Promise.all([seedMember(), seedMember()]);
    const id = await createConversation(ann, ben, 60_000);
    const client = await TestClient.join(ann, id);
    const row = await bindings.DB.prepare("select expires_at from pairings where id = ?")
      .bind(id)
      .first<{ expires_at: number }>();
    expect((await readStorage(id)).alarm).toBe(row?.expires_at);
    expect(await runDurableObjectAlarm(objectOf(id))).toBe(true);
    expect((await readStorage(id)).alarm).toBe(row?.expires_at);
    await client.settle();
    expect(client.events("conversation_closed")).toEqual([]);
  });
});

describe("a join during a closing", () => {
  it("a join is authorized again if a block came meanwhile, and is then refused", async () => {
    const { ann, ben, id } = await createPair();
    const object = objectOf(id);
    const seat = { shard: "s0", sid: "one" };
    const viewer = { memberId: ann.id, sessionId: ann.sessionId, expiresAt: Date.now() + 60_000 };
    const partner = await TestClient.join(ben, id);
    const joining = object.join(seat, viewer);
    await blockMember(ben, ann);
    await closeConversation(id, "blocked");
    // The block comes before or after the join. In both cases the partner is notified, and nobody stays joined.
    await joining;
    await partner.event("conversation_closed");
    expect(await runInDurableObject(object, ({ live }) => live.isAnyoneJoined)).toBe(false);
    expect(await object.join(seat, viewer)).toEqual({ kind: "refused" });
  });
});
