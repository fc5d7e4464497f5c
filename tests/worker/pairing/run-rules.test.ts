import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  runCron,
  type TestMember,
} from "../../support/api";
import { block, createTestDeps, listDayOffs, listPairs, listRuns, seedMembers } from "./support";

beforeEach(emptyDatabase);

const DAY = 86_400_000;
const current = ({ token }: TestMember) => callApi("GET", "/api/pairings/current", { token });
const past = ({ token }: TestMember) =>
  callApi<{ conversation_id: string; expiry_date: string }[]>("GET", "/api/pairings/past", {
    token,
  });
const exist = async ({ token }: TestMember) =>
  (await callApi("GET", "/api/pairings/check-pairings-exist", { token })).body.pairingsExist;
const cron = (at: number) => runPairing(createTestDeps(), { at, trigger: "cron" });

async function createMembers(count: number): Promise<TestMember[]> {
  const members: TestMember[] = [];
  for (let i = 0; i < count; i++) members.push(await createMember());
  return members;
}

describe("a date given as `time=`", () => {
  it("the pairs of a run for a past date are history, and today's pairings and days off stay the same", async () => {
    const [one, two, three] = (await createMembers(3)) as [TestMember, TestMember, TestMember];
    const now = Date.now();
    await runCron(now);
    const before = await Promise.all([one, two, three].map(current));
    await runCron(now - 3 * DAY);
    const after = await Promise.all([one, two, three].map(current));
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    const history = (await Promise.all([one, two, three].map(past))).map(({ body }) => body);
    expect(history.filter((list) => list.length === 1)).toHaveLength(2);
    const expiry = `${toUtcDate(now - 2 * DAY)}T00:00:00.000Z`;
    for (const list of history) {
      for (const item of list) expect(item.expiry_date).toBe(expiry);
    }
  });

  it("a run for yesterday gives no member a day off today if today has no run", async () => {
    const [only] = (await createMembers(1)) as [TestMember];
    await runCron(Date.now() - DAY);
    expect((await current(only)).body.dayOff).toBe(false);
    expect(await exist(only)).toBe(false);
  });

  it("a run for tomorrow ends today's pairings, and its own pairings last until tomorrow's end", async () => {
    const members = await createMembers(3);
    const now = Date.now();
    await runCron(now);
    const first = await listPairs({ openAt: now });
    await runCron(now + DAY);
    const open = await listPairs({ openAt: Date.now() });
    expect(open).toHaveLength(1);
    expect(open).not.toEqual(first);
    const answers = await Promise.all(members.map(current));
    const paired = answers.filter(({ status }) => status === 200);
    expect(paired).toHaveLength(2);
    for (const { body } of paired) {
      expect((body.conversation as { expiryDate: string }).expiryDate).toBe(
        `${toUtcDate(now + 2 * DAY)}T00:00:00.000Z`,
      );
    }
    expect(answers.filter(({ status }) => status === 404).map(({ body }) => body.dayOff)).toEqual([
      false,
    ]);
  });

  it("the cron of a date makes one run, however often and late it is delivered", async () => {
    await createMembers(2);
    const day = Date.UTC(2031, 4, 6);
    for (const at of [day, day + 5 * 60_000, day + DAY - 1]) await runCron(at);
    const runs = await listRuns();
    expect(runs.map(({ run_key, date }) => [run_key, date])).toEqual([
      ["2031-05-06", "2031-05-06"],
    ]);
  });
});

describe("the previous run", () => {
  it("the previous run is the last one by date and then by start, and decides which member goes first", async () => {
    // All three are compatible, so each run leaves one out.
    await seedMembers({ a: {}, b: {}, c: {} });
    const now = Date.now();
    const leftOutBy = async (date: string) => {
      const run = (await listRuns()).filter((one) => one.date === date).at(-1);
      return (await listDayOffs(run?.id ?? ""))[0];
    };
    await cron(now + 10 * DAY);
    await cron(now);
    const pairsOf = async (date: string) => {
      const run = (await listRuns()).filter((one) => one.date === date).at(-1);
      return (await listPairs({ runId: run?.id ?? "" })).join();
    };
    const [today, later] = [0, 10].map((days) => toUtcDate(now + days * DAY));
    // For a trigger, the previous run is today's newest one, not the run for the later date.
    for (let i = 0; i < 4; i++) {
      const before = await leftOutBy(today ?? "");
      await runPairing(createTestDeps(), { at: now, trigger: "admin" });
      expect(await pairsOf(today ?? "")).toContain(before ?? "?");
    }
    const before = await leftOutBy(later ?? "");
    await cron(now + 11 * DAY);
    expect(await pairsOf(toUtcDate(now + 11 * DAY))).toContain(before ?? "?");
  });

  it("the member left out by the previous run goes first, even 90 days later", async () => {
    await seedMembers({ a: {}, b: {}, c: {} });
    const at = Date.UTC(2027, 0, 1);
    await cron(at);
    const [run] = await listRuns();
    const [leftOut] = await listDayOffs(run?.id ?? "");
    await cron(at + 90 * DAY);
    const last = (await listRuns()).at(-1);
    expect((await listPairs({ runId: last?.id ?? "" })).join()).toContain(leftOut ?? "?");
  });
});

it("a run counts a pair of the last 30 days as a repeat", async () => {
  await seedMembers({ a: {}, b: {} });
  const at = Date.UTC(2027, 0, 1);
  await cron(at);
  await cron(at + 30 * DAY);
  await cron(at + 61 * DAY);
  expect((await listRuns()).map(({ repeats }) => repeats)).toEqual([0, 1, 0]);
});

