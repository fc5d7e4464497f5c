import fc from "fast-check";
import { expect } from "vitest";
import {
  anyMember,
  ask,
  askClerk,
  bodyOf,
  type Code,
  defineStep,
  expectOk,
  expectRefusal,
  note,
  sideOf,
  someConversation,
  someSide,
  type Turn,
} from "../ask";
import { type Action, type Member, type Model, PROVEN_MS, type Report } from "../model";
import { leaveLine } from "./conversations";

const DAY_MS = 24 * 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const pair = { at: someConversation, side: someSide, who: anyMember };

/** A member and the target of their call, mostly the partner of a conversation. */
function pairOf(turn: Turn, parts: { at: number; side: number; who: number }): [Member, Member] {
  const { conversation, member } = sideOf(turn, parts);
  const isOfTwo = conversation?.two.includes(member);
  return [
    member,
    isOfTwo && conversation
      ? turn.model.partnerIn(conversation, member)
      : turn.model.member(parts.who),
  ];
}

/** A block, sometimes made twice or taken back. */
const block = defineStep(
  "block",
  4,
  { ...pair, next: fc.constantFrom("nothing", "nothing", "unblock", "unblock", "block") },
  async (turn, parts) => {
    const [member, other] = pairOf(turn, parts);
    await blockMember(turn, member, other);
    if (parts.next === "unblock") await unblockMember(turn, member, other);
    if (parts.next === "block") await blockMember(turn, member, other);
  },
);

async function blockMember(turn: Turn, member: Member, other: Member): Promise<void> {
  const { model } = turn;
  const before = model.blocks.find(({ by, of }) => by === member.email && of === other.email);
  // The contract leaves open what a second block does if the member has left and come back.
  if (before?.isLeft) return;
  const answer = await ask(turn, member, `POST /api/blocks/${other.id}`);
  if (!answer) return;
  if (member === other || other.leftAt !== null) {
    expectRefusal(turn, answer, member === other ? "cannot_block_yourself" : "profile_not_found");
    return;
  }
  expectOk(turn, answer, before ? "blocked again" : "blocked", before ? 200 : 201);
  if (!before) {
    model.blocks.push({ by: member.email, of: other.email, at: model.now, isLeft: false });
  }
  for (const one of model.between(member, other)) if (!model.isOver(one)) one.isShut = true;
}

const unblock = defineStep("unblock", 3, pair, async (turn, parts) => {
  await unblockMember(turn, ...pairOf(turn, parts));
});

async function unblockMember(turn: Turn, member: Member, other: Member): Promise<void> {
  const { model } = turn;
  const block = model.blocks.find(({ by, of }) => by === member.email && of === other.email);
  let id = other.id;
  if (block?.isLeft) {
    const listed = await ask(turn, member, "GET /api/blocks");
    if (!listed) return;
    const rows = bodyOf<{ user_id: string; block_date: string }[]>(listed);
    id = rows.find(({ block_date }) => block_date === iso(block.at))?.user_id ?? "nobody";
  }
  const answer = await ask(turn, member, `DELETE /api/blocks/${id}`);
  if (!answer) return;
  expectOk(turn, answer, block ? "unblocked" : "unblocked nobody");
  model.blocks = model.blocks.filter((one) => one !== block);
}

const REASONS = ["harassment", "spam", "underage", "other"];

interface Complaint {
  at: number;
  reason: string;
  about: string;
}

