import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { authenticate } from "~/core/accounts/session";
import type { ConversationChange } from "~/core/conversation/objects";
import type { Deps } from "~/core/deps";
import { runDueJobs } from "~/core/operations/jobs";
import { listFailingJobs, sendJobsAgain } from "~/core/operations/parked";
import { JOB_TRIES, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { createDeps } from "~/worker/deps";
import { createMember, emptyDatabase, grantAdmin } from "../../support/api";
import { countJobs } from "../../support/jobs";
import { createRecordingLogger } from "../../support/recording-logger";

beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Job = Record<"id" | "attempts" | "next_attempt_at", number> & { last_error: string | null };

const readJobs = async () =>
  (await env.DB.prepare("select * from jobs order by id").all<Job>()).results;

const insert = (kind: string, conversationId: string, detail = "{}", table = "jobs") =>
  env.DB.prepare(
    `insert into ${table} (conversation_id, kind, detail, created_at) values (?, ?, ?, 0)`,
  ).bind(conversationId, kind, detail);

function createDrain(apply: (change: ConversationChange) => Promise<void> = async () => {}) {
  const { logger, entries } = createRecordingLogger();
  const deps: Deps = createDeps(env, { logger, defer: () => undefined });
  const applied: string[] = [];
  const at = { now: Date.UTC(2026, 11, 24) };
  deps.clock = { now: () => at.now };
  deps.conversations = {
    ...deps.conversations,
    async apply(change) {
      applied.push(change.conversationId);
      await apply(change);
    },
  };
  const drain = (laterMs = 0) => {
    at.now += laterMs;
    return runDueJobs(deps);
  };
  const logged = (event: string) => entries.filter((entry) => entry.event === event);
  return { deps, drain, at, applied, logged };
}

const failAlways = () => Promise.reject(new RangeError("the words of a member"));

describe("2,000 jobs that always fail", () => {
  it.each([
    ["because they can't be parsed", "not JSON", async () => {}],
    ["because their objects throw", "{}", failAlways],
  ])("2,000 jobs that always fail %s don't delay the next job", async (_, detail, apply) => {
    const { drain, applied } = createDrain((change) =>
      change.conversationId === "next" ? Promise.resolve() : apply(),
    );
    for (let i = 0; i < 2_000; i += 100) {
      await env.DB.batch(
        Array.from({ length: 100 }, (_, j) => insert("close", `poisoned ${i + j}`, detail)),
      );
    }
    await insert("reopen", "next").run();
    await drain();
    expect([applied.includes("next"), await countJobs()]).toEqual([true, 2_000]);
    // At the next drain, an hour later, all other jobs are due again, and are older than "next".
    await insert("reopen", "next").run();
    applied.length = 0;
    await drain(MS_PER_HOUR);
    // A claim takes 60 jobs, so "next" is in the first claim.
    expect(applied.indexOf("next")).toBeLessThan(60);
    expect(applied).toContain("next");
    expect(await countJobs()).toBe(2_000);
  });
});

describe("a job that fails", () => {
  it("each cron tries a failing job again, until it is parked and not tried any more", async () => {
    await insert("reopen", "one").run();
    const { drain, applied, logged } = createDrain(failAlways);
    for (let tries = 1; tries <= JOB_TRIES; tries++) {
      expect(logged("job.parked")).toEqual([]);
      await drain(10 * MS_PER_MINUTE);
      expect(await readJobs()).toMatchObject([{ attempts: tries, last_error: "RangeError" }]);
      await drain(30_000);
      expect(applied).toHaveLength(tries);
    }
    expect(logged("job.parked")).toMatchObject([{ level: "error", fields: { kind: "reopen" } }]);
    await drain(1_000 * MS_PER_HOUR);
    expect(applied).toHaveLength(JOB_TRIES);
  });

  it.each([
    ["erase", "{}"],
    ["close", '{"reason":"blocked"}'],
    ["record", '{"kind":"delete","member":"ada","at":1}'],
  ])(
    "a failing job of kind %s removes data, so it is never parked but logged every hour",
    async (kind, detail) => {
      await insert(kind, "one", detail).run();
      const { drain, deps, logged } = createDrain(failAlways);
      deps.ledger = { ...deps.ledger, add: failAlways };
      for (let tries = 0; tries < JOB_TRIES - 1; tries++) await drain(2 * MS_PER_HOUR);
      expect(logged("job.stuck")).toEqual([]);
      for (let hour = 1; hour <= 30; hour++) {
        await drain(MS_PER_HOUR);
        expect(logged("job.stuck")).toHaveLength(hour);
        await drain(MS_PER_HOUR / 2);
        expect(logged("job.stuck")).toHaveLength(hour);
        await drain(-MS_PER_HOUR / 2);
      }
      expect(await readJobs()).toMatchObject([{ attempts: JOB_TRIES + 29 }]);
    },
  );

  it("a failed job stores only the kind of its error", async () => {
    await insert("import", "one", '{"messages":[{"content":"a secret"}]}').run();
    await createDrain().drain();
    expect(await readJobs()).toMatchObject([{ last_error: "ZodError" }]);
  });
});

it("only an admin sees which jobs are parked or stuck, and can send the parked ones again", async () => {
  await env.DB.batch([
    insert("import", "parked", '{"messages":["a secret"]}'),
    insert("erase", "stuck"),
    insert("close", "waits"),
    env.DB.prepare(`update jobs set attempts = ${JOB_TRIES} where kind <> 'close'`),
  ]);
  const member = await createMember();
  const { deps } = createDrain();
  deps.clock = { now: () => Date.now() };
  const viewer = await authenticate(deps, member.token);
  for (const work of [listFailingJobs, sendJobsAgain]) {
    await expect(work(deps, viewer)).rejects.toMatchObject({ code: "forbidden" });
  }
  await grantAdmin(member);
  const admin = await authenticate(deps, member.token);
  const failing = await listFailingJobs(deps, admin);
  expect(failing).toMatchObject([
    { kind: "import", attempts: JOB_TRIES, is_parked: true },
    { kind: "erase", attempts: JOB_TRIES, is_parked: false },
  ]);
  expect(JSON.stringify(failing)).not.toContain("secret");
  expect(await sendJobsAgain(deps, admin)).toBe(1);
  expect(await readJobs()).toMatchObject([
    { attempts: 0, next_attempt_at: 0 },
    { attempts: JOB_TRIES },
    { attempts: 0 },
  ]);
  expect(await sendJobsAgain(deps, admin)).toBe(0);
  const audits = await env.DB.prepare("select action, rows from audit_events order by rowid").all();
  expect(audits.results).toEqual([
    { action: "send_jobs_again", rows: 1 },
    { action: "send_jobs_again", rows: 0 },
  ]);
});

it("a drain waits 30 seconds for an object that never answers, and carries out the other jobs", async () => {
  await env.DB.batch(["hangs", "one", "two"].map((id) => insert("reopen", id)));
  const { drain, applied } = createDrain(({ conversationId }) =>
    conversationId === "hangs" ? new Promise(() => {}) : Promise.resolve(),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const drained = drain();
  await vi.waitFor(() => expect(applied).toHaveLength(3));
  await vi.advanceTimersByTimeAsync(30_000);
  await drained;
  expect(await readJobs()).toMatchObject([{ last_error: "TimeLimitError", attempts: 1 }]);
});

it("an attempt counts even if its process dies, and the next attempt follows after ten minutes", async () => {
  await insert("reopen", "one").run();
  const dying = createDrain(() => new Promise(() => {}));
  void dying.drain();
  await vi.waitFor(() => expect(dying.applied).toHaveLength(1));
  const { drain, applied } = createDrain();
  await drain(8 * MS_PER_MINUTE);
  expect([applied.length, await countJobs()]).toEqual([0, 1]);
  expect(await readJobs()).toMatchObject([{ attempts: 1, last_error: null }]);
  await drain(2 * MS_PER_MINUTE);
  expect([applied.length, await countJobs()]).toEqual([1, 0]);
});
