import fc from "fast-check";
import { expect } from "vitest";
import { anyMember, ask, askClerk, bodyOf, defineStep, expectOk, note, type Turn } from "../ask";
import type { Card, Conversation, Member } from "../model";
import {
  ageOn,
  areCompatible,
  findFlaw,
  isRepeat,
  judgeWaits,
  membersOf,
  type Pair,
  toDate,
} from "../night";
import { checkDay, listOpen } from "./views";

const DAY_MS = 24 * 3_600_000;
const nextMidnight = (now: number) => (Math.floor(now / DAY_MS) + 1) * DAY_MS;

/** Sets the clock. On a new day each member makes a call, so that their session stays alive. */
async function goTo(turn: Turn, now: number): Promise<void> {
  const { model, system } = turn;
  const isNewDay = toDate(now) !== toDate(model.now);
  model.now = now;
  system.setTime(now);
  if (!isNewDay) return;
  for (const member of model.members) {
    const session = member.sessions.at(-1);
    if (!session || model.isAlive(session) === false) continue;
    await ask(turn, member, "GET /api/users/me", { whileSuspended: true });
  }
}

/** The subject as the viewer keeps seeing them after the pairing. */
function cardOf(subject: Member, viewer: Member, date: string): Card {
  const { name, location, latitude, longitude, gender } = subject;
  const shared = viewer.languages.filter((code) => subject.languages.includes(code));
  return { name, location, latitude, longitude, gender, age: ageOn(subject.dob, date), shared };
}

/** Checks a published run against the rules, and copies it into the model. */
async function adopt(
  turn: Turn,
  trigger: "cron" | "admin",
  counts?: { pairs: number; unmatched: number },
): Promise<void> {
  const { model } = turn;
  const date = toDate(model.now);
  const members = membersOf(model, date);
  for (const conversation of model.conversations) {
    if (conversation.two.some((one) => members.includes(one))) model.end(conversation);
  }
  const known = new Set(model.conversations.map(({ id }) => id));
  const rows = (await listOpen(turn)).filter(({ pairing_id }) => !known.has(pairing_id));
  const memberOf = (id: string) => {
    const member = model.members.find((one) => one.id === id);
    if (!member) throw new Error("a pair with somebody unknown");
    return member;
  };
  const pairs = rows.map(
    ({ user1_id, user2_id }): Pair => [memberOf(user1_id), memberOf(user2_id)],
  );
  expect(findFlaw(model, { members, pairs, date })).toBeNull();
  const unmatched = members.length - 2 * pairs.length;
  if (counts) expect(counts).toMatchObject({ pairs: pairs.length, unmatched });
  const [run] = bodyOf<{ run_id: string }[]>(await askClerk(turn, "GET /api/admin/runs"));
  const repeats = pairs.filter((pair) => isRepeat(model, pair, date)).length;
  const figures = { members: members.length, pairs: pairs.length, unmatched, repeats };
  expect(run).toMatchObject({ date, trigger, state: "published", ...figures });
  if (repeats > 0) note(turn, "paired again");
  if (unmatched > 0) note(turn, "left out");
  judgeWaits(model, { members, pairs, date });
  if (model.members.some(({ wait }) => wait > 1)) note(turn, "waited twice");
  const id = run?.run_id ?? "";
  model.runs.push({ id, date });
  model.left = { date, members: new Set(members.filter((one) => !pairs.flat().includes(one))) };
  for (const [i, two] of pairs.entries()) {
    model.met.push({ emails: two.map(({ email }) => email), date });
    model.conversations.push({
      id: rows[i]?.pairing_id ?? "",
      run: id,
      two,
      date,
      publishedAt: model.now,
      expiresAt: nextMidnight(model.now),
      endedEarly: false,
      isShut: false,
      opened: new Set(),
      cards: new Map([
        [two[0], cardOf(two[0], two[1], date)],
        [two[1], cardOf(two[1], two[0], date)],
      ]),
      messages: [],
      lines: new Map(),
      answers: [new Map(), new Map(), new Map()],
      isRevealed: [false, false, false],
    } satisfies Conversation);
  }
}

