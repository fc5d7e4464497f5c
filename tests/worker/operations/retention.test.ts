import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import {
  RETENTION,
  type Retained,
  retentionCutoffs,
  sweepExpired,
} from "~/core/operations/retention";
import { createDatabase } from "~/db/client";
import { emptyDatabase } from "../../support/api";
import { meterDatabase } from "../../support/metered-db";
import { createTestDeps, seedMembers } from "../pairing/support";

beforeEach(emptyDatabase);

const NOW = Date.UTC(2026, 5, 15, 0, 0, 5);
const MEMBER = "insert into";

/**
 * For each retention rule, a statement that adds a row whose age counts from `at`, and a query that
 * lists the rows which have not lost any data.
 */
const ROWS: Record<
  Retained,
  { add: (id: string, at: number) => string; list: string; before?: string }
> = {
  sessions: {
    add: (id, at) =>
      `${MEMBER} sessions (id, member_id, created_at, expires_at) values ('${id}', 'ada', 1, ${at})`,
    list: "select id from sessions",
  },
  passkeyChallenges: {
    add: (id, at) => `${MEMBER} passkey_challenges values ('${id}', 'sign_in', null, ${at})`,
    list: "select challenge as id from passkey_challenges",
  },
  rateWindows: {
    add: (id, at) => `${MEMBER} rate_windows values ('${id}', null, 1, ${at}, 1, 0)`,
    list: "select key as id from rate_windows",
  },
  mailTokens: {
    add: (id, at) => `${MEMBER} mail_tokens values ('${id}', 'ada', '${id}', 'e', 1, ${at}, null)`,
    list: "select digest as id from mail_tokens",
  },
  localMails: {
    add: (id, at) =>
      `${MEMBER} local_mails values ('${id}', 'ada', 'e', 's', 't', 'h', '{}', ${at})`,
    list: "select id from local_mails",
  },
  memberNetworks: {
    add: (id, at) =>
      `${MEMBER} member_networks (member_id, network_digest, last_seen_at) values ('ada', '${id}', ${at})`,
    list: "select network_digest as id from member_networks",
  },
  evidence: {
    add: (id, at) =>
      `${MEMBER} reports (id, reporter_id, reported_id, reason, evidence, status, created_at, resolved_at)
       values ('${id}', 'ada', 'ben', 'spam', '[{}]', 'resolved', ${at - 1000}, ${at})`,
    list: "select id from reports where evidence <> '[]'",
  },
  retainedReports: {
    add: (id, at) =>
      `${MEMBER} reports (id, reporter_id, reported_digest, reported_deleted_at, reason, evidence, created_at)
       values ('${id}', 'ada', 'digest', ${at}, 'spam', '[]', 1)`,
    list: "select id from reports",
  },
  keptDigests: {
    add: (id, at) =>
      `${MEMBER} kept_digests (id, kind, key_id, subject, created_at, until) values ('${id}', 'bar', 'k', 's', 1, ${at})`,
    list: "select id from kept_digests",
  },
  keptWords: {
    add: (id, at) =>
      `${MEMBER} kept_words (conversation_id, author, reader_id, line, until) values ('${id}', 'd', 'ada', 'w', ${at})`,
    list: "select conversation_id as id from kept_words",
  },
  pushSubscriptions: {
    add: (id, at) =>
      `${MEMBER} push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at, failing_since)
       values ('${id}', 'ada', 's', 'https://push.example/${id}', 'key', 'secret', 'Firefox', 1, ${at})`,
    list: "select id from push_subscriptions",
  },
  auditEvents: {
    add: (id, at) =>
      `${MEMBER} audit_events (id, admin_id, action, rows, created_at) values ('${id}', 'ada', 'look', 1, ${at})`,
    list: "select id from audit_events",
  },
  unpublishedRuns: {
    add: (id, at) =>
      `${MEMBER} pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at)
       values ('${id}', '${id}', '${new Date(at).toISOString().slice(0, 10)}', 'cron', 'claimed', ${at}, 's', ${at})`,
    list: "select id from pairing_runs",
  },
  transparencyDays: {
    add: (id, at) => `${MEMBER} transparency values ('${id.padEnd(10, ".")}', '{}', ${at})`,
    list: "select rtrim(period, '.') as id from transparency where period <> '2026-01'",
    before: `${MEMBER} transparency values ('2026-01', '{}', 1)`,
  },
  runSnapshots: {
    add: (id, at) => `${MEMBER} run_snapshots values ('${id}', 0, '${at}')`,
    list: "select run_id as id from run_snapshots",
    // The age of a snapshot counts from the date of its run.
    before: `${MEMBER} pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at)
      values ('old', 'old', '2026-06-14', 'cron', 'published', 0, 's', 1),
             ('young', 'young', '2026-06-15', 'cron', 'published', 0, 's', 2)`,
  },
};

