import { evictDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConversationObject } from "~/worker/live/conversation-object";
import { callApi } from "../../support/api";
import { type SeededMember, seedMember } from "../../support/seed";
import {
  type Answer,
  type Entrance,
  type Fields,
  openEntrance,
  post,
  type Sender,
} from "./entrances";
import {
  bindings,
  createPair,
  endConversation,
  objectOf,
  store,
  TestClient,
  type Way,
} from "./support";

const refused = (status: number, code: string, message: string) => ({
  ok: false,
  status,
  code,
  message,
});
const tooFast = refused(
  429,
  "too_many_requests",
  "You are sending messages too fast. Please try again in 1 second.",
);
const invalid = (message: string) => refused(400, "invalid_input", message);
const taken = (content: string, isNew = true) => ({
  ok: true,
  isNew,
  message: expect.objectContaining({ content }),
});

const sendTwelve = async ({ send }: Sender) => {
  for (let i = 0; i < 12; i++) await send({ content: `line ${i}` });
};

const RULE: [
  title: string,
  before: (sender: Sender, talk: { ann: SeededMember; id: string }) => Promise<unknown>,
  fields: Fields,
  answer: Answer,
][] = [
  ["a message is accepted and trimmed", async () => {}, { content: " hello " }, taken("hello")],
  [
    "a second message with the same client_id is answered with the first",
    ({ send }) => send({ content: "first", client_id: "key" }),
    { content: "second", client_id: "key" },
    taken("first", false),
  ],
  [
    "a second message with the same client_id is answered with the first even beyond the limit",
    async (sender) => {
      await sender.send({ content: "first", client_id: "key" });
      await sendTwelve(sender);
    },
    { content: "first", client_id: "key" },
    taken("first", false),
  ],
  [
    "an empty message is refused",
    async () => {},
    { content: "  " },
    invalid("Message must not be empty"),
  ],
  [
    "a message that is too long is refused",
    async () => {},
    { content: "x".repeat(2_001) },
    invalid("Message must be at most 2,000 characters"),
  ],
  [
    "a message that is no text is refused",
    async () => {},
    { content: 42 },
    invalid("Message must be text"),
  ],
  [
    "a message without content is refused",
    async () => {},
    {},
    invalid("Message must not be empty"),
  ],
  [
    "a client_id that is too long is refused",
    async () => {},
    { content: "hello", client_id: "k".repeat(65) },
    invalid("client_id must be 1 to 64 characters"),
  ],
  ["the 13th message within a second is refused", sendTwelve, { content: "one more" }, tooFast],
  [
    "the 2,001st message of a day is refused",
    (_, { ann, id }) => {
      const from = Date.now() - (Date.now() % 86_400_000);
      const messages = Array.from({ length: 2_000 }, (_one, i) => ({
        id: `${(from + i).toString(16).padStart(12, "0")}-filler`,
        sender_id: ann.id,
        content: "x",
        client_id: null,
        created_at: from + i,
        read_at: null,
      }));
      return store.apply({ conversationId: id, version: 0, kind: "import", messages });
    },
    { content: "one more" },
    refused(
      429,
      "too_many_requests",
      "You have sent as many messages as a day allows. Please try again in 6 hours.",
    ),
  ],
];

