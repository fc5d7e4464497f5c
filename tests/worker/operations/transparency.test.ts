import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import {
  computeTransparency,
  discloseGroups,
  readTransparency,
} from "~/core/operations/transparency";
import { MS_PER_DAY, MS_PER_HOUR } from "~/core/shared/constants";
import { createDatabase } from "~/db/client";
import { countSharing } from "~/db/operations/transparency";
import { emptyDatabase, runCron } from "../../support/api";
import { createTestDeps, hookDatabase, seedMembers } from "../pairing/support";

beforeEach(emptyDatabase);

const group = (gender: string | null, members: number, leftOut = 0) => ({
  gender,
  preferred: null,
  members,
  leftOut,
});

describe("a group of fewer than five", () => {
  it("groups of fewer than five are only shown together, as 'others'", () => {
    const shown = discloseGroups([group("Male", 40, 3), group("Non-Binary", 3, 1), group(null, 4)]);
    expect(shown).toEqual([
      { name: { gender: "Male", preferred: null }, members: 40, leftOut: 3 },
      { name: "others", members: 7, leftOut: 1 },
    ]);
  });

  it("a small group is merged with the smallest large one if the total would reveal it", () => {
    const shown = discloseGroups([group("Male", 40), group("Female", 9, 2), group(null, 2, 1)]);
    expect(shown.map(({ members }) => members)).toEqual([40, 11]);
    expect(shown[1]).toMatchObject({ name: "others", leftOut: 3 });
    expect(discloseGroups([group("Male", 2), group("Female", 2)])).toEqual([]);
  });
});

it("a day's run is counted once from its snapshot, and deleting members later changes nothing", async () => {
  const people = Object.fromEntries(
    Array.from({ length: 13 }, (_, i) => [
      `m${i}`,
      i < 6 ? { gender: "Female", preferred: "Male" } : { gender: "Male", preferred: "Female" },
    ]),
  );
  await seedMembers(people);
  // Splits the run's snapshot into two parts, as in a larger database.
  await env.DB.prepare("update members set rowid = rowid + 20000 where id > 'm5'").run();
  await runCron();
  const deps = createTestDeps();
  const before = await readTransparency(deps);
  expect(before.days).toEqual([
    {
      date: new Date().toISOString().slice(0, 10),
      run: { members: 13, pairs: 6, unmatched: 1, repeats: 0, isProvenMaximum: true },
    },
  ]);
  const stored = await env.DB.prepare("select content from transparency").first<string>("content");
  expect(JSON.parse(stored ?? "").groups).toEqual([
    { name: { gender: "Male", preferred: "Female" }, members: 7, leftOut: 1 },
    { name: { gender: "Female", preferred: "Male" }, members: 6, leftOut: 0 },
  ]);
  await env.DB.prepare("delete from members where id < 'm2'").run();
  await runCron();
  expect(await readTransparency(deps)).toEqual(before);
});

it("a month shows how many pairs share a language only if at least five do and at least five don't", async () => {
  const languages = [...Array.from({ length: 12 }, () => '["en","sv"]'), ...Array(10).fill("[]")];
  await seedMembers(Object.fromEntries(languages.map((_, i) => [`m${i}`, {}])));
  await env.DB.batch(
    languages.map((value, i) =>
      env.DB.prepare("update members set languages = ? where id = ?").bind(value, `m${i}`),
    ),
  );
  await runCron();
  const stored = await env.DB.prepare("select content from transparency").first<string>("content");
  const { pairs, sharing } = JSON.parse(stored ?? "").run;
  const cards = await env.DB.prepare("select user2_card as card from pairings").all<{
    card: string;
  }>();
  const withOne = cards.results.filter(({ card }) => JSON.parse(card).shared_languages.length > 0);
  expect(pairs).toBe(11);
  expect(sharing).toBe(withOne.length);
  expect(sharing).toBeGreaterThan(0);
  const [day] = (await readTransparency(createTestDeps())).days;
  expect(day?.run).not.toHaveProperty("sharing");

  const monthOf = async (runs: object[]) => {
    const row = "insert into transparency values (?, ?, 1)";
    await env.DB.batch([
      env.DB.prepare("delete from transparency"),
      ...runs.map((run, i) =>
        env.DB.prepare(row).bind(
          `2026-05-1${i}`,
          JSON.stringify({
            run: { members: 30, unmatched: 0, repeats: 0, isProvenMaximum: true, ...run },
            groups: [],
          }),
        ),
      ),
    ]);
    const deps = createTestDeps({}, { now: () => Date.UTC(2026, 5, 4) });
    await computeTransparency(deps);
    return (await readTransparency(deps)).months[0]?.numbers.sharingPerMille;
  };
  expect(await monthOf([{ pairs: 10, sharing: 5 }])).toBe(500);
  expect(await monthOf([{ pairs: 10, sharing: 4 }])).toBeNull();
  expect(await monthOf([{ pairs: 10, sharing: 6 }])).toBeNull();
  expect(
    await monthOf([
      { pairs: 10, sharing: 6 },
      { pairs: 10, sharing: 6 },
    ]),
  ).toBe(600);
});

