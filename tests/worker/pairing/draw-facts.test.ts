import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { authenticate } from "~/core/accounts/session";
import { runPairing } from "~/core/pairing/run";
import { findToday } from "~/core/pairing/service";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { type DrawDay, readDrawState } from "~/core/shared/draw-state";
import { waitWords } from "~/core/shared/draw-words";
import { callApi, emptyDatabase, sendMessage } from "../../support/api";
import { blockMember, createPair, insertPairing, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "./support";

beforeEach(emptyDatabase);

const NOON = nextMidnightUtc(Date.now()) - 12 * 3600 * 1000;

async function readState(member: SeededMember, now = NOON) {
  const viewer = await authenticate(createTestDeps(), member.token);
  const { draw } = await findToday(createTestDeps({}, { now: () => now }), viewer);
  return readDrawState(draw, now);
}

const readDay = async (member: SeededMember): Promise<DrawDay> => (await readState(member)).today;

const leave = async ({ token }: SeededMember) =>
  expect((await callApi("DELETE", "/api/users/account", { token })).status).toBe(200);

const suspend = async ({ id }: SeededMember, { token }: SeededMember) => {
  const body = { kind: "suspend", days: 3, reason: "spam", text: "No advertising." };
  const { status } = await callApi("POST", `/api/admin/members/${id}/actions`, { token, body });
  expect(status).toBe(201);
};

async function readCurrent({ token }: SeededMember): Promise<string> {
  const { status, body } = await callApi<{ message: string }>("GET", "/api/pairings/current", {
    token,
  });
  expect(status).toBe(404);
  return body.message;
}

const ENDED: DrawDay = { is: "ended_early", isOwnBlock: false, goesFirst: false };

it("the draw state of a pairing shows whether the partner has opened the conversation", async () => {
  const { one, other, conversationId } = await createPair();
  expect(await readDay(one)).toEqual({ is: "paired", isPartnerHere: false });
  expect(await readDay(other)).toEqual({ is: "paired", isPartnerHere: false });
  await callApi("GET", `/api/pairings/conversation/${conversationId}/messages`, {
    token: other.token,
  });
  await expect.poll(() => readDay(one)).toEqual({ is: "paired", isPartnerHere: true });
  expect(await readDay(other)).toEqual({ is: "paired", isPartnerHere: false });
});

it("a block ends the day for both, is named only to the blocker, and gives no priority", async () => {
  const { one, other } = await createPair();
  await blockMember(one, other);
  expect(await readDay(one)).toEqual({ ...ENDED, isOwnBlock: true });
  expect(await readDay(other)).toEqual(ENDED);
});

it("a suspension ends the partner's day and gives them priority in the next draw", async () => {
  const { one, other } = await createPair();
  const admin = await seedMember({ is_admin: 1 });
  await suspend(one, admin);
  const now = Date.now();
  const { today } = await readState(other, now);
  expect(today).toEqual({ ...ENDED, goesFirst: true });
  expect((await readState(one, now)).next.absence).toBe("suspended");
});

it("if a partner's account is deleted, the member's day ends early and the member goes first, as after the partner's suspension", async () => {
  const { one, other } = await createPair();
  await leave(one);
  expect(await readState(other, Date.now())).toMatchObject({
    today: { ...ENDED, goesFirst: true },
    nightsOut: 0,
  });
  expect(await readCurrent(other)).toBe(
    "Today’s conversation has ended early. You go first in the next draw.",
  );
});

it.each<[string, (one: SeededMember, admin: SeededMember) => Promise<unknown>]>([
  ["suspended", (one, admin) => suspend(one, admin)],
  ["deleted", (one) => leave(one)],
])(
  "a blocked member reads the same after the blocker is %s, and does not go first",
  async (_, lose) => {
    const admin = await seedMember({ is_admin: 1 });
    const { one, other, conversationId } = await createPair();
    await callApi("POST", `/api/blocks/${other.id}`, { token: one.token });
    const words = "Today’s conversation has ended early. You’re in the draw.";
    expect(await readCurrent(other)).toBe(words);
    await lose(one, admin);
    expect(await readCurrent(other)).toBe(words);
    expect(await readState(other, Date.now())).toMatchObject({ today: ENDED, nightsOut: 0 });
    // The conversation must not be in the history yet, because that would reveal that the blocker
    // is gone.
    const past = await callApi("GET", "/api/pairings/past", { token: other.token });
    expect(JSON.stringify(past.body)).not.toContain(conversationId);
  },
);

it("a member who blocked today's match does not go first when the match is suspended", async () => {
  const admin = await seedMember({ is_admin: 1 });
  const { one, other, conversationId } = await createPair();
  await callApi("POST", `/api/blocks/${one.id}`, { token: other.token });
  await suspend(one, admin);
  expect(await readCurrent(other)).toBe("You blocked today’s match. You’re in the draw.");
  expect((await readState(other, Date.now())).nightsOut).toBe(0);
  await callApi("DELETE", `/api/blocks/${one.id}`, { token: other.token });
  const answer = await sendMessage(other, conversationId, "hello?");
  expect(answer).toMatchObject({ status: 403, body: { code: "conversation_expired" } });
});

it("a member who blocked today's match does not go first when the match deletes the account", async () => {
  const { one, other } = await createPair();
  await callApi("POST", `/api/blocks/${one.id}`, { token: other.token });
  await leave(one);
  expect(await readCurrent(other)).toBe(
    "Today’s conversation has ended early. You’re in the draw.",
  );
  expect((await readState(other, Date.now())).nightsOut).toBe(0);
});

it("after the lift, a suspended member can unblock the partner, and both talk again", async () => {
  const admin = await seedMember({ is_admin: 1 });
  const { one, other } = await createPair();
  await callApi("POST", `/api/blocks/${other.id}`, { token: one.token });
  await suspend(one, admin);
  await callApi("POST", `/api/admin/members/${one.id}/actions`, {
    token: admin.token,
    body: { kind: "lift", reason: "spam", text: "A mistake." },
  });
  await callApi("DELETE", `/api/blocks/${other.id}`, { token: one.token });
  for (const { token } of [one, other]) {
    expect((await callApi("GET", "/api/pairings/current", { token })).status).toBe(200);
  }
});

it("yesterday's conversation that ended early is not shown as today's", async () => {
  const one = await seedMember();
  const other = await seedMember();
  const startsAt = nextMidnightUtc(NOON) - 2 * 24 * 3600 * 1000;
  await insertPairing({ one, other, startsAt, expiresAt: startsAt + 3600 * 1000 });
  await blockMember(one, other);
  expect(await readDay(one)).toEqual({ is: "none" });
});

it("until a run is published, members see a draw in progress instead of its result", async () => {
  const member = await seedMember();
  const midnight = nextMidnightUtc(NOON);
  const date = new Date(midnight).toISOString().slice(0, 10);
  await env.DB.prepare(
    `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at)
     values ('r', 'r', ?, 'cron', 'claimed', 0, 'seed', ?)`,
  )
    .bind(date, midnight)
    .run();
  expect((await readState(member, midnight + 1)).today).toEqual({ is: "drawing" });
  await env.DB.prepare("update pairing_runs set state = 'published'").run();
  expect((await readState(member, midnight + 1)).today).toEqual({ is: "none" });
  await env.DB.prepare("insert into day_offs (run_id, member_id) values ('r', ?)")
    .bind(member.id)
    .run();
  await env.DB.prepare("update members set waited = 2").run();
  expect(await readState(member, midnight + 1)).toMatchObject({
    today: { is: "left_out" },
    nightsOut: 1,
  });
});

it("a member is told the nights left out, but not whether they count as waits", async () => {
  const lonely = await seedMember({
    gender: "Transgender",
    preferred_match_gender: "Transgender",
  });
  const men = [];
  for (let i = 0; i < 22; i++) {
    men.push(await seedMember({ gender: "Male", preferred_match_gender: "Female" }));
  }
  for (let i = 0; i < 2; i++) {
    await seedMember({ gender: "Female", preferred_match_gender: "Male" });
  }
  const now = Date.now();
  await runPairing(createTestDeps(), { at: now, trigger: "cron" });
  const waits = await env.DB.prepare("select id, waited from members").all<{
    id: string;
    waited: number;
  }>();
  const waitOf = new Map(waits.results.map(({ id, waited }) => [id, waited]));
  const left = men.find(({ id }) => waitOf.get(id) === 1) as SeededMember;
  // In a run of 25 members, a night counts for a member with two compatible members, but not for one
  // with none.
  expect([waitOf.get(lonely.id), waitOf.get(left.id)]).toEqual([0, 1]);
  const tell = async (member: SeededMember) => {
    const { body } = await callApi<{ availability: unknown; days_off: unknown }>(
      "GET",
      "/api/users/export",
      { token: member.token },
    );
    return [waitWords(await readState(member, now)), body.availability, body.days_off];
  };
  const told = await tell(lonely);
  expect(told[0]).toBe("It is the first night without a partner since your last introduction.");
  expect(await tell(left)).toEqual(told);
  await runPairing(createTestDeps(), { at: now + 86_400_000, trigger: "cron" });
  expect(waitWords(await readState(lonely, now + 86_400_000))).toBe(
    "It is night 2 without a partner since your last introduction.",
  );
});

it("the count of nights left out starts again after a pairing, and counts each date once", async () => {
  const DAY = 86_400_000;
  const now = Date.now();
  const alone = await seedMember();
  const night = (days: number) =>
    runPairing(createTestDeps(), { at: now + days * DAY, trigger: "cron" });
  const nightsOut = async (days: number) => (await readState(alone, now + days * DAY)).nightsOut;
  await night(-2);
  await night(-1);
  await night(0);
  await runPairing(createTestDeps(), { at: now, trigger: "admin" });
  expect(await nightsOut(0)).toBe(3);
  const partner = await seedMember();
  await night(1);
  expect(await nightsOut(1)).toBe(0);
  await env.DB.prepare("update members set paused_from = '2000-01-01' where id = ?")
    .bind(partner.id)
    .run();
  await night(2);
  expect(await nightsOut(2)).toBe(1);
});

it("without a pairing today, the 404 has the same sentences about today and the next draw as the pages", async () => {
  const admin = await seedMember({ is_admin: 1 });
  const [blocker, blocked] = [await seedMember(), await seedMember()];
  await pairMembers(blocker, blocked);
  // This pair is created last, so that its run is the newest one of today.
  const { one, other } = await createPair();
  await callApi("POST", `/api/blocks/${blocked.id}`, { token: blocker.token });
  await callApi("POST", `/api/admin/members/${one.id}/actions`, {
    token: admin.token,
    body: { kind: "suspend", days: 3, reason: "spam", text: "No advertising." },
  });
  const skips = await seedMember();
  await callApi("PUT", "/api/users/availability", {
    token: skips.token,
    body: { pause: "tomorrow" },
  });
  const ENDED_WORDS = "Today’s conversation has ended early.";
  for (const [member, message] of [
    [other, `${ENDED_WORDS} You go first in the next draw.`],
    [blocker, "You blocked today’s match. You’re in the draw."],
    [blocked, `${ENDED_WORDS} You’re in the draw.`],
    [skips, "No conversation yet. You sit out the next one."],
  ] as const) {
    const answer = await callApi("GET", "/api/pairings/current", { token: member.token });
    expect(answer).toMatchObject({
      status: 404,
      body: { message, code: "pairing_not_found", dayOff: false },
    });
  }
});
