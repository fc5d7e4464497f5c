import { PacketType } from "socket.io-parser";
import { describe, expect, it } from "vitest";
import { createMember, createPair, publishRead, TestClient, type TestMember } from "./support";

const TOO_MANY = "Too many connections";

async function joinMany(member: TestMember, id: string, count: number, byToken: boolean) {
  const clients: TestClient[] = [];
  for (let i = 0; i < count; i++) clients.push(await TestClient.join(member, id, byToken));
  return clients;
}

async function tryJoin(member: TestMember, id: string, byToken: boolean) {
  const client = await TestClient.connect(
    byToken ? { token: member.token } : { header: member.token },
  );
  return { client, answer: await client.emitWithAck("join_conversation", id) };
}

describe("ten connections of a member in a conversation", () => {
  it("a member's eleventh connection to a conversation is refused, and the partner's first is not", async () => {
    const { ann, ben, id } = await createPair();
    const clients = await joinMany(ann, id, 10, false);
    for (const byToken of [true, false]) {
      const { client, answer } = await tryJoin(ann, id, byToken);
      expect(answer).toEqual([{ conversationId: id, message: TOO_MANY }]);
      expect(client.events("join_error")).toEqual([{ conversationId: id, message: TOO_MANY }]);
      await publishRead(id, { reader_id: "r", up_to: "m" });
      await client.settle();
      expect(client.events("messages_read")).toEqual([]);
      await client.disconnect();
    }
    clients.push(await TestClient.join(ben, id, true));
    await clients[0]?.disconnect();
    clients[0] = await TestClient.join(ann, id, true);
    for (const client of clients) await client.disconnect();
  });

  it("connections whose clients no longer answer make room for a new one", async () => {
    const { ann, id } = await createPair();
    const clients = await joinMany(ann, id, 10, true);
    for (const client of clients.slice(0, 4)) client.goSilent();
    const { client, answer } = await tryJoin(ann, id, true);
    expect(answer).toEqual([{ conversationId: id }]);
    for (const open of [...clients.slice(4), client]) {
      await open.settle();
      await open.disconnect();
    }
  });
});

describe("thirty connections of a member outside a conversation", () => {
  it("a member's 31st connection outside a conversation is refused, and one that has joined does not count", async () => {
    const { ann, id } = await createPair();
    const clients: TestClient[] = [];
    for (let i = 0; i < 30; i++) clients.push(await TestClient.connect({ header: ann.token }));
    const refused = await TestClient.connect({ header: ann.token });
    expect(refused.packets).toEqual([
      { type: PacketType.CONNECT_ERROR, nsp: "/", data: { message: TOO_MANY } },
    ]);
    await refused.disconnect();
    const other = await TestClient.connect({ header: (await createMember()).token });
    expect(other.packets[0]?.type).toBe(PacketType.CONNECT);
    await other.disconnect();
    await clients[0]?.emitWithAck("join_conversation", id);
    const next = await TestClient.connect({ header: ann.token });
    expect(next.packets[0]?.type).toBe(PacketType.CONNECT);
    for (const client of [...clients, next]) await client.disconnect();
  });

  it("a connection that leaves the namespace is closed by the server", async () => {
    const { ann } = await createPair();
    const client = await TestClient.connect({ header: ann.token });
    await client.send({ type: PacketType.DISCONNECT, nsp: "/" });
    // A session without a namespace ends by itself after 15 s, as one that never connected does.
    await client.until(() => client.isClosed);
  });
});
