import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import { emptyDatabase } from "../../support/api";
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

const MS_PER_DAY = 86_400_000;
const MIDNIGHT = Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY;
/** The cron of the first retry is `5 0 * * *`. */
const FIRST_RETRY = MIDNIGHT + 5 * 60_000;
const MEMBERS = { a: {}, b: {}, c: {}, d: {}, e: {} };

function nameStep(statement: string): string {
  const words = statement.replaceAll(/\s+/g, " ").replaceAll(/["`]/g, "").trim();
  const table = /(?:from|into|update) ([a-z_]+)/.exec(words)?.[1] ?? "";
  const publishes = /set state = 'published'/.test(words) ? " (publish)" : "";
  return `${words.split(" ")[0]} ${table}${publishes}`;
}

async function recordSteps(): Promise<string[]> {
  const steps: string[] = [];
  await seedMembers(MEMBERS);
  const deps = createTestDeps({ before: (text) => void steps.push(nameStep(text)) }, clockAt(0));
  await runPairing(deps, { at: MIDNIGHT, trigger: "cron" });
  await emptyDatabase();
  return steps;
}

const clockAt = (offset: number) => {
  const from = Date.now();
  return { now: () => MIDNIGHT + offset + (Date.now() - from) };
};

/**
 * Makes the cron's run and kills it before or after a statement. No later statement reaches the
 * database.
 * @param step the number of the statement, from 0
 */
async function runAndDie(step: number, when: "before" | "after"): Promise<void> {
  let seen = 0;
  let isDead = false;
  const die = () => {
    isDead = true;
    throw new Error("killed");
  };
  const deps = createTestDeps(
    {
      before: () => {
        if (isDead || (when === "before" && seen === step)) die();
      },
      after: () => {
        if (when === "after" && seen === step) die();
        seen++;
      },
    },
    clockAt(0),
  );
  await runPairing(deps, { at: MIDNIGHT, trigger: "cron" }).catch(() => undefined);
  await deps.settle().catch(() => undefined);
}

it("the retry leaves one complete run, wherever the first run was killed", async () => {
  const steps = await recordSteps();
  expect(steps.length).toBeGreaterThan(6);
  for (const [i, step] of steps.entries()) {
    // Pages of the same read count as one step.
    if (step === steps[i - 1]) continue;
    for (const when of ["before", "after"] as const) {
      const at = `killed ${when} ${i + 1}/${steps.length} ${step}`;
      await emptyDatabase();
      await seedMembers(MEMBERS);
      await runAndDie(i, when);

      const [dead] = await listRuns();
      // Before the publication no pair is visible, and after it all pairs are.
      expect((await listPairs({ openAt: MIDNIGHT })).length, at).toBe(
        dead?.state === "published" ? 2 : 0,
      );

      const retry = createTestDeps({}, clockAt(FIRST_RETRY - MIDNIGHT));
      const { outcome } = await runPairing(retry, { at: FIRST_RETRY, trigger: "cron" });
      expect(outcome, at).toBe(dead?.state === "published" ? "published" : "complete");

      const runs = await listRuns();
      expect(runs, at).toHaveLength(1);
      expect(runs[0], at).toMatchObject({ state: "published", members: 5, pairs: 2, unmatched: 1 });
      const pairs = await listPairs({ openAt: MIDNIGHT });
      const dayOffs = await listDayOffs(runs[0]?.id ?? "");
      const everyone = [...pairs.flatMap((pair) => pair.split("+")), ...dayOffs];
      expect(everyone.sort(), at).toEqual(Object.keys(MEMBERS));
      expect(await countLeftovers(), at).toBe(0);
    }
  }
});

it.each(["cron", "admin"] as const)(
  "a run is complete even if the answer to its publication is lost: %s",
  async (trigger) => {
    await seedMembers(MEMBERS);
    const at = Date.now();
    const earlier = createTestDeps();
    await runPairing(earlier, { at, trigger: "admin" });
    const open = await listOpenPairingIds(at);

    const lose = once(/set state = 'published'/, () => Promise.reject(new Error("line cut")));
    const deps = createTestDeps({ after: lose });
    // An admin's run for today ends today's pairings. To end them too, the cron's run is for tomorrow.
    const outcome = await runPairing(deps, {
      at: trigger === "cron" ? at + MS_PER_DAY : at,
      trigger,
    });
    await deps.settle();

    const run = (await listRuns()).at(-1);
    expect(outcome).toEqual({
      outcome: "complete",
      pairs: 2,
      unmatched: 1,
      repeats: run?.repeats,
    });
    expect(run).toMatchObject({ trigger, state: "published", members: 5, pairs: 2, unmatched: 1 });
    expect(open).toHaveLength(2);
    expect(deps.closed.sort()).toEqual(open);
    const events = deps.entries.map(({ event }) => event);
    expect(events).toContain("pairing.answer_lost");
    expect(events).toContain("pairing.published");
    expect(events).not.toContain("pairing.taken_over");
  },
);

async function listOpenPairingIds(at: number): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select id from pairings where expires_at > ? order by id",
  )
    .bind(at)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