it("a run of fewer than ten members is not shown", async () => {
  await seedMembers({ a: {}, b: {}, c: {}, d: {} });
  await runCron();
  const { days } = await readTransparency(createTestDeps());
  expect(days).toMatchObject([{ run: null }]);
});

it("a month is counted once, three days after its end", async () => {
  await seedMembers({ ada: {}, ben: {} });
  const start = Date.UTC(2026, 4, 1);
  const end = Date.UTC(2026, 5, 1);
  const report = (id: string, reason: string, at: number, answeredAfter: number | null) =>
    env.DB.prepare(
      `insert into reports (id, reporter_id, reported_id, reason, evidence, status, created_at, resolved_at)
       values (?, 'ada', 'ben', ?, '[]', ?, ?, ?)`,
    ).bind(
      id,
      reason,
      answeredAfter === null ? "open" : "resolved",
      at,
      answeredAfter === null ? null : at + answeredAfter,
    );
  await env.DB.batch([
    report("a", "spam", start, 2 * MS_PER_HOUR),
    report("b", "spam", start + 1, 4 * MS_PER_HOUR),
    report("c", "underage", end - 1, MS_PER_HOUR),
    report("d", "other", start + 5, 30 * MS_PER_HOUR),
    report("e", "other", start + 6, 9 * MS_PER_DAY),
    report("f", "other", start + 7, null),
    report("before", "spam", start - 1, 1),
    report("after", "spam", end, 1),
    // This warning answers report 'e' before the report is resolved.
    env.DB.prepare(
      `insert into member_actions (id, member_id, kind, reason, text, report_id, created_at)
       values ('x', 'ben', 'warn', 'spam', 'text', 'e', ?)`,
    ).bind(start + 6 + 3 * MS_PER_HOUR),
    env.DB.prepare(
      `insert into transparency values ('2026-05-02', ?, 1), ('2026-05-03', ?, 1), ('2026-04-30', ?, 1)`,
    ).bind(
      ...[100, 300, 7].map((members) =>
        JSON.stringify({
          run: {
            members,
            pairs: members / 10,
            sharing: Math.ceil(members / 16),
            unmatched: members / 10,
            repeats: 0,
            isProvenMaximum: members > 100,
            waits: { 1: Math.floor(members / 20), 4: Math.floor(members / 100) },
          },
          groups: [{ name: "others", members, leftOut: members / 10 }],
        }),
      ),
    ),
  ]);
  const at = (now: number) => createTestDeps({}, { now: () => now });
  await computeTransparency(at(end + 2 * MS_PER_DAY));
  expect((await readTransparency(at(end))).months.map(({ month }) => month)).toEqual(["2026-04"]);
  await env.DB.prepare("delete from transparency where period = '2026-04'").run();
  await computeTransparency(at(end + 3 * MS_PER_DAY));
  const { months } = await readTransparency(at(end));
  expect(months).toEqual([
    {
      month: "2026-05",
      numbers: {
        reports: { other: 3, spam: 2, underage: 1 },
        actions: { warn: 1 },
        medianAnswerMs: 3 * MS_PER_HOUR,
        leftOutPercent: 10,
        // The wait of four nights was reached four times, which is too rare to be shown.
        wait: 1,
        // Of the 40 pairs, 26 share a language: 7 in one run and 19 in the other.
        sharingPerMille: 650,
        runs: 2,
        provenRuns: 1,
        groups: [{ name: "others", leftOutPercent: 10 }],
      },
    },
  ]);
  await env.DB.prepare("delete from members").run();
  await computeTransparency(at(end + 4 * MS_PER_DAY));
  expect((await readTransparency(at(end))).months).toEqual(months);
});

it("pairs with a common language are counted page by page, each exactly once", async () => {
  await seedMembers(
    Object.fromEntries(Array.from({ length: 18 }, (_, i) => [`m${i}`, {}] as const)),
  );
  await env.DB.exec("update members set languages = '[\"en\"]' where rowid % 3 > 0");
  await runCron();
  const date = new Date().toISOString().slice(0, 10);
  const whole = await countSharing(createDatabase(env.DB), date);
  expect(whole.pairs).toBe(9);
  expect(whole.sharing).toBeGreaterThan(0);
  for (const page of [1, 2, 4, 9]) {
    const pages: string[] = [];
    const db = createDatabase(hookDatabase({ before: (text) => void pages.push(text) }));
    expect(await countSharing(db, date, page)).toEqual(whole);
    expect(pages).toHaveLength(Math.floor(9 / page) + 1);
  }
});
