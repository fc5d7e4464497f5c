import { createMessageBatch, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runDueJobs } from "~/core/jobs/jobs";
import type { Alert, AlertWay } from "~/core/ports";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { type Fact, TALLIES, type Tally } from "~/core/watch/facts";
import { runWatch, type WatchDeps } from "~/core/watch/watch";
import { sendAgain } from "~/scripts/lib/job-statements";
import { createWatchMemory, gather } from "~/worker/adapters/watch-memory";
import { createApp } from "~/worker/app";
import { deliverBatch } from "~/worker/deliveries";
import { emptyDatabase, runCron as runCronOf } from "../../support/api";
import { createRecordingLogger } from "../../support/recording-logger";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

/** Makes the runs of three days, because a test looks again a day later, which near midnight may be two dates later. */
async function runCron(): Promise<void> {
  for (const days of [0, 1, 2]) await runCronOf(Date.now() + days * MS_PER_DAY);
}

beforeEach(async () => {
  await emptyDatabase();
  // Resets the object, which outlives a test, so that no alert counts as sent.
  await createWatchMemory(env).end({}, 0);
});

/** A watch over the real database and the real object, with a clock of its own. */
function createWatch(changes: Partial<WatchDeps> = {}) {
  const told: Alert[] = [];
  const { logger, entries } = createRecordingLogger();
  const at = { now: Date.now() };
  const way: AlertWay = { name: "webhook", tell: async (alert) => void told.push(alert) };
  const deps: WatchDeps = {
    db: env.DB,
    clock: { now: () => at.now },
    logger,
    metrics: { count: () => {} },
    memory: createWatchMemory(env),
    ways: [way],
    mostTries: 10,
    ...changes,
  };
  return {
    told,
    entries,
    /** Looks after some milliseconds. @returns the alerts of that look */
    async look(laterMs = 0) {
      at.now += laterMs;
      told.length = 0;
      await runWatch(deps);
      return told.map(({ fact, state, text }) => ({ fact, state, text }));
    },
  };
}

const parkJob = () =>
  env.DB.prepare(
    "insert into jobs (kind, created_at, parked_at) values ('close_ended', 0, 1)",
  ).run();
const clearJobs = () => env.DB.prepare("delete from jobs").run();
const LOOK_MS = 10 * MS_PER_MINUTE;

describe("an alert", () => {
  it("an alert is sent once, again as a reminder after a day, and is cleared after two good looks", async () => {
    await runCron();
    const watch = createWatch();
    expect(await watch.look()).toEqual([]);
    await parkJob();
    const text = "Happenstance: 1 job is parked.";
    expect(await watch.look(LOOK_MS)).toEqual([{ fact: "jobs_parked", state: "bad", text }]);
    expect(await watch.look(LOOK_MS)).toEqual([]);
    const aDayLater = await watch.look(24 * MS_PER_HOUR - 2 * LOOK_MS);
    expect(aDayLater.filter(({ fact }) => fact === "jobs_parked")).toEqual([]);
    const reminded = await watch.look(LOOK_MS);
    expect(reminded).toContainEqual({
      fact: "jobs_parked",
      state: "still_bad",
      text: "Happenstance: Still so: 1 job is parked.",
    });
    await clearJobs();
    expect(await watch.look(LOOK_MS)).toEqual([]);
    expect(await watch.look(LOOK_MS)).toContainEqual({
      fact: "jobs_parked",
      state: "good",
      text: "Happenstance: Well again: jobs_parked.",
    });
  });

  it("an alert that one way refused is sent on it at the next look, and not twice on the other way", async () => {
    await runCron();
    let isDown = true;
    const byMail: string[] = [];
    const byWebhook: string[] = [];
    const mail: AlertWay = {
      name: "mail",
      async tell({ fact }) {
        if (isDown) throw new Error("refused");
        byMail.push(fact);
      },
    };
    const webhook: AlertWay = {
      name: "webhook",
      tell: async ({ fact }) => void byWebhook.push(fact),
    };
    const watch = createWatch({ ways: [webhook, mail] });
    await parkJob();
    await watch.look();
    expect([byWebhook, byMail]).toEqual([["jobs_parked"], []]);
    expect(watch.entries.map(({ event }) => event)).toContain("watch.untold");
    isDown = false;
    await watch.look(LOOK_MS);
    await watch.look(LOOK_MS);
    expect([byWebhook, byMail]).toEqual([["jobs_parked"], ["jobs_parked"]]);
    await clearJobs();
  });

  it("an alert is sent once when three crons look in parallel", async () => {
    await runCron();
    const watches = [createWatch(), createWatch(), createWatch()];
    await parkJob();
    await Promise.all(watches.map((watch) => watch.look()));
    const told = watches.flatMap((watch) => watch.told.map(({ fact }) => fact));
    expect(told).toEqual(["jobs_parked"]);
    await clearJobs();
  });

  it("an alert about a database that does not answer is sent without the database", async () => {
    const away = new Proxy(env.DB, {
      get: () => () => {
        throw new Error("D1 is away");
      },
    });
    const told = await createWatch({ db: away }).look();
    expect(told).toEqual([
      { fact: "database", state: "bad", text: "Happenstance: The database does not answer." },
    ]);
  });
});

