import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countUnread,
  EMPTY_THREAD,
  listThread,
  mergeMessages,
  mergeRead,
  type Source,
  type Thread,
} from "~/app/messaging/merge";
import { createEntry, type OutboxEntry } from "~/app/messaging/outbox";
import type { MessageDto } from "~/core/shared/contract";

const viewer = { id: "me", name: "Mina" };
const START = Date.parse("2025-03-01T10:00:00.000Z");

function message(at: number, fields: Partial<MessageDto> = {}): MessageDto {
  const created_at = new Date(START + at).toISOString();
  return {
    message_id: `${String(at).padStart(12, "0")}-x`,
    content: `words at ${at}`,
    sender_id: "you",
    sender_name: "Yuri",
    sender_avatar: null,
    created_at,
    sent_at: created_at,
    is_read: false,
    client_id: null,
    ...fields,
  };
}

function waiting(clientId: string, content: string, at: number): OutboxEntry {
  const queued_at = new Date(START + at).toISOString();
  return createEntry([], { client_id: clientId, content, queued_at, origin: "tab" });
}

const contents = (thread: Thread, outbox: OutboxEntry[] = []) =>
  listThread(thread, outbox, viewer).map((item) => item.message.content);

describe("the list of messages", () => {
  it("messages are sorted by time, then by id", () => {
    const tie = { created_at: new Date(START + 5).toISOString() };
    const thread = mergeMessages(
      EMPTY_THREAD,
      [
        message(9, { content: "last" }),
        message(5, { ...tie, message_id: "b", content: "third" }),
        message(5, { ...tie, message_id: "a", content: "second" }),
        message(1, { content: "first" }),
      ],
      "call",
    );
    expect(contents(thread)).toEqual(["first", "second", "third", "last"]);
  });

  it("the server's message replaces the temporary one under the same key", () => {
    const entry = waiting("c1", "hello", 0);
    const before = listThread(EMPTY_THREAD, [entry], viewer);
    expect(before[0]?.message.message_id).toBe("temp-c1");
    expect(before[0]?.delivery).toBe("pending");
    const stored = message(300, { sender_id: "me", content: "hello", client_id: "c1" });
    const after = listThread(mergeMessages(EMPTY_THREAD, [stored], "socket"), [entry], viewer);
    expect(after.map((item) => item.key)).toEqual(before.map((item) => item.key));
    expect(after.map((item) => item.delivery)).toEqual(["sent"]);
  });

  it("two messages with the same text and different client ids are both shown", () => {
    const entries = [waiting("c1", "hi", 0), { ...waiting("c2", "hi", 10), position: 2 }];
    const first = message(20, { sender_id: "me", content: "hi", client_id: "c1" });
    const thread = mergeMessages(EMPTY_THREAD, [first], "socket");
    expect(contents(thread, entries)).toEqual(["hi", "hi"]);
    const second = message(30, { sender_id: "me", content: "hi", client_id: "c2" });
    expect(contents(mergeMessages(thread, [second], "call"), entries)).toEqual(["hi", "hi"]);
  });

  it.each([
    ["socket", 10_000, 1],
    ["socket", 10_001, 2],
    ["call", 5_000, 1],
    ["call", 5_001, 2],
  ] as [Source, number, number][])(
    "an own message without client_id by %s, %i ms after a waiting one with the same text, leaves %i shown",
    (source, apart, shown) => {
      const nameless = message(apart, { sender_id: "me", content: "hi" });
      const thread = mergeMessages(EMPTY_THREAD, [nameless], source);
      expect(contents(thread, [waiting("c1", "hi", 0)])).toHaveLength(shown);
    },
  );

  it("a message without client_id replaces at most one waiting message, and a partner's message replaces none", () => {
    const entries = [waiting("c1", "hi", 0), { ...waiting("c2", "hi", 10), position: 2 }];
    const nameless = message(20, { sender_id: "me", content: "hi" });
    expect(contents(mergeMessages(EMPTY_THREAD, [nameless], "socket"), entries)).toHaveLength(2);
    const partners = message(20, { content: "hi" });
    expect(contents(mergeMessages(EMPTY_THREAD, [partners], "socket"), entries)).toHaveLength(3);
  });

  it("a message that was given up is shown as failed, with the reason", () => {
    const failed = { ...waiting("c1", "hi", 0), state: "failed" as const, reason: "Too long" };
    const [item] = listThread(EMPTY_THREAD, [failed], viewer);
    expect(item).toMatchObject({ delivery: "failed", reason: "Too long" });
  });

  it("the partner's reading marks own messages up to its id, whichever comes first, and an own reading marks none", () => {
    const own = [1, 2, 3].map((at) => message(at, { sender_id: "me" }));
    const upTo = { reader_id: "you", up_to: own[1]?.message_id ?? "" };
    const early = mergeMessages(mergeRead(EMPTY_THREAD, upTo), own, "socket");
    const late = mergeRead(mergeMessages(EMPTY_THREAD, own, "socket"), upTo);
    const deliveries = listThread(early, [], viewer).map((item) => item.delivery);
    expect(deliveries).toEqual(["read", "read", "sent"]);
    expect(listThread(late, [], viewer)).toEqual(listThread(early, [], viewer));
    const byMe = mergeRead(mergeMessages(EMPTY_THREAD, own, "socket"), {
      ...upTo,
      reader_id: "me",
    });
    expect(listThread(byMe, [], viewer).map((item) => item.delivery)).toEqual(
      Array(3).fill("sent"),
    );
  });

  it("a read message never becomes unread, and an older reading never undoes a newer one", () => {
    const own = message(1, { sender_id: "me" });
    const read = mergeMessages(EMPTY_THREAD, [{ ...own, is_read: true }], "call");
    expect(mergeMessages(read, [own], "call")).toBe(read);
    const newer = mergeRead(EMPTY_THREAD, { reader_id: "you", up_to: "b" });
    expect(mergeRead(newer, { reader_id: "you", up_to: "a" })).toBe(newer);
  });

  it("countUnread counts the partner's unread messages", () => {
    const thread = mergeMessages(
      EMPTY_THREAD,
      [message(1), message(2, { is_read: true }), message(3, { sender_id: "me" })],
      "call",
    );
    expect(countUnread(listThread(thread, [], viewer))).toBe(1);
  });
});

