import { describe, expect, it } from "vitest";
import { messageDto } from "../../support/message-dto";
import { blockMember } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import {
  closeConversation,
  createConversation,
  createPair,
  endConversation,
  publishMessage,
  publishRead,
  TestClient,
  type Way,
} from "./support";

const NOT_FOUND = "Conversation not found or has expired";

const createMessage = (sender_id: string, content: string) =>
  messageDto(Date.now(), { message_id: `m-${content}`, content, sender_id });

// A client authenticates by the handshake's bearer header or by `auth: { token }`
// (docs/rules.md#realtime).
const WAYS = [
  ["by header", false],
  ["by token", true],
] as const;

describe.each(WAYS)("a connection %s", (_name, byToken) => {
  it("a joined connection receives all messages in order, including its own member's", async () => {
    const { ann, ben, id } = await createPair();
    const clients = await Promise.all([
      TestClient.join(ann, id, byToken),
      TestClient.join(ann, id, byToken),
      TestClient.join(ben, id),
    ]);
    const messages = Array.from({ length: 20 }, (_, i) => createMessage(ann.id, `word ${i}`));
    for (const message of messages) await publishMessage(id, message);
    for (const client of clients) {
      await client.event("new_message", messages.length);
      expect(client.events("joined_conversation")).toEqual([{ conversationId: id }]);
      expect(client.events("new_message")).toEqual(messages);
    }
  });

  it("a connection receives no message after it has left the conversation", async () => {
    const { ann, ben, id } = await createPair();
    const client = await TestClient.join(ann, id, byToken);
    const partner = await TestClient.join(ben, id);
    expect(await client.emitWithAck("leave_conversation", id)).toBeUndefined();
    await publishMessage(id, createMessage(ben.id, "too late"));
    await partner.event("new_message");
    await client.settle();
    expect(client.events("new_message")).toEqual([]);
  });

  it("typing reaches the partner's connections, but none of the member's own", async () => {
    const { ann, ben, id } = await createPair();
    const typist = await TestClient.join(ann, id, byToken);
    const ownTab = await TestClient.join(ann, id);
    const ownTokenTab = await TestClient.join(ann, id, true);
    const partner = await TestClient.join(ben, id);
    const partnerByToken = await TestClient.join(ben, id, true);
    await typist.emit("typing", id);
    await typist.emit("typing", { conversationId: id, user_id: ben.id });
    for (const client of [partner, partnerByToken]) {
      await client.event("typing", 2);
      const typing = { conversationId: id, user_id: ann.id };
      expect(client.events("typing")).toEqual([typing, typing]);
    }
    for (const client of [typist, ownTab, ownTokenTab]) {
      await client.settle();
      expect(client.events("typing")).toEqual([]);
    }
  });

  it("test_connection is answered only to its sender", async () => {
    const { ann, ben, id } = await createPair();
    const client = await TestClient.join(ann, id, byToken);
    const partner = await TestClient.join(ben, id);
    const outsider = await TestClient.connect({ header: (await seedMember()).token });
    await client.emit("test_connection");
    expect(await client.event("server_test")).toMatchObject({ timestamp: expect.any(String) });
    expect(await client.event("test_broadcast")).toMatchObject({ conversationId: id });
    await partner.settle();
    await partner.event("test_broadcast");
    expect(partner.events("test_broadcast")).toHaveLength(1);
    await outsider.settle();
    expect(outsider.events("test_broadcast")).toEqual([]);
    expect(partner.events("server_test")).toHaveLength(1);
  });

  it("a connection receives the id of the last message that a member has read", async () => {
    const { ann, ben, id } = await createPair();
    const client = await TestClient.join(ann, id, byToken);
    await publishRead(id, { reader_id: ben.id, up_to: "m-1" });
    expect(await client.event("messages_read")).toEqual({
      conversationId: id,
      reader_id: ben.id,
      up_to: "m-1",
    });
  });

  it.each([
    ["unknown", async () => "nosuchconversation"],
    ["another pair's", async () => (await createPair()).id],
    ["malformed", async () => "no such thing"],
  ])("a connection can't join a conversation that is %s", async (_kind, createId) => {
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id, byToken);
    const conversationId = await createId();
    await client.emit("join_conversation", conversationId);
    expect(await client.event("join_error")).toEqual({ conversationId, message: NOT_FOUND });
    await publishMessage(conversationId, createMessage("x", "secret"));
    await client.settle();
    expect(client.events("new_message")).toEqual([]);
  });

  it("a connection can't join a conversation that has ended or is blocked", async () => {
    for (const close of [
      async (pair: Awaited<ReturnType<typeof createPair>>) => endConversation(pair.id),
      async (pair: Awaited<ReturnType<typeof createPair>>) => blockMember(pair.ann, pair.ben),
      async (pair: Awaited<ReturnType<typeof createPair>>) => blockMember(pair.ben, pair.ann),
    ]) {
      const pair = await createPair();
      const client = await TestClient.connect(
        byToken ? { token: pair.ann.token } : { header: pair.ann.token },
      );
      await close(pair);
      expect(await client.emitWithAck("join_conversation", pair.id)).toEqual({
        conversationId: pair.id,
        message: NOT_FOUND,
      });
      expect(client.events("joined_conversation")).toEqual([]);
    }
  });
});