it("tallies are gathered into one call, and summed by their name", async () => {
  const works: Promise<unknown>[] = [];
  for (let i = 0; i < 25; i++) {
    gather(env, (work) => works.push(work), { tally: "refused_push" });
  }
  await Promise.all(works);
  expect(works).toHaveLength(1);
  const memory = createWatchMemory(env);
  expect(await memory.sum({ refused_push: MS_PER_HOUR })).toEqual({ refused_push: 25 });
  expect(await memory.sum({ nothing: MS_PER_HOUR })).toEqual({ nothing: 0 });
});

it("points of the local server are sent after 20 ms, because its queue waits for them", async () => {
  const pause = vi.spyOn(scheduler, "wait");
  const works: Promise<unknown>[] = [];
  const point = { at: 1, name: "delivery", labels: "[]", content: "{}" };
  gather(env, (work) => works.push(work), { points: [point] });
  gather(env, (work) => works.push(work), { points: [point] });
  await Promise.all(works);
  expect(works).toHaveLength(1);
  expect(pause.mock.calls).toEqual([[20]]);
  pause.mockRestore();
});

it("a tally whose invocation ended before it was sent is sent with the next one", async () => {
  const works: Promise<unknown>[] = [];
  const count = () => gather(env, (work) => works.push(work), { tally: "refused_mail" });
  const never = new Promise<void>(() => {});
  const pause = vi.spyOn(scheduler, "wait").mockReturnValueOnce(never);
  count();
  const later = Date.now() + MS_PER_MINUTE;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => later);
  count();
  clock.mockRestore();
  await works[1];
  pause.mockRestore();
  expect(await createWatchMemory(env).sum({ refused_mail: MS_PER_HOUR })).toEqual({
    refused_mail: 2,
  });
});

it("a night without a run raises an alert from 00:15 UTC on, and is bad in `/healthz?deep`", async () => {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const early = createWatch({ clock: { now: () => midnight + 10 * MS_PER_MINUTE } });
  expect(await early.look()).toEqual([]);
  const late = createWatch({ clock: { now: () => midnight + 20 * MS_PER_MINUTE } });
  expect((await late.look()).map(({ fact }) => fact)).toEqual(["night"]);
  await createWatch().look();
  const response = await exports.default.fetch(
    new Request("http://happenstance.test/healthz?deep"),
  );
  const body = (await response.json()) as { watch: { status: string; bad: { fact: string }[] } };
  expect(body.watch.bad.map(({ fact }) => fact)).toContain("night");
  expect([response.status, body.watch.status]).toEqual([503, "bad"]);
});

/* The drills of docs/runbooks.md: each fact is raised by its cause, and cleared by the steps of its section. */

