import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import { callApi, createMember, emptyDatabase } from "../../support/api";
import {
  block,
  createTestDeps,
  deleteMember,
  type Hooks,
  listDayOffs,
  listPairs,
  listRuns,
  once,
  pause,
  seedMembers,
  suspend,
} from "./support";

beforeEach(emptyDatabase);

const couple = (man: string, woman: string) => ({
  [man]: { gender: "Male", preferred: "Female" },
  [woman]: { gender: "Female", preferred: "Male" },
});

const MOMENTS = {
  "after the members were read": (work: () => Promise<unknown>): Hooks => ({
    after: once(/from members m .* order by m.rowid limit/s, work),
  }),
  "after the pairs were written": (work: () => Promise<unknown>): Hooks => ({
    after: once(/insert into pairings/, work),
  }),
  "before the run was published": (work: () => Promise<unknown>): Hooks => ({
    before: once(/set state = 'published'/, work),
  }),
};
const moments = Object.entries(MOMENTS);

async function runWith(hooks: Hooks) {
  const at = Date.now();
  const outcome = await runPairing(createTestDeps(hooks), { at, trigger: "cron" });
  expect(outcome.outcome).toBe("complete");
  const [run] = await listRuns();
  if (!run) throw new Error("no run");
  return { run, pairs: await listPairs({ openAt: at }), dayOffs: await listDayOffs(run.id) };
}

it.each(moments)("the partner of a member deleted %s has the day off", async (_, hooksFor) => {
  await seedMembers({ ...couple("adam", "ada"), ...couple("bert", "berta") });
  let survivors: string[] = [];
  const { run, pairs, dayOffs } = await runWith(
    hooksFor(async () => {
      await deleteMember("adam");
      survivors = ["ada", "bert", "berta"];
    }),
  );
  expect(run).toMatchObject({ pairs: 1, unmatched: 1, members: 3 });
  expect([...pairs.flatMap((pair) => pair.split("+")), ...dayOffs].sort()).toEqual(survivors);
});

it.each(moments)(
  "a member who registers %s is not mistaken for a deleted member with the same row id",
  async (_, hooksFor) => {
    await seedMembers({ ...couple("adam", "ada"), zoe: {} });
    const rowid = await rowidOf("zoe");
    let reused: number | null = null;
    const { run, pairs, dayOffs } = await runWith(
      hooksFor(async () => {
        await deleteMember("zoe");
        // The registration read the clock before the run began, but stores its row only now.
        await seedMembers({ new: { createdAt: 2 } });
        reused = await rowidOf("new");
      }),
    );
    expect(reused).toBe(rowid);
    expect(run.members).toBe(2 * run.pairs + run.unmatched);
    expect([...pairs.flatMap((pair) => pair.split("+")), ...dayOffs]).not.toContain("new");
  },
);

async function rowidOf(id: string): Promise<number | null> {
  return env.DB.prepare("select rowid as n from members where id = ?").bind(id).first<number>("n");
}

it("a run includes a member who registers after it began and before it reads the members", async () => {
  await seedMembers({ adam: {} });
  const late = () => seedMembers({ late: { createdAt: Date.now() + 60_000 } });
  const { pairs } = await runWith({ before: once(/from members m/, late) });
  expect(pairs).toEqual(["adam+late"]);
});

it("a member who registers after the run read the members has no day off", async () => {
  const first = await createMember();
  let late: Awaited<ReturnType<typeof createMember>> | undefined;
  const { dayOffs } = await runWith(
    MOMENTS["after the members were read"](async () => {
      late = await createMember();
    }),
  );
  expect(dayOffs).toEqual([first.id]);
  const current = await callApi("GET", "/api/pairings/current", { token: late?.token });
  expect(current.status).toBe(404);
  expect(current.body.dayOff).toBe(false);
});

it.each(moments)(
  "two members are not paired if one blocks the other %s, even with a slow clock",
  async (_, hooksFor) => {
    await seedMembers({ ...couple("adam", "ada"), ...couple("bert", "berta") });
    const { run, pairs, dayOffs } = await runWith(
      hooksFor(async () => {
        const then = Date.now() - 5_000;
        await block("adam", "ada", then);
        await block("berta", "adam", then);
      }),
    );
    expect(run).toMatchObject({ pairs: 1, unmatched: 2, members: 4 });
    expect(pairs).toHaveLength(1);
    expect(["ada+bert", "bert+berta"]).toContain(pairs[0]);
    expect(dayOffs).toContain("adam");
  },
);

