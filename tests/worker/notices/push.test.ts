import {
  createExecutionContext,
  createMessageBatch,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DeliveryDeps } from "~/core/deps";
import { deliver } from "~/core/notices/deliver";
import type { Delivery } from "~/core/notices/delivery";
import { keepLastHours } from "~/core/notices/fan-out";
import { notify } from "~/core/notices/notify";
import { createPushSender } from "~/core/notices/push-sender";
import { runDueJobs } from "~/core/operations/jobs";
import { runPairing } from "~/core/pairing/run";
import type { NotificationsDto, PushSubscriptionDto } from "~/core/shared/contract";
import { createDatabase } from "~/db/client";
import { createApp } from "~/worker/app";
import { deliverBatch } from "~/worker/deliveries";
import { type Env, readConfig } from "~/worker/env";
import { ConversationObject } from "~/worker/live/conversation-object";
import { callApi, emptyDatabase, sendMessage } from "../../support/api";
import {
  type BrowserKeys,
  createBrowserKeys,
  decryptPush,
  readVapid,
} from "../../support/decrypt-push";
import { meterDatabase } from "../../support/metered-db";
import { blockMember, createPair, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember, seedSession } from "../../support/seed";
import { TestClient } from "../conversation/support";
import { createTestDeps } from "../pairing/support";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Noon is outside the quiet hours of a member in UTC. */
const NOON = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR;

// The keys of a server are a pair on the same curve as those of a browser.
const { p256dh, d } = await createBrowserKeys();
const VAPID = { VAPID_PUBLIC_KEY: p256dh, VAPID_PRIVATE_KEY: d };
const keyed = { ...env, ...VAPID };

beforeEach(async () => {
  enqueued = [];
  await emptyDatabase();
});
afterEach(() => void vi.restoreAllMocks());

let enqueued: unknown[] = [];
const queue = {
  sendBatch: async (messages: { body: unknown }[]) => {
    enqueued.push(...messages.map(({ body }) => body));
  },
};

async function call<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { token }: { token: string },
  body?: unknown,
) {
  const app = createApp(async () => new Response(null, { status: 404 }));
  const context = createExecutionContext();
  const bindings = { ...keyed, DELIVERIES: queue as unknown as Queue };
  const answer = await callApi<Body>(method, path, { token, body }, async (request) =>
    app.fetch(request, bindings, context),
  );
  await waitOnExecutionContext(context);
  return answer;
}

interface Device {
  id: string;
  endpoint: string;
  keys: BrowserKeys;
}

let count = 0;

async function subscribe(member: { token: string }, endpoint?: string): Promise<Device> {
  count += 1;
  const keys = await createBrowserKeys();
  const device = { endpoint: endpoint ?? `https://fcm.googleapis.com/fcm/send/${count}`, keys };
  const { p256dh, auth } = keys;
  const { status, body } = await call<PushSubscriptionDto>(
    "POST",
    "/api/account/push-subscriptions",
    member,
    { endpoint: device.endpoint, keys: { p256dh, auth }, label: `Device ${count}` },
  );
  expect(status).toBe(201);
  return { ...device, id: body.subscription_id };
}

const listDevices = async () =>
  (await env.DB.prepare("select * from push_subscriptions order by label").all()).results;

/** The queue's consumer at a given time. `queued` has the messages that were added to the queue. */
function createConsumer(at = NOON) {
  const clock = { now: () => at };
  const queued: { delivery: Delivery; delaySeconds: number }[] = [];
  const test = createTestDeps({}, clock);
  const config = readConfig(keyed).push;
  const deps: DeliveryDeps = {
    ...test,
    db: createDatabase(env.DB),
    push: config && createPushSender(config),
    deliveries: {
      async add(deliveries, { delaySeconds } = { delaySeconds: 0 }) {
        for (const delivery of deliveries) queued.push({ delivery, delaySeconds });
      },
    },
    mailer: { send: async () => ({ status: "dropped", reason: "test" }) },
  };
  /** Delivers all queued messages, and the messages that these add, without waiting for their delays. */
  const work = async () => {
    const outcomes: string[] = [];
    for (let next = queued.shift(); next; next = queued.shift()) {
      const { outcome } = await deliver(deps, next.delivery);
      outcomes.push("reason" in outcome ? outcome.reason : outcome.status);
    }
    return outcomes;
  };
  return { deps, queued, work, entries: test.entries };
}

interface Received {
  url: string;
  headers: Headers;
  body: Uint8Array;
}

