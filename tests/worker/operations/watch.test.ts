import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { type Alert, runWatch, type WatchDeps } from "~/core/operations/watch";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { createDatabase } from "~/db/client";
import { deliverBatch } from "~/worker/deliveries";
import { emptyDatabase, runCron } from "../../support/api";
import { createRecordingLogger } from "../../support/recording-logger";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

beforeEach(emptyDatabase);

const LOOK_MS = 10 * MS_PER_MINUTE;
const NOON = Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY + 12 * MS_PER_HOUR;

function createWatch(changes: Partial<WatchDeps> = {}) {
  const told: Alert[] = [];
  const at = { now: NOON };
  const base: WatchDeps = {
    db: createDatabase(env.DB),
    clock: { now: () => at.now },
    logger: createRecordingLogger().logger,
    probeObjects: async () => {},
    tell: async (alert) => void told.push(alert),
  };
  return {
    async look(laterMs = 0, once: Partial<WatchDeps> = {}) {
      at.now += laterMs;
      told.length = 0;
      await runWatch({ ...base, ...changes, ...once });
      return told.map(({ fact, state }) => [fact, state]);
    },
    told,
  };
}

const runSql = (statement: string) => env.DB.prepare(statement).run();
const insertJob = (createdAt: number, attempts = 0) =>
  runSql(`insert into jobs (kind, detail, created_at, attempts, next_attempt_at)
    values ('close_ended', '{}', ${createdAt}, ${attempts}, 4102444800000)`);
const away = async () => {
  throw new Error("away");
};
const noDatabase = new Proxy(env.DB, {
  get: () => () => {
    throw new Error("D1 is away");
  },
});

it("a job older than 15 minutes causes one alert, and another one when it is gone", async () => {
  await runCron(NOON);
  const watch = createWatch();
  expect(await watch.look()).toEqual([]);
  await insertJob(NOON - 15 * MS_PER_MINUTE);
  expect(await watch.look()).toEqual([]);
  expect(await watch.look(LOOK_MS)).toEqual([["jobs", "bad"]]);
  expect(watch.told).toEqual([
    {
      fact: "jobs",
      state: "bad",
      text: "Happenstance: 1 job, the oldest 25 minutes old.",
      runbook: "docs/operations.md#jobs",
    },
  ]);
  expect(await watch.look(LOOK_MS)).toEqual([]);
  await runSql("delete from jobs");
  expect(await watch.look(LOOK_MS)).toEqual([["jobs", "good"]]);
  expect(watch.told[0]?.text).toBe("Happenstance: Well again: jobs.");
  expect(await watch.look(LOOK_MS)).toEqual([]);
});

it("a parked job causes an alert too", async () => {
  await runCron(NOON);
  await insertJob(NOON - MS_PER_HOUR, 20);
  expect(await createWatch().look()).toEqual([["jobs", "bad"]]);
});

it("an alert that was not accepted is sent again at the next check", async () => {
  await runCron(NOON);
  await insertJob(NOON - MS_PER_HOUR);
  const watch = createWatch();
  expect(await watch.look(0, { tell: away })).toEqual([]);
  expect(await watch.look(LOOK_MS)).toEqual([["jobs", "bad"]]);
  expect(await watch.look(LOOK_MS)).toEqual([]);
});

it("a date without a run causes an alert from 00:15 UTC on", async () => {
  const midnight = NOON - 12 * MS_PER_HOUR;
  const watch = createWatch();
  expect(await watch.look(14 * MS_PER_MINUTE - 12 * MS_PER_HOUR)).toEqual([]);
  expect(await watch.look(MS_PER_MINUTE)).toEqual([["run", "bad"]]);
  await runCron(midnight);
  expect(await watch.look(LOOK_MS)).toEqual([["run", "good"]]);
});

it("an unreadable database causes an alert at each check, and unreachable objects only one", async () => {
  await runCron(NOON);
  const watch = createWatch();
  const broken = { db: createDatabase(noDatabase) };
  expect(await watch.look(0, broken)).toEqual([["database", "bad"]]);
  expect(await watch.look(LOOK_MS, broken)).toEqual([["database", "bad"]]);
  expect(await watch.look(LOOK_MS)).toEqual([]);
  expect(await watch.look(LOOK_MS, { probeObjects: away })).toEqual([["objects", "bad"]]);
  expect(await watch.look(LOOK_MS, { probeObjects: away })).toEqual([]);
  expect(await watch.look(LOOK_MS)).toEqual([["objects", "good"]]);
});

it("a message that the queue gives up causes an alert, which ends a day later", async () => {
  await runCron(NOON);
  await runCron(NOON + MS_PER_DAY);
  const watch = createWatch();
  const { id: memberId, email: to } = await seedMember();
  const mail = { template: "password_changed" };
  const deliver = (attempts: number) =>
    deliverBatch(
      env,
      {
        ...createTestDeps({}, { now: () => NOON }),
        mailer: {
          send: async () => ({ status: "retry", reason: "status_500", afterSeconds: null }),
        },
      },
      createMessageBatch("happenstance-deliveries", [
        {
          ...{ id: `of ${attempts}`, timestamp: new Date(), attempts },
          body: { kind: "mail", id: "one", memberId, to, name: null, goodUntil: null, mail },
        },
      ]),
    );
  await deliver(6);
  expect(await watch.look()).toEqual([]);
  await deliver(7);
  expect(await watch.look(LOOK_MS)).toEqual([["deliveries", "bad"]]);
  expect(await watch.look(LOOK_MS)).toEqual([]);
  expect(await watch.look(MS_PER_DAY)).toEqual([["deliveries", "good"]]);
});