it.each(Object.keys(RETENTION) as Retained[])(
  "the sweep keeps %s as long as the table says, and no longer",
  async (rule) => {
    await seedMembers({ ada: {}, ben: {} });
    const { add, list, before } = ROWS[rule];
    if (before) await env.DB.prepare(before).run();
    const cutoff = retentionCutoffs(NOW)[rule];
    await env.DB.batch([
      env.DB.prepare(add("old", cutoff)),
      env.DB.prepare(add("young", cutoff + 1)),
    ]);
    const deps = createTestDeps({}, { now: () => NOW });
    await sweepExpired(deps);
    const { results } = await env.DB.prepare(list).all<{ id: string }>();
    expect(results.map(({ id }) => id)).toEqual(["young"]);
    expect(deps.entries).toMatchObject([{ event: "maintenance.swept", fields: { [rule]: 1 } }]);
  },
);

it("the sweep keeps open reports, published runs and running claims", async () => {
  await seedMembers({ ada: {}, ben: {} });
  const long = NOW - 3 * 365 * 86_400_000;
  await env.DB.batch(
    [
      `${MEMBER} reports (id, reporter_id, reported_id, reason, evidence, status, created_at)
       values ('open', 'ada', 'ben', 'spam', '[{}]', 'open', ${long})`,
      `${MEMBER} pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at)
       values ('done', 'done', '2023-06-15', 'cron', 'published', 0, 's', ${long}),
              ('alive', 'alive', '2023-06-16', 'cron', 'claimed', ${NOW + 1000}, 's', ${NOW})`,
    ].map((statement) => env.DB.prepare(statement)),
  );
  await sweepExpired(createTestDeps({}, { now: () => NOW }));
  const runs = await env.DB.prepare("select id from pairing_runs order by 1").all();
  expect(runs.results).toEqual([{ id: "alive" }, { id: "done" }]);
  const report = await env.DB.prepare("select evidence from reports").first("evidence");
  expect(report).toBe("[{}]");
});

describe("a sweep of many rows", () => {
  const COUNT = 120_000;

  /** Adds expired counters, as a day of guesses at made-up e-mails would leave them. */
  const addCounters = (count: number) =>
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into rate_windows (key, started_at, ends_at, count) select 'old:' || i, 1, 2, 1 from n`,
    )
      .bind(count)
      .run();

  const countRows = async (table: string) =>
    Number(await env.DB.prepare(`select count(*) as n from ${table}`).first("n"));

  it("a sweep of many rows makes statements of bounded size, and stops at its budget", async () => {
    await addCounters(COUNT);
    const { db, trips } = meterDatabase(env.DB);
    const deps = { ...createTestDeps({}, { now: () => NOW }), db: createDatabase(db) };
    await sweepExpired(deps, 10);
    expect(await countRows("rate_windows")).toBe(COUNT - 10 * 2_000);
    expect(deps.entries).toContainEqual(
      expect.objectContaining({
        event: "maintenance.sweep_unfinished",
        fields: { unfinished: ["rateWindows"] },
      }),
    );
    for (const { rowsRead } of trips) expect(rowsRead).toBeLessThan(10_000);
    await sweepExpired(deps);
    expect(await countRows("rate_windows")).toBe(0);
    expect(trips.length).toBeLessThan(200);
  });

  it("a sweep deletes an expired run together with its pairings", async () => {
    await seedMembers({ ada: {}, ben: {} });
    const long = NOW - 30 * 86_400_000;
    await env.DB.batch([
      env.DB.prepare(
        `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at)
         values ('lapsed', 'lapsed', '2026-05-01', 'cron', 'claimed', ${long}, 's', ${long})`,
      ),
      env.DB.prepare(
        `insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at)
         values ('p', 'lapsed', 'ada', 'ben', '2026-05-01', ${long})`,
      ),
    ]);
    await sweepExpired(createTestDeps({}, { now: () => NOW }));
    expect([await countRows("pairings"), await countRows("pairing_runs")]).toEqual([0, 0]);
  });

  it("a sweep continues with the other tables when one fails", async () => {
    await seedMembers({ ada: {} });
    await addCounters(5);
    await env.DB.batch([
      env.DB.prepare(
        "insert into sessions (id, member_id, created_at, expires_at) values ('old', 'ada', 1, 2)",
      ),
      env.DB.prepare(
        "create trigger stuck before delete on sessions begin select raise(abort, 'stuck'); end",
      ),
    ]);
    const deps = createTestDeps({}, { now: () => NOW });
    await sweepExpired(deps);
    await env.DB.prepare("drop trigger stuck").run();
    expect(await countRows("rate_windows")).toBe(0);
    expect(deps.entries).toContainEqual(
      expect.objectContaining({ event: "maintenance.sweep_failed", fields: { rule: "sessions" } }),
    );
    expect(deps.entries).toContainEqual(expect.objectContaining({ event: "maintenance.swept" }));
  });
});