const runSql = async (...statements: string[]) => {
  for (const statement of statements) await env.DB.prepare(statement).run();
};
const insertJob = (
  fields: string,
) => `insert into jobs (kind, detail, created_at, attempts, next_attempt_at, parked_at)
  values ('close_ended', json_object('at', 0), ${fields})`;
const insertRun = (id: string, startedAt: number, unmatched: number) =>
  `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at, published_at, members, unmatched)
   values ('${id}', '${id}', '2100-01-01', 'admin', 'published', 0, '', ${startedAt}, 1, 100, ${unmatched})`;
/** Time from which a drill's jobs are due, so late that nothing else tries them. Milliseconds since 1970. */
const NOT_DUE = 4_102_444_800_000;
const tryJobs = async () => {
  await runSql("update jobs set next_attempt_at = 0");
  await runDueJobs(createTestDeps());
};
const insertDecided = async (table: "reports" | "appeals", waitMs: number) => {
  const at = Date.now() - waitMs - MS_PER_MINUTE;
  for (const id of ["ann", "ben"]) await seedMember({ id });
  await runSql(
    ...(table === "reports"
      ? [
          `insert into reports (id, reporter_id, reported_id, reason, evidence, created_at)
           values ('one', 'ann', 'ben', 'spam', '[]', ${at})`,
        ]
      : [
          `insert into member_actions (id, member_id, admin_id, kind, reason, text, created_at)
           values ('of-one', 'ben', 'ann', 'ban', 'spam', 'words', ${at})`,
          `insert into appeals (id, action_id, text, created_at) values ('one', 'of-one', 'words', ${at})`,
        ]),
  );
};

type Drill = Record<"provoke" | "mend", () => unknown>;
const DRILLS: Record<Exclude<Fact, Tallied | "night" | "database">, Drill> = {
  left_out: {
    provoke: () => runSql(insertRun("small", Date.now(), 20)),
    mend: () => runSql(insertRun("larger", Date.now() + 1, 0)),
  },
  jobs_waiting: {
    provoke: () => runSql(insertJob(`${Date.now() - 20 * MS_PER_MINUTE}, 0, ${NOT_DUE}, null`)),
    mend: tryJobs,
  },
  jobs_parked: {
    provoke: () => runSql(insertJob(`${Date.now()}, 10, ${NOT_DUE}, ${Date.now()}`)),
    async mend() {
      await runSql(...sendAgain("all", Date.now()).split(";\n"));
      await tryJobs();
    },
  },
  jobs_stuck: {
    provoke: () => runSql(insertJob(`${Date.now()}, 10, ${NOT_DUE}, null`)),
    mend: tryJobs,
  },
  sign_ins: {
    provoke: () =>
      runSql(
        `insert into rate_windows (key, started_at, ends_at, count)
         values ('failed-sign-in:digest:all', 0, ${Date.now() + 2 * MS_PER_DAY}, 1000)`,
      ),
    mend: () => runSql("update rate_windows set ends_at = 0"),
  },
  reports: {
    provoke: () => insertDecided("reports", MS_PER_DAY),
    mend: () => runSql("update reports set status = 'dismissed', resolved_at = 1"),
  },
  appeals: {
    provoke: () => insertDecided("appeals", 3 * MS_PER_DAY),
    mend: () => runSql("update appeals set decision = 'upheld'"),
  },
};

it.each(Object.entries(DRILLS))(
  "the fact %s is raised alone, repeated after a day, and cleared by the steps of its runbook",
  async (fact, { provoke, mend }) => {
    await runCron();
    const watch = createWatch();
    await provoke();
    expect(await watch.look()).toMatchObject([{ fact, state: "bad" }]);
    expect(await watch.look(LOOK_MS)).toEqual([]);
    // A day later, old runs and jobs raise other facts too, so only this fact's alerts are compared.
    const own = (told: { fact: string; state: string }[]) =>
      told.filter((one) => one.fact === fact).map(({ state }) => state);
    expect(own(await watch.look(MS_PER_DAY - LOOK_MS))).toEqual(["still_bad"]);
    await mend();
    await watch.look(LOOK_MS);
    expect(own(await watch.look(LOOK_MS))).toEqual(["good"]);
  },
);