/** A report, sometimes about a member who has left, made twice, or made after both left a line. */
const report = defineStep(
  "report",
  5,
  {
    ...pair,
    reason: fc.constantFrom(...REASONS, "no reason"),
    about: fc.constantFrom("newest", "newest", "this", "message", "elsewhere"),
    isOfLeft: fc.constantFrom(false, false, true),
    isTwice: fc.constantFrom(false, false, true),
    isAfterLines: fc.constantFrom(false, false, true),
  },
  async (turn, parts) => {
    const { model } = turn;
    if (parts.isAfterLines) {
      for (const side of [0, 1]) await leaveLine(turn, { ...parts, side, line: "the green door" });
    }
    const lost = model.conversations.findLast(
      ({ two }) => two.filter(({ leftAt }) => leftAt !== null).length === 1,
    );
    const [member, other] =
      parts.isOfLeft && lost
        ? lost.two.toSorted((one) => (one.leftAt === null ? -1 : 1))
        : pairOf(turn, parts);
    if (!member || !other) return;
    await reportMember(turn, member, other, parts);
    if (parts.isTwice) await reportMember(turn, member, other, parts);
  },
);

async function reportMember(
  turn: Turn,
  member: Member,
  other: Member,
  parts: Complaint,
): Promise<void> {
  const { model } = turn;
  const shared = model.between(member, other);
  const named = parts.about === "newest" ? undefined : (model.conversation(parts.at) ?? undefined);
  const message = named?.messages[0];
  const body = {
    reason: parts.reason,
    ...(parts.about === "this" && named ? { conversation_id: named.id } : {}),
    ...(parts.about === "message" && named
      ? { conversation_id: named.id, message_id: message?.id ?? "none" }
      : {}),
    ...(parts.about === "elsewhere" ? { conversation_id: "nowhere" } : {}),
  };
  const answer = await ask(turn, member, `POST /api/reports/${other.id}`, { body });
  if (!answer) return;
  if (model.count(member, "reports", DAY_MS) >= 10 && answer.status === 429) {
    expectRefusal(turn, answer, "too_many_requests");
    return;
  }
  const [newest] = [...shared].sort(
    (a, b) =>
      b.expiresAt - a.expiresAt || model.conversations.indexOf(b) - model.conversations.indexOf(a),
  );
  const conversation = parts.about === "elsewhere" ? undefined : (named ?? newest);
  const codes: Code[] = [];
  const left = other.leftAt;
  const isGone = left !== null;
  const mayStill =
    isGone && newest && newest.expiresAt > left - 7 * DAY_MS && model.now < left + 7 * DAY_MS;
  if (member === other) codes.push("cannot_report_yourself");
  else if (shared.length === 0 || (isGone && !mayStill))
    codes.push("profile_not_found", "conversation_not_found");
  else if (!conversation || !shared.includes(conversation)) codes.push("conversation_not_found");
  else if (parts.about === "message" && message?.by !== other) codes.push("message_not_found");
  if (parts.reason === "no reason") codes.splice(0, 9, "invalid_input");
  if (isGone && answer.status === 404)
    codes.push("profile_not_found", "conversation_not_found", "message_not_found");
  const isRefusedGone = isGone && answer.status === 404 && (parts.about !== "newest" || !mayStill);
  if (codes.length > 0 && (!isGone || isRefusedGone || answer.status !== 201)) {
    expectRefusal(turn, answer, ...codes);
    return;
  }
  if (!conversation) throw new Error("a report about no conversation");
  member.events.reports.push(model.now);
  const isOpen = (one: Report) =>
    one.by === member && one.conversation === conversation && one.status === "open";
  if (model.reports.some(isOpen)) {
    expectOk(turn, answer, "added to a report", 201);
    return;
  }
  expectOk(turn, answer, isGone ? "reported one who left" : "reported", 201);
  const list = bodyOf<{ report_id: string }[]>(
    (await ask(turn, member, "GET /api/reports")) ?? answer,
  );
  const known = new Set(model.reports.map(({ id }) => id));
  const id = list.find(({ report_id }) => !known.has(report_id))?.report_id ?? null;
  const messages = isGone ? 0 : conversation.messages.length;
  const made = { by: member, about: other, conversation, reason: parts.reason, messages };
  model.reports.push({ ...made, id, at: model.now, status: "open", outcome: null });
}

/** An admin among the members, or the clerk, who is in no run. */
const someAdmin = fc.constantFrom("member", "clerk", "clerk");

