import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, inject, it } from "vitest";
import { deliver } from "~/core/deliveries/deliver";
import type { Delivery } from "~/core/deliveries/messages";
import type { DeliveryDeps } from "~/core/deps";
import { introductionsOf } from "~/core/notifications/notify";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import { createBrowserKeys, toBase64Url } from "~/tests/support/decrypt-push";
import { meterDatabase } from "~/tests/support/metered-db";
import { createTestDeps } from "~/tests/worker/pairing/support";
import { createPushSender } from "~/worker/adapters/push";
import { deliverBatch } from "~/worker/deliveries";
import { MEMBERS, populate } from "../api/populate";

/** One per member. */
const DEVICES = MEMBERS;
const SENT = inject("pushes");
const ROUNDS = 5;
/** As in wrangler's files and `worker/deliveries.ts`. */
const BATCH = 20;
const AT_ONCE = 6;
/** A notification's size on the wire: 4,096 bytes at most (RFC 8291), ours have one length. */
const BODY = new Uint8Array(4_096);

const service = inject("pushService");
const DAY_MS = 86_400_000;
/** No one's quiet hours. */
const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

async function createKeys() {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign"],
  )) as CryptoKeyPair;
  const { d = "" } = (await crypto.subtle.exportKey("jwk", privateKey)) as JsonWebKey;
  const point = (await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer;
  return { publicKey: toBase64Url(point), privateKey: d };
}

beforeAll(async () => {
  await populate(1);
  const { p256dh, auth } = await createBrowserKeys();
  await env.DB.prepare(
    `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
     select 'device-' || id, id, 'session', ? || '/push/' || id, ?, ?, 'Device', 1 from members`,
  )
    .bind(service, p256dh, auth)
    .run();
});

/** The consumer's own dependencies, and what it queues. */
async function createConsumer() {
  const queued: Delivery[] = [];
  let calls = 0;
  const metered = meterDatabase(env.DB);
  const push = { ...(await createKeys()), subject: "bench@example.org", testService: service };
  const deps: DeliveryDeps = {
    ...createTestDeps({}, { now: () => noon }),
    db: metered.db,
    push: createPushSender(push),
    deliveries: {
      async add(deliveries) {
        calls += Math.ceil(deliveries.length / 100);
        queued.push(...deliveries);
      },
    },
    mailer: { send: async () => ({ status: "dropped", reason: "none" }) },
  };
  return { deps, queued, trips: metered.trips, countCalls: () => calls };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

/** @returns milliseconds that each of `count` took */
async function time(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / count;
}

it(`tells ${DEVICES} devices of a run, each once`, async () => {
  const { deps, queued, trips, countCalls } = await createConsumer();
  const pushes: Delivery[] = [];
  let pages = 0;
  const start = performance.now();
  queued.push(introductionsOf("bench-0"));
  for (let next = queued.shift(); next; next = queued.shift()) {
    await deliver(deps, next);
    pages += 1;
    pushes.push(...queued.filter(({ kind }) => kind === "push"));
    queued.splice(0, queued.length, ...queued.filter(({ kind }) => kind !== "push"));
  }
  const seconds = (performance.now() - start) / 1_000;
  const rows = trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
  const told = new Set(pushes.map((one) => (one.kind === "push" ? one.subscriptionId : "")));
  expect([pushes.length, told.size]).toEqual([DEVICES, DEVICES]);

  const perRound = Math.floor(SENT / ROUNDS / BATCH) * BATCH;
  const floors: number[] = [];
  const sent: number[] = [];
  trips.length = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const part = pushes.slice(i * perRound, (i + 1) * perRound);
    floors.push(
      await time(perRound, () =>
        mapWithLimit(part, AT_ONCE, async () => {
          const answer = await fetch(`${service}/push/floor`, { method: "POST", body: BODY });
          await answer.body?.cancel();
        }),
      ),
    );
    sent.push(
      await time(perRound, async () => {
        for (let at = 0; at < part.length; at += BATCH) {
          const messages = part.slice(at, at + BATCH);
          const batch = createMessageBatch(
            "happenstance-deliveries",
            messages.map((body, j) => ({
              id: `${at + j}`,
              timestamp: new Date(1),
              attempts: 1,
              body,
            })),
          );
          await deliverBatch(deps, batch);
        }
      }),
    );
  }
  const working = await env.DB.prepare(
    "select count(*) as n from push_subscriptions where last_success_at is not null",
  ).first<number>("n");
  expect(working).toBe(ROUNDS * perRound);
  const [floor, own] = [median(floors), median(sent)];
  console.log(`| ${DEVICES} devices | |\n|---|--:|
| pages | ${pages} |
| reading and queueing all of them | ${round(seconds)} s |
| rows read per device | ${round(rows / DEVICES)} |
| calls to the queue | ${countCalls()} |
| sent, of these | ${ROUNDS * perRound} |
| one notification, ${AT_ONCE} at once | ${round(own, 2)} ms |
| the floor: one POST of 4 kB to the same service | ${round(floor, 2)} ms |
| times the floor, median of ${ROUNDS} | ${round(median(sent.map((ms, i) => ms / (floors[i] ?? ms))), 2)} |
| trips to D1 per notification | ${round(trips.length / (ROUNDS * perRound), 2)} |
| all of them by one consumer on this machine | ${round((own * DEVICES) / 60_000)} min |`);
});
