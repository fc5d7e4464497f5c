import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { createDrawReader } from "~/core/pairing/draw-answer";
import { DRAW_ANSWER_KEPT_MS } from "~/core/shared/draw-poll";
import { emptyDatabase } from "../../support/api";
import { createTestDeps } from "./support";

beforeEach(emptyDatabase);

const MIDNIGHT = Date.parse("2030-06-11T00:00:00Z");
const NO = { published: false, spread_s: 0 };

function readerWithCount(before = () => {}) {
  const counted = { statements: 0 };
  const clock = { at: MIDNIGHT, now: () => clock.at };
  const deps = createTestDeps(
    {
      before: () => {
        counted.statements++;
        before();
      },
    },
    clock,
  );
  const read = createDrawReader();
  return { counted, clock, deps, read: () => read(deps) };
}

const insertRun = (date: string, state: string, members: number) =>
  env.DB.prepare(
    `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at, members)
     values (?1, ?1, ?2, 'cron', ?3, 0, 'seed', 1, ?4)`,
  )
    .bind(`${date} ${state}`, date, state, members)
    .run();

it("until the run is published, the draw's answer costs one query per two seconds", async () => {
  await insertRun("2030-06-10", "published", 8_000);
  await insertRun("2030-06-11", "claimed", 2_000);
  const { counted, clock, read } = readerWithCount();
  for (let i = 0; i < 50; i++) expect(await read()).toEqual(NO);
  expect(counted.statements).toBe(1);
  clock.at += DRAW_ANSWER_KEPT_MS - 1;
  await read();
  expect(counted.statements).toBe(1);
  await env.DB.prepare("update pairing_runs set state = 'published'").run();
  clock.at += 1;
  expect(await read()).toEqual({ published: true, spread_s: 10 });
  expect(counted.statements).toBe(2);
  for (let hour = 1; hour < 24; hour++) {
    clock.at = MIDNIGHT + hour * 3600 * 1000;
    expect(await read()).toEqual({ published: true, spread_s: 10 });
  }
  expect(counted.statements).toBe(2);
  clock.at = MIDNIGHT + 24 * 3600 * 1000;
  expect(await read()).toEqual(NO);
  expect(counted.statements).toBe(3);
});

it("requests during a query for the draw's answer get the cached answer and make no query", async () => {
  await insertRun("2030-06-11", "published", 400);
  const { counted, read } = readerWithCount();
  const answers = await Promise.all(Array.from({ length: 20 }, read));
  expect(counted.statements).toBe(1);
  expect(answers.filter(({ published }) => published)).toHaveLength(1);
  expect(await read()).toEqual({ published: true, spread_s: 2 });
});

it("if the query for the draw's answer fails, the answer is 'not yet', and the query is repeated after two seconds", async () => {
  await insertRun("2030-06-11", "published", 400);
  let isDown = true;
  const { clock, deps, read } = readerWithCount(() => {
    if (isDown) throw new Error("down");
  });
  expect(await read()).toEqual(NO);
  expect(deps.entries.map(({ event }) => event)).toContain("draw.unread");
  isDown = false;
  clock.at += DRAW_ANSWER_KEPT_MS;
  expect(await read()).toEqual({ published: true, spread_s: 2 });
});

it("GET /draw.json answers every client, and says 'not published' for any date but today", async () => {
  const today = new Date().toISOString().slice(0, 10);
  await insertRun(today, "published", 1);
  await insertRun("2030-06-11", "published", 1);
  const ask = async (query: string) => {
    const response = await exports.default.fetch(
      new Request(`http://happenstance.test/draw.json${query}`),
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    return [response.status, await response.json()];
  };
  const yes = [200, { published: true, spread_s: 1 }];
  await expect.poll(() => ask("")).toEqual(yes);
  expect(await ask(`?date=${today}`)).toEqual(yes);
  for (const other of ["?date=2030-06-11", "?date=", "?date=%00", `?date=${"9".repeat(2_000)}`])
    expect(await ask(other)).toEqual([200, NO]);
});
