import fc from "fast-check";
import { expect } from "vitest";
import {
  anyMember,
  ask,
  bodyOf,
  defineStep,
  expectOk,
  expectRefusal,
  note,
  type Turn,
} from "../ask";
import type { Member, Model, Session } from "../model";
import { ageOn, distanceOf, toDate } from "../night";

const DAY_MS = 24 * 3_600_000;
const PASSWORDS = ["a fine day for tea", "another day, another tea"];
const GENDERS = [null, "Male", "Female"];

export const newSession = (token: string, now: number): Session => ({
  token,
  since: now,
  usedAt: now,
  provenAt: now,
  isOver: false,
});

/** A member as a registration creates them. */
export const newMember = (
  fields: Pick<Member, "id" | "name" | "email" | "dob" | "since"> & Partial<Member>,
): Member => ({
  password: PASSWORDS[0] ?? "",
  gender: null,
  wants: null,
  minAge: null,
  maxAge: null,
  reach: null,
  latitude: null,
  longitude: null,
  location: null,
  bio: null,
  languages: [],
  timezone: null,
  isAdmin: false,
  leftAt: null,
  pause: null,
  wait: 0,
  waitBefore: 0,
  waitedOn: null,
  sessions: [],
  actions: [],
  events: { moves: [], births: [], wishes: [], reports: [], failures: [], messages: [] },
  ...fields,
});

/** The own profile, as every call that returns it contains it. */
export const profileOf = (member: Member, now: number) => ({
  id: member.id,
  user_id: member.id,
  name: member.name,
  email: member.email,
  dob: member.dob,
  age: ageOn(member.dob, toDate(now)),
  gender: member.gender,
  preferred_match_gender: member.wants,
  avatar_url: null,
  location: member.location,
  bio: member.bio,
  languages: member.languages,
  timezone: member.timezone,
  latitude: member.latitude,
  longitude: member.longitude,
  distance_preference: member.reach,
  minimum_age_preference: member.minAge,
  maximum_age_preference: member.maxAge,
  newcomers_away_until: null,
  is_admin: member.isAdmin,
});

const MOST_MEMBERS = 8;

const register = defineStep(
  "register",
  4,
  {
    mail: fc.constantFrom("new", "taken", "left", "left", "barred", "barred"),
    who: anyMember,
    gender: fc.nat({ max: 2 }),
    isAdult: fc.constantFrom(true, true, true, false),
  },
  async (turn, { mail, who, gender, isAdult }) => {
    const { model, system } = turn;
    if (model.members.filter(({ leftAt }) => leftAt === null).length >= MOST_MEMBERS) return;
    const isWanted = {
      new: () => false,
      taken: ({ leftAt }: Member) => leftAt === null,
      left: ({ leftAt }: Member) => leftAt !== null,
      barred: (member: Member) =>
        model.isBarred(member) || (model.barredUntil.get(member.email) ?? 0) > model.now,
    }[mail as "new" | "taken" | "left" | "barred"];
    const wanted = model.members.filter(isWanted);
    const known = wanted[who % Math.max(1, wanted.length)];
    const email = known?.email ?? `new-${model.members.length}@example.org`;
    const name = `Member ${model.members.length}`;
    const dob = isAdult ? "1995-05-05" : toDate(model.now - 17 * 365 * DAY_MS);
    const own = GENDERS[gender] ?? null;
    const words = { gender: own, preferred_match_gender: null, password: PASSWORDS[0] };
    const body = { name, email, dob, ...words };
    const answer = await system.call("POST", "/api/auth/register", { body });
    if (!isAdult) {
      expectRefusal(turn, answer, "invalid_input");
      return;
    }
    const there = model.members.find((one) => one.email === email && one.leftAt === null);
    const isBanned = there && model.restriction(there)?.kind === "ban";
    if (isBanned || (!there && (model.barredUntil.get(email) ?? 0) > model.now)) {
      expectRefusal(turn, answer, "registration_refused");
      return;
    }
    if (there) {
      expectRefusal(turn, answer, "email_taken");
      return;
    }
    expectOk(turn, answer, email.startsWith("new") ? "registered" : "registered again", 201);
    const { token, user } = bodyOf<{ token: string; user: { id: string } }>(answer);
    const sessions = [newSession(token, model.now)];
    const fields = { id: user.id, name, email, dob, gender: own, since: model.now, sessions };
    const member = newMember(fields);
    expect(user).toEqual(profileOf(member, model.now));
    model.members.push(member);
    await system.confirmEmail(user.id);
  },
);