function receive(
  answer: (received: Received) => Response = () => new Response(null, { status: 201 }),
) {
  const received: Received[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as string, init as RequestInit);
    const one = {
      url: request.url,
      headers: request.headers,
      body: new Uint8Array(await request.arrayBuffer()),
    };
    received.push(one);
    return answer(one);
  });
  return received;
}

const read = async ({ body }: Received, { keys }: Device) =>
  JSON.parse(await decryptPush(body, keys)) as {
    web_push: number;
    notification: Record<string, string>;
    app_badge?: number;
  };

describe("the devices of a member", () => {
  it("the list of devices omits endpoints and keys, and only a device's own member can remove it", async () => {
    const [ada, eve] = [await seedMember(), await seedMember()];
    const { id } = await subscribe(ada);
    const second = await seedSession(ada.id);
    const { body } = await call<NotificationsDto>("GET", "/api/account/notifications", ada);
    expect(body).toEqual({
      settings: {
        introduction: true,
        message: true,
        last_hour: true,
        envelope: true,
        report_answer: true,
        absence: true,
        account: true,
      },
      reminders: null,
      timezone: "UTC+00:00",
      public_key: VAPID.VAPID_PUBLIC_KEY,
      subscriptions: [
        {
          subscription_id: id,
          label: expect.stringMatching(/^Device/),
          created_at: expect.any(String),
          last_success_at: null,
          current: true,
        },
      ],
    });
    const other = await call<NotificationsDto>("GET", "/api/account/notifications", second);
    expect(other.body.subscriptions).toMatchObject([{ current: false }]);
    expect((await call("DELETE", `/api/account/push-subscriptions/${id}`, eve)).status).toBe(200);
    expect(await listDevices()).toHaveLength(1);
    await call("DELETE", `/api/account/push-subscriptions/${id}`, second);
    expect(await listDevices()).toEqual([]);
  });

  it("a device is removed when the member ends its session, but not when the session expires", async () => {
    const ada = await seedMember();
    const [other, old] = [await seedSession(ada.id), await seedSession(ada.id)];
    for (const session of [ada, other, old]) await subscribe(session);
    await env.DB.prepare("update sessions set expires_at = 1 where id = ?")
      .bind(old.sessionId)
      .run();
    await env.DB.prepare("delete from sessions where id = ?").bind(old.sessionId).run();
    expect(await listDevices()).toHaveLength(3);
    await callApi("DELETE", "/api/auth/sessions", { token: ada.token });
    expect((await listDevices()).map(({ session_id }) => session_id).sort()).toEqual(
      [ada.sessionId, old.sessionId].sort(),
    );
    await callApi("POST", "/api/auth/logout", { token: ada.token });
    expect(await listDevices()).toMatchObject([{ session_id: old.sessionId }]);
  });

  it("a member has at most ten devices, and an endpoint belongs to whoever subscribed last", async () => {
    const [ada, ben] = [await seedMember(), await seedMember()];
    const endpoint = "https://updates.push.services.mozilla.com/wpush/v2/shared";
    const first = await subscribe(ada, endpoint);
    const again = await subscribe(ada, endpoint);
    expect(again.id).toBe(first.id);
    const taken = await subscribe(ben, endpoint);
    expect(taken.id).not.toBe(first.id);
    expect(await listDevices()).toMatchObject([{ member_id: ben.id, p256dh: taken.keys.p256dh }]);
    const devices = [];
    for (let i = 0; i < 12; i++) devices.push(await subscribe(ada));
    const kept = (await listDevices()).filter(({ member_id }) => member_id === ada.id);
    expect(kept.map(({ id }) => id).sort()).toEqual(
      devices
        .slice(2)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it.each([
    [
      "an endpoint outside the push services",
      { endpoint: "https://evil.example/fcm.googleapis.com" },
    ],
    ["a loopback endpoint", { endpoint: "http://127.0.0.1:8787/api/auth/logout" }],
    ["no endpoint", { endpoint: undefined }],
    ["a key that is not a point", { keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } }],
    ["a short secret", { keys: { p256dh: `B${"A".repeat(86)}`, auth: "AAAA" } }],
    ["a label that reverses the text", { label: "a\u202eb" }],
  ])("a device is refused with %s", async (_, fields) => {
    const ada = await seedMember();
    const { p256dh, auth } = await createBrowserKeys();
    const whole = { endpoint: "https://web.push.apple.com/x", keys: { p256dh, auth } };
    const path = "/api/account/push-subscriptions";
    expect(await call("POST", path, ada, { ...whole, ...fields })).toMatchObject({
      status: 400,
      body: { code: "invalid_input" },
    });
    expect(await listDevices()).toEqual([]);
  });
});

describe("the settings", () => {
  const put = (member: { token: string }, body: unknown) =>
    call<NotificationsDto>("PUT", "/api/account/notifications", member, body);

  it("an update keeps omitted settings, and refuses a setting that is not true or false", async () => {
    const ada = await seedMember({ timezone: "UTC+05:45" });
    expect((await put(ada, { message: false })).body).toMatchObject({
      settings: { message: false, introduction: true },
      timezone: "UTC+05:45",
    });
    await put(ada, { absence: false });
    const kept = { message: false, absence: false, introduction: true };
    expect((await put(ada, {})).body.settings).toMatchObject(kept);
    expect((await put(ada, { message: "yes" })).status).toBe(400);
    expect((await put(ada, {})).body.settings).toMatchObject(kept);
  });
});

describe("a notification of a message", () => {
  it("a notification names the sender, is signed, and only its own browser can read it", async () => {
    const { one, other, conversationId } = await createPair();
    const [phone, laptop] = [await subscribe(other), await subscribe(other)];
    await subscribe(one);
    await sendMessage(one, conversationId, "a secret of ours");
    const received = receive();
    const { deps, work } = createConsumer();
    await notify(deps, other.id, { kind: "message", conversationId });
    expect(await work()).toEqual(["delivered"]);
    expect(received.map(({ url }) => url).sort()).toEqual([phone.endpoint, laptop.endpoint].sort());
    const first = received.find(({ url }) => url === phone.endpoint) as Received;
    expect(await read(first, phone)).toEqual({
      web_push: 8030,
      notification: {
        title: `${one.name} wrote to you`,
        body: "A new line is waiting.",
        navigate: `/conversation/${conversationId}`,
        tag: "message",
        lang: "en",
        dir: "auto",
      },
      app_badge: 1,
    });
    await expect(read(first, laptop)).rejects.toThrow();
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-encoding": "aes128gcm",
      topic: "message",
      urgency: "high",
    });
    expect(Number(first.headers.get("ttl"))).toBe((NOON + 12 * HOUR - NOON) / 1000);
    expect(await readVapid(first.headers.get("authorization") ?? "")).toMatchObject({
      key: VAPID.VAPID_PUBLIC_KEY,
      aud: "https://fcm.googleapis.com",
      sub: `mailto:${env.SUPPORT_EMAIL}`,
    });
  });

  it("a notification never contains a message's words, only how many messages are new", async () => {
    const { one, other, conversationId } = await createPair();
    const device = await subscribe(other);
    await sendMessage(one, conversationId, "a secret of ours");
    await sendMessage(one, conversationId, "another <b>secret</b>");
    const received = receive();
    const { deps, work } = createConsumer();
    await notify(deps, other.id, { kind: "message", conversationId });
    await work();
    const push = await read(received[0] as Received, device);
    expect([push.notification.body, push.app_badge]).toEqual(["2 new lines are waiting.", 2]);
    expect(JSON.stringify(push)).not.toContain("secret");
  });

  it.each<[string, (scene: Awaited<ReturnType<typeof createPair>>) => Promise<unknown>, string[]]>([
    [
      "the message has been read",
      ({ other, conversationId }) =>
        callApi("POST", `/api/pairings/conversation/${conversationId}/read`, {
          token: other.token,
        }),
      ["seen"],
    ],
    [
      "the conversation is open on another device",
      ({ other, conversationId }) => TestClient.join(other, conversationId),
      ["seen"],
    ],
    ["the member has blocked the sender", ({ one, other }) => blockMember(other, one), ["over"]],
    [
      "the member has signed out",
      ({ other }) => callApi("POST", "/api/auth/logout", { token: other.token }),
      ["gone"],
    ],
    [
      "the member has turned it off",
      ({ other }) => call("PUT", "/api/account/notifications", other, { message: false }),
      ["unwanted"],
    ],
  ])("a notification is not sent if %s", async (_, change, outcomes) => {
    const scene = await createPair();
    await subscribe(scene.other);
    await sendMessage(scene.one, scene.conversationId, "hello");
    await change(scene);
    const received = receive();
    const { deps, work } = createConsumer();
    await notify(deps, scene.other.id, { kind: "message", conversationId: scene.conversationId });
    expect(await work()).toEqual(outcomes);
    expect(received).toEqual([]);
  });

  it("a member gets no notification of a conversation between other members", async () => {
    const { one, conversationId } = await createPair();
    const eve = await seedMember();
    await subscribe(eve);
    await sendMessage(one, conversationId, "hello");
    const received = receive();
    const { deps, work, queued } = createConsumer();
    const notice = { kind: "message", conversationId } as const;
    await notify(deps, eve.id, notice);
    expect(queued).toHaveLength(1);
    expect(await work()).toEqual(["over"]);
    expect(received).toEqual([]);
  });

  it("a notification waits until the quiet hours end, and is dropped if the conversation ends before that", async () => {
    const { one, other, conversationId } = await createPair();
    await subscribe(other);
    await sendMessage(one, conversationId, "hello");
    const received = receive();
    const push: Delivery = {
      kind: "notices",
      to: [[other.id, { kind: "message", conversationId }]],
    };
    const night = createConsumer(NOON - 6 * HOUR);
    expect((await deliver(night.deps, push)).outcome).toEqual({ status: "delivered" });
    expect(night.queued).toEqual([{ delivery: push, delaySeconds: 2 * 3600 }]);
    const late = createConsumer(NOON + 10 * HOUR);
    expect((await deliver(late.deps, push)).outcome).toEqual({
      status: "dropped",
      reason: "quiet",
    });
    expect(late.queued).toEqual([]);
    expect(received).toEqual([]);
  });
});

