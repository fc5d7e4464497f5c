import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Alert, AlertWay } from "~/core/ports";
import { MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { runWatch, type WatchDeps } from "~/core/watch/watch";
import { createWatchMemory, gather } from "~/worker/adapters/watch-memory";
import { emptyDatabase, runCron as runCronOf } from "../../support/api";
import { createRecordingLogger } from "../../support/recording-logger";

/** Today's run and tomorrow's: some looks of a test near midnight are made on the next date. */
async function runCron(): Promise<void> {
  await runCronOf();
  await runCronOf(Date.now() + 24 * MS_PER_HOUR);
}

beforeEach(async () => {
  await emptyDatabase();
  // The object outlives a test: no alert has left yet.
  await createWatchMemory(env).end({}, 0);
});

/** A watch over the real database and the real object, at a moment of its own. */
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
    /** Looks after a number of milliseconds, and answers the alerts of that look. */
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
  it("leaves once, again as a reminder after a day, and is cleared after two good looks", async () => {
    await runCron();
    const watch = createWatch();
    expect(await watch.look()).toEqual([]);
    await parkJob();
    const text = "Happenstance: 1 jobs are parked.";
    expect(await watch.look(LOOK_MS)).toEqual([{ fact: "jobs_parked", state: "bad", text }]);
    expect(await watch.look(LOOK_MS)).toEqual([]);
    const aDayLater = await watch.look(24 * MS_PER_HOUR - 2 * LOOK_MS);
    expect(aDayLater.filter(({ fact }) => fact === "jobs_parked")).toEqual([]);
    const reminded = await watch.look(LOOK_MS);
    expect(reminded).toContainEqual({
      fact: "jobs_parked",
      state: "still_bad",
      text: "Happenstance: Still so: 1 jobs are parked.",
    });
    await clearJobs();
    expect(await watch.look(LOOK_MS)).toEqual([]);
    expect(await watch.look(LOOK_MS)).toContainEqual({
      fact: "jobs_parked",
      state: "good",
      text: "Happenstance: Well again: jobs_parked.",
    });
  });

  it("that a way did not take leaves on it at the next look, and not twice on the other", async () => {
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

  it("leaves once when three crons look at once", async () => {
    await runCron();
    const watches = [createWatch(), createWatch(), createWatch()];
    await parkJob();
    await Promise.all(watches.map((watch) => watch.look()));
    const told = watches.flatMap((watch) => watch.told.map(({ fact }) => fact));
    expect(told).toEqual(["jobs_parked"]);
    await clearJobs();
  });

  it("about a database that does not answer reaches the operator without it", async () => {
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

it("tallies are gathered and counted within their window alone", async () => {
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

it("a night without a run raises an alert from 00:15 UTC on, and the deep health says it too", async () => {
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