/** Whether a wrong password stays below the limit of failures, which the model does not check. */
const mayFail = (model: Model, member: Member): boolean =>
  model.count(member, "failures", 600_000) < 9;

/** Signs in mostly a member without a session, if there is one. */
const signIn = defineStep(
  "sign in",
  3,
  { who: anyMember, isRight: fc.constantFrom(true, true, false) },
  async (turn, parts) => {
    const { model, system } = turn;
    const isOut = ({ leftAt, sessions }: Member) =>
      leftAt === null && !sessions.some((one) => model.isAlive(one));
    const member = (parts.who % 4 > 0 && model.members.find(isOut)) || model.member(parts.who);
    if (!mayFail(model, member)) return;
    const password = parts.isRight ? member.password : "the wrong password";
    const body = { email: member.email.toUpperCase(), password };
    const answer = await system.call("POST", "/api/auth/login", { body });
    const there = model.members.find((one) => one.email === member.email && one.leftAt === null);
    if (there?.password !== password) {
      member.events.failures.push(model.now);
      expectRefusal(turn, answer, "invalid_credentials");
      return;
    }
    expectOk(turn, answer, "signed in");
    const { token, user } = bodyOf<{ token: string; user: unknown }>(answer);
    expect(user).toEqual(profileOf(there, model.now));
    there.sessions.push(newSession(token, model.now));
  },
);

const signOut = defineStep("sign out", 1, { who: anyMember }, async (turn, { who }) => {
  const member = turn.model.member(who);
  const answer = await ask(turn, member, "POST /api/auth/logout", { whileSuspended: true });
  if (!answer) return;
  expectOk(turn, answer, "signed out");
  const session = member.sessions.pop();
  // The next call tries the dead token if the member has no other.
  if (session) member.sessions.unshift({ ...session, isOver: true });
});

const endOthers = defineStep("end other sessions", 1, { who: anyMember }, async (turn, { who }) => {
  const member = turn.model.member(who);
  const answer = await ask(turn, member, "DELETE /api/auth/sessions");
  if (!answer) return;
  expectOk(turn, answer, "ended other sessions");
  for (const session of member.sessions.slice(0, -1)) session.isOver = true;
});

const listSessions = defineStep("list sessions", 1, { who: anyMember }, async (turn, { who }) => {
  const { model } = turn;
  const member = model.member(who);
  const answer = await ask(turn, member, "GET /api/auth/sessions");
  if (!answer) return;
  const list = bodyOf<{ current: boolean }[]>(answer);
  const alive = member.sessions.map(model.isAlive, model);
  expect(list.filter(({ current }) => current)).toHaveLength(1);
  expect(list.length).toBeGreaterThanOrEqual(alive.filter((one) => one === true).length);
  expect(list.length).toBeLessThanOrEqual(alive.filter((one) => one !== false).length);
});

const changePassword = defineStep(
  "change password",
  1,
  { who: anyMember, given: fc.nat({ max: 2 }), next: fc.nat({ max: 2 }) },
  async (turn, { who, given, next }) => {
    const { model } = turn;
    const member = model.member(who);
    if (!mayFail(model, member)) return;
    const body = {
      currentPassword: PASSWORDS[given] ?? "no password of theirs",
      newPassword: PASSWORDS[next] ?? "password1",
    };
    const answer = await ask(turn, member, "POST /api/auth/reset-password", { body });
    if (!answer) return;
    const isCommon = PASSWORDS[next] === undefined;
    if (isCommon || body.currentPassword !== member.password) {
      if (!isCommon) member.events.failures.push(model.now);
      const codes = ["invalid_input", "current_password_incorrect"] as const;
      expectRefusal(turn, answer, ...(isCommon ? codes : codes.slice(1)));
      return;
    }
    expectOk(turn, answer, "changed the password");
    member.password = body.newPassword;
    for (const session of member.sessions.slice(0, -1)) session.isOver = true;
    for (const session of member.sessions.slice(-1)) session.provenAt = model.now;
  },
);