/** The parts of an admin's decision on an appeal. */
const decisionParts = {
  admin: someAdmin,
  who: anyMember,
  decision: fc.constantFrom<"upheld" | "overturned">("upheld", "overturned"),
};

/** Makes a call as an admin. @returns null if it was refused for the session, a restriction or the role */
async function askAdmin(turn: Turn, admin: string, who: number, call: string, body?: unknown) {
  if (admin === "clerk") return { by: null, answer: await askClerk(turn, call, body) };
  const member = who % 3 === 0 ? turn.model.member(who) : turn.model.member(0);
  const answer = await ask(turn, member, call, { body, isForAdmins: true });
  return answer && { by: member, answer };
}

interface Deed {
  admin: string;
  who: number;
  kind: "warn" | "suspend" | "ban" | "lift";
  days: number;
}

/** An action, often on a restricted member, and sometimes followed by another on the same member. */
const act = defineStep(
  "act",
  7,
  {
    admin: someAdmin,
    who: anyMember,
    whom: anyMember,
    isOfRestricted: fc.boolean(),
    kind: fc.constantFrom<Deed["kind"]>("warn", "suspend", "suspend", "ban", "ban", "lift", "lift"),
    next: fc.constantFrom<Deed["kind"] | null>(null, null, null, "suspend", "suspend", "lift"),
    days: fc.constantFrom(1, 1, 1, 2, 0),
  },
  async (turn, { whom, isOfRestricted, next, ...deed }) => {
    const { model } = turn;
    const restricted = model.members.find((one) => one.leftAt === null && model.isBarred(one));
    const member = (isOfRestricted && restricted) || model.member(whom);
    await takeAction(turn, member, deed);
    if (next) await takeAction(turn, member, { ...deed, kind: next });
  },
);

/** Whether an admin has reported a member, was reported by them, or was paired with them in the last 30 days. */
const hasPart = (model: Model, admin: Member, member: Member) =>
  model.reports.some(
    ({ by, about }) => (by === member && about === admin) || (by === admin && about === member),
  ) || wasPaired(model, admin, member);

const wasPaired = (model: Model, admin: Member, member: Member) =>
  model.conversations.some(
    ({ two, date }) =>
      two.includes(admin) &&
      two.includes(member) &&
      date >= iso(model.now - 30 * DAY_MS).slice(0, 10),
  );

async function takeAction(turn: Turn, member: Member, { admin, who, kind, days }: Deed) {
  const { model } = turn;
  const words = { reason: "spam", text: `${kind} at ${model.now}` };
  const body = { kind, ...words, ...(kind === "suspend" ? { days } : {}) };
  const asked = await askAdmin(
    turn,
    admin,
    who,
    `POST /api/admin/members/${member.id}/actions`,
    body,
  );
  if (!asked) return;
  const { by, answer } = asked;
  const restriction = model.restriction(member);
  const isOwnCase = by !== null && hasPart(model, by, member);
  let code: Code | null = null;
  if (kind === "suspend" && days === 0) code = "invalid_input";
  else if (member.leftAt !== null) code = "member_not_found";
  else if (member.isAdmin) code = "admin_protected";
  else if (isOwnCase) code = "other_admin_required";
  else if (kind === "lift" && !restriction) code = "nothing_to_lift";
  if (code) {
    expectRefusal(turn, answer, code);
    return;
  }
  expectOk(turn, answer, `took an action: ${kind}`, 201);
  const until = kind === "suspend" ? model.now + days * DAY_MS : null;
  expect(answer.body).toMatchObject({
    kind,
    ...words,
    until: until && iso(until),
    created_at: iso(model.now),
  });
  const isRestriction = kind === "suspend" || kind === "ban";
  for (const action of member.actions) {
    if (kind === "lift" || (isRestriction && action.kind !== "warn")) action.isEnded = true;
  }
  member.actions.push({
    kind,
    by,
    at: model.now,
    until,
    text: words.text,
    isEnded: false,
    appeal: null,
  } as Action);
  if (!isRestriction) return;
  for (const conversation of model.conversations) {
    if (
      !conversation.two.includes(member) ||
      model.isOver(conversation) ||
      !model.isThere(conversation)
    )
      continue;
    const partner = model.partnerIn(conversation, member);
    if (!model.eitherBlocks(member, partner)) {
      model.keepPlace(conversation, member);
      note(turn, "lost a partner who was suspended");
    }
    // The end of a conversation that the member has closed would show the blocked partner the suspension.
    if (!model.hasBlocked(member, partner)) model.end(conversation);
  }
}