describe.each<Entrance>(["POST", "own", "stock", "upgraded", "polling"])(
  "a message sent by %s",
  (entrance) => {
    // The time is set to 18:00, because the refusal for a daily limit says how long the rest of the
    // day is.
    beforeEach(() => {
      const now = Date.now();
      vi.useFakeTimers({ toFake: ["Date"], now: now - (now % 86_400_000) + 18 * 3_600_000 });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each(RULE)("%s", async (_title, before, fields, answer) => {
      const { ann, id } = await createPair();
      const sender = await openEntrance(entrance, ann, id);
      await before(sender, { ann, id });
      expect(await sender.send(fields)).toEqual(answer);
    });
  },
);

const as = (member: SeededMember, method: string, path: string, body?: unknown) =>
  callApi(method, path, { token: member.token, body });
const block = (one: SeededMember, other: SeededMember) =>
  as(one, "POST", `/api/blocks/${other.id}`);
const unblock = (one: SeededMember, other: SeededMember) =>
  as(one, "DELETE", `/api/blocks/${other.id}`);

const BLOCKED_BY_YOU = refused(
  403,
  "blocked_by_you",
  "You have blocked this user. You will not be paired with them in future conversations.",
);
const BLOCKED_BY_PARTNER = refused(
  403,
  "blocked_by_partner",
  "This user has blocked you. You will not be paired with them in future conversations.",
);
const ENDED = refused(
  403,
  "conversation_expired",
  "This conversation has ended. It can still be read.",
);
const NOT_FOUND = refused(404, "conversation_not_found", "Conversation not found or has expired");

type Talk = Awaited<ReturnType<typeof createPair>>;

/** Before each of these closings, Ann has sent "first" with the client_id `key`. */
const CLOSINGS: [
  title: string,
  close: (talk: Talk) => Promise<unknown>,
  fields: Fields,
  answer: Answer,
][] = [
  ["her own block", ({ ann, ben }) => block(ann, ben), { content: "late" }, BLOCKED_BY_YOU],
  [
    "the partner's block",
    ({ ann, ben }) => block(ben, ann),
    { content: "late" },
    BLOCKED_BY_PARTNER,
  ],
  [
    "both blocks",
    async ({ ann, ben }) => [await block(ben, ann), await block(ann, ben)],
    { content: "late" },
    BLOCKED_BY_YOU,
  ],
  [
    "both blocks, with hers taken back,",
    async ({ ann, ben }) => [await block(ann, ben), await block(ben, ann), await unblock(ann, ben)],
    { content: "late" },
    BLOCKED_BY_PARTNER,
  ],
  [
    "the partner's block, for a message sent before,",
    ({ ann, ben }) => block(ben, ann),
    { content: "first", client_id: "key" },
    BLOCKED_BY_PARTNER,
  ],
  [
    "the partner's block, for a bad message,",
    ({ ann, ben }) => block(ben, ann),
    { content: "" },
    invalid("Message must not be empty"),
  ],
  [
    "a block that is taken back",
    async ({ ann, ben }) => [await block(ben, ann), await unblock(ben, ann)],
    { content: "again" },
    taken("again"),
  ],
  [
    "the partner's suspension",
    async ({ ben }) => {
      const { token } = await seedMember({ is_admin: 1 });
      const body = { kind: "suspend", days: 1, reason: "spam", text: "words" };
      const path = `/api/admin/members/${ben.id}/actions`;
      expect((await callApi("POST", path, { token, body })).status).toBe(201);
    },
    { content: "late" },
    ENDED,
  ],
  [
    "the end of the day",
    async ({ id }) => {
      await endConversation(id);
      await store.apply({ conversationId: id, version: 1, kind: "close", reason: "expired" });
    },
    { content: "late" },
    ENDED,
  ],
  [
    "the end of the day, for a message sent before,",
    async ({ id }) => {
      await endConversation(id);
      await store.apply({ conversationId: id, version: 1, kind: "close", reason: "expired" });
    },
    { content: "first", client_id: "key" },
    taken("first", false),
  ],
  [
    "the deletion of the partner's account",
    async ({ ben }) => {
      expect((await as(ben, "DELETE", "/api/users/account")).status).toBe(200);
    },
    { content: "late" },
    NOT_FOUND,
  ],
];

describe.each<Entrance>(["stock", "upgraded", "polling"])(
  "a stock client (%s) that is still connected",
  (entrance) => {
    it.each(CLOSINGS)(
      "after %s, a stock client that is still connected gets the same answer as a POST",
      async (_t, close, fields, answer) => {
        const talk = await createPair();
        const sender = await openEntrance(entrance, talk.ann, talk.id);
        await sender.send({ content: "first", client_id: "key" });
        await close(talk);
        await evictDurableObject(objectOf(talk.id));
        expect(await sender.send(fields)).toEqual(answer);
        if (!answer.ok) expect(await post(talk.ann, talk.id, fields)).toEqual(answer);
      },
    );

    it("a stock client's message is refused if a block comes before it is handled", async () => {
      const { ann, ben, id } = await createPair();
      const sender = await openEntrance(entrance, ann, id);
      const blocked = Promise.withResolvers<void>();
      const { send } = ConversationObject.prototype;
      const held = vi
        .spyOn(ConversationObject.prototype, "send")
        .mockImplementation(async function (this: ConversationObject, ...event) {
          await blocked.promise;
          return send.apply(this, event);
        });
      const answer = sender.send({ content: "on its way" });
      await block(ben, ann);
      blocked.resolve();
      held.mockRestore();
      expect(await answer).toEqual(BLOCKED_BY_PARTNER);
    });
  },
);

it.each<Way>(["own", "stock", "upgraded"])(
  "beyond the limit, an invalid message over a connection (%s) is refused for the limit",
  async (way) => {
    const { ann, id } = await createPair();
    const sender = await openEntrance(way, ann, id);
    await sendTwelve(sender);
    expect(await sender.send({ content: "" })).toMatchObject({ status: 429 });
  },
);

it.each<Way>(["own", "stock", "upgraded"])(
  "a message over a connection (%s) makes no database query, and one after a block makes one",
  async (way) => {
    const { ann, ben, id } = await createPair();
    const sender = await openEntrance(way, ann, id);
    await openEntrance(way, ben, id);
    const prepare = vi.spyOn(bindings.DB, "prepare");
    expect(await sender.send({ content: "hello" })).toEqual(taken("hello"));
    expect(await sender.send({ content: "" })).toMatchObject({ status: 400 });
    expect(prepare).not.toHaveBeenCalled();
    // The connection of our own client is closed with the conversation, so it can't send after a
    // block.
    if (way !== "own") {
      await block(ben, ann);
      prepare.mockClear();
      expect(await sender.send({ content: "late" })).toEqual(BLOCKED_BY_PARTNER);
      expect(prepare).toHaveBeenCalledTimes(1);
    }
    prepare.mockRestore();
  },
);

describe.each<Way>(["own", "stock", "upgraded"])(
  "a client (%s) outside the conversation",
  (way) => {
    it("a client that never joined, has left, or names a stranger's conversation gets 404", async () => {
      const { ann, ben, id } = await createPair();
      const other = await createPair();
      const [early, left] = [
        await TestClient.connectBy(way, ann, id),
        await TestClient.joinBy(way, ann, id),
      ];
      await left.emitWithAck("leave_conversation", id);
      const send = (client: TestClient, conversationId: string) =>
        client.emitWithAck("send_message", { conversationId, content: "hello" });
      const all = async () => [
        await send(early, id),
        await send(left, id),
        await send(left, other.id),
        await left.emitWithAck("send_message", undefined),
      ];
      const refusals = [NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND];
      expect(await all()).toEqual(refusals);
      await block(ben, ann);
      expect(await all()).toEqual(refusals);
    });
  },
);

it("if a message comes before the unblocking has reached the object, a socket gets at most one 503", async () => {
  const { ann, ben, id } = await createPair();
  await post(ann, id, { content: "first" });
  await block(ben, ann);
  await bindings.DB.batch([
    bindings.DB.prepare("delete from blocks where blocker_id = ?").bind(ben.id),
    bindings.DB.prepare(
      "insert into jobs (conversation_id, kind, created_at) values (?, 'reopen', 0)",
    ).bind(id),
  ]);
  for (const way of ["own", "stock"] as const) {
    const sender = await openEntrance(way, ann, id);
    if (way === "own") {
      expect(await sender.send({ content: "early" })).toMatchObject({
        status: 503,
        code: "unavailable",
      });
    }
    expect(await sender.send({ content: "open" })).toEqual(taken("open"));
  }
});