const ages = fc.constantFrom(null, 18, 19, 29, 30, 34, 35, 36, 50, 80);
type Fields = Partial<{
  name: string;
  bio: string | null;
  location: string | null;
  languages: string[] | null;
  gender: string | null;
  preferred_match_gender: string | null;
  dob: string;
  distance_preference: number | null;
  minimum_age_preference: number | null;
  maximum_age_preference: number | null;
  latitude: number | null;
  longitude: number | null;
  timezone: string | null;
}>;

/** Places: some within 15 km of each other, some within 25, and one far away. */
const PLACES = [
  { latitude: 52.5, longitude: 13.4 },
  { latitude: 52.6, longitude: 13.5 },
  { latitude: 52.4, longitude: 13.1 },
  { latitude: 48.9, longitude: 2.4 },
];
const somePlace = fc.constantFrom(...PLACES);

const someFields: fc.Arbitrary<Fields> = fc.oneof(
  fc.record({ name: fc.constantFrom("Ada", " Ben ", "", "Happenstance") }),
  fc.record({ bio: fc.constantFrom(null, "Tea.", "", "x".repeat(1_001)) }),
  fc.record({ location: fc.constantFrom(null, "Berlin", "52.5, 13.4", "") }),
  fc.record({
    languages: fc.constantFrom<string[] | null>(null, ["en"], ["de", "en"], ["EN"], ["en", "en"]),
  }),
  fc.record({ gender: fc.constantFrom("prefer-not-to-say", null, "Male", "Female", "Other") }),
  fc.record({ preferred_match_gender: fc.constantFrom("surprise-me", null, "Male", "Female") }),
  fc.record({ dob: fc.constantFrom("1994-03-04", "1999-03-05", "2020-01-01", "1999-02-30") }),
  fc.record({ distance_preference: fc.constantFrom(null, 5, 10, 15, 300, 7, 305) }),
  fc.record({ minimum_age_preference: ages, maximum_age_preference: ages }),
  fc.record({ minimum_age_preference: ages }),
  fc.record({ maximum_age_preference: ages }),
  somePlace,
  fc.constantFrom(
    { latitude: null, longitude: null },
    { latitude: 1 },
    { latitude: 91, longitude: 1 },
  ),
  fc.record({ timezone: fc.constantFrom(null, "UTC+05:45", "UTC+05:00", "UTC+01:30") }),
);

const trimmed = (text: string | null) => text?.trim() || null;

/** The member after an edit, or null if its fields are refused. */
function judgeEdit(member: Member, given: Fields, now: number): Member | null {
  const next = { ...member };
  const { name, bio, location, languages, dob, timezone, latitude, longitude } = given;
  if (name !== undefined) {
    if (!name.trim() || name.includes("Happenstance")) return null;
    next.name = name.trim();
  }
  if (bio !== undefined) {
    if ((bio?.length ?? 0) > 1_000) return null;
    next.bio = trimmed(bio);
  }
  if (location !== undefined) next.location = trimmed(location);
  if (languages !== undefined) {
    const codes = languages ?? [];
    if (codes.some((one) => one !== one.toLowerCase()) || new Set(codes).size < codes.length)
      return null;
    next.languages = codes;
  }
  if (given.gender !== undefined) {
    if (given.gender === "Other") return null;
    next.gender = given.gender === "prefer-not-to-say" ? null : given.gender;
  }
  if (given.preferred_match_gender !== undefined) {
    const wants = given.preferred_match_gender;
    next.wants = wants === "surprise-me" ? null : wants;
  }
  if (dob !== undefined) {
    if (dob === "1999-02-30" || ageOn(dob, toDate(now)) < 18) return null;
    next.dob = dob;
  }
  if (given.distance_preference !== undefined) {
    const reach = given.distance_preference;
    if (reach !== null && (reach % 5 !== 0 || reach > 300)) return null;
    next.reach = reach;
  }
  if (given.minimum_age_preference !== undefined) next.minAge = given.minimum_age_preference;
  if (given.maximum_age_preference !== undefined) next.maxAge = given.maximum_age_preference;
  if ((next.minAge ?? 18) >= (next.maxAge ?? 80)) return null;
  if (latitude !== undefined || longitude !== undefined) {
    if (latitude === undefined || longitude === undefined || (latitude ?? 0) > 90) return null;
    Object.assign(next, { latitude, longitude });
  }
  if (timezone !== undefined) {
    if (timezone === "UTC+05:00" || timezone === null || timezone === "UTC+05:45")
      next.timezone = timezone;
    else return null;
  }
  return next;
}