describe("one connection", () => {
  it("one connection receives the events of several conversations, each with its own id", async () => {
    const { ann, id } = await createPair();
    const other = await createConversation(ann, await seedMember());
    const client = await TestClient.join(ann, id);
    await client.emit("join_conversation", other);
    await client.event("joined_conversation", 2);
    await publishRead(other, { reader_id: "r", up_to: "1" });
    await publishRead(id, { reader_id: "r", up_to: "2" });
    await client.event("messages_read", 2);
    expect(client.events("messages_read")).toEqual(
      expect.arrayContaining([
        { conversationId: other, reader_id: "r", up_to: "1" },
        { conversationId: id, reader_id: "r", up_to: "2" },
      ]),
    );
  });

  it("a connection that joins twice receives each message once", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id);
    await client.emit("join_conversation", id);
    await client.event("joined_conversation", 2);
    await publishMessage(id, createMessage(ann.id, "once"));
    await client.settle();
    expect(client.events("new_message")).toHaveLength(1);
  });

  it("a connection's events are handled in order, so typing right after a join reaches the partner", async () => {
    const { ann, ben, id } = await createPair();
    const partner = await TestClient.join(ben, id);
    const client = await TestClient.connect({ token: ann.token });
    await Promise.all([client.emit("join_conversation", id), client.emit("typing", id)]);
    expect(await partner.event("typing")).toEqual({ conversationId: id, user_id: ann.id });
  });

  it("a ping is acknowledged", async () => {
    const { ann } = await createPair();
    const client = await TestClient.connect({ header: ann.token });
    expect(await client.emitWithAck("ping")).toBeUndefined();
    expect(await client.event("pong")).toBeUndefined();
  });

  it.each([[undefined], [null], [42], [["a"]], [{ conversationId: {} }], ["x".repeat(10_000)]])(
    "a connection survives %j as the payload of an event",
    async (payload) => {
      const { ann, id } = await createPair();
      const client = await TestClient.join(ann, id);
      for (const event of ["leave_conversation", "typing", "ping", "unheard_of"]) {
        await client.emit(event, payload);
      }
      await client.emit("join_conversation", payload);
      expect(await client.event("join_error")).toEqual({
        conversationId: typeof payload === "string" ? payload.slice(0, 64) : null,
        message: NOT_FOUND,
      });
      await client.settle();
      expect(client.isClosed).toBe(false);
    },
  );

  it("a connection that floods is closed, and the partner receives only part of the flood", async () => {
    const { ann, ben, id } = await createPair();
    const partner = await TestClient.join(ben, id);
    const client = await TestClient.join(ann, id);
    for (let i = 0; i < 500; i++) await client.emit("typing", id);
    await client.until(() => client.isClosed);
    await partner.settle();
    expect(partner.isClosed).toBe(false);
    expect(partner.events("typing").length).toBeLessThan(100);
  });
});

describe("partner_here", () => {
  const here = (client: TestClient) => client.events("partner_here");

  it.each<[Way, Way]>([
    ["own", "own"],
    ["polling", "own"],
    ["stock", "polling"],
  ])(
    "a joining client hears whether the partner is here, and then each change (%s, %s)",
    async (one, other) => {
      const { ann, ben, id } = await createPair();
      const first = await TestClient.joinBy(one, ann, id);
      await first.event("partner_here");
      expect(here(first)).toEqual([{ conversationId: id, here: false }]);
      const partner = await TestClient.joinBy(other, ben, id);
      await partner.event("partner_here");
      expect(here(partner)).toEqual([{ conversationId: id, here: true }]);
      expect(await first.event("partner_here", 2)).toEqual({ conversationId: id, here: true });
      // Opening and closing a second connection of the same member changes nothing.
      const second = await TestClient.joinBy(other, ben, id);
      await second.event("partner_here");
      second.close();
      await first.settle();
      expect(here(first)).toHaveLength(2);
      partner.close();
      expect(await first.event("partner_here", 3)).toEqual({ conversationId: id, here: false });
      await closeConversation(id, "ended");
      await first.event("conversation_closed");
      expect(here(first)).toHaveLength(3);
    },
  );
});
