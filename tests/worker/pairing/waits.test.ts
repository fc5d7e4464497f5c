import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import { runBatch } from "~/db/client";
import { judgeNight } from "~/db/queries/waits";
import { callApi, createMember, emptyDatabase } from "../../support/api";
import {
  block,
  createTestDeps,
  deleteMember,
  type Hooks,
  listPairs,
  listRuns,
  once,
  pause,
  type SeedFields,
  seedMembers,
  suspend,
} from "./support";

beforeEach(emptyDatabase);

const DAY = 86_400_000;
const MAN = { gender: "Male", preferred: "Female" };
const WOMAN = { gender: "Female", preferred: "Male" };

const night = (days: number, hooks: Hooks = {}) =>
  runPairing(createTestDeps(hooks), { at: Date.now() + days * DAY, trigger: "cron" });
const trigger = (hooks: Hooks = {}) =>
  runPairing(createTestDeps(hooks), { at: Date.now(), trigger: "admin" });

async function readWaits(): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare("select id, waited from members order by id").all<{
    id: string;
    waited: number;
  }>();
  return Object.fromEntries(results.map(({ id, waited }) => [id, waited]));
}

const setWait = (id: string, nights: number) =>
  env.DB.prepare("update members set waited = ? where id = ?").bind(nights, id).run();

/** Men for one woman: each night pairs one of them. */
async function seedQueue(men: number): Promise<string[]> {
  const ids = Array.from({ length: men }, (_, i) => `m${i}`);
  const seeds: Record<string, SeedFields> = { woman: WOMAN };
  for (const id of ids) seeds[id] = MAN;
  await seedMembers(seeds);
  return ids;
}

/** The man that the newest run has paired. */
async function pairedMan(): Promise<string> {
  const runs = await listRuns();
  const [pair = ""] = await listPairs({ runId: runs.at(-1)?.id ?? "" });
  return pair.split("+")[0] ?? "";
}

describe("night after night", () => {
  it("the longest wait goes first, grows by one, and ends with a pairing", async () => {
    const men = await seedQueue(4);
    const expected: Record<string, number> = {
      woman: 0,
      ...Object.fromEntries(men.map((id) => [id, 0])),
    };
    for (let days = 0; days < 9; days++) {
      await night(days);
      const paired = await pairedMan();
      const longest = Math.max(...men.map((id) => expected[id] as number));
      expect(expected[paired]).toBe(longest);
      for (const id of men) expected[id] = id === paired ? 0 : (expected[id] as number) + 1;
      expect(await readWaits()).toEqual(expected);
    }
    expect(Math.max(...Object.values(expected))).toBe(3);
  });

  it("a member on a pause keeps the wait", async () => {
    await seedQueue(2);
    await setWait("m0", 7);
    await pause("m0", { from: toUtcDate(Date.now()), until: toUtcDate(Date.now() + 2 * DAY) });
    await night(0);
    await night(1);
    expect(await readWaits()).toEqual({ m0: 7, m1: 0, woman: 0 });
    await night(2);
    expect(await readWaits()).toEqual({ m0: 0, m1: 1, woman: 0 });
  });

  it("counts only with enough compatible members: two in a run of forty", async () => {
    const seeds: Record<string, SeedFields> = {};
    for (let i = 0; i < 36; i++) seeds[`x${i}`] = i % 2 ? MAN : WOMAN;
    const lone = { gender: "Transgender", preferred: "Transgender" };
    await seedMembers({
      ...seeds,
      alone: lone,
      "one choice a": { gender: "Non-Binary", preferred: "Non-Binary" },
      "one choice b": { gender: "Non-Binary", preferred: "Non-Binary", dob: "1991-01-01" },
      "third of two": { gender: "Non-Binary", preferred: "Male" },
    });
    await env.DB.prepare("update members set waited = 2 where id = 'one choice a'").run();
    // Each of the two has no other, and so one of them who is left out has not waited.
    await block("one choice a", "one choice b", Date.now() - DAY * 9);
    await night(0);
    const { alone, ...waits } = await readWaits();
    expect(alone).toBe(0);
    expect(waits).toMatchObject({ "one choice a": 2, "one choice b": 0, "third of two": 0 });
  });

  it("of a past date changes nothing", async () => {
    await seedQueue(2);
    await setWait("m0", 3);
    await night(-1);
    expect(await readWaits()).toEqual({ m0: 3, m1: 0, woman: 0 });
    expect(await pairedMan()).toBe("m0");
  });
});