/** An appeal, sometimes followed by one or two decisions. */
const appeal = defineStep(
  "appeal",
  4,
  { who: anyMember, decisions: fc.array(fc.record(decisionParts), { maxLength: 2 }) },
  async (turn, { who, decisions }) => {
    const { model } = turn;
    // Mostly a member with something to appeal, else one who has appealed, else any member.
    const there = model.members.filter(({ leftAt }) => leftAt === null);
    const isNew = (one: Member) => model.inForce(one)?.appeal === null;
    const isAgain = (one: Member) => Boolean(model.inForce(one)?.appeal);
    const chosen = there.find(who % 4 === 0 ? isAgain : isNew) ?? model.member(who);
    const options = { body: { text: "I was asleep." }, whileSuspended: true };
    const answer = await ask(turn, chosen, "POST /api/account/appeal", options);
    if (!answer) return;
    const action = model.inForce(chosen);
    if (!action || action.appeal) {
      expectRefusal(turn, answer, action ? "already_appealed" : "nothing_to_appeal");
      return;
    }
    expectOk(turn, answer, "appealed", 201);
    const rows = bodyOf<{ appeal_id: string; action: { text: string } }[]>(
      await askClerk(turn, "GET /api/admin/appeals"),
    );
    const id = rows.find((row) => row.action.text === action.text)?.appeal_id ?? null;
    expect(id).not.toBeNull();
    action.appeal = { id, state: "open" };
    for (const one of decisions) await decideAppeal(turn, { member: chosen, action }, one);
  },
);

const decide = defineStep(
  "decide an appeal",
  3,
  { at: fc.nat({ max: 3 }), ...decisionParts },
  async (turn, { at, ...given }) => {
    const all = turn.model.members
      .filter(({ leftAt }) => leftAt === null)
      .flatMap((member) => member.actions.map((action) => ({ member, action })))
      .filter(({ action }) => action.appeal);
    await decideAppeal(turn, all[at % Math.max(1, all.length)], given);
  },
);

async function decideAppeal(
  turn: Turn,
  one: { member: Member; action: Action } | undefined,
  { admin, who, decision }: { admin: string; who: number; decision: "upheld" | "overturned" },
): Promise<void> {
  const { model } = turn;
  const appeal = one?.action.appeal;
  const body = { decision, text: "Read again." };
  const path = `/api/admin/appeals/${appeal?.id ?? "nothing"}`;
  const asked = await askAdmin(turn, admin, who, `PUT ${path}`, body);
  if (!asked) return;
  const { by, answer } = asked;
  if (!one || !appeal) {
    expectRefusal(turn, answer, "appeal_not_found");
    return;
  }
  const { member, action } = one;
  const isOwn = action.by === by || (by !== null && hasPart(model, by, member));
  const codes: Code[] = [];
  if (appeal.state !== "open") codes.push("already_decided");
  // The clerk decides alone when no other admin is there who may.
  const isFree = (one: Member) =>
    one.isAdmin && one.leftAt === null && model.isHere(one) && !hasPart(model, one, member);
  const isAnyOther = by !== null ? action.by !== null : model.members.some(isFree);
  if (isOwn && isAnyOther) codes.push("other_admin_required");
  if (codes.length > 0) {
    expectRefusal(turn, answer, ...codes);
    return;
  }
  const isInForce = model.inForce(member) === action;
  expectOk(turn, answer, `decided an appeal: ${decision}`);
  appeal.state = decision;
  if (decision === "upheld") return;
  action.isEnded = true;
  if (isInForce) for (const earlier of member.actions) earlier.isEnded = true;
}

