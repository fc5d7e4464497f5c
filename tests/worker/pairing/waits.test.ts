import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import { runBatch } from "~/db/client";
import { updateWaits } from "~/db/pairing/waits";
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

/** Stores one woman and several men, so that each night pairs one of the men. */
async function seedQueue(men: number): Promise<string[]> {
  const ids = Array.from({ length: men }, (_, i) => `m${i}`);
  const seeds: Record<string, SeedFields> = { woman: WOMAN };
  for (const id of ids) seeds[id] = MAN;
  await seedMembers(seeds);
  return ids;
}

async function pairedMan(): Promise<string> {
  const runs = await listRuns();
  const [pair = ""] = await listPairs({ runId: runs.at(-1)?.id ?? "" });
  return pair.split("+")[0] ?? "";
}

describe("night after night", () => {
  it("the member with the longest wait is paired first, and a wait grows by one per night until a pairing", async () => {
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

  it("a member's wait stays the same during a pause", async () => {
    await seedQueue(2);
    await setWait("m0", 7);
    await pause("m0", { from: toUtcDate(Date.now()), until: toUtcDate(Date.now() + 2 * DAY) });
    await night(0);
    await night(1);
    expect(await readWaits()).toEqual({ m0: 7, m1: 0, woman: 0 });
    await night(2);
    expect(await readWaits()).toEqual({ m0: 0, m1: 1, woman: 0 });
  });

  it("a night with fewer than two compatible members in a run of forty does not lengthen a wait", async () => {
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
    // The two have only each other as compatible members. The block takes that choice away, so the
    // night does not count for them.
    await block("one choice a", "one choice b", Date.now() - DAY * 9);
    await night(0);
    const { alone, ...waits } = await readWaits();
    expect(alone).toBe(0);
    expect(waits).toMatchObject({ "one choice a": 2, "one choice b": 0, "third of two": 0 });
  });

  it("a run for a past date reads waits but changes none", async () => {
    await seedQueue(2);
    await setWait("m0", 3);
    await night(-1);
    expect(await readWaits()).toEqual({ m0: 3, m1: 0, woman: 0 });
    expect(await pairedMan()).toBe("m0");
  });
});

describe("several runs of one date", () => {
  it("several runs of one date count as one night, and the last one decides the waits", async () => {
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

  it("a member whose pairing is ended by a trigger gets the earlier wait back, one night longer", async () => {
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
    // The waits from before the night decide, so the man with nine nights is paired again, although
    // the last trigger paired him too.
    expect(await pairedMan()).toBe("longer");
    expect(await readWaits()).toMatchObject({ m0: 5, m1: 1, longer: 0 });
  });

  it("a member who was only in an earlier run of the date gets the earlier wait back", async () => {
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
    // The new run ended the conversation of the woman and m0, so m0 has the wait from before the
    // night again.
    expect(await readWaits()).toEqual({ m0: 5, m1: 2, m2: 0, woman: 0 });
  });

  it("two partners who both sit out a later run of the date stay in their conversation", async () => {
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

describe("the loss of a partner", () => {
  const beforePublishing = (work: () => Promise<unknown>): Hooks => ({
    before: once(/set state = 'published'/, work),
  });

  it.each<[string, (partner: string) => Promise<unknown>]>([
    ["by a deletion", (partner) => deleteMember(partner)],
    ["by a suspension", (partner) => suspend(partner)],
    ["by a block", (partner) => block("m0", partner, Date.now())],
    ["by a pause", (partner) => pause(partner, { from: toUtcDate(Date.now()), until: null })],
  ])(
    "losing a partner %s before the run is published makes the wait one night longer",
    async (_, lose) => {
      await seedQueue(1);
      await setWait("m0", 2);
      await night(
        0,
        beforePublishing(() => lose("woman")),
      );
      expect(await readWaits()).toMatchObject({ m0: 3 });
    },
  );

  it("a partner's suspension sets the wait to one night, and a trigger counts the night anew", async () => {
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

  it("a partner's deletion sets the wait to one night, but only until the conversation ends", async () => {
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

  it("losing a partner gives no wait to a member with too few compatible members", async () => {
    const seeds: Record<string, SeedFields> = {};
    for (let i = 0; i < 40; i++) seeds[`x${i}`] = i % 2 ? MAN : WOMAN;
    const only = { gender: "Transgender", preferred: "Transgender" };
    const few = { gender: "Transgender", preferred: "Non-Binary" };
    await seedMembers({
      ...seeds,
      one: only,
      other: only,
      late: few,
      later: { gender: "Non-Binary", preferred: "Transgender" },
    });
    await night(
      0,
      beforePublishing(() => suspend("other")),
    );
    expect(await readWaits()).toMatchObject({ one: 0 });
    await suspend("later");
    expect(await readWaits()).toMatchObject({ late: 0 });
    // A block gives no wait, because it is the pair's own decision.
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

it("a night's statements change the same waits whether or not they are split into five", async () => {
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
  const statements: Record<string, SQL> = updateWaits(judged, condition);
  const changes = Object.values(await runBatch(createTestDeps().db, statements));
  // Of the twelve statements, five are for the paired members who waited, five for those left out,
  // one for all other members, and one for the sum that the run stores.
  expect(changes).toHaveLength(12);
  expect(await readWaits()).toEqual(byOne);
  const most = Math.max(...changes.map((one) => one.changes));
  expect(most).toBeLessThan(men.length / 2);
});

it("a run stores how many members it left out, by the length of their waits", async () => {
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
    ["preferences to narrower ones", { minimum_age_preference: 25 }, 0],
    ["the distance to what it was", { distance_preference: null }, 4],
    ["the name", { name: "Other" }, 4],
    ["the date of birth", { dob: "1990-02-02" }, 0],
    ["a first place", { latitude: 10, longitude: 10 }, 4],
    ["the timezone", { timezone: "UTC+02:00" }, 4],
  ])("a change of %s by %j turns a wait of 4 into %i", async (_, body, waited) => {
    const { token, id } = await createMember();
    await setWait(id, 4);
    expect((await change(token, body)).status).toBe(200);
    expect(await readWaits()).toEqual({ [id]: waited });
  });

  it("a wait that a profile change ended does not return when a later run counts the night again", async () => {
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

  it("capturing a place more than 30 km away ends the wait, but capturing a nearer place does not", async () => {
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

  it("in 30 days, the date of birth can change five times, and gender and preference twenty times in total", async () => {
    const { token } = await createMember();
    for (let i = 1; i <= 5; i++)
      expect((await change(token, { dob: `1990-03-0${i}` })).status).toBe(200);
    const refused = await change(token, { dob: "1990-03-09", name: "Kept" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(29 * 86_400);
    const me = await callApi<{ dob: string; name: string }>("GET", "/api/users/me", { token });
    expect(me.body).toMatchObject({ dob: "1990-03-05" });
    expect(me.body.name).not.toBe("Kept");
    expect((await change(token, { dob: "1990-03-05" })).status).toBe(200);
    for (let i = 0; i < 20; i++) {
      const body = { gender: i % 2 ? "Female" : "Male" };
      expect((await change(token, body)).status).toBe(200);
    }
    expect((await change(token, { gender: null })).status).toBe(429);
    expect((await change(token, { preferred_match_gender: "Male" })).status).toBe(429);
    expect((await change(token, { bio: "still mine" })).status).toBe(200);
  });

  it("only five of twelve parallel changes of the date of birth are accepted", async () => {
    const { token } = await createMember();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => change(token, { dob: `1985-04-${10 + i}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(7);
  });
});
