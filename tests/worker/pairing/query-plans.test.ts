import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import { createDatabase } from "~/db/client";
import { findDayOff } from "~/db/pairing/day-offs";
import { findPublishedRun } from "~/db/pairing/pairing-runs";
import {
  existsOpenPairing,
  findCurrentPairing,
  findDay,
  findOpen,
  listPastPairings,
  listUncounted,
  storeMessageCounts,
  updateStar,
} from "~/db/pairing/pairings";
import { emptyDatabase } from "../../support/api";
import { createTestDeps, deleteMember, hookDatabase, once, seedMembers } from "./support";

beforeEach(emptyDatabase);

/** Lists the steps of a statement's plan, which does not depend on its values. */
async function explain(statement: string): Promise<string[]> {
  const values = Array.from(statement.matchAll(/\?/g), () => null);
  const { results } = await env.DB.prepare(`explain query plan ${statement}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

async function collectStatements(): Promise<string[]> {
  const seen = new Set<string>();
  const before = (text: string) => {
    for (const statement of text.split(";\n")) seen.add(statement);
  };
  const at = Date.now();
  await seedMembers({ a: {}, b: {}, c: {}, d: {}, e: {} });
  const leave = once(/set state = 'published'/, () => deleteMember("a"));
  const first = createTestDeps({
    before: async (text) => {
      before(text);
      await leave(text);
    },
  });
  await runPairing(first, { at, trigger: "cron" });
  const fail = createTestDeps({
    before: (text) => {
      before(text);
      if (/insert into pairings/.test(text)) throw new Error("stop");
    },
  });
  await expect(runPairing(fail, { at, trigger: "admin" })).rejects.toThrow("stop");
  const db = createDatabase(hookDatabase({ before }));
  const today = new Date(at).toISOString().slice(0, 10);
  await findCurrentPairing(db, { memberId: "b", now: at, today });
  await findDay(db, { memberId: "b", today });
  await findOpen(db, { memberId: "b", now: at });
  await updateStar(db, { memberId: "b", conversationId: "x", isStarred: true });
  await existsOpenPairing(db, at);
  await findPublishedRun(db, "x");
  for (const cursor of [
    { kind: "start" },
    { kind: "olderThan", instant: at },
    { kind: "after", conversationId: "x" },
  ] as const) {
    await listPastPairings(db, { memberId: "b", now: at, cursor, limit: 100 });
  }
  await listUncounted(db, { memberId: "b", ids: ["x"], endedBy: at });
  await storeMessageCounts(db, [{ id: "x", messages: 1, firstLine: null }]);
  await findDayOff(db, { memberId: "b", today, now: at });
  return [...seen];
}

/** A statement may scan a list parameter, a member's languages, and the subqueries `h`, `o` and `t`. */
const SMALL = /^SCAN ([jlv] VIRTUAL TABLE|CONSTANT ROW|\(subquery-\d+\)|[hot]$)/;

it("every statement of the pairing finds its rows by an index", async () => {
  const statements = await collectStatements();
  expect(statements.length).toBeGreaterThan(18);
  const scans: string[] = [];
  for (const statement of statements) {
    for (const step of await explain(statement)) {
      expect(step, statement).not.toMatch(/AUTOMATIC/);
      if (!step.startsWith("SCAN") || SMALL.test(step)) continue;
      scans.push(`${step} in ${statement}`);
    }
  }
  expect(scans).toEqual([]);
});

it("a run reads its pages in the order of an index, without sorting", async () => {
  const pages = (await collectStatements()).filter((text) => /order by \w\.rowid limit/.test(text));
  expect(pages).toHaveLength(4);
  for (const page of pages) {
    const steps = await explain(page);
    expect(
      steps.find((step) => step.startsWith("SEARCH")),
      page,
    ).toMatch(/^SEARCH [mbp] USING /);
    expect(steps.join(), page).not.toMatch(/TEMP B-TREE/);
  }
});

it("publishing a run finds the members with a wait by an index", async () => {
  const isJudging = (text: string) => /^update members as m set\s+waited/.test(text);
  const [released = "", lengthened = ""] = (await collectStatements()).filter(isJudging);
  expect((await explain(released))[0]).toMatch(/^SEARCH m USING .*INDEX members_waited_idx/);
  expect((await explain(lengthened)).join()).not.toMatch(/pairings/);
});