describe("the day off", () => {
  it("the member left out by today's newest run has the day off", async () => {
    const members = await createMembers(3);
    const [admin] = members as [TestMember];
    await grantAdmin(admin);
    await runCron();
    const dayOff = async () =>
      (await Promise.all(members.map(current))).map(({ body }) => body.dayOff === true);
    const first = await dayOff();
    expect(first.filter(Boolean)).toHaveLength(1);
    await callApi("POST", "/api/pairings/trigger-pairings", { token: admin.token });
    const second = await dayOff();
    expect(second.filter(Boolean)).toHaveLength(1);
    expect(second.indexOf(true)).not.toBe(first.indexOf(true));
  });

  it("a run for yesterday or tomorrow does not change who has the day off today", async () => {
    const members = await createMembers(3);
    const ask = async () =>
      (await Promise.all(members.map(current))).map(({ status, body }) => [status, body.dayOff]);
    await runCron();
    const today = await ask();
    const leftOut = today.findIndex(([status]) => status === 404);
    expect(today[leftOut]).toEqual([404, true]);
    await runCron(Date.now() - DAY);
    expect(await ask()).toEqual(today);
    // Tomorrow's run ends today's pairings. The member left out today gets a partner, and another
    // member is left out.
    await runCron(Date.now() + DAY);
    const tomorrow = await ask();
    expect(tomorrow[leftOut]?.[0]).toBe(200);
    expect(tomorrow.filter(([status]) => status === 404)).toEqual([[404, false]]);
  });

  it("neither member of a blocked pair has the day off", async () => {
    const [one, two] = (await createMembers(2)) as [TestMember, TestMember];
    await runCron();
    await callApi("POST", `/api/blocks/${two.id}`, { token: one.token });
    for (const member of [one, two]) {
      const { status, body } = await current(member);
      expect([status, body.dayOff]).toEqual([404, false]);
      const why = await callApi("GET", "/api/pairings/today/why", { token: member.token });
      expect(why.body).toEqual({ paired: false, considered: null, excludedBy: null });
    }
  });
});

describe("an open pairing", () => {
  it("a pairing is not open while a block lasts, and is open again after it", async () => {
    const [one, two] = (await createMembers(2)) as [TestMember, TestMember];
    await runCron();
    expect([(await current(one)).status, await exist(one)]).toEqual([200, true]);
    await callApi("POST", `/api/blocks/${two.id}`, { token: one.token });
    expect([(await current(one)).status, (await current(two)).status]).toEqual([404, 404]);
    expect(await exist(one)).toBe(false);
    await callApi("DELETE", `/api/blocks/${two.id}`, { token: one.token });
    expect([(await current(one)).status, await exist(one)]).toEqual([200, true]);
  });

  it("a trigger ends an open pairing, which becomes history at once and keeps its messages", async () => {
    const [one, two] = (await createMembers(2)) as [TestMember, TestMember];
    await grantAdmin(one);
    await runCron();
    const { conversation } = (await current(one)).body as { conversation: { id: string } };
    const path = `/api/pairings/conversation/${conversation.id}/messages`;
    await callApi("POST", path, { token: two.token, body: { content: "hello" } });
    const answer = await callApi("POST", "/api/pairings/trigger-pairings", { token: one.token });
    expect(answer.body).toMatchObject({ pairs: 1, unmatched: 0 });
    expect((await past(two)).body.map((item) => item.conversation_id)).toEqual([conversation.id]);
    expect((await callApi<unknown[]>("GET", path, { token: one.token })).body).toHaveLength(1);
    const late = await callApi("POST", path, { token: two.token, body: { content: "late" } });
    expect([late.status, late.body.code]).toEqual([403, "conversation_expired"]);
    const now = (await current(one)).body as { conversation: { id: string } };
    expect(now.conversation.id).not.toBe(conversation.id);
  });
});

it("a run leaves out only minors and members with an invalid date of birth", async () => {
  const at = Date.UTC(2027, 5, 15);
  await seedMembers({
    adult: { dob: "2009-06-15" },
    other: { dob: "1946-06-16" },
    tomorrow: { dob: "2009-06-16" },
    child: { dob: "2020-01-01" },
    unborn: { dob: "2030-01-01" },
    broken: { dob: "soon" },
    empty: { dob: "" },
  });
  await cron(at);
  const [run] = await listRuns();
  expect(run).toMatchObject({ members: 2, pairs: 1, unmatched: 0 });
  expect(await listPairs({ runId: run?.id ?? "" })).toEqual(["adult+other"]);
});

it("a run never pairs two members if either has blocked the other", async () => {
  await seedMembers({ a: {}, b: {}, c: {}, d: {} });
  await block("a", "b", 1);
  await block("c", "a", 1);
  await cron(Date.now());
  expect(await listPairs({ openAt: Date.now() })).toEqual(["a+d", "b+c"]);
});

it("a run without members is published", async () => {
  await cron(Date.now());
  expect(await listRuns()).toMatchObject([
    { state: "published", members: 0, pairs: 0, unmatched: 0 },
  ]);
});

it("a run closes exactly the conversations that it ended", async () => {
  await seedMembers({ a: {}, b: {}, c: {}, d: {} });
  const at = Date.now();
  await cron(at);
  const { results } = await env.DB.prepare("select id from pairings").all<{ id: string }>();
  const deps = createTestDeps();
  await runPairing(deps, { at, trigger: "admin" });
  await deps.settle();
  expect(deps.closed.sort()).toEqual(results.map(({ id }) => id).sort());
});