const resolve = defineStep(
  "resolve a report",
  3,
  {
    admin: someAdmin,
    who: anyMember,
    at: fc.nat({ max: 3 }),
    status: fc.constantFrom("resolved", "resolved", "open"),
    outcome: fc.constantFrom("acted", "no_breach", undefined),
  },
  async (turn, { admin, who, at, status, outcome }) => {
    const { model } = turn;
    const one = model.reports[at % Math.max(1, model.reports.length)];
    const id = one?.id ?? "no-report";
    const body = { status, ...(outcome ? { outcome } : {}) };
    const asked = await askAdmin(turn, admin, who, `PUT /api/admin/reports/${id}`, body);
    if (!asked) return;
    const { by, answer } = asked;
    if (!one || one.id === null || one.about === by) {
      expectRefusal(turn, answer, "report_not_found");
      return;
    }
    const accuses = ({ by: reporter, about }: Report) => reporter === by && about === one.about;
    if (by !== null && (model.reports.some(accuses) || wasPaired(model, by, one.about))) {
      expectRefusal(turn, answer, "other_admin_required");
      return;
    }
    // Resolving a report about a member who has left deletes it.
    const isGone = one.about.leftAt !== null;
    if (isGone && answer.status === 404) {
      expectRefusal(turn, answer, "report_not_found");
      expect(one.status).toBe("resolved");
      return;
    }
    expectOk(turn, answer, status === "open" ? "opened a report again" : "resolved a report");
    Object.assign(one, { status, outcome: status === "open" ? null : (outcome ?? "no_breach") });
    if (isGone && status === "resolved")
      model.reports = model.reports.filter((other) => other !== one);
  },
);

async function signInClerk({ model, system }: Turn): Promise<void> {
  const { email, password } = model.clerk;
  const answer = await system.call("POST", "/api/auth/login", { body: { email, password } });
  expect(answer.status).toBe(200);
  const { token } = bodyOf<{ token: string }>(answer);
  Object.assign(model.clerk, { token, provenAt: model.now });
}

const evidence = defineStep(
  "read evidence",
  3,
  { admin: someAdmin, who: anyMember, at: fc.nat({ max: 3 }) },
  async (turn, { admin, who, at }) => {
    const { model } = turn;
    const one = model.reports[at % Math.max(1, model.reports.length)];
    const call = `GET /api/admin/reports/${one?.id ?? "no-report"}`;
    const asked = await askAdmin(turn, admin, who, call);
    if (!asked) return;
    const { by } = asked;
    let { answer } = asked;
    const { provenAt = 0 } = by ? (by.sessions.at(-1) ?? {}) : model.clerk;
    if (model.now - provenAt >= PROVEN_MS) {
      expectRefusal(turn, answer, "password_required");
      if (by) return;
      await signInClerk(turn);
      answer = await askClerk(turn, call);
    }
    if (!one || one.id === null || one.about === by) {
      expectRefusal(turn, answer, "report_not_found");
      return;
    }
    expectOk(turn, answer, "read evidence");
    const { evidence = [] } = bodyOf<{ evidence?: { content: string }[] }>(answer);
    const words = one.conversation.messages.map(({ content }) => content);
    const given = one.conversation.answers.flatMap((by) => [...by.values()]);
    const left = [...one.conversation.lines.values()];
    for (const { content } of evidence) expect([...words, ...given, ...left]).toContain(content);
    expect(evidence.length).toBeGreaterThanOrEqual(Math.min(50, one.messages));
  },
);

export const MODERATION_STEPS = [block, unblock, report, act, appeal, decide, resolve, evidence];