describe("several runs of one date", () => {
  it("count as one night, judged by the last", async () => {
    await seedQueue(2);
    await night(0);
    const [first, second] = (await pairedMan()) === "m0" ? ["m0", "m1"] : ["m1", "m0"];
    expect(await readWaits()).toMatchObject({ [first]: 0, [second]: 1 });
    for (let i = 0; i < 3; i++) {
      await trigger();
      const paired = await pairedMan();
      const other = paired === "m0" ? "m1" : "m0";
      expect(await readWaits()).toMatchObject({ [paired]: 0, [other]: 1 });
    }
  });

  it("give the wait back with the pairing that a trigger took away", async () => {
    await seedQueue(2);
    await setWait("m0", 4);
    await night(0);
    expect(await readWaits()).toMatchObject({ m0: 0, m1: 1 });
    await seedMembers({ longer: MAN });
    await setWait("longer", 9);
    await trigger();
    expect(await readWaits()).toMatchObject({ m0: 5, m1: 1, longer: 0 });
    await setWait("longer", 0);
    await trigger();
    // The wait before the night counts, though a run of the night had paired him.
    expect(await pairedMan()).toBe("longer");
    expect(await readWaits()).toMatchObject({ m0: 5, m1: 1, longer: 0 });
  });

  it("leave a member who was only in an earlier one as before the night, unless still in a conversation", async () => {
    await seedQueue(3);
    for (const [id, nights] of [
      ["m0", 5],
      ["m1", 2],
      ["m2", 1],
    ] as const)
      await setWait(id, nights);
    await night(0);
    expect(await readWaits()).toEqual({ m0: 0, m1: 3, m2: 2, woman: 0 });
    const today = { from: toUtcDate(Date.now()), until: toUtcDate(Date.now() + DAY) };
    await pause("m0", today);
    await pause("m1", today);
    await trigger();
    // The woman is in the new run, so that the conversation with m0 never was.
    expect(await readWaits()).toEqual({ m0: 5, m1: 2, m2: 0, woman: 0 });
  });

  it("leave two who both sit the second one out in their conversation", async () => {
    await seedMembers({ w1: WOMAN, w2: WOMAN, m0: MAN, m1: MAN });
    await env.DB.prepare("update members set waited = 6").run();
    await night(0);
    const [pair = ""] = await listPairs({ openAt: Date.now() });
    const today = { from: toUtcDate(Date.now()), until: toUtcDate(Date.now() + DAY) };
    for (const id of pair.split("+")) await pause(id, today);
    await trigger();
    expect(Object.values(await readWaits())).toEqual([0, 0, 0, 0]);
    expect(await listPairs({ openAt: Date.now() })).toContain(pair);
  });
});

describe("a partner lost", () => {
  const beforePublishing = (work: () => Promise<unknown>): Hooks => ({
    before: once(/set state = 'published'/, work),
  });

  it.each<[string, (partner: string) => Promise<unknown>]>([
    ["by a deletion", (partner) => deleteMember(partner)],
    ["by a suspension", (partner) => suspend(partner)],
    ["by a block", (partner) => block("m0", partner, Date.now())],
    ["by a pause", (partner) => pause(partner, { from: toUtcDate(Date.now()), until: null })],
  ])("%s before the run is published is a night more", async (_, lose) => {
    await seedQueue(1);
    await setWait("m0", 2);
    await night(
      0,
      beforePublishing(() => lose("woman")),
    );
    expect(await readWaits()).toMatchObject({ m0: 3 });
  });

  it("to a suspension in the open conversation is a wait of one, and a trigger judges the night again", async () => {
    await seedQueue(1);
    await setWait("m0", 2);
    await night(0);
    await suspend("woman");
    expect(await readWaits()).toMatchObject({ m0: 1 });
    await seedMembers({ other: WOMAN, m1: MAN });
    await setWait("m1", 9);
    await trigger();
    expect(await readWaits()).toMatchObject({ m0: 3, m1: 0 });
  });

  it("to a deletion in the open conversation is a wait of one, and after its end none", async () => {
    const [one, other] = [await createMember(), await createMember()];
    await night(0);
    expect(
      (
        await callApi("DELETE", "/api/users/account", {
          token: one.token,
          body: { password: one.password },
        })
      ).status,
    ).toBe(200);
    expect(await readWaits()).toEqual({ [other.id]: 1 });
    const [third] = [await createMember()];
    await night(1);
    await env.DB.prepare("update pairings set expires_at = 5").run();
    await deleteMember("x");
    await callApi("DELETE", "/api/users/account", {
      token: third.token,
      body: { password: third.password },
    });
    expect(await readWaits()).toEqual({ [other.id]: 0 });
  });

  it("without ever having enough choices is a wait of one all the same", async () => {
    const seeds: Record<string, SeedFields> = {};
    for (let i = 0; i < 40; i++) seeds[`x${i}`] = i % 2 ? MAN : WOMAN;
    const only = { gender: "Transgender", preferred: "Transgender" };
    await seedMembers({ ...seeds, one: only, other: only });
    await night(
      0,
      beforePublishing(() => suspend("other")),
    );
    expect(await readWaits()).toMatchObject({ one: 1 });
    // A block is the members' own doing.
    await seedMembers({
      blocker: { gender: "Non-Binary", preferred: "Non-Binary" },
      blocked: { gender: "Non-Binary", preferred: "Non-Binary" },
    });
    await night(
      1,
      beforePublishing(() => block("blocker", "blocked", Date.now())),
    );
    expect(await readWaits()).toMatchObject({ blocker: 0, blocked: 0 });
  });
});