it("the facts night and database are repeated after a day, and cleared by the cron and by a database that answers again", async () => {
  let now = Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY + 20 * MS_PER_MINUTE;
  const away = new Proxy(env.DB, {
    get: () => () => {
      throw new Error("D1 is away");
    },
  });
  const look = async (laterMs: number, db = env.DB) => {
    now += laterMs;
    const told = await createWatch({ clock: { now: () => now }, db }).look();
    return told.map(({ fact, state }) => [fact, state]);
  };
  expect(await look(0, away)).toEqual([["database", "bad"]]);
  expect(await look(LOOK_MS, away)).toEqual([]);
  expect(await look(MS_PER_DAY - LOOK_MS, away)).toEqual([["database", "still_bad"]]);
  expect(await look(0)).toEqual([["night", "bad"]]);
  expect(await look(LOOK_MS)).toEqual([["database", "good"]]);
  expect(await look(MS_PER_DAY - LOOK_MS)).toEqual([["night", "still_bad"]]);
  await runCronOf(now);
  expect(await look(LOOK_MS)).toEqual([]);
  expect(await look(LOOK_MS)).toEqual([["night", "good"]]);
});

type Tallied = "dead_letters" | "deliveries" | "mails" | "pushes" | "answers";

it("the facts that tallies raise are repeated after a day, and cleared when their windows are over", async () => {
  await runCron();
  const works: Promise<unknown>[] = [];
  const defer = (work: Promise<unknown>) => void works.push(work);
  const tally = (name: Tally) => gather(env, defer, { tally: name });
  const { id: memberId, email: to } = await seedMember();
  const mail = {
    kind: "mail",
    memberId,
    to,
    name: null,
    goodUntil: null,
    mail: { template: "password_changed" },
  };
  const deliver = (count: number, attempts: number, send: () => Promise<never>) => {
    const messages = Array.from({ length: count }, (_, i) => ({
      ...{ id: `${attempts} ${i}`, timestamp: new Date(), attempts },
      body: { ...mail, id: `${attempts} ${i}` },
    }));
    const batch = createMessageBatch("happenstance-deliveries", messages);
    return deliverBatch({ ...createTestDeps(), mailer: { send } }, batch, tally);
  };
  const refuse = async () =>
    ({ status: "retry", reason: "status_401", afterSeconds: null }) as never;
  // A message that fails its seventh and last try is a dead letter too.
  await deliver(2, 1, refuse);
  await deliver(1, 7, refuse);
  await deliver(5, 2, async () => {
    throw new Error("a fault of our own");
  });
  for (let i = 0; i < 50; i++) tally("refused_push");
  const app = createApp(async () => new Response(null, { status: 503 }));
  const context = { waitUntil: defer, passThroughOnException: () => {} };
  for (let i = 0; i < 20; i++) {
    await app.fetch(new Request("http://127.0.0.1/"), env, context as unknown as ExecutionContext);
  }
  await Promise.all(works);
  const watch = createWatch();
  const names: Tallied[] = ["dead_letters", "deliveries", "mails", "pushes", "answers"];
  expect((await watch.look()).map(({ fact }) => fact)).toEqual(names);
  // The object counts tallies by its own clock, on which no day has passed.
  expect((await watch.look(MS_PER_DAY)).map(({ fact, state }) => [fact, state])).toEqual(
    names.map((name) => [name, "still_bad"]),
  );
  const longest =
    Math.max(...Object.values(TALLIES).map(({ windowMs }) => windowMs)) / MS_PER_MINUTE;
  // Moves the tallies back by their longest window, because the object uses its own clock.
  await runInDurableObject(env.WATCH.getByName("watch"), (_object, { storage }) => {
    storage.sql.exec("update tallies set minute = minute - ?", longest + 2);
  });
  await watch.look(LOOK_MS);
  const cleared = await watch.look(LOOK_MS);
  expect(cleared.map(({ fact, state }) => [fact, state])).toEqual(
    names.map((name) => [name, "good"]),
  );
});
