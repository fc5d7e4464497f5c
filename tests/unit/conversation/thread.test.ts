import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutboxEntry } from "~/app/messaging/outbox";
import { isUnread, type Source, Thread } from "~/app/messaging/thread";
import type { MessageDto } from "~/core/shared/contract";
import { messageDto as message } from "~/tests/support/message-dto";

const viewer = { id: "me", name: "Mina" };

function waiting(clientId: string, content: string, at: number): OutboxEntry {
  const queued_at = new Date(at).toISOString();
  return { client_id: clientId, content, queued_at, position: 1, state: "pending", reason: null };
}

type Event =
  | { kind: "messages"; messages: MessageDto[]; source: Source }
  | { kind: "read"; reader_id: string; up_to: string };

const apply = (thread: Thread, event: Event) =>
  event.kind === "read" ? thread.mergeRead(event) : thread.merge(event.messages, event.source);

function threadOf(...events: Event[]): Thread {
  const thread = new Thread(viewer);
  for (const event of events) apply(thread, event);
  return thread;
}

const came = (source: Source, ...messages: MessageDto[]): Event => ({
  kind: "messages",
  messages,
  source,
});

const contents = (thread: Thread, outbox: OutboxEntry[] = []) =>
  thread.list(outbox).map((item) => item.message.content);
const deliveries = (thread: Thread) => thread.list([]).map((item) => item.delivery);

describe("the list of messages", () => {
  it("messages are sorted by time, then by id", () => {
    const tie = { created_at: new Date(5).toISOString() };
    const thread = threadOf(
      came(
        "call",
        message(9, { content: "last" }),
        message(5, { ...tie, message_id: "b", content: "third" }),
        message(5, { ...tie, message_id: "a", content: "second" }),
        message(1, { content: "first" }),
      ),
    );
    expect(contents(thread)).toEqual(["first", "second", "third", "last"]);
  });

  it("the server's message replaces the waiting one and keeps its key", () => {
    const entry = waiting("c1", "hello", 0);
    const before = threadOf().list([entry]);
    expect(before[0]?.message.message_id).toBe("temp-c1");
    expect(before[0]?.delivery).toBe("pending");
    const stored = message(300, { sender_id: "me", content: "hello", client_id: "c1" });
    const after = threadOf(came("socket", stored)).list([entry]);
    expect(after.map((item) => item.key)).toEqual(before.map((item) => item.key));
    expect(after.map((item) => item.delivery)).toEqual(["sent"]);
  });

  it("two messages with the same text and different client ids are both shown", () => {
    const entries = [waiting("c1", "hi", 0), waiting("c2", "hi", 10)];
    const own = { sender_id: "me", content: "hi" };
    const first = came("socket", message(20, { ...own, client_id: "c1" }));
    expect(contents(threadOf(first), entries)).toEqual(["hi", "hi"]);
    const second = came("call", message(30, { ...own, client_id: "c2" }));
    expect(contents(threadOf(first, second), entries)).toEqual(["hi", "hi"]);
  });

  it.each([
    ["socket", 10_000, 1],
    ["socket", 10_001, 2],
    ["call", 5_000, 1],
    ["call", 5_001, 2],
  ] as [Source, number, number][])(
    "if an own message without client_id comes by %s, %i ms after a waiting message of the same text, %i are shown",
    (source, apart, shown) => {
      const thread = threadOf(came(source, message(apart, { sender_id: "me", content: "hi" })));
      expect(contents(thread, [waiting("c1", "hi", 0)])).toHaveLength(shown);
    },
  );

  it("a message without client_id replaces at most one waiting message, and a partner's message replaces none", () => {
    const entries = [waiting("c1", "hi", 0), waiting("c2", "hi", 10)];
    const nameless = threadOf(came("socket", message(20, { sender_id: "me", content: "hi" })));
    expect(contents(nameless, entries)).toHaveLength(2);
    const partners = threadOf(came("socket", message(20, { content: "hi" })));
    expect(contents(partners, entries)).toHaveLength(3);
  });

  it("a message that was given up is shown as failed, with the reason", () => {
    const failed = { ...waiting("c1", "hi", 0), state: "failed" as const, reason: "Too long" };
    const [item] = threadOf().list([failed]);
    expect(item).toMatchObject({ delivery: "failed", reason: "Too long" });
  });

  it("only the partner's read event marks own messages as read, and it marks even those that arrive after it", () => {
    const own = [1, 2, 3].map((at) => message(at, { sender_id: "me" }));
    const messages = came("socket", ...own);
    const read = { kind: "read", reader_id: "you", up_to: own[1]?.message_id ?? "" } as const;
    expect(deliveries(threadOf(read, messages))).toEqual(["read", "read", "sent"]);
    expect(deliveries(threadOf(messages, read))).toEqual(["read", "read", "sent"]);
    const byMe = threadOf(messages, { ...read, reader_id: "me" });
    expect(deliveries(byMe)).toEqual(Array(3).fill("sent"));
  });

  it("a read message never becomes unread, and an older read event never undoes a newer one", () => {
    const own = message(1, { sender_id: "me" });
    const thread = threadOf(came("call", { ...own, is_read: true }));
    expect([apply(thread, came("call", own)), deliveries(thread)]).toEqual([false, ["read"]]);
    const newer = threadOf({ kind: "read", reader_id: "you", up_to: "b" });
    expect(newer.mergeRead({ reader_id: "you", up_to: "a" })).toBe(false);
  });

  it("isUnread is true only for a partner's message that was not read", () => {
    const own = message(3, { sender_id: "me" });
    const thread = threadOf(came("call", message(1), message(2, { is_read: true }), own));
    expect(thread.list([]).filter(isUnread)).toHaveLength(1);
  });
});

