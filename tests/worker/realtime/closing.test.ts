import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CloseReason } from "~/core/ports";
import { Audience } from "~/worker/realtime/audience";
import { ConversationRoom } from "~/worker/realtime/conversation-room";
import { createGate } from "~/worker/realtime/create-gate";
import { conversationHome } from "~/worker/realtime/home";
import { Peers } from "~/worker/realtime/peers";
import {
  bindings,
  block,
  closeConversation,
  createConversation,
  createMember,
  createPair,
  endConversation,
  eraseConversation,
  objectOf,
  passTime,
  publishRead,
  TestClient,
  type TestMember,
} from "./support";

/** All that an object keeps: tables of its own, values, and its alarm. */
function readStorage(home: string) {
  return runInDurableObject(objectOf(home), async (_instance, state) => ({
    tables: state.storage.sql
      .exec("select name from sqlite_master where name not like '\\_cf\\_%' escape '\\'")
      .toArray(),
    values: (await state.storage.list()).size,
    alarm: await state.storage.getAlarm(),
  }));
}

const NOTHING = { tables: [], values: 0, alarm: null };

async function endSession({ sessionId }: TestMember): Promise<void> {
  await bindings.DB.prepare("delete from sessions where id = ?").bind(sessionId).run();
}

async function passMinutes(client: TestClient, minutes: number): Promise<void> {
  for (let i = 0; i < minutes * 12 && !client.isClosed; i++) await passTime(client);
}

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
    "tells both sides that it is %s, wherever they are, and nothing after it",
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
        await client.disconnect();
      }
    },
  );

  it("twice tells them once", async () => {
    const { clients, id } = await joinEverywhere();
    await closeConversation(id, "blocked");
    await closeConversation(id, "ended");
    for (const client of clients) {
      await client.settle();
      expect(client.events("conversation_closed")).toHaveLength(1);
      await client.disconnect();
    }
  });

  it("leaves nothing in its object", async () => {
    const { clients, id } = await joinEverywhere();
    const before = await readStorage(conversationHome(id));
    expect(before.tables).not.toEqual([]);
    expect(before.alarm).not.toBeNull();
    await eraseConversation(id);
    for (const client of clients) {
      expect(await client.event("conversation_closed")).toMatchObject({ reason: "ended" });
      await client.disconnect();
    }
    expect(await readStorage(conversationHome(id))).toEqual(NOTHING);
    for (const { home } of clients) expect(await readStorage(home)).toEqual(NOTHING);
  });

  it("doesn't keep it from being joined again when it is open again", async () => {
    const { ann, ben, id } = await createPair();
    await block(ben, ann);
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
    await Promise.all([client.disconnect(), partner.disconnect()]);
  });

  it("sends a connection that it leaves without a conversation to a better home", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id);
    await endConversation(id);
    await closeConversation(id, "ended");
    await client.event("conversation_closed");
    while (!client.isClosed) await passTime(client);
    const next = await TestClient.connect({ header: ann.token });
    expect(next.home).toMatch(/^l\d+$/);
    await next.disconnect();
  });
});

describe("the end of the day", () => {
  it("comes by alarm, also to an object that was evicted", async () => {
    const [ann, ben] = await Promise.all([createMember(), createMember()]);
    const id = await createConversation(ann, ben, 60_000);
    const clients = [await TestClient.join(ann, id, true), await TestClient.join(ben, id, true)];
    const home = conversationHome(id);
    const { alarm } = await readStorage(home);
    await evictDurableObject(objectOf(home));
    vi.spyOn(Date, "now").mockReturnValue(alarm ?? 0);
    expect(await runDurableObjectAlarm(objectOf(home))).toBe(true);
    for (const client of clients) {
      expect(await client.event("conversation_closed")).toEqual({
        conversationId: id,
        reason: "expired",
      });
    }
    expect(await readStorage(home)).toEqual(NOTHING);
  });

  it("is the pairing's own, and isn't brought forward by an early alarm", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id);
    const home = conversationHome(id);
    const row = await bindings.DB.prepare("select expires_at from pairings where id = ?")
      .bind(id)
      .first<{ expires_at: number }>();
    expect((await readStorage(home)).alarm).toBe(row?.expires_at);
    expect(await runDurableObjectAlarm(objectOf(home))).toBe(true);
    expect((await readStorage(home)).alarm).toBe(row?.expires_at);
    await client.settle();
    expect(client.events("conversation_closed")).toEqual([]);
    await client.disconnect();
  });
});

describe("a join that a closing overtakes", () => {
  it("is asked again, so that an answer from before a block lets nobody in", async () => {
    const { ann, ben, id } = await createPair();
    const outcome = await runInDurableObject(objectOf(conversationHome(id)), async (_o, state) => {
      const gate = createGate(bindings, state);
      const peers = new Peers(bindings.CONVERSATIONS, gate.report);
      const answered = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let asked = 0;
      // The real gate, whose first answer is held back until the block is done.
      const slowGate = {
        ...gate,
        async authorizeJoin(...args: Parameters<typeof gate.authorizeJoin>) {
          const answer = await gate.authorizeJoin(...args);
          asked += 1;
          if (asked === 1) {
            answered.resolve();
            await released.promise;
          }
          return answer;
        },
      };
      const room = new ConversationRoom(state, slowGate, peers, new Audience());
      const viewer = { ...ann, expiresAt: Date.now() + 60_000 };
      let seats = 0;
      const joining = room.admit(viewer, id, () => {
        seats += 1;
      });
      await answered.promise;
      await block(ben, ann);
      room.close(id, "blocked");
      released.resolve();
      return { outcome: await joining, seats, asked };
    });
    expect(outcome).toEqual({ outcome: "refused", seats: 0, asked: 2 });
  });
});

describe.each([
  ["at home", false],
  ["in a lobby", true],
])("an end that no word came of, to a connection %s", (_name, isInLobby) => {
  it.each([
    ["session", (ann: TestMember) => endSession(ann)],
    ["conversation", (_ann: TestMember, id: string) => endConversation(id)],
  ])("is found within minutes: of a %s", async (_kind, end) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id, isInLobby);
    await passMinutes(client, 6);
    expect(client.isClosed).toBe(false);
    await end(ann, id);
    await passMinutes(client, 6);
    expect(client.isClosed).toBe(true);
  });
});
