import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { authenticate } from "~/core/auth/session";
import { findToday } from "~/core/pairing/service";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { type DrawDay, readDrawState } from "~/core/shared/draw-state";
import { callApi, emptyDatabase } from "../../support/api";
import {
  blockMember,
  createPair,
  insertPairing,
  pairMembers,
  suspendMember,
} from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "./support";

beforeEach(emptyDatabase);

const NOON = nextMidnightUtc(Date.now()) - 12 * 3600 * 1000;

/** Reads a member's draw state from the database. */
async function readState(member: SeededMember, now = NOON) {
  const viewer = await authenticate(createTestDeps(), member.token);
  const { draw } = await findToday(createTestDeps({}, { now: () => now }), viewer);
  return readDrawState(draw, now);
}

const readDay = async (member: SeededMember): Promise<DrawDay> => (await readState(member)).today;

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

it("a block ends the day for both members, is named only to the blocker, and lets neither go first", async () => {
  const { one, other } = await createPair();
  await blockMember(one, other);
  expect(await readDay(one)).toEqual({ ...ENDED, isOwnBlock: true });
  expect(await readDay(other)).toEqual(ENDED);
});

it("a suspension ends the partner's day and lets them go first, and keeps the member out of the next draw", async () => {
  const { one, other } = await createPair();
  const admin = await seedMember({ is_admin: 1 });
  const { status } = await callApi("POST", `/api/admin/members/${one.id}/actions`, {
    token: admin.token,
    body: { kind: "suspend", days: 3, reason: "spam", text: "No advertising." },
  });
  expect(status).toBe(201);
  const now = Date.now();
  const { today } = await readState(other, now);
  expect(today).toEqual({ ...ENDED, goesFirst: true });
  expect((await readState(one, now)).next.absence).toBe("suspended");
});

it("a conversation of yesterday that ended early is not shown as today's", async () => {
  const one = await seedMember();
  const other = await seedMember();
  const startsAt = nextMidnightUtc(NOON) - 2 * 24 * 3600 * 1000;
  await insertPairing({ one, other, startsAt, expiresAt: startsAt + 3600 * 1000 });
  await blockMember(one, other);
  expect(await readDay(one)).toEqual({ is: "none" });
});

it("a claimed run is shown as a draw in progress, and its result only once it is published", async () => {
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
    waited: 2,
  });
});

it("the 404 of the current pairing has the pages' sentences about today and the next draw", async () => {
  const admin = await seedMember({ is_admin: 1 });
  const [blocker, blocked] = [await seedMember(), await seedMember()];
  await pairMembers(blocker, blocked);
  // Today's run is the newest one, so the run of this pair is stored last.
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

it("a suspended member is in no draw", async () => {
  const member = await seedMember();
  await suspendMember(member);
  expect((await readState(member)).next.absence).toBe("suspended");
});
