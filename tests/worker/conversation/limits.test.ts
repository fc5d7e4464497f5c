import { describe, expect, it } from "vitest";
import { type SeededMember, seedMember } from "../../support/seed";
import { createPair, publishRead, TestClient } from "./support";

const TOO_MANY = "Too many connections";

async function joinMany(member: SeededMember, id: string, count: number, byToken: boolean) {
  const clients: TestClient[] = [];
  for (let i = 0; i < count; i++) clients.push(await TestClient.join(member, id, byToken));
  return clients;
}

async function tryJoin(member: SeededMember, id: string, byToken: boolean) {
  const client = await TestClient.connect(
    byToken ? { token: member.token } : { header: member.token },
  );
  return { client, answer: await client.emitWithAck("join_conversation", id) };
}

describe("ten connections of a member in a conversation", () => {
  it("a member's eleventh connection to a conversation is refused, but not the partner's first", async () => {
    const { ann, ben, id } = await createPair();
    const clients = await joinMany(ann, id, 10, false);
    for (const byToken of [true, false]) {
      const { client, answer } = await tryJoin(ann, id, byToken);
      expect(answer).toEqual({ conversationId: id, message: TOO_MANY });
      expect(client.events("join_error")).toEqual([{ conversationId: id, message: TOO_MANY }]);
      await publishRead(id, { reader_id: "r", up_to: "m" });
      await client.settle();
      expect(client.events("messages_read")).toEqual([]);
    }
    clients.push(await TestClient.join(ben, id, true));
    clients[0]?.close();
    clients[0] = await TestClient.join(ann, id, true);
  });

  it("the limit of ten counts the connections of pages and of stock clients together", async () => {
    const { ann, id } = await createPair();
    const clients: TestClient[] = [];
    for (const way of ["own", "stock"] as const) {
      for (let i = 0; i < 5; i++) clients.push(await TestClient.joinBy(way, ann, id));
    }
    for (const way of ["own", "polling"] as const) {
      const client = await TestClient.connectBy(way, ann, id);
      const answer = await client.emitWithAck("join_conversation", id);
      expect(answer).toEqual({ conversationId: id, message: TOO_MANY });
    }
  });
});

describe("thirty connections of a member", () => {
  it("a member's 31st connection to a shard is refused, but not another member's first", async () => {
    const { ann } = await createPair();
    const clients: TestClient[] = [];
    for (let i = 0; i < 30; i++) clients.push(await TestClient.connect({ header: ann.token }));
    const refused = await TestClient.connect({ header: ann.token });
    expect(refused.refusal).toBe(TOO_MANY);
    const other = await TestClient.connect({ header: (await seedMember()).token });
    expect(other.refusal).toBeNull();
    clients[0]?.close();
    const next = await TestClient.connect({ header: ann.token });
    expect(next.refusal).toBeNull();
  });
});
