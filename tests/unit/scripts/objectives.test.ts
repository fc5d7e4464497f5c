import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { MS_PER_DAY } from "~/core/shared/constants";
import {
  judge,
  LOCAL,
  OBJECTIVES,
  type Objective,
  queryOf,
  remoteDialect,
} from "~/scripts/lib/objectives";
import { ROOT } from "~/scripts/lib/project.mjs";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A state folder whose watch has these points. */
function withPoints(points: { at: number; name: string; content: object; labels?: string[] }[]) {
  const state = mkdtempSync(join(tmpdir(), "happenstance-slo-"));
  folders.push(state);
  const folder = join(state, "v3/do/midnight-WatchObject");
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, "abc.sqlite"));
  database.exec(
    "create table points (id integer primary key, at integer, name text, labels text, content text)",
  );
  const insert = database.prepare(
    "insert into points (at, name, labels, content) values (?, ?, ?, ?)",
  );
  for (const { at, name, content, labels = [] } of points) {
    insert.run(at, name, JSON.stringify(labels), JSON.stringify(content));
  }
  database.close();
  return state;
}

const now = Date.now();
const midnight = Math.floor(now / MS_PER_DAY) * MS_PER_DAY;
const run = (daysAgo: number, lateMs: number, trigger = "cron", pairs = 10) => ({
  ...{ at: midnight - daysAgo * MS_PER_DAY + 30_000, name: "run", labels: [trigger] },
  content: { pairs, unmatched: 0, repeats: 0, ms: 5, lateMs },
});

it("scripts/slo.ts prints for each objective the measured share and the rest of the error budget", () => {
  const answer = (i: number) => ({
    ...{ at: now - 1000, name: "answer", labels: ["call"] },
    content: { ms: i < 100 ? 1001 : 1000, failed: i === 0 ? 1 : 0 },
  });
  const answers = Array.from({ length: 1000 }, (_, i) => answer(i));
  const old = { ...answer(0), at: now - 30 * MS_PER_DAY };
  const state = withPoints([
    ...answers,
    old,
    ...[1000, 1001, 40, 3].map((ms) => ({ at: now - 1000, name: "receipt", content: { ms } })),
    run(1, 20_000),
    run(2, 300_001),
    run(1, 9e6, "admin"),
  ]);
  const printed = execFileSync(process.execPath, ["scripts/slo.ts", "--days", "28"], {
    ...{ cwd: ROOT, env: { ...process.env, STATE_DIR: state }, encoding: "utf8" },
  });
  const rowOf = (name: string) =>
    printed.split("\n").find((line) => line.includes(`'${name}'`)) ?? "";
  expect(rowOf("answers")).toMatch(/'99\.90 %' +│ '99\.90 %' +│ 1000 +│ '0 %'/);
  expect(rowOf("speed")).toMatch(/'90\.00 %' +│ 1000 +│ '-100 %'/);
  expect(rowOf("arrival")).toMatch(/'75\.00 %' +│ 4 +│ '-400 %'/);
  expect(rowOf("night")).toMatch(/'(50\.00|33\.33) %'/);
  expect(rowOf("jobs")).toMatch(/'no points' +│ 0 /);
});

const found = (total: number, good: number, first: number | null = null) => ({
  total,
  good,
  first,
});
function objective(wanted: string): Objective {
  const one = OBJECTIVES.find(({ name }) => name === wanted);
  if (!one) throw new Error(`no objective ${wanted}`);
  return one;
}

describe("a night", () => {
  it.each([
    [10, 300_000, 1],
    [10, 300_001, 0],
    [50_000, 300_001, 0],
    [50_001, 1_200_000, 1],
    [500_000, 1_200_001, 0],
  ])("a night of %i pairs published after %i ms is good: %i", (pairs, lateMs, good) => {
    const database = new DatabaseSync(
      join(withPoints([run(1, lateMs, "cron", pairs)]), "v3/do/midnight-WatchObject/abc.sqlite"),
    );
    const query = queryOf(objective("night"), now - 7 * MS_PER_DAY, LOCAL);
    expect(database.prepare(query).get()).toMatchObject({ total: 1, good });
    database.close();
  });

  it("a night without a run counts as missed, unless its run may still come", () => {
    const first = midnight - 4 * MS_PER_DAY + 30_000;
    const at = (minutes: number) => midnight + minutes * 60_000;
    expect(judge(objective("night"), found(3, 3, first), at(19))).toMatchObject({ of: 4 });
    expect(judge(objective("night"), found(3, 3, first), at(21))).toMatchObject({
      ...{ of: 5, measured: "60.00 %" },
    });
  });
});

it("the query of a deployment reads points by column, each weighted by its sample interval", () => {
  const query = queryOf(
    objective("deliveries"),
    1_700_000_000_999,
    remoteDialect("happenstance_staging"),
  );
  expect(query).toBe(
    "select sum(n) as total, sum(if(failed = 0 and ageMs <= 900000, n, 0)) as good, min(moment) as first from " +
      "(select double1 as ageMs, double2 as failed, blob3 as kind, _sample_interval as n, toUnixTimestamp(timestamp) * 1000 as moment " +
      "from happenstance_staging where index1 = 'delivery' and timestamp >= toDateTime(1700000000))",
  );
});

it("docs/operations.md has a row for each objective, with its points and condition, and one complete query", () => {
  const text = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  for (const { name, point, counted, good } of OBJECTIVES) {
    const points = `\`${point}\`${counted ? `, if \`${counted}\`` : ""}`;
    const row = text.split("\n").find((line) => line.startsWith(`| ${name} |`));
    expect(row).toMatch(/^\|.+\|.+\|/);
    expect(row?.endsWith(` | ${points} | \`${good}\` |`)).toBe(true);
  }
  const query = queryOf(objective("jobs"), 0, remoteDialect("happenstance_production"));
  expect(text.replace(/\s+/g, " ")).toContain(
    query.replace("toDateTime(0)", "toDateTime(SECONDS)"),
  );
});
