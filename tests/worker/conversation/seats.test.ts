import { runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { createPair, objectOf, TestClient } from "./support";

it("a stock client that leaves while it joins does not count as present", async () => {
  const { ann, ben, id } = await createPair();
  const object = objectOf(id);
  // Holds the join in the object until `answer` is called.
  let isAsked = false;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await runInDurableObject(object, (instance) => {
    const { hasRoom } = instance.live;
    instance.live.hasRoom = async (memberId) => {
      isAsked = true;
      await held;
      return hasRoom.call(instance.live, memberId);
    };
  });
  const client = await TestClient.connect({ header: ann.token });
  await client.emit("join_conversation", id);
  await vi.waitFor(() => expect(isAsked).toBe(true));
  client.close();
  const isHere = () => runInDurableObject(object, ({ live }) => live.isHere(ann.id));
  // The disconnect needs time to reach the object before the join goes on. Connecting another
  // client takes long enough.
  await TestClient.connect({ header: ben.token }).then((other) => other.close());
  answer();
  await vi.waitFor(async () => {
    const partner = await TestClient.join(ben, id);
    await partner.settle();
    expect(partner.events("partner_here")).toEqual([{ conversationId: id, here: false }]);
  });
  expect(await isHere()).toBe(false);
});

it("a joined stock client can join again, even at the member's limit of connections", async () => {
  const { ann, id } = await createPair();
  const clients: TestClient[] = [];
  for (let i = 0; i < 10; i++) clients.push(await TestClient.join(ann, id));
  expect(await clients[0]?.emitWithAck("join_conversation", id)).toEqual({ conversationId: id });
});