/** Makes the night before the sequence, so that it begins with conversations. */
export async function firstNight(turn: Turn): Promise<void> {
  await goTo(turn, nextMidnight(turn.model.now));
  await makeNight(turn);
}

/** Runs the cron of the current date. */
async function makeNight(turn: Turn): Promise<void> {
  const { model, system } = turn;
  await system.runCron(model.now);
  if (model.runs.some(({ date }) => date === toDate(model.now))) {
    note(turn, "a second cron");
    const open = (await listOpen(turn)).map(({ pairing_id }) => pairing_id);
    expect(new Set(open)).toEqual(
      new Set(model.conversations.filter(model.isOpen).map(({ id }) => id)),
    );
    return;
  }
  note(turn, "a night");
  await adopt(turn, "cron");
}

const someTime = fc.constantFrom(false, false, false, true);
const night = defineStep("night", 6, { isLate: someTime }, async (turn, { isLate }) => {
  // A late cron makes the run of the date on which it starts.
  if (!isLate) await goTo(turn, nextMidnight(turn.model.now));
  await makeNight(turn);
});

const trigger = defineStep(
  "trigger",
  3,
  { who: anyMember, isMember: fc.constantFrom(false, false, false, true) },
  async (turn, { who, isMember }) => {
    const member = turn.model.member(isMember ? who : 0);
    const answer = await ask(turn, member, "POST /api/pairings/trigger-pairings", {
      isForAdmins: true,
    });
    if (!answer) return;
    expectOk(turn, answer, "triggered a run");
    await adopt(turn, "admin", bodyOf<{ pairs: number; unmatched: number }>(answer));
  },
);

/** The next time at which something ends by itself: a conversation, a suspension or the day. */
function nextBorder({ model }: Turn): number {
  const ends = [
    ...model.conversations.map(({ expiresAt }) => expiresAt),
    ...model.members.flatMap(({ actions }) => actions.map(({ until }) => until ?? 0)),
  ].filter((at) => at > model.now);
  return Math.min(nextMidnight(model.now), ...ends);
}

const wait = defineStep(
  "wait",
  6,
  {
    for: fc.constantFrom(
      "a minute",
      "hours",
      "the next end",
      "the moment before the next end",
      "the end of a suspension",
    ),
    isWatched: fc.boolean(),
  },
  async (turn, parts) => {
    const { model } = turn;
    const { now } = model;
    const border = nextBorder(turn);
    const suspended = model.members.flatMap((one) => model.restriction(one)?.until ?? []);
    const ends = {
      "a minute": now + 60_000,
      hours: now + 7 * 3_600_000,
      "the next end": border,
      "the end of a suspension": Math.min(...suspended, now + 3 * DAY_MS),
    };
    if (parts.for === "the end of a suspension" && suspended.length === 0) return;
    await goTo(turn, ends[parts.for as keyof typeof ends] ?? Math.max(now, border - 1));
    model.isAtBorder = true;
    if (!parts.isWatched) return;
    const { two = [] } = model.conversation(0) ?? {};
    const freed = model.members.filter(({ actions }) =>
      actions.some(({ until }) => until === model.now),
    );
    for (const member of new Set([...two, ...freed])) await checkDay(turn, member);
  },
);

/** The chores after a night change nothing that a member sees. */
const chores = defineStep("do the chores", 2, {}, async ({ model, system }) => {
  await system.runChores(model.now);
});

const why = defineStep("ask why", 1, { who: anyMember }, async (turn, { who }) => {
  const { model } = turn;
  const member = model.member(who);
  const answer = await ask(turn, member, "GET /api/pairings/today/why");
  if (!answer) return;
  expectOk(turn, answer, "asked why");
  const today = toDate(model.now);
  const isLeft = model.left.date === today && model.left.members.has(member);
  const { considered } = bodyOf<{ considered: unknown }>(answer);
  // The API hides its counts in a population this small.
  if (considered !== null) expect([considered, isLeft]).toEqual([considered, true]);
  if (isLeft && model.members.some((one) => areCompatible(model, member, one, today)))
    note(turn, "left out with a choice");
});

export const NIGHT_STEPS = [night, chores, trigger, wait, why];