const ABSENCES = {
  "is suspended": async () => {
    await suspend("adam");
    await suspend("cyd", "ban");
  },
  pauses: async () => {
    const today = toUtcDate(Date.now());
    await pause("adam", { from: today, until: null });
    await pause("cyd", { from: "2020-01-01", until: toUtcDate(Date.now() + 86_400_000) });
    await pause("bert", { from: "2020-01-01", until: today });
  },
};
const absences = Object.entries(ABSENCES).flatMap(([absence, work]) =>
  [["before the members were read", null] as const, ...moments].map(
    ([moment, hooksFor]) => [absence, moment, work, hooksFor] as const,
  ),
);

it.each(absences)(
  "a member who %s %s is not paired, and the partner has the day off",
  async (_absence, _moment, work, hooksFor) => {
    await seedMembers({
      ...couple("adam", "ada"),
      ...couple("bert", "berta"),
      cyd: { gender: "X" },
    });
    if (!hooksFor) await work();
    const { run, pairs, dayOffs } = await runWith(hooksFor?.(work) ?? {});
    expect(run).toMatchObject({ pairs: 1, unmatched: 1, members: 3 });
    const held = [...pairs.flatMap((pair) => pair.split("+")), ...dayOffs];
    expect(held.sort()).toEqual(["ada", "bert", "berta"]);
  },
);

it("a run pairs a member whose suspension was lifted, but not a banned one", async () => {
  await seedMembers({ adam: {}, ada: {}, bert: {} });
  await suspend("adam");
  await suspend("adam", "lift");
  await suspend("bert", "ban");
  expect((await runWith({})).pairs).toEqual(["ada+adam"]);
});

it("after a ban during the day, the partner has a row in `day_offs`, but the API reports no day off", async () => {
  const [first, second] = [await createMember(), await createMember()];
  const { run, pairs } = await runWith({});
  expect(pairs).toHaveLength(1);
  const ended = await suspend(first.id, "ban");
  expect(ended?.map(({ kind }) => kind).sort()).toEqual(["close", "record"]);
  expect(await listPairs({ openAt: Date.now() })).toEqual([]);
  expect(await listDayOffs(run.id)).toEqual([second.id]);
  const current = await callApi("GET", "/api/pairings/current", { token: second.token });
  expect(current).toMatchObject({ status: 404, body: { dayOff: false } });
  const why = await callApi("GET", "/api/pairings/today/why", { token: second.token });
  expect(why.body).toMatchObject({ paired: false, considered: null });
});

it("a run copes with a deletion before each of three attempts to publish it", async () => {
  const couples = Array.from({ length: 6 }, (_, i) => [`m${i}`, `w${i}`] as const);
  for (const [man, woman] of couples) await seedMembers(couple(man, woman));
  let turn = 0;
  const { run, pairs, dayOffs } = await runWith({
    before: async (text) => {
      if (!/set state = 'published'/.test(text) || turn >= 3) return;
      // Each deleted member is a man of another pair, so each deletion breaks one more pair.
      await deleteMember(couples[turn++]?.[0] ?? "");
    },
  });
  expect(run).toMatchObject({ pairs: 3, unmatched: 3, members: 9 });
  expect(new Set([...pairs.flatMap((pair) => pair.split("+")), ...dayOffs]).size).toBe(9);
});

it("a run is published empty if all its members leave during it", async () => {
  await seedMembers(couple("adam", "ada"));
  const { run } = await runWith(
    MOMENTS["after the pairs were written"](async () => {
      await deleteMember("adam");
      await deleteMember("ada");
    }),
  );
  expect(run).toMatchObject({ state: "published", members: 0, pairs: 0, unmatched: 0 });
});

it("members see nothing of a run before it is published", async () => {
  const [one, two] = [await createMember(), await createMember()];
  const seen: unknown[] = [];
  await runWith(
    MOMENTS["before the run was published"](async () => {
      for (const { token } of [one, two]) {
        const current = await callApi("GET", "/api/pairings/current", { token });
        const past = await callApi("GET", "/api/pairings/past", { token });
        const any = await callApi("GET", "/api/pairings/check-pairings-exist", { token });
        seen.push([current.status, current.body.dayOff, past.body, any.body.pairingsExist]);
      }
    }),
  );
  expect(seen).toEqual([
    [404, false, [], false],
    [404, false, [], false],
  ]);
  const after = await callApi("GET", "/api/pairings/current", { token: one.token });
  expect(after.status).toBe(200);
});
