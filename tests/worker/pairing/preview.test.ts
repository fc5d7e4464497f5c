import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { previewRun } from "~/core/pairing/preview";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import { emptyDatabase } from "../../support/api";
import { block, createTestDeps, listRuns, seedMembers } from "./support";

beforeEach(emptyDatabase);

it("a preview predicts the counts of a run and writes nothing", async () => {
  const members = Array.from({ length: 9 }, (_, i) => [`m${i}`, {}] as const);
  await seedMembers(Object.fromEntries(members));
  await seedMembers({ child: { dob: "2020-01-01" } });
  await block("m0", "m1", 1);
  const today = Date.now();
  await runPairing(createTestDeps(), { at: today, trigger: "cron" });
  const tomorrow = today + 86_400_000;
  const writes: string[] = [];
  const deps = createTestDeps({
    before: (text) => void (/^\s*(insert|update|delete)/.test(text) && writes.push(text)),
  });
  const seen = await previewRun(deps, { date: toUtcDate(tomorrow), seed: "any" });
  expect(writes).toEqual([]);
  expect(await listRuns()).toHaveLength(1);
  const counts = { members: 9, pairs: 4, unmatched: 1, repeats: 0 };
  expect(seen).toEqual({
    ...counts,
    date: toUtcDate(tomorrow),
    provenMaximum: true,
    upperBound: 4,
    waiting: 1,
    waitingPaired: 1,
    waits: [{ nights: 1, members: 1, paired: 1 }],
  });
  await runPairing(createTestDeps(), { at: tomorrow, trigger: "cron" });
  expect((await listRuns())[1]).toMatchObject(counts);
  const left = await env.DB.prepare("select count(*) as n from pairings").first<number>("n");
  expect(left).toBe(8);
});