type Event =
  | { kind: "messages"; messages: MessageDto[]; source: Source }
  | { kind: "read"; reader_id: string; up_to: string };

const aMessage = fc
  .record({
    at: fc.integer({ min: 0, max: 40 }),
    mine: fc.boolean(),
    is_read: fc.boolean(),
    content: fc.constantFrom("hi", "yes", "no"),
  })
  .map(({ at, mine, is_read, content }) =>
    message(at, {
      // The id determines sender, text and client_id, as on the server.
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

function apply(thread: Thread, event: Event): Thread {
  return event.kind === "read"
    ? mergeRead(thread, event)
    : mergeMessages(thread, event.messages, event.source);
}

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
    const outbox = [waiting("c1", "hi", 0), { ...waiting("c9", "yes", 4), position: 2 }];
    fc.assert(
      fc.property(anOrder, ({ events, shuffled }) => {
        const one = events.reduce(apply, EMPTY_THREAD);
        const other = shuffled.reduce(apply, EMPTY_THREAD);
        expect(listThread(other, outbox, viewer)).toEqual(listThread(one, outbox, viewer));
      }),
      { numRuns: 500 },
    );
  });

  it("applying the same events again returns the same thread object", () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 8 }), (events) => {
        const thread = events.reduce(apply, EMPTY_THREAD);
        expect(events.reduce(apply, thread)).toBe(thread);
      }),
    );
  });
});
