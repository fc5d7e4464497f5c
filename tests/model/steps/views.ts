import fc from "fast-check";
import { expect } from "vitest";
import {
  anyMember,
  ask,
  askClerk,
  bodyOf,
  defineStep,
  expectOk,
  expectRefusal,
  type Turn,
} from "../ask";
import type { Conversation, Member, Model } from "../model";
import { ageOn, toDate } from "../night";
import { profileOf } from "./accounts";

const iso = (at: number) => new Date(at).toISOString();
/** No other member sees a place that is written as coordinates. */
const toOthers = (location: string | null) =>
  location && /^[\d.,\s-]+$/.test(location) ? null : location;

async function checkMe(turn: Turn, member: Member): Promise<void> {
  const answer = await ask(turn, member, "GET /api/users/me", { whileSuspended: true });
  if (!answer) return;
  expectOk(turn, answer, "read the own profile");
  expect(answer.body).toEqual(profileOf(member, turn.model.now));
}

async function checkCurrent(turn: Turn, member: Member): Promise<void> {
  const { model } = turn;
  const answer = await ask(turn, member, "GET /api/pairings/current");
  if (!answer) return;
  const open = model.openOf(member);
  const today = toDate(model.now);
  if (!open) {
    expectRefusal(turn, answer, "pairing_not_found");
    expect(answer.body).toMatchObject({
      dayOff: model.left.date === today && model.left.members.has(member),
    });
    return;
  }
  expectOk(turn, answer, "read the open conversation");
  const partner = model.partnerIn(open, member);
  const age = ageOn(partner.dob, today);
  expect(answer.body).toEqual({
    conversation: { id: open.id, expiryDate: iso(open.expiresAt) },
    partner: {
      user_id: partner.id,
      name: partner.name,
      avatar_url: null,
      location: toOthers(partner.location),
      latitude: partner.latitude,
      longitude: partner.longitude,
      dob: `${Number(today.slice(0, 4)) - age}-01-01`,
      age,
      shared_languages: open.cards.get(partner)?.shared,
    },
  });
}

/** The conversations of a member that are over, newest first. */
const pastOf = (model: Model, member: Member): Conversation[] =>
  model.conversations
    .filter((one) => one.two.includes(member) && model.isOver(one) && model.isThere(one))
    .toReversed()
    .sort((one, other) => other.expiresAt - one.expiresAt);

function pastRow(model: Model, member: Member, conversation: Conversation) {
  const partner = model.partnerIn(conversation, member);
  const card = conversation.cards.get(partner);
  const isHidden = model.hasBlocked(partner, member);
  return {
    conversation_id: conversation.id,
    expiry_date: iso(conversation.expiresAt),
    partner_id: partner.id,
    partner_name: card?.name,
    partner_avatar: null,
    partner_location: isHidden ? null : toOthers(card?.location ?? null),
    partner_latitude: isHidden ? null : card?.latitude,
    partner_longitude: isHidden ? null : card?.longitude,
    partner_dob: expect.stringMatching(/-01-01$/),
    partner_age: card?.age,
    shared_languages: card?.shared,
  };
}

async function checkPast(turn: Turn, member: Member, after = 0): Promise<void> {
  const { model } = turn;
  const all = pastOf(model, member);
  const [cursor] = after > 0 ? all.slice(after - 1) : [];
  const query = cursor ? `?before=${cursor.id}` : "";
  const answer = await ask(turn, member, `GET /api/pairings/past${query}`);
  if (!answer) return;
  expectOk(turn, answer, "read the history");
  const rows = cursor ? all.slice(after) : all;
  expect(answer.body).toEqual(rows.map((one) => pastRow(model, member, one)));
  const [newest] = all;
  if (!newest) return;
  const older = await ask(turn, member, `GET /api/pairings/past?before=${iso(newest.expiresAt)}`);
  const expected = all.filter(({ expiresAt }) => expiresAt < newest.expiresAt).map(({ id }) => id);
  if (older)
    expect(bodyOf<{ conversation_id: string }[]>(older).map((one) => one.conversation_id)).toEqual(
      expected,
    );
}

async function checkBlocks(turn: Turn, member: Member): Promise<void> {
  const { model } = turn;
  const answer = await ask(turn, member, "GET /api/blocks");
  if (!answer) return;
  expectOk(turn, answer, "read the own blocks");
  const own = model.blocks.filter(({ by }) => by === member.email).toReversed();
  const list = bodyOf<{ user_id: string; name: string; block_date: string }[]>(answer);
  expect(list).toHaveLength(own.length);
  // A block of a deleted member names no one.
  for (const [i, block] of own.entries()) {
    const row = list[i];
    expect(row?.block_date).toBe(iso(block.at));
    if (block.isLeft) expect(row?.name).toBe("A member who has left");
    const there = model.members.find(({ email, leftAt }) => email === block.of && leftAt === null);
    if (!block.isLeft) expect(row?.user_id).toBe(there?.id);
  }
}