describe("a push service", () => {
  async function answerWith(...answers: (() => Response | Promise<Response>)[]) {
    const ada = await seedMember();
    await subscribe(ada);
    const received = receive(
      () => (answers.shift() ?? (() => new Response(null, { status: 201 })))() as Response,
    );
    const consumer = createConsumer();
    const body = { kind: "notices", to: [[ada.id, { kind: "report_answer" }]] };
    const attempt = async (attempts: number) => {
      const batch = createMessageBatch("happenstance-deliveries", [
        { id: "1", timestamp: new Date(1), attempts, body },
      ]);
      const retry = vi.spyOn(batch.messages[0] as Message, "retry").mockReturnValue();
      const ack = vi.spyOn(batch.messages[0] as Message, "ack").mockReturnValue();
      await deliverBatch(env, consumer.deps, batch);
      return (
        retry.mock.calls[0]?.[0]?.delaySeconds ?? (ack.mock.calls.length === 1 ? "done" : "lost")
      );
    };
    return { attempt, received, consumer };
  }

  it("a failing push service is tried again after growing pauses, or after the pause that it names", async () => {
    const { attempt } = await answerWith(
      () => new Response(null, { status: 500 }),
      () => Promise.reject(new TypeError("network")) as never,
      () => new Response(null, { status: 503, headers: { "retry-after": "77" } }),
    );
    expect(await attempt(1)).toBe(15);
    expect(await listDevices()).toMatchObject([{ failing_since: NOON, last_success_at: null }]);
    expect(await attempt(2)).toBe(60);
    expect(await attempt(3)).toBe(77);
    expect(await attempt(4)).toBe("done");
    expect(await listDevices()).toMatchObject([{ failing_since: null, last_success_at: NOON }]);
  });

  it("a push service can name its pause in seconds or as a date", async () => {
    const date = () => new Date(Date.now() + 120_000).toUTCString();
    const { attempt } = await answerWith(
      () => new Response(null, { status: 429, headers: { "retry-after": "3600" } }),
      () => new Response(null, { status: 429, headers: { "retry-after": date() } }),
      () => new Response(null, { status: 429, headers: { "retry-after": "soon" } }),
    );
    expect(await attempt(1)).toBe(3600);
    const byDate = Number(await attempt(1));
    expect(byDate).toBeGreaterThan(110);
    expect(byDate).toBeLessThanOrEqual(120);
    expect(await attempt(1)).toBe(15);
  });

  it.each([404, 410])(
    "a push service's answer %i removes the device, and its endpoint is not logged",
    async (status) => {
      const { attempt, consumer } = await answerWith(() => new Response(null, { status }));
      expect(await attempt(1)).toBe("done");
      expect(await listDevices()).toEqual([]);
      expect(JSON.stringify(consumer.entries)).not.toContain("fcm.googleapis.com");
    },
  );

  it.each([
    [400, {}],
    [403, {}],
    [413, {}],
    [302, { location: "http://127.0.0.1:8787/" }],
  ])(
    "a push that is answered %i is not tried again, and no redirect is followed",
    async (status, headers) => {
      const { attempt, received } = await answerWith(() => new Response(null, { status, headers }));
      expect(await attempt(1)).toBe("done");
      expect(received).toHaveLength(1);
      expect(await listDevices()).toMatchObject([{ failing_since: NOON }]);
    },
  );
});