it("a run that is never published changes no wait", async () => {
  await seedQueue(2);
  await setWait("m0", 3);
  const fail = { before: once(/set state = 'published'/, () => Promise.reject(new Error("stop"))) };
  await expect(night(0, fail)).rejects.toThrow("stop");
  expect(await readWaits()).toEqual({ m0: 3, m1: 0, woman: 0 });
  await night(0);
  expect(await readWaits()).toEqual({ m0: 0, m1: 1, woman: 0 });
});

it("a night changes the same waits by five statements as by one", async () => {
  const men = await seedQueue(60);
  for (const [i, id] of men.entries()) await setWait(id, i % 7);
  const before = await readWaits();
  const at = Date.now() + DAY;
  const date = toUtcDate(at);
  await runPairing(createTestDeps(), { at, trigger: "cron" });
  const byOne = await readWaits();
  expect(byOne).not.toEqual(before);
  const [run] = await listRuns();
  for (const [id, nights] of Object.entries(before)) await setWait(id, nights);
  await env.DB.exec("update members set waited_on = null, waited_before = 0");
  const condition = { isPublished: sql`1`, isPast: false, parts: 5 };
  const judged = { runId: run?.id ?? "", date, now: at };
  const statements: Record<string, SQL> = judgeNight(judged, condition);
  const changes = Object.values(await runBatch(createTestDeps().db, statements));
  // Those who waited and are paired, and those left out, by five each; two more for other members, and the run's own sum.
  expect(changes).toHaveLength(12);
  expect(await readWaits()).toEqual(byOne);
  // None has all of the work.
  const most = Math.max(...changes.map((one) => one.changes));
  expect(most).toBeLessThan(men.length / 2);
});

it("a run keeps how long the members it left out have waited", async () => {
  await seedQueue(4);
  for (const id of ["m0", "m1"]) await setWait(id, 2);
  await night(0);
  const row = await env.DB.prepare("select waits from pairing_runs").first<{ waits: string }>();
  expect(JSON.parse(row?.waits ?? "")).toEqual({ 1: 2, 3: 1 });
});

describe("a change of the profile", () => {
  const change = (token: string, body: object) =>
    callApi("PUT", "/api/users/profile", { token, body });

  it.each<[string, object, number]>([
    ["wishes that exclude", { minimum_age_preference: 25 }, 0],
    ["wishes that allow more", { distance_preference: null }, 4],
    ["the name", { name: "Other" }, 4],
    ["the date of birth", { dob: "1990-02-02" }, 0],
    ["a first place", { latitude: 10, longitude: 10 }, 4],
    ["the timezone", { timezone: "UTC+02:00" }, 4],
  ])("of %s", async (_, body, waited) => {
    const { token, id } = await createMember();
    await setWait(id, 4);
    expect((await change(token, body)).status).toBe(200);
    expect(await readWaits()).toEqual({ [id]: waited });
  });

  it("holds though a run of the same date judges the night again", async () => {
    const { token, id } = await createMember({ gender: "Male", preferred_match_gender: "Female" });
    await seedMembers({ woman: WOMAN, rival: MAN });
    await setWait("rival", 20);
    await setWait(id, 8);
    await night(0);
    expect(await readWaits()).toMatchObject({ [id]: 9 });
    await change(token, { dob: "1980-01-01" });
    expect(await readWaits()).toMatchObject({ [id]: 0 });
    await setWait("rival", 20);
    await trigger();
    expect(await readWaits()).toMatchObject({ [id]: 1, rival: 0 });
  });

  it("by a captured place farther than 30 km ends the wait, and a near one keeps it", async () => {
    const { token, id } = await createMember();
    const capture = (latitude: number) =>
      callApi("PUT", "/api/users/location", { token, body: { latitude, longitude: 16.3738 } });
    await capture(48.2082);
    await setWait(id, 4);
    await capture(48.3);
    expect(await readWaits()).toEqual({ [id]: 4 });
    await capture(49);
    expect(await readWaits()).toEqual({ [id]: 0 });
  });

  it("of the date of birth is possible five times in 30 days, of gender and preference twenty times", async () => {
    const { token } = await createMember();
    for (let i = 1; i <= 5; i++)
      expect((await change(token, { dob: `1990-03-0${i}` })).status).toBe(200);
    const refused = await change(token, { dob: "1990-03-09", name: "Kept" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(29 * 86_400);
    const me = await callApi<{ dob: string; name: string }>("GET", "/api/users/me", { token });
    expect(me.body).toMatchObject({ dob: "1990-03-05" });
    expect(me.body.name).not.toBe("Kept");
    // The same date again is no change.
    expect((await change(token, { dob: "1990-03-05" })).status).toBe(200);
    for (let i = 0; i < 20; i++) {
      const body = { gender: i % 2 ? "Female" : "Male" };
      expect((await change(token, body)).status).toBe(200);
    }
    expect((await change(token, { gender: null })).status).toBe(429);
    expect((await change(token, { preferred_match_gender: "Male" })).status).toBe(429);
    expect((await change(token, { bio: "still mine" })).status).toBe(200);
  });

  it("counts no more than its bound, however many come at once", async () => {
    const { token } = await createMember();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => change(token, { dob: `1985-04-${10 + i}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(7);
  });
});
