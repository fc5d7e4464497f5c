import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orderFaults, type Stop } from "~/tests/faults/support/faults";
import { LiveServer } from "~/tests/faults/support/live-server";

/** `npm run bench -- kills/night`: kills the midnight Worker at each step of a run. */
const KILLS = Number(process.env.KILLS ?? 50);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const POLL_MS = 10;
const NEVER = 1_000_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
const date = new Date(midnight).toISOString().slice(0, 10);

let directory: string;
let server: LiveServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "night-kills-"));
  ({ server } = await LiveServer.open(directory));
  await ask(
    "update members set minimum_age_preference = 79, maximum_age_preference = 80 where rowid % 50 = 0",
  );
});
afterAll(async () => {
  await server?.kill();
  await rm(directory, { recursive: true, force: true });
});

const ask = async (sql: string) => (await orderFaults(server.url, { sql })).rows;
const count = async (from: string) =>
  Number((await ask(`select count(*) as n from ${from}`))[0]?.n);

const runCron = (cron: string, minutes: number, stop?: Stop) =>
  orderFaults(server.url, {
    faults: { aheadMs: midnight + minutes * MINUTE_MS - Date.now() },
    cron,
    stop,
  });

async function isStopped(work: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  work.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) {
    if ((await orderFaults(server.url, {})).isStopped) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function forgetNight() {
  await ask(`delete from pairing_runs where date = '${date}'`);
  await ask("delete from jobs");
  await ask("update members set waited = 0, waited_before = 0, waited_on = null");
}

const readNight = async () => {
  const [row] =
    await ask(`select (select count(*) from published_pairings where pairing_date = '${date}') as pairs,
    (select count(*) from pairing_runs where date = '${date}' and state = 'published') as runs,
    (select count(*) from pairing_runs where date = '${date}' and state = 'claimed' and lease_until > 0) as claims`);
  return { pairs: Number(row?.pairs), runs: Number(row?.runs), claims: Number(row?.claims) };
};

async function expectWhole(at: string, whole: { pairs: number; leftOut: number }) {
  const run = `(select id from pairing_runs where date = '${date}')`;
  const [found] = await ask(`select
    (select count(*) from pairing_runs where date = '${date}') as runs,
    (select count(*) from pairings where run_id in ${run}) as pairs,
    (select count(*) from day_offs where run_id in ${run}) as leftOut,
    (select count(distinct id) from (
      select user1_id as id from pairings where run_id in ${run}
      union all select user2_id from pairings where run_id in ${run}
      union all select member_id from day_offs where run_id in ${run})) as members,
    (select count(*) from members) as everyone,
    (select count(distinct run_id) from run_snapshots) as snapshots,
    (select json_array(pairs, unmatched, members) from pairing_runs where date = '${date}') as told`);
  const { pairs, leftOut } = whole;
  const everyone = Number(found?.everyone);
  expect([at, found]).toEqual([
    at,
    {
      runs: 1,
      pairs,
      leftOut,
      members: everyone,
      everyone,
      snapshots: 1,
      told: JSON.stringify([pairs, leftOut, everyone]),
    },
  ]);
  expect([at, await count("pairing_runs where state = 'claimed'")]).toEqual([at, 0]);
  // A killed cron's jobs are due again only after a pause. So all jobs are made due before the next cron runs.
  await ask("update jobs set next_attempt_at = 0");
  await runCron("*/10 * * * *", 10);
  expect([at, await count("jobs")]).toEqual([at, 0]);
}

const PHASES: [phase: string, statement: RegExp][] = [
  ["read", /^select (m\.rowid|count\(\*\) as "count"|max\(rowid\))/],
  ["lease", /^update pairing_runs set lease_until/],
  ["write", /^insert (or ignore )?into (pairings|day_offs)/],
  ["keep", /^insert into run_snapshots/],
  ["publish", /^update pairing_runs set state|^select (count\(\*\) as pairs|d\.member_id)/],
];

interface Kill {
  step: number;
  moment: Stop["moment"];
  name: string;
}

/**
 * `KILLS` kills, spread evenly over all possible ones. A kill is possible before and after each call. Equal calls in a
 * row read the pages of one query, so of those only the first and the last count.
 */
function chooseKills(calls: string[]): Kill[] {
  const all: Kill[] = [];
  const published = calls.findIndex((call) => call.startsWith("update pairing_runs set state"));
  for (const [i, call] of calls.entries()) {
    if (call === calls[i - 1] && call === calls[i + 1]) continue;
    const known = PHASES.find(([, statement]) => statement.test(call))?.[0] ?? "claim";
    const phase = i > published ? "tell" : known;
    for (const moment of ["before", "after"] as const) {
      all.push({
        step: i + 1,
        moment,
        name: `${phase}, ${moment} call ${i + 1} (${call.slice(0, 40)})`,
      });
    }
  }
  return Array.from({ length: KILLS }, (_, i) => all[Math.floor((i * all.length) / KILLS)] as Kill);
}

it(`after each of ${KILLS} kills of the midnight Worker, the night has one complete run`, async () => {
  const startedAt = performance.now();
  const { calls } = await runCron("0 0 * * *", 0, { step: NEVER, moment: "before" });
  const { pairs } = await readNight();
  const leftOut = (await count("members")) - 2 * pairs;
  expect(pairs).toBeGreaterThan(100);
  expect(leftOut).toBeGreaterThan(1);
  await expectWhole("no kill", { pairs, leftOut });
  const kills = chooseKills(calls);
  const seen: Record<string, number> = {};
  let killed = 0;
  for (const [i, { step, moment, name }] of kills.entries()) {
    await forgetNight();
    const running = runCron("0 0 * * *", 0, { step, moment }).catch(() => null);
    const at = `${i + 1}: ${name}`;
    if (!(await isStopped(running))) {
      // The night in which the calls were counted took longer, so it had one more call, which renewed the lease.
      console.info(`${at}: not reached`);
      continue;
    }
    await server.strike();
    await running;
    killed += 1;
    const found = await readNight();
    const isThere = found.runs === 1;
    expect([at, found.pairs]).toEqual([at, isThere ? pairs : 0]);
    await runCron("5 0 * * *", 5);
    await expectWhole(at, { pairs, leftOut });
    const what = isThere ? "was published" : "made by the retry";
    seen[what] = (seen[what] ?? 0) + 1;
    console.info(
      `${at}: ${isThere ? "published" : `unpublished, ${found.claims} claimed`}, whole after the retry`,
    );
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.info({ kills: killed, calls: calls.length, pairs, leftOut, ...seen, seconds });
});
