import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepExpired } from "~/core/operations/retention";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import { createDatabase } from "~/db/client";
import { claimRun } from "~/db/pairing/pairing-runs";
import { callApi, createMember, emptyDatabase, grantAdmin, runCron } from "../../support/api";
import { meterDatabase } from "../../support/metered-db";
import {
  countLeftovers,
  createTestDeps,
  listDayOffs,
  listPairs,
  listRuns,
  once,
  seedMembers,
} from "./support";

beforeEach(emptyDatabase);

const FIVE = { a: {}, b: {}, c: {}, d: {}, e: {} };

/** Expects two pairs and no rows of unpublished runs. @returns the four paired members */
async function expectCompleteDay(now: number) {
  const pairs = await listPairs({ openAt: now });
  expect(pairs).toHaveLength(2);
  const paired = pairs.flatMap((pair) => pair.split("+"));
  expect(new Set(paired).size).toBe(4);
  expect(await countLeftovers()).toBe(0);
  return paired;
}

it("crons of one date that arrive together leave one complete run", async () => {
  await seedMembers(FIVE);
  const at = Date.now();
  await Promise.all(Array.from({ length: 6 }, () => runCron(at)));
  const runs = await listRuns();
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({ state: "published", members: 5, pairs: 2, unmatched: 1 });
  await expectCompleteDay(at);
  await runCron(at);
  expect(await listRuns()).toEqual(runs);
});

it("a cron that runs between two steps of another cron leaves one complete run", async () => {
  await seedMembers(FIVE);
  const at = Date.now();
  const steps = [/lease_until = 0, run_key = id/, /insert into pairing_runs/, /from members m/];
  steps.push(/insert into pairings/, /into day_offs/, /set state = 'published'/);
  for (const [day, step] of steps.entries()) {
    const request = { at: at + day * 86_400_000, trigger: "cron" } as const;
    let other: { outcome: string } | undefined;
    const intrude = async () => {
      other = await runPairing(createTestDeps(), request);
    };
    const first = await runPairing(createTestDeps({ before: once(step, intrude) }), request);
    // The cron with the first claim publishes its run. The other cron finds that run published or in
    // progress.
    expect([first.outcome, other?.outcome].sort(), String(step)).toEqual(
      day < 2 ? ["complete", "published"] : ["complete", "in_progress"],
    );
    const runs = (await listRuns()).filter(({ date }) => date === toUtcDate(request.at));
    expect(runs.map(({ state }) => state)).toEqual(["published"]);
    await expectCompleteDay(request.at);
  }
});

it("a trigger that publishes just before the cron is the only run of its date", async () => {
  await seedMembers(FIVE);
  const at = Date.now();
  const trigger = () => runPairing(createTestDeps(), { at, trigger: "admin" });
  const cron = await runPairing(
    createTestDeps({ before: once(/set state = 'published'/, trigger) }),
    {
      at,
      trigger: "cron",
    },
  );
  expect(cron).toEqual({ outcome: "published" });
  expect((await listRuns()).map((run) => run.trigger)).toEqual(["admin"]);
  await expectCompleteDay(at);
});

it("a trigger that publishes between the cron's claim and the cron's reads is the only run of its date", async () => {
  await seedMembers(FIVE);
  const at = Date.now();
  const trigger = () => runPairing(createTestDeps(), { at, trigger: "admin" });
  const deps = createTestDeps({ before: once(/as previous|order by date desc/, trigger) });
  expect(await runPairing(deps, { at, trigger: "cron" })).toEqual({ outcome: "published" });
  expect((await listRuns()).map((run) => run.trigger)).toEqual(["admin"]);
  await expectCompleteDay(at);
});

it("a trigger whose date the cron has paired meanwhile starts again after the cron's run", async () => {
  await seedMembers(FIVE);
  const at = Date.now();
  const cron = () => runPairing(createTestDeps(), { at, trigger: "cron" });
  const deps = createTestDeps({ before: once(/set state = 'published'/, cron) });
  const outcome = await runPairing(deps, { at, trigger: "admin" });
  expect(outcome).toMatchObject({ outcome: "complete", pairs: 2, unmatched: 1, repeats: 0 });
  const [first, second, ...more] = await listRuns();
  expect(more).toEqual([]);
  expect([first?.trigger, second?.trigger]).toEqual(["cron", "admin"]);
  // The second run has read the result of the first, so it pairs the member whom the first left
  // out.
  const paired = await expectCompleteDay(deps.clock.now());
  expect(paired).toContain((await listDayOffs(first?.id ?? ""))[0]);
  await deps.settle();
  expect(deps.closed).toHaveLength(2);
});

