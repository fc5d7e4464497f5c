import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { notifyAbsent } from "~/core/notices/absence";
import type { Delivery } from "~/core/notices/delivery";
import type { PushSender } from "~/core/notices/push-sender";
import { loadPopulation } from "~/core/pairing/match-members";
import { previewRun } from "~/core/pairing/preview";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import { readBasis } from "~/db/pairing/pairing-runs";
import { callApi, emptyDatabase, register, sendMessage } from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import {
  block,
  createTestDeps,
  listDayOffs,
  listPairs,
  listRuns,
  pause,
  seedMembers,
  suspend,
} from "./support";

beforeEach(emptyDatabase);

const DAY = 86_400_000;
const dateIn = (days: number) => toUtcDate(Date.now() + days * DAY);

const set = (id: string, column: string, value: string | number | null) =>
  env.DB.prepare(`update members set ${column} = ? where id = ?`).bind(value, id).run();

async function run(at: number, clock = Date.now()) {
  const deps = createTestDeps({}, { now: () => clock });
  const preview = await previewRun(deps, { date: toUtcDate(at), seed: "any" });
  await runPairing(deps, { at, trigger: "cron" });
  const { id = "", members } = (await listRuns()).find(({ date }) => date === toUtcDate(at)) ?? {};
  expect(members).toBe(preview.members);
  const pairs = await listPairs({ runId: id });
  return { pairs, dayOffs: await listDayOffs(id), preview };
}

describe("a pause", () => {
  it.each([
    ["until further notice", { from: dateIn(0), until: null }, [true, false, false, false]],
    ["of tomorrow alone", { from: dateIn(1), until: dateIn(2) }, [true, true, false, true]],
    [
      "until the day after tomorrow",
      { from: dateIn(0), until: dateIn(2) },
      [true, false, false, true],
    ],
    ["that is over", { from: dateIn(-9), until: dateIn(-5) }, [true, true, true, true]],
  ] as const)(
    "a pause %s keeps the member out of the runs on its dates, and of no others",
    async (_, dates, isPaired) => {
      await seedMembers({ a: {}, b: {} });
      await pause("a", dates);
      const paired = [];
      for (const days of [-1, 0, 1, 2]) {
        const { pairs, dayOffs } = await run(Date.now() + days * DAY);
        paired.push(pairs.length === 1);
        expect(dayOffs).toEqual(pairs.length === 1 ? [] : ["b"]);
      }
      expect(paired).toEqual(isPaired);
    },
  );

  it("a pause leaves the open conversation open, and is not a day off", async () => {
    const [one, other] = [await seedMember(), await seedMember()];
    const conversationId = await pairMembers(one, other);
    const path = "/api/users/availability";
    const body = { pause: "open" };
    const paused = await callApi("PUT", path, { token: one.token, body });
    expect(paused.body).toEqual({ paused: true, from: dateIn(0), until: null });
    expect((await callApi("GET", path, { token: one.token })).body).toEqual(paused.body);
    const sent = await sendMessage(one, conversationId, "still here");
    expect(sent.status).toBe(201);
    await run(Date.now() + DAY);
    const current = await callApi("GET", "/api/pairings/current", { token: one.token });
    expect(current).toMatchObject({ status: 404, body: { dayOff: false } });
    const why = await callApi("GET", "/api/pairings/today/why", { token: one.token });
    expect(why.body).toMatchObject({ paired: false, considered: null });
    await callApi("PUT", path, { token: one.token, body: { pause: "none" } });
    expect((await run(Date.now() + 2 * DAY)).pairs).toHaveLength(1);
  });

  it.each([
    [{ pause: "tomorrow" }, 200, { paused: true, from: dateIn(1), until: dateIn(2) }],
    [
      { pause: "until", until: dateIn(1) },
      200,
      { paused: true, from: dateIn(0), until: dateIn(1) },
    ],
    [{ pause: "until", until: dateIn(365) }, 200, { until: dateIn(365) }],
    [{ pause: "none", until: dateIn(9) }, 200, { paused: false, from: null, until: null }],
    [{ pause: "open", until: dateIn(9) }, 200, { paused: true, until: null }],
    [{ pause: "until", until: dateIn(0) }, 400, { errors: [{ path: "until" }] }],
    [{ pause: "until", until: dateIn(366) }, 400, { errors: [{ path: "until" }] }],
    [{ pause: "until" }, 400, { errors: [{ path: "until" }] }],
    [{ pause: "until", until: "2027-02-30" }, 400, { errors: [{ path: "until" }] }],
    [{ pause: "until", until: "soon" }, 400, { errors: [{ path: "until" }] }],
    [{ pause: "sometimes" }, 400, { errors: [{ path: "pause" }] }],
    [{}, 400, { errors: [{ path: "pause" }] }],
  ])("PUT /api/users/availability with %j is answered %i", async (body, status, answer) => {
    const { token } = await seedMember();
    const made = await callApi("PUT", "/api/users/availability", { token, body });
    expect(made).toMatchObject({ status, body: answer });
  });
});