async function checkReports(turn: Turn, member: Member): Promise<void> {
  const { model } = turn;
  const answer = await ask(turn, member, "GET /api/reports");
  if (!answer) return;
  expectOk(turn, answer, "read the own reports");
  const list =
    bodyOf<{ report_id: string; user_id: string | null; reason: string; outcome: string }[]>(
      answer,
    );
  const own = model.reports.filter(({ by, about }) => by === member && about.leftAt === null);
  expect(list.filter(({ user_id }) => user_id !== null)).toEqual(
    own.toReversed().map((report) =>
      expect.objectContaining({
        report_id: report.id ?? expect.any(String),
        user_id: report.about.id,
        reason: report.reason,
        created_at: iso(report.at),
        outcome: report.status === "open" ? "received" : (report.outcome ?? "no_breach"),
      }),
    ),
  );
}

async function checkStanding(turn: Turn, member: Member): Promise<void> {
  const { model } = turn;
  const answer = await ask(turn, member, "GET /api/account/standing", { whileSuspended: true });
  if (!answer) return;
  expectOk(turn, answer, "read the standing");
  const action = model.inForce(member);
  const words = { warn: "warned", suspend: "suspended", ban: "banned", lift: "good" };
  expect(answer.body).toMatchObject({
    standing: action ? words[action.kind] : "good",
    action: action
      ? {
          kind: action.kind,
          text: action.text,
          until: action.until && iso(action.until),
          created_at: iso(action.at),
        }
      : null,
  });
  if (action) expect(answer.body).toMatchObject({ appeal: action.appeal?.state ?? null });
}

async function checkExists(turn: Turn, member: Member): Promise<void> {
  const answer = await ask(turn, member, "GET /api/pairings/check-pairings-exist");
  if (!answer) return;
  expectOk(turn, answer, "asked for open pairings");
  expect(answer.body).toEqual({ pairingsExist: turn.model.conversations.some(turn.model.isOpen) });
}

async function checkExport(turn: Turn, member: Member): Promise<void> {
  const { model } = turn;
  const answer = await ask(turn, member, "GET /api/users/export", { whileSuspended: true });
  if (!answer) return;
  expectOk(turn, answer, "took the export");
  const own = model.conversations.filter((one) => one.two.includes(member) && model.isThere(one));
  type Exported = { conversation_id: string; messages: { content: string }[] };
  const { conversations, sealed_addresses, blocks } = bodyOf<{
    conversations: Exported[];
    sealed_addresses: { conversation_id: string }[];
    blocks: unknown[];
  }>(answer);
  const toTexts = (one: Exported) => [
    one.conversation_id,
    ...one.messages.map(({ content }) => content),
  ];
  expect(new Set(conversations.map((one) => toTexts(one).join("\n")))).toEqual(
    new Set(
      own.map(({ id, messages }) => [id, ...messages.map(({ content }) => content)].join("\n")),
    ),
  );
  const lines = own
    .filter(({ lines }) => lines.has(member))
    .map((one) => ({
      conversation_id: one.id,
      mine: one.lines.get(member) ?? null,
      theirs:
        model.areLinesRevealed(one) && one.lines.get(member)
          ? (one.lines.get(model.partnerIn(one, member)) ?? null)
          : null,
    }));
  expect(new Set(sealed_addresses)).toEqual(new Set(lines));
  expect(blocks).toHaveLength(model.blocks.filter(({ by }) => by === member.email).length);
}

const VIEWS = {
  me: checkMe,
  current: checkCurrent,
  past: checkPast,
  blocks: checkBlocks,
  reports: checkReports,
  standing: checkStanding,
  exists: checkExists,
  export: checkExport,
};

const names = Object.keys(VIEWS) as (keyof typeof VIEWS)[];
const look = defineStep(
  "look",
  6,
  { who: anyMember, view: fc.constantFrom(...names) },
  async (turn, { who, view }) => {
    await VIEWS[view](turn, turn.model.member(who));
  },
);

const page = defineStep(
  "look further back",
  1,
  { who: anyMember, after: fc.integer({ min: 1, max: 2 }) },
  async (turn, parts) => {
    await checkPast(turn, turn.model.member(parts.who), parts.after);
  },
);

/** Checks what a member sees of the day and of past days. */
export async function checkDay(turn: Turn, member: Member): Promise<void> {
  await checkCurrent(turn, member);
  await checkPast(turn, member);
}

/** Checks all views of a member. */
export async function checkViews(turn: Turn, member: Member): Promise<void> {
  for (const view of names) await VIEWS[view](turn, member);
}

const profile = defineStep(
  "look at a profile",
  5,
  { who: anyMember, whom: anyMember },
  async (turn, { who, whom }) => {
    await checkProfile(turn, turn.model.member(who), turn.model.member(whom));
  },
);

