import { describe, expect, it } from "vitest";
import { Outbox, type OutboxEntry, readOutbox } from "~/app/messaging/outbox";
import { prefixOf } from "~/app/messaging/storage";
import { SimulatedStorage, simulateBrowser } from "~/tests/support/simulated-browser";

const OWNER = { memberId: "me", conversationId: "conversation" };
const PREFIX = prefixOf(OWNER);

const entryOf = (client_id: string, position: number, content = client_id): OutboxEntry => ({
  client_id,
  content,
  queued_at: "2025-03-01T10:00:00.000Z",
  position,
  state: "pending",
  reason: null,
});

describe("an outbox entry", () => {
  it("entries are read unchanged and in the order of writing, whatever their order in storage", () => {
    const { environment } = simulateBrowser(() => new Promise(() => {}));
    const outbox = new Outbox(environment, OWNER);
    outbox.add("Ünïcode\n✍️", "z");
    outbox.add("second", "a");
    outbox.add("third", "m");
    expect(outbox.read().map(({ content }) => content)).toEqual(["Ünïcode\n✍️", "second", "third"]);
  });

  it.each(["", "null", "[]", "{}", '"text"', "{broken", '{"client_id":1}'])(
    "a stored %j is not read as an entry",
    (text) => {
      const store = new SimulatedStorage().ofTab({});
      store.write(`${PREFIX}key`, text);
      expect(readOutbox(store, OWNER)).toEqual([]);
    },
  );

  it("entries are sent in order, and failed ones are skipped", () => {
    const posted: string[] = [];
    const { environment } = simulateBrowser((_path, { body }) => {
      posted.push(JSON.parse(String(body)).client_id);
      return new Promise(() => {});
    });
    const { store } = environment;
    for (const entry of [
      entryOf("c", 3),
      entryOf("b", 2),
      { ...entryOf("a", 1), state: "failed" },
    ]) {
      store.write(PREFIX + entry.client_id, JSON.stringify(entry));
    }
    new Outbox(environment, OWNER).send();
    return expect.poll(() => posted).toEqual(["b"]);
  });
});