describe("absence", () => {
  const away = async (id: string, days: number, toldDaysAgo: number | null = 1) => {
    await set(id, "last_seen_on", dateIn(-days));
    await set(id, "absence_told_on", toldDaysAgo === null ? null : dateIn(-toldDaysAgo));
  };

  it.each([
    ["14 days", 14, 1, true],
    ["15 days", 15, 1, false],
    ["15 days without a notice", 15, null, true],
    ["15 days with a notice of today", 15, 0, true],
    ["15 days with a notice of an earlier absence", 15, 16, true],
    ["a year", 365, 300, false],
  ] as const)(
    "an absence of more than 14 days keeps a notified member out of a run: %s",
    async (_, days, toldDaysAgo, takesPart) => {
      await seedMembers({ a: {}, b: {} });
      await away("a", days, toldDaysAgo);
      const { pairs, preview } = await run(Date.now());
      expect(pairs).toEqual(takesPart ? ["a+b"] : []);
      expect(preview.members).toBe(takesPart ? 2 : 1);
    },
  );

  it("an absence is measured by the clock, not by the run's date", async () => {
    await seedMembers({ a: {}, b: {} });
    for (const id of ["a", "b"]) await away(id, 0, null);
    for (const days of [-100, 100])
      expect((await run(Date.now() + days * DAY)).pairs).toEqual(["a+b"]);
  });

  it("an absent member gets one mail and one notification before a run leaves them out", async () => {
    await seedMembers({ here: {}, away: {}, paused: {}, suspended: {}, unverified: {}, demo: {} });
    for (const id of ["away", "paused", "suspended", "unverified"]) {
      await away(id, 14, null);
      if (id !== "unverified") await set(id, "email_verified_at", 1);
    }
    await away("here", 13, null);
    await pause("paused", { from: dateIn(-14), until: null });
    await suspend("suspended");
    const mails: Delivery[] = [];
    const deps = {
      ...createTestDeps(),
      deliveries: { add: async (added: Delivery[]) => void mails.push(...added) },
    };
    deps.mail = { ...deps.mail, isConfigured: true };
    deps.push = {} as PushSender;
    const tick = (i: number, day = 0) => notifyAbsent(deps, { at: day * DAY + i * 600_000 });
    for (let day = 0; day < 2; day++) {
      for (let i = 0; i < 12; i++) await Promise.all([tick(i, day), tick(i, day)]);
    }
    expect(mails).toMatchObject([
      { kind: "mail", memberId: "away", mail: { template: "absence" } },
      { kind: "notices", to: [["away", { kind: "absence" }]] },
      { kind: "notices", to: [["unverified", { kind: "absence" }]] },
    ]);
    expect((await run(Date.now())).dayOffs.concat((await run(Date.now())).pairs).join()).toContain(
      "away",
    );
    const later = Date.now() + DAY;
    const { pairs, dayOffs } = await run(later, later);
    expect([...pairs, ...dayOffs].join()).not.toContain("away");
    // The member came back and has now been absent again, so there is a new notice.
    await away("away", 14, 20);
    for (let i = 0; i < 12; i++) await tick(i, 2);
    expect(mails).toHaveLength(5);
  });

  it("a tick notifies each of 1,200 absent members once, with at most nine statements", async () => {
    const members = 1_200;
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into members (id, name, email, password_hash, dob, created_at, last_seen_on)
       select 'm' || i, 'W', 'm' || i || '@example.org', 'x', '1990-01-01', 1, ? from n`,
    )
      .bind(members, dateIn(-14))
      .run();
    const notified: string[] = [];
    let statements = 0;
    const deps = createTestDeps({
      before: (text) => {
        if (/absence_told_on/.test(text)) statements++;
      },
    });
    // A tick looks at the members of one range of row ids. These row ids put all members into the
    // same range, as in a far larger database.
    await env.DB.prepare("update members set rowid = rowid + 150000").run();
    await env.DB.prepare(
      "insert into members (rowid, id, name, email, password_hash, dob, created_at) values (1440000, 'z', 'W', 'z@example.org', 'x', '1990-01-01', 1)",
    ).run();
    deps.push = {} as PushSender;
    deps.deliveries.add = async (added) => {
      for (const one of added)
        if (one.kind === "notices") notified.push(...one.to.map(([id]) => id));
    };
    for (let i = 14; i < 17; i++) await notifyAbsent(deps, { at: i * 600_000 });
    expect(new Set(notified).size).toBe(members);
    expect(notified).toHaveLength(members);
    // Each of the three pages is read and marked. Each of the three ticks also makes one read that
    // finds nobody.
    expect(statements).toBeLessThanOrEqual(2 * 3 + 3);
  });

  it("a run leaves an absent member out only after the queue has accepted the notice", async () => {
    await seedMembers({ away: {}, b: {} });
    await away("away", 14, null);
    await set("away", "email_verified_at", 1);
    const deps = createTestDeps();
    const notices: Delivery[] = [];
    deps.mail = { ...deps.mail, isConfigured: true };
    deps.deliveries.add = () => Promise.reject(new Error("the queue can't be reached"));
    const tickAll = async (day: number) => {
      for (let i = 0; i < 12; i++)
        await notifyAbsent(deps, { at: day * DAY + i * 600_000 }).catch(() => {});
    };
    await tickAll(0);
    const later = Date.now() + DAY;
    expect((await run(later, later)).pairs).toEqual(["away+b"]);
    deps.deliveries.add = async (added) => void notices.push(...added);
    await tickAll(1);
    expect(notices).toMatchObject([
      { kind: "mail", memberId: "away", goodUntil: expect.any(Number) },
    ]);
    expect((await run(later + DAY, later)).pairs).toEqual([]);
  });

  it("a pause excuses an absence until 14 days after the pause ends", async () => {
    await seedMembers({ a: {}, b: {} });
    await away("a", 40);
    await pause("a", { from: dateIn(-40), until: dateIn(-14) });
    expect((await run(Date.now())).pairs).toEqual(["a+b"]);
    await pause("a", { from: dateIn(-40), until: dateIn(-15) });
    expect((await run(Date.now() + DAY)).pairs).toEqual([]);
  });

  it("any signed-in call ends an absence, and its notice is cleared the day after", async () => {
    const [one, other] = [await seedMember(), await seedMember()];
    await away(one.id, 20);
    const { token } = one;
    await Promise.all([1, 2, 3].map(() => callApi("GET", "/api/users/me", { token })));
    const row = () =>
      env.DB.prepare("select last_seen_on, absence_told_on from members where id = ?")
        .bind(one.id)
        .first();
    // The notice is kept for the day, so that the home page can explain what happened.
    expect(await row()).toEqual({ last_seen_on: dateIn(0), absence_told_on: dateIn(-1) });
    expect((await run(Date.now())).pairs).toEqual([[one.id, other.id].sort().join("+")]);
    await set(one.id, "last_seen_on", dateIn(-1));
    await callApi("GET", "/api/users/me", { token });
    expect(await row()).toEqual({ last_seen_on: dateIn(0), absence_told_on: null });
  });

  it("registering stores the last-seen day, and a call of a member who has none does not add it", async () => {
    const { token } = await seedMember();
    await callApi("GET", "/api/users/me", { token });
    expect((await register()).status).toBe(201);
    const { results } = await env.DB.prepare(
      "select last_seen_on from members order by rowid",
    ).all();
    expect(results).toEqual([{ last_seen_on: null }, { last_seen_on: dateIn(0) }]);
  });
});

describe("a member whose partner never opened the conversation", () => {
  const midnight = (Math.floor(Date.now() / DAY) + 1) * DAY;

  /** The third member joins after the run, so that the run leaves nobody out. */
  async function playToday() {
    const [one, other] = [await seedMember({ id: "one" }), await seedMember({ id: "other" })];
    await runPairing(createTestDeps(), { at: Date.now(), trigger: "cron" });
    const { body } = await callApi<{ conversation: { id: string } }>(
      "GET",
      "/api/pairings/current",
      {
        token: one.token,
      },
    );
    await seedMember({ id: "third" });
    return { one, other, path: `/api/pairings/conversation/${body.conversation.id}` };
  }

  async function listPrioritised(startedAt = midnight + 1) {
    const deps = createTestDeps();
    const moment = { date: toUtcDate(midnight), startedAt, mustVerify: false };
    const { previous } = await readBasis(deps.db, moment);
    const { population } = await loadPopulation(deps, { ...moment, previous });
    const { keys, priorities } = population.columns;
    const rows = await env.DB.prepare("select rowid as n, id from members").all<{
      n: number;
      id: string;
    }>();
    return rows.results.filter(({ n }) => priorities[keys.indexOf(n)]).map(({ id }) => id);
  }

  it.each([
    ["reads the messages", "GET", "/messages", undefined],
    ["sends a message", "POST", "/messages", { content: "hello?" }],
    ["marks the messages as read", "POST", "/read", undefined],
  ] as const)(
    "a member who %s has priority if the partner never opened the conversation",
    async (_, method, end, body) => {
      const { one, path } = await playToday();
      for (let i = 0; i < 2; i++) await callApi(method, path + end, { token: one.token, body });
      expect(await listPrioritised()).toEqual(["one"]);
      const { pairs, preview } = await run(midnight, midnight + 1);
      expect(preview).toMatchObject({ waiting: 0, waitingPaired: 0 });
      expect(pairs.join()).toContain("one");
    },
  );

  const opens = async ({ one, path }: Awaited<ReturnType<typeof playToday>>) => {
    await callApi("GET", `${path}/messages`, { token: one.token });
  };

  it.each([
    ["neither opened the conversation", async () => {}],
    [
      "both opened the conversation",
      async (today: Awaited<ReturnType<typeof playToday>>) => {
        await opens(today);
        await callApi("GET", `${today.path}/messages`, { token: today.other.token });
      },
    ],
    [
      "the conversation ended before its time",
      async (today: Awaited<ReturnType<typeof playToday>>) => {
        await opens(today);
        await env.DB.prepare("update pairings set expires_at = ?").bind(Date.now()).run();
      },
    ],
    [
      "the partner was blocked for a while",
      async (today: Awaited<ReturnType<typeof playToday>>) => {
        await opens(today);
        const block = `/api/blocks/${today.other.id}`;
        for (const method of ["POST", "DELETE"]) {
          await callApi(method, block, { token: today.one.token });
        }
      },
    ],
  ] as const)("neither member of a pair has priority in the next run when %s", async (_, play) => {
    const today = await playToday();
    await play(today);
    expect(await listPrioritised()).toEqual([]);
  });

  it("in a run, neither member of a pair has priority while their conversation has time left", async () => {
    const today = await playToday();
    await opens(today);
    expect(await listPrioritised(Date.now())).toEqual([]);
  });

  it("a member with a wait and a member whose partner was absent go before other members", async () => {
    const today = await playToday();
    await opens(today);
    await seedMember({ id: "fourth" });
    await seedMember({ id: "fifth" });
    // 'one', 'third' and 'fourth' suit only each other, so one of the three is left out.
    for (const id of ["one", "third", "fourth"]) await set(id, "gender", "Transgender");
    for (const id of ["one", "third", "fourth"])
      await set(id, "preferred_match_gender", "Transgender");
    await set("third", "waited", 1);
    const { pairs, preview } = await run(midnight, midnight + 1);
    expect(preview).toMatchObject({ waiting: 1, waitingPaired: 1 });
    expect(pairs).toContain("one+third");
  });

  it.each([
    [
      "a page before a message that is not there",
      "GET",
      "/messages?before=nothing",
      undefined,
      400,
    ],
    ["an answer to a question that is not open", "PUT", "/questions/3", { answer: "Tea." }, 409],
  ] as const)(
    "a refused call does not count as opening the conversation: %s",
    async (_, method, end, body, status) => {
      const { one, path } = await playToday();
      const answer = await callApi(method, path + end, { token: one.token, body });
      expect(answer.status).toBe(status);
      const opened = await env.DB.prepare(
        "select user1_opened, user2_opened from pairings",
      ).first();
      expect(opened).toEqual({ user1_opened: 0, user2_opened: 0 });
    },
  );

  it("no call by a stranger, during a block or after the end counts as opening the conversation", async () => {
    const { one, other, path } = await playToday();
    const third = await seedMember();
    await callApi("GET", `${path}/messages`, { token: third.token });
    await block(one.id, other.id, Date.now());
    await callApi("GET", `${path}/messages`, { token: other.token });
    await env.DB.prepare("delete from blocks").run();
    await env.DB.prepare("update pairings set expires_at = ?").bind(Date.now()).run();
    await callApi("GET", `${path}/messages`, { token: one.token });
    const opened = await env.DB.prepare("select user1_opened, user2_opened from pairings").first();
    expect(opened).toEqual({ user1_opened: 0, user2_opened: 0 });
  });
});