/** Whether the preferences of an edit exclude members that the old ones allowed. */
const isNarrower = (old: Member, next: Member) =>
  (next.wants !== null && next.wants !== old.wants) ||
  (next.minAge ?? 18) > (old.minAge ?? 18) ||
  (next.maxAge ?? 80) < (old.maxAge ?? 80) ||
  (next.reach ?? Number.POSITIVE_INFINITY) < (old.reach ?? Number.POSITIVE_INFINITY);

const isAtOtherPlace = (old: Member, next: Member) =>
  old.latitude !== next.latitude || old.longitude !== next.longitude;

/** Whether a member has moved more than 30 km or given up their place, which resets the wait. */
function hasMovedFar(old: Member, next: Member): boolean {
  if (old.latitude === null) return false;
  const distance = distanceOf(old, next);
  return distance === null || distance > 30;
}

function store(member: Member, next: Member, now: number): void {
  if (isAtOtherPlace(member, next)) member.events.moves.push(now);
  if (next.dob !== member.dob) member.events.births.push(now);
  if (next.gender !== member.gender || next.wants !== member.wants) member.events.wishes.push(now);
  const isNew = next.gender !== member.gender || next.dob !== member.dob;
  if (isNew || isNarrower(member, next) || hasMovedFar(member, next)) {
    Object.assign(next, { wait: 0, waitBefore: 0 });
  }
  Object.assign(member, next);
}

const editProfile = defineStep(
  "edit profile",
  8,
  { who: anyMember, fields: someFields },
  async (turn, { who, fields }) => {
    await edit(turn, turn.model.member(who), fields);
  },
);

async function edit(turn: Turn, member: Member, fields: Fields): Promise<void> {
  const { model } = turn;
  const answer = await ask(turn, member, "PUT /api/users/profile", { body: fields });
  if (!answer) return;
  const next = judgeEdit(member, fields, model.now);
  if (!next) {
    expectRefusal(turn, answer, "invalid_input");
    return;
  }
  const isFull =
    (isAtOtherPlace(member, next) && model.count(member, "moves", DAY_MS) >= 10) ||
    (next.dob !== member.dob && model.count(member, "births", 30 * DAY_MS) >= 5) ||
    model.count(member, "wishes", 30 * DAY_MS) >= 20;
  if (isFull && answer.status === 429) {
    expectRefusal(turn, answer, "too_many_requests");
    return;
  }
  expectOk(turn, answer, "edited the profile");
  store(member, next, model.now);
  expect(answer.body).toEqual(profileOf(member, model.now));
}

/** Leaves one member as the only match of all others, so most of them wait night after night. */
const wishForOne = defineStep("wish for one", 1, { who: anyMember }, async (turn, { who }) => {
  const { model } = turn;
  const one = model.member(who);
  for (const member of model.members) {
    const wishes =
      member === one
        ? { gender: "Female", preferred_match_gender: "surprise-me" }
        : { gender: "Male", preferred_match_gender: "Female" };
    await edit(turn, member, wishes);
  }
});