/** Checks the profile of another member, or the own one, as a member sees it. */
export async function checkProfile(turn: Turn, member: Member, other: Member): Promise<void> {
  const { model } = turn;
  const answer = await ask(turn, member, `GET /api/users/${other.id}`);
  if (!answer) return;
  const shared = model.between(member, other);
  const open = model.openOf(member);
  const seesNow =
    member === other || member.isAdmin || (open !== undefined && shared.includes(open));
  const newest = [...shared].sort((a, b) => a.expiresAt - b.expiresAt).at(-1);
  const isHidden = model.hasBlocked(other, member) && !member.isAdmin;
  if (other.leftAt !== null || isHidden || !(seesNow || newest)) {
    expectRefusal(turn, answer, "profile_not_found");
    return;
  }
  expectOk(turn, answer, seesNow ? "saw a profile of today" : "saw a profile of then");
  const card = newest?.cards.get(other);
  const now = { ...other, age: ageOn(other.dob, toDate(model.now)) };
  const seen = seesNow ? now : { ...now, ...card, bio: null };
  const { name, age, gender, bio, location } = seen;
  // Only the owner sees a place that is written as coordinates. The contract leaves open in which calls.
  const seenPlace = bodyOf<{ location: string | null }>(answer).location;
  const isOwnPlace = member === other && seenPlace === location;
  const shownLocation = isOwnPlace ? location : toOthers(location);
  expect(answer.body).toMatchObject({
    user_id: other.id,
    id: other.id,
    name,
    age,
    gender,
    bio,
    ...(member.isAdmin ? {} : { location: shownLocation }),
    ...(card && member !== other ? { shared_languages: card.shared } : {}),
  });
}

const lists = fc.constantFrom("pairings", "blocks", "members", "runs");
const adminLists = defineStep(
  "look at the desk",
  2,
  { who: anyMember, list: lists },
  async (turn, { who, list }) => {
    const { model } = turn;
    const member = model.member(who);
    const path = list === "blocks" ? "/api/blocks/admin/all" : `/api/admin/${list}`;
    const answer = await ask(turn, member, `GET ${path}`, { isForAdmins: true });
    if (!answer) return;
    expectOk(turn, answer, "read a list of the desk");
    const rows = bodyOf<Record<string, string>[]>(answer);
    const there = model.members.filter(({ leftAt }) => leftAt === null);
    const idOf = (email: string) => there.find((one) => one.email === email)?.id;
    if (list === "pairings") {
      const open = model.conversations.filter(model.isOpen).map(({ id }) => id);
      expect(new Set(rows.map(({ pairing_id }) => pairing_id))).toEqual(new Set(open));
    } else if (list === "members") {
      const ids = new Set(rows.map(({ user_id }) => user_id));
      for (const { id } of there) expect([...ids]).toContain(id);
      expect(rows).toHaveLength(there.length + 1);
    } else if (list === "blocks") {
      const both = model.blocks.filter(({ by, of }) => idOf(by) && idOf(of));
      const toKeys = (pairs: (string | undefined)[][]) =>
        new Set(pairs.map((pair) => pair.join(" ")));
      expect(toKeys(rows.map((row) => [row.blocker_id, row.blocked_id]))).toEqual(
        toKeys(both.map(({ by, of }) => [idOf(by), idOf(of)])),
      );
    } else {
      expect(rows).toHaveLength(model.runs.length);
    }
  },
);

const ODD = [
  ["GET /api/nowhere", "not_found"],
  ["DELETE /api/users/me", "method_not_allowed"],
  ["PUT /api/users/profile", "invalid_json"],
  ["PUT /api/users/profile", "unsupported_media_type"],
  ["PUT /api/users/profile", "body_too_large"],
  ["GET /api/users/me", "unauthenticated"],
] as const;
const BODIES = {
  invalid_json: '{"name":',
  unsupported_media_type: "name=Ada",
  body_too_large: `{"name":"${"x".repeat(66_000)}"}`,
};

const odd = defineStep(
  "ask oddly",
  2,
  { at: fc.nat({ max: ODD.length - 1 }) },
  async (turn, { at }) => {
    const { model, system } = turn;
    const [call, code] = ODD[at] ?? ODD[0];
    const [method = "", path = ""] = call.split(" ");
    const body = BODIES[code as keyof typeof BODIES];
    const headers = {
      "content-type": code === "unsupported_media_type" ? "text/plain" : "application/json",
    };
    const token = code === "unauthenticated" ? "not.a.token" : model.clerk.token;
    expectRefusal(turn, await system.call(method, path, { token, body, headers }), code);
  },
);

/** The open conversations, as the desk lists them. */
export async function listOpen(turn: Turn) {
  const answer = await askClerk(turn, "GET /api/admin/pairings");
  expectOk(turn, answer, "read the open pairings");
  return bodyOf<{ pairing_id: string; pairing_date: string; user1_id: string; user2_id: string }[]>(
    answer,
  );
}

export const VIEW_STEPS = [look, page, profile, adminLists, odd];