describe("the introductions of a run", () => {
  const storeDevices = (memberOf: string, count: number) =>
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
       select 'x' || i, ${memberOf}, 's', 'https://fcm.googleapis.com/x' || i, 'k', 'a', 'D', 1 from n`,
    )
      .bind(count)
      .run();
  const introduce = (deps: DeliveryDeps, runId: string | null) =>
    env.DB.prepare(
      "insert into jobs (kind, detail, created_at) values ('fan_out', json_object('delivery', json_object('about', 'introduction', 'runId', ?)), ?)",
    )
      .bind(runId, deps.clock.now())
      .run();

  it("the introductions of a run go only to its members' devices", async () => {
    const [ada, ben, cy, dan] = [
      await seedMember(),
      await seedMember(),
      await seedMember(),
      await seedMember(),
    ];
    const conversationId = await pairMembers(ada, ben);
    await pairMembers(cy, dan, -1);
    const [phone] = [
      await subscribe(ada),
      await subscribe(ada),
      await subscribe(ben),
      await subscribe(cy),
    ];
    await call("PUT", "/api/account/notifications", ben, { introduction: false });
    // A member who is not in the run has many devices.
    await storeDevices(`'${dan.id}'`, 1_100);
    const runId = await env.DB.prepare("select run_id from pairings where id = ?")
      .bind(conversationId)
      .first<string>("run_id");
    const received = receive();
    const { deps, work } = createConsumer();
    const metered = meterDatabase(env.DB);
    deps.db = createDatabase(metered.db);
    await introduce(deps, runId);
    await runDueJobs(deps);
    expect(await work()).toEqual(["delivered"]);
    // Each trip reads fewer than three rows per stored device.
    for (const { rowsRead } of metered.trips) expect(rowsRead).toBeLessThan(1_100 * 3);
    expect(received).toHaveLength(2);
    const own = received.find(({ url }) => url === phone?.endpoint) as Received;
    expect((await read(own, phone as Device)).notification).toMatchObject({
      title: "Your introduction is here",
      body: `Meet ${ben.name}. You have a day, and nothing but words.`,
      navigate: `/conversation/${conversationId}`,
    });
  });

  it("the introductions of 3,600 members are queued a hundred at a time, each once, despite a failure", async () => {
    await env.DB.exec(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3600) insert into members (id, name, email, password_hash, dob, created_at) select 'm' || i, 'W', 'm' || i || '@example.org', 'x', '1990-01-01', 1 from n",
    );
    const [ada, ben] = [await seedMember(), await seedMember()];
    const conversationId = await pairMembers(ada, ben);
    await env.DB.exec(
      "insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at) select 'p' || a.id, q.run_id, a.id, b.id, q.pairing_date, q.expires_at from pairings q, members a join members b on b.rowid = a.rowid + 1 where a.id like 'm%' and b.id like 'm%' and a.rowid % 2 = 1",
    );
    await storeDevices("'m' || i", 3_600);
    const { deps, queued } = createConsumer();
    const { add } = deps.deliveries;
    let calls = 0;
    deps.deliveries.add = async (...added) => {
      calls += 1;
      if (calls === 2) throw new Error("the queue can't be reached");
      await add(...added);
    };
    const runId = await env.DB.prepare("select run_id from pairings where id = ?")
      .bind(conversationId)
      .first<string>("run_id");
    await introduce(deps, runId);
    await runDueJobs(deps);
    deps.clock.now = () => NOON + 10 * MINUTE;
    await runDueJobs(deps);
    const messages = queued.flatMap(({ delivery }) =>
      delivery.kind === "notices" ? [delivery.to] : [],
    );
    expect(messages).toHaveLength(36);
    expect(messages.every(({ length }) => length === 100)).toBe(true);
    expect(new Set(messages.flat().map(([id]) => id)).size).toBe(3_600);
    const left = await env.DB.prepare("select * from jobs").all();
    expect(left.results).toEqual([]);
  });

  it("the introductions are queued once, even if the run dies, the queue fails or crons overlap", async () => {
    const [ada] = [await seedMember(), await seedMember()];
    await subscribe(ada);
    const at = NOON - 12 * HOUR;
    const { deps, queued } = createConsumer(at);
    const { add } = deps.deliveries;
    const dying = {
      ...deps,
      defer: () => undefined,
      deliveries: { add: () => new Promise<void>(() => {}) },
    };
    await runPairing(dying, { at, trigger: "cron" });
    deps.deliveries.add = () => Promise.reject(new Error("the queue can't be reached"));
    await runDueJobs(deps);
    deps.deliveries.add = add;
    deps.clock.now = () => at + 10 * MINUTE;
    await Promise.all([runDueJobs(deps), runDueJobs(deps)]);
    await runPairing(deps, { at, trigger: "cron" });
    deps.clock.now = () => at + 20 * MINUTE;
    await runDueJobs(deps);
    const conversationId = await env.DB.prepare("select id from pairings").first<string>("id");
    const notice = { kind: "introduction", conversationId };
    expect(queued).toEqual([
      { delivery: { kind: "notices", to: [[ada.id, notice]] }, delaySeconds: 0 },
    ]);
    const left = await env.DB.prepare("select * from jobs").all();
    expect(left.results).toEqual([]);
  });

  it("without push keys the introductions are not queued, and no job waits for them", async () => {
    const { deps, queued } = createConsumer();
    const [ada] = [await seedMember(), await seedMember()];
    await subscribe(ada);
    deps.push = null;
    const works: Promise<unknown>[] = [];
    deps.defer = (work) => void works.push(work);
    await runPairing(deps, { at: NOON, trigger: "admin" });
    await Promise.all(works);
    const left = await env.DB.prepare("select * from jobs").all();
    expect([queued, left.results]).toEqual([[], []]);
  });

  it("the cron queues the notification of the last hour once, and it is not sent after the conversation's end", async () => {
    const { one, conversationId } = await createPair();
    const device = await subscribe(one);
    const received = receive();
    const { deps, work, queued } = createConsumer(NOON + 11 * HOUR);
    await Promise.all([keepLastHours(deps), keepLastHours(deps)]);
    await keepLastHours(deps);
    await runDueJobs(deps);
    const delivery: Delivery = {
      kind: "notices",
      to: [[one.id, { kind: "last_hour", conversationId }]],
    };
    expect(queued).toEqual([{ delivery, delaySeconds: 0 }]);
    // The last hour before midnight UTC begins at this member's noon.
    await env.DB.prepare("update members set timezone = 'UTC-11:00'").run();
    await work();
    expect((await read(received[0] as Received, device)).notification).toMatchObject({
      title: "The last hour",
      navigate: `/conversation/${conversationId}`,
    });
    expect(received[0]?.headers.get("ttl")).toBe("3600");
    const after = createConsumer(NOON + 13 * HOUR);
    await after.deps.deliveries.add([delivery]);
    expect(await after.work()).toEqual(["told"]);
    await env.DB.prepare("update push_subscriptions set told_last_hour = null").run();
    await after.deps.deliveries.add([delivery]);
    expect(await after.work()).toEqual(["over"]);
    expect(received).toHaveLength(1);
  });
});

describe("a queue message for several members", () => {
  async function introduce() {
    const pairs = [await createPair(), await createPair()];
    const members = pairs.flatMap(({ one, other, conversationId }) => [
      { member: one, conversationId },
      { member: other, conversationId },
    ]);
    const devices = [];
    for (const { member } of members) devices.push(await subscribe(member));
    const to = members.map(
      ({ member, conversationId }): [string, { kind: "introduction"; conversationId: string }] => [
        member.id,
        { kind: "introduction", conversationId },
      ],
    );
    const message: Delivery = { kind: "notices", to };
    return { members, devices, to, message };
  }

  it("for one queue message, all recipients are read in one round trip, and all successes are stored in another", async () => {
    const { message } = await introduce();
    const received = receive();
    const { deps } = createConsumer();
    const metered = meterDatabase(env.DB);
    deps.db = createDatabase(metered.db);
    expect((await deliver(deps, message)).outcome).toEqual({ status: "delivered" });
    expect(received).toHaveLength(4);
    expect(metered.trips).toHaveLength(2);
    expect(await listDevices()).toMatchObject(
      Array.from({ length: 4 }, () => ({ last_success_at: NOON, failing_since: null })),
    );
  });

  it.each(["introduction", "last_hour"] as const)(
    "no device gets its %s twice if the queue delivers the message twice",
    async (kind) => {
      const { to } = await introduce();
      const message: Delivery = {
        kind: "notices",
        to: to.map(([id, { conversationId }]) => [id, { kind, conversationId }]),
      };
      const received = receive();
      const { deps } = createConsumer();
      await deliver(deps, message);
      expect((await deliver(deps, message)).outcome).toEqual({ status: "dropped", reason: "told" });
      expect(received).toHaveLength(4);
    },
  );

  it.each([
    ["77", 77],
    ["259200", 12 * 3600],
  ])(
    "only members whose push service failed are queued again, after the named pause of %s s but at most 12 hours",
    async (named, delaySeconds) => {
      const { devices, to, message } = await introduce();
      const failing = new Set([devices[1]?.endpoint, devices[2]?.endpoint]);
      const received = receive(({ url }) =>
        failing.has(url)
          ? new Response(null, { status: 429, headers: { "retry-after": named } })
          : new Response(null, { status: 201 }),
      );
      const { deps, queued, work } = createConsumer();
      expect((await deliver(deps, message)).outcome).toEqual({ status: "delivered" });
      expect(received).toHaveLength(4);
      const again = {
        kind: "notices",
        to: to.slice(1, 3),
        devices: [devices[1]?.id, devices[2]?.id],
      };
      expect(queued).toEqual([{ delivery: again, delaySeconds }]);
      failing.clear();
      expect(await work()).toEqual(["delivered"]);
      expect(received).toHaveLength(6);
      expect(new Set(received.map(({ url }) => url)).size).toBe(4);
    },
  );

  it("a push that failed is tried again only on its device, and not if the device was refused or removed", async () => {
    const { one, other, conversationId } = await createPair();
    const [phone, laptop] = [await subscribe(one), await subscribe(one)];
    const [refusing, removed] = [await subscribe(other), await subscribe(other)];
    const statuses = new Map([
      [laptop.endpoint, 503],
      [refusing.endpoint, 403],
      [removed.endpoint, 410],
    ]);
    const received = receive(({ url }) => new Response(null, { status: statuses.get(url) ?? 201 }));
    const { deps, queued } = createConsumer();
    const notice = { kind: "message", conversationId } as const;
    await sendMessage(one, conversationId, "hello");
    await sendMessage(other, conversationId, "hello");
    const message: Delivery = {
      kind: "notices",
      to: [
        [one.id, notice],
        [other.id, notice],
      ],
    };
    expect((await deliver(deps, message)).outcome).toEqual({
      status: "dropped",
      reason: "status_403",
    });
    expect(received).toHaveLength(4);
    expect(queued).toEqual([
      {
        delivery: { kind: "notices", to: [[one.id, notice]], devices: [laptop.id] },
        delaySeconds: 15,
      },
    ]);
    expect((await listDevices()).map(({ id }) => id).sort()).toEqual(
      [phone.id, laptop.id, refusing.id].sort(),
    );
  });

  it("if every device fails in the same way, the queue retries the whole message", async () => {
    const { message } = await introduce();
    receive(() => new Response(null, { status: 503, headers: { "retry-after": "77" } }));
    const { deps, queued } = createConsumer();
    expect((await deliver(deps, message)).outcome).toEqual({
      status: "retry",
      reason: "status_503",
      afterSeconds: 77,
    });
    expect(queued).toEqual([]);
    expect(await listDevices()).toMatchObject(
      Array.from({ length: 4 }, () => ({ failing_since: NOON })),
    );
  });

  it("the members of a message wait together for the end of their quiet hours", async () => {
    const { message } = await introduce();
    const received = receive();
    const { deps, queued } = createConsumer(NOON - 6 * HOUR);
    expect((await deliver(deps, message)).outcome).toEqual({ status: "delivered" });
    expect(received).toEqual([]);
    expect(queued).toEqual([{ delivery: message, delaySeconds: 2 * 3600 }]);
  });
});

describe("when a message is announced", () => {
  /**
   * Sends messages one after the other by a second instance of the conversation's object, which has
   * the real one's connections and storage.
   * @returns the members whom the instance notifies
   */
  const announceFrom = (
    conversationId: string,
    from: SeededMember,
    to: SeededMember,
    messages = 1,
  ) =>
    runInDurableObject(env.CONVERSATIONS.getByName(conversationId), async (_object, state) => {
      const announced: string[] = [];
      class Announcing extends ConversationObject {
        protected override openGate() {
          const announce = (_: string, memberId: string) => void announced.push(memberId);
          return { ...super.openGate(), announce };
        }
      }
      const conversation = new Announcing(state, env as unknown as Env);
      const grant = {
        conversationId,
        sender: { id: from.id, name: from.name, avatar: null },
        partnerId: to.id,
        expiresAt: Date.now() + HOUR,
      };
      for (let i = 0; i < messages; i++) {
        await conversation.sendMessage(grant, { content: `line ${i}` });
      }
      // A second instance stored these messages, so the real object doesn't know their times. Waits
      // until the clock is past the newest, so that no later message gets the same time.
      const newest = "select max(created_at) as at from messages";
      const { at } = state.storage.sql.exec<{ at: number }>(newest).one();
      while (Date.now() <= at) await scheduler.wait(1);
      return announced;
    });
  it("the partner is notified only once before they read, even if a new instance of the object gets the next message", async () => {
    const { one, other, conversationId } = await createPair();
    expect(await announceFrom(conversationId, one, other, 3)).toEqual([other.id]);
    expect(await announceFrom(conversationId, one, other)).toEqual([]);
    expect(await announceFrom(conversationId, other, one)).toEqual([one.id]);
    await callApi("POST", `/api/pairings/conversation/${conversationId}/read`, {
      token: other.token,
    });
    expect(await announceFrom(conversationId, one, other, 2)).toEqual([other.id]);
  });

  it.each(["own", "stock"] as const)(
    "the partner is not notified while their %s client reports the conversation as visible",
    async (way) => {
      const { one, other, conversationId } = await createPair();
      const client = await TestClient.joinBy(way, other, conversationId);
      expect(await announceFrom(conversationId, one, other)).toEqual([]);
      await client.emitWithAck("visibility", { conversationId, visible: false });
      await client.emitWithAck("send_message", { conversationId, content: "after" });
      expect(await announceFrom(conversationId, one, other)).toEqual([other.id]);
      await callApi("POST", `/api/pairings/conversation/${conversationId}/read`, {
        token: other.token,
      });
      await client.emitWithAck("visibility", { conversationId, visible: true });
      await client.emitWithAck("send_message", { conversationId, content: "after" });
      expect(await announceFrom(conversationId, one, other)).toEqual([]);
      for (const odd of [
        null,
        "x",
        { conversationId },
        { conversationId: "other", visible: false },
      ]) {
        client.emit("visibility", odd);
      }
      await client.emitWithAck("send_message", { conversationId, content: "after" });
      expect(await announceFrom(conversationId, one, other)).toEqual([]);
    },
  );
});

describe("the notices that calls queue", () => {
  it("an answered report, a decision and a triggered run each queue their notice once", async () => {
    const { one, other, conversationId } = await createPair();
    const admin = await seedMember({ is_admin: 1 });
    await callApi("POST", `/api/reports/${other.id}`, {
      token: one.token,
      body: { reason: "spam", conversation_id: conversationId },
    });
    const reportId = await env.DB.prepare("select id from reports").first<string>("id");
    const resolve = (note?: string) =>
      call("PUT", `/api/admin/reports/${reportId}`, admin, { status: "resolved", note });
    expect((await resolve()).status).toBe(200);
    await resolve("a note for later");
    const answer = { kind: "notices", to: [[one.id, { kind: "report_answer" }]] };
    expect(enqueued).toEqual([answer]);
    const action = { kind: "warn", reason: "spam", text: "words" };
    await call("POST", `/api/admin/members/${other.id}/actions`, admin, action);
    const event = { kind: "account", event: "standing_changed" };
    expect(enqueued.slice(1)).toEqual([{ kind: "notices", to: [[other.id, event]] }]);
    for (const member of [one, other, admin]) await subscribe(member);
    expect((await call("POST", "/api/pairings/trigger-pairings", admin)).status).toBe(200);
    const pair = await env.DB.prepare(
      "select p.* from pairings p join pairing_runs r on r.id = p.run_id order by r.published_at desc",
    ).first<{ id: string; user1_id: string; user2_id: string }>();
    const notice = { kind: "introduction", conversationId: pair?.id };
    const to = [pair?.user1_id, pair?.user2_id].sort().map((id) => [id, notice]);
    expect(enqueued.slice(2)).toEqual([{ kind: "notices", to }]);
  });
});