const move = defineStep(
  "move",
  3,
  { who: anyMember, place: somePlace },
  async (turn, { who, place }) => {
    const { model } = turn;
    const member = model.member(who);
    const body = { latitude: place.latitude + 0.0234, longitude: place.longitude - 0.0123 };
    const answer = await ask(turn, member, "PUT /api/users/location", { body });
    if (!answer) return;
    const isFull =
      isAtOtherPlace(member, { ...member, ...place }) && model.count(member, "moves", DAY_MS) >= 10;
    if (isFull && answer.status === 429) {
      expectRefusal(turn, answer, "too_many_requests");
      return;
    }
    expectOk(turn, answer, "moved");
    const { location, timezone, ...stored } = bodyOf<Member>(answer);
    expect(stored).toEqual(place);
    store(member, { ...member, ...place, location, timezone }, model.now);
  },
);

const setTimezone = defineStep(
  "set timezone",
  1,
  { who: anyMember, timezone: fc.constantFrom("UTC-03:30", "UTC+14:00", "UTC+00:30", "utc+01:00") },
  async (turn, { who, timezone }) => {
    const member = turn.model.member(who);
    const answer = await ask(turn, member, "PUT /api/users/timezone", { body: { timezone } });
    if (!answer) return;
    if (timezone === "UTC+00:30" || timezone === "utc+01:00") {
      expectRefusal(turn, answer, "invalid_input");
      return;
    }
    expectOk(turn, answer, "set the timezone");
    member.timezone = timezone;
  },
);

const pause = defineStep(
  "pause",
  3,
  {
    who: anyMember,
    kind: fc.constantFrom("none", "tomorrow", "until", "open"),
    days: fc.integer({ min: 0, max: 3 }),
  },
  async (turn, { who, kind, days }) => {
    const { model } = turn;
    const member = model.member(who);
    const dateIn = (n: number) => toDate(model.now + n * DAY_MS);
    const body = { pause: kind, ...(kind === "until" ? { until: dateIn(days) } : {}) };
    const answer = await ask(turn, member, "PUT /api/users/availability", { body });
    if (!answer) return;
    if (kind === "until" && days === 0) {
      expectRefusal(turn, answer, "invalid_input");
      return;
    }
    expectOk(turn, answer, kind === "none" ? "ended a pause" : "paused");
    const pauses = {
      none: null,
      tomorrow: { from: dateIn(1), until: dateIn(2) },
      until: { from: dateIn(0), until: dateIn(days) },
      open: { from: dateIn(0), until: null },
    };
    member.pause = pauses[kind as keyof typeof pauses];
    expect(answer.body).toEqual({
      paused: member.pause !== null,
      from: member.pause?.from ?? null,
      until: member.pause?.until ?? null,
    });
  },
);

const leave = defineStep("leave", 2, { who: anyMember }, async (turn, { who }) => {
  const { model } = turn;
  const barred = model.members.filter((one) => one.leftAt === null && model.isBarred(one));
  // Sometimes the member is under a restriction.
  const member = who % 3 === 0 ? (barred[0] ?? model.member(who)) : model.member(who);
  const restriction = model.restriction(member);
  const answer = await ask(turn, member, "DELETE /api/users/account", { whileSuspended: true });
  if (!answer) return;
  expectOk(turn, answer, "left");
  for (const conversation of model.conversations) {
    if (!conversation.two.includes(member) || !model.isOpen(conversation)) continue;
    model.keepPlace(conversation, member);
    note(turn, "lost a partner who left");
  }
  member.leftAt = model.now;
  for (const session of member.sessions) session.isOver = true;
  for (const block of model.blocks) if (block.of === member.email) block.isLeft = true;
  model.reports = model.reports.filter(({ by }) => by !== member);
  if (!restriction) return;
  const end = restriction.until ?? restriction.at + 365 * DAY_MS;
  model.barredUntil.set(member.email, Math.max(end, model.barredUntil.get(member.email) ?? 0));
});

export const ACCOUNT_STEPS = [
  register,
  signIn,
  signOut,
  endOthers,
  listSessions,
  changePassword,
  editProfile,
  wishForOne,
  move,
  setTimezone,
  pause,
  leave,
];