describe("triggers", () => {
  it("triggers that arrive together run one after the other, each as its own run", async () => {
    const admin = await createMember();
    await grantAdmin(admin);
    for (let i = 0; i < 4; i++) await createMember();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        callApi("POST", "/api/pairings/trigger-pairings", { token: admin.token }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(body).toMatchObject({ pairs: 2, unmatched: 1 });
    const runs = await listRuns();
    expect(runs).toHaveLength(3);
    expect(new Set(runs.map(({ trigger, state }) => `${trigger} ${state}`))).toEqual(
      new Set(["admin published"]),
    );
    await expectCompleteDay(Date.now());
    // Each run has read the earlier ones. So nobody has two days off in a row, and no pair repeats.
    const dayOffs = await Promise.all(runs.map(({ id }) => listDayOffs(id)));
    expect(dayOffs[0]).not.toEqual(dayOffs[1]);
    expect(dayOffs[1]).not.toEqual(dayOffs[2]);
    expect(runs.map(({ repeats }) => repeats)).toEqual([0, 0, 0]);
  });

  it("of ten triggers that arrive together, each publishes a run or is answered 409", async () => {
    const admin = await createMember();
    await grantAdmin(admin);
    for (let i = 0; i < 4; i++) await createMember();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        callApi("POST", "/api/pairings/trigger-pairings", { token: admin.token }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const runs = await listRuns();
    expect(statuses.filter((status) => status === 200)).toHaveLength(runs.length);
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(["published"]));
    await expectCompleteDay(Date.now());
  });

  it("only an admin can trigger a run", async () => {
    const { token } = await createMember();
    expect((await callApi("POST", "/api/pairings/trigger-pairings", { token })).status).toBe(403);
    expect((await callApi("POST", "/api/pairings/trigger-pairings")).status).toBe(401);
    expect(await listRuns()).toEqual([]);
  });
});

describe("a claim whose lease expired", () => {
  const lapse = () =>
    env.DB.exec("update pairing_runs set lease_until = 1 where state = 'claimed'");

  it("a claim whose lease expired is taken over, and its old writer stops at any step", async () => {
    await seedMembers(FIVE);
    const at = Date.now();
    const steps = [
      /from members m/,
      /insert into pairings/,
      /into day_offs/,
      /set state = 'published'/,
    ];
    for (const [day, step] of steps.entries()) {
      const request = { at: at + day * 86_400_000, trigger: "cron" } as const;
      const takeOver = async () => {
        await lapse();
        const other = await runPairing(createTestDeps(), request);
        expect(other.outcome).toBe("complete");
      };
      const old = createTestDeps({ before: once(step, takeOver) });
      expect((await runPairing(old, request)).outcome, String(step)).toBe("in_progress");
      expect(old.entries.map(({ event }) => event)).toContain("pairing.taken_over");
      const runs = (await listRuns()).filter(({ date }) => date === toUtcDate(request.at));
      expect(runs).toHaveLength(1);
      expect(runs[0]).toMatchObject({ state: "published", attempt: 2, pairs: 2, unmatched: 1 });
      await expectCompleteDay(request.at);
    }
  });

  it("the run that takes over an expired claim removes all rows that the dead trigger wrote", async () => {
    await seedMembers(FIVE);
    const at = Date.now();
    // The whole machine dies, so the writer's own clean-up fails too.
    const deps = createTestDeps({
      before: (text) => {
        if (/set state = 'published'|lease_until = 0, run_key = id where id/.test(text)) {
          throw new Error("the machine is gone");
        }
      },
    });
    await expect(runPairing(deps, { at, trigger: "admin" })).rejects.toThrow("the machine is gone");
    expect(await countLeftovers()).toBe(4);
    expect(await listPairs({ openAt: at })).toEqual([]);
    await lapse();
    const next = await runPairing(createTestDeps(), { at, trigger: "cron" });
    expect(next.outcome).toBe("complete");
    expect(await listRuns()).toHaveLength(1);
    await expectCompleteDay(at);
  });

  it("the writer of an expired claim can't publish it while its rows are being removed", async () => {
    await seedMembers(FIVE);
    const at = Date.now();
    let other: { outcome: string } | undefined;
    const takeOver = async () => {
      await lapse();
      const fail = once(/delete from run_snapshots/, () => Promise.reject(new Error("busy")));
      const refused = createTestDeps({ before: fail });
      await expect(runPairing(refused, { at, trigger: "cron" })).rejects.toThrow("busy");
      expect(await countLeftovers()).toBe(4);
      other = await runPairing(createTestDeps(), { at, trigger: "cron" });
    };
    const old = createTestDeps({ before: once(/set state = 'published'/, takeOver) });
    expect((await runPairing(old, { at, trigger: "cron" })).outcome).toBe("in_progress");
    expect(other?.outcome).toBe("complete");
    expect(old.entries.map(({ event }) => event)).toContain("pairing.taken_over");
    await sweepExpired(createTestDeps());
    expect(await listRuns()).toHaveLength(1);
    await expectCompleteDay(at);
  });

  it("an expired claim with 5,000 days off is removed in statements of bounded size", async () => {
    const members = 5_000;
    const at = Date.now();
    await env.DB.batch([
      env.DB.prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
         insert into members (id, name, email, password_hash, dob, created_at)
         select 'm' || i, 'W', 'm' || i || '@example.org', 'x', '1990-01-01', 1 from n`,
      ).bind(members),
      env.DB.prepare(
        `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at)
         values ('dead', ?1, ?1, 'cron', 'claimed', 1, 's', 1)`,
      ).bind(toUtcDate(at)),
      env.DB.prepare("insert into day_offs (run_id, member_id) select 'dead', id from members"),
    ]);
    const meter = meterDatabase(env.DB);
    const trigger = { trigger: "cron", adminId: null } as const;
    const run = { runId: "new", date: toUtcDate(at), ...trigger, seed: "s", startedAt: at };
    expect(await claimRun(createDatabase(meter.db), run, at + 1)).toEqual({
      outcome: "claimed",
      attempt: 2,
    });
    expect((await listRuns()).map(({ id }) => id)).toEqual(["new"]);
    // A statement removes at most 2,000 days off. Each counts as three rows: its own and two index
    // entries.
    for (const { rowsWritten } of meter.trips) expect(rowsWritten).toBeLessThanOrEqual(6_000);
  });

  it("a claim is kept while its run reads pages and writes chunks, however long that takes", async () => {
    await seedMembers(FIVE);
    let now = Date.now();
    const at = now;
    let other: { outcome: string } | undefined;
    const deps = createTestDeps(
      {
        before: async (text) => {
          if (!/from members m|insert into pairings|into day_offs/.test(text)) return;
          now += 15_000;
          if (/into day_offs/.test(text)) {
            other = await runPairing(createTestDeps({}, { now: () => now }), {
              at,
              trigger: "cron",
            });
          }
        },
      },
      { now: () => now },
    );
    expect((await runPairing(deps, { at, trigger: "cron" })).outcome).toBe("complete");
    expect(other?.outcome).toBe("in_progress");
  });
});

it.each(["cron", "admin"] as const)(
  "a failed %s removes its rows and its claim, so that the next attempt can run",
  async (trigger) => {
    await seedMembers(FIVE);
    const at = Date.now();
    const fail = once(/into day_offs/, () => Promise.reject(new Error("no disk")));
    const deps = createTestDeps({ before: fail });
    await expect(runPairing(deps, { at, trigger })).rejects.toThrow("no disk");
    expect(deps.entries.map(({ event }) => event)).toContain("pairing.failed");
    expect(await countLeftovers()).toBe(0);
    expect(await listRuns()).toEqual([]);
    expect((await runPairing(createTestDeps(), { at, trigger })).outcome).toBe("complete");
    await expectCompleteDay(at);
  },
);