const aMessage = fc
  .record({
    at: fc.integer({ min: 0, max: 40 }),
    mine: fc.boolean(),
    is_read: fc.boolean(),
    content: fc.constantFrom("hi", "yes", "no"),
  })
  .map(({ at, mine, is_read, content }) =>
    message(at, {
      // On the server, an id stands for one message, so here the id determines sender and text.
      message_id: `${String(at).padStart(12, "0")}-${mine}-${content}`,
      sender_id: mine ? "me" : "you",
      content,
      is_read,
      client_id: mine && at % 3 > 0 ? `c${at}` : null,
    }),
  );

const anEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant("messages" as const),
    messages: fc.array(aMessage, { maxLength: 6 }),
    source: fc.constantFrom<Source>("socket", "call"),
  }),
  fc.record({
    kind: fc.constant("read" as const),
    reader_id: fc.constantFrom("me", "you"),
    up_to: fc.integer({ min: 0, max: 40 }).map((at) => `${String(at).padStart(12, "0")}-z`),
  }),
);

describe("events in any order", () => {
  it("the same events, shuffled and partly repeated, lead to the same list", () => {
    const anOrder = fc.array(anEvent, { maxLength: 12 }).chain((events) =>
      fc.record({
        events: fc.constant(events),
        shuffled: fc
          .tuple(
            fc.shuffledSubarray(events, { minLength: events.length }),
            fc.subarray(events),
            fc.boolean(),
          )
          .map(([all, again, first]) => (first ? [...again, ...all] : [...all, ...again])),
      }),
    );
    const outbox = [waiting("c1", "hi", 0), waiting("c9", "yes", 4)];
    fc.assert(
      fc.property(anOrder, ({ events, shuffled }) => {
        expect(threadOf(...shuffled).list(outbox)).toEqual(threadOf(...events).list(outbox));
      }),
      { numRuns: 500 },
    );
  });

  it("applying the same events again changes nothing", () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 8 }), (events) => {
        const thread = threadOf(...events);
        expect(events.some((event) => apply(thread, event))).toBe(false);
      }),
    );
  });
});
