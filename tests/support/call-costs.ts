import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { digestToken } from "~/core/accounts/mail-tokens";
import { passwords } from "~/core/accounts/passwords";
import { newSecret } from "~/core/shared/random";
import { createDatabase } from "~/db/client";
import { insertSample, insertSnapshot } from "~/db/pairing/run-snapshots";
import { createApp } from "~/worker/app";
import { callApi } from "./api";
import { meterDatabase, type RoundTrip } from "./metered-db";
import { pairMembers } from "./pairs";
import { seedMember, seedSession } from "./seed";

interface CostScene {
  token: string;
  secondToken: string;
  email: string;
  password: string;
  partnerId: string;
  strangerId: string;
  /** The conversation is open and has {@link MESSAGES} messages. Half of them are the partner's, and unread. */
  conversationId: string;
  newestMessageId: string;
  /**
   * The tokens of two links in mails: one for a new password, one for the second confirmation of a change of address.
   */
  resetToken: string;
  changeToken: string;
  adminToken: string;
  /** An open report, an open appeal, a reported member and a banned one. */
  desk: { reportId: string; appealId: string; memberId: string; barredId: string };
  /** The token of a member who has a day off. The run's snapshot has {@link SNAPSHOT_ROWS} rows. */
  leftOutToken: string;
}

/** Only more messages or more past pairings can make a call cost more. */
export const MESSAGES = 20;
const PAST_PAIRINGS = 10;
/** A snapshot row covers some 10,000 members. */
const SNAPSHOT_ROWS = 10;

interface CostedCall {
  name: string;
  /**
   * The exact number of trips to the database before the answer, and of rows read. A higher number shows that a query
   * got worse. The numbers are the same with 100,000 members and 1,000,000 messages.
   */
  cost: [status: number, roundTrips: number, rowsRead: number];
  /** By default the path in the name, of the partner or of the open conversation. */
  path?: (scene: CostScene) => string;
  body?: (scene: CostScene) => unknown;
  token?: (scene: CostScene) => string;
  withMail?: true;
  /** The call answers a whole list (docs/rules.md#messages), so it reads more rows if the list is longer. */
  readsAll?: true;
}

const admin = { token: ({ adminToken }: CostScene) => adminToken };
const DECISION = { reason: "spam", text: "words" };
const actOn = (id: string) => `/api/admin/members/${id}/actions`;

const ADMIN_CALLS: CostedCall[] = [
  { name: "GET /api/admin/pairings", cost: [200, 2, 93], ...admin, readsAll: true },
  { name: "GET /api/blocks/admin/all", cost: [200, 2, 24], ...admin, readsAll: true },
  { name: "GET /api/admin/runs", cost: [200, 2, 50], ...admin, readsAll: true },
  { name: "GET /api/admin/reports", cost: [200, 2, 71], ...admin },
  { name: "GET /api/admin/reports?evidence=1", cost: [200, 2, 44], ...admin },
  {
    name: "GET /api/admin/reports?before",
    cost: [200, 2, 48],
    path: ({ desk }) => `/api/admin/reports?before=${desk.reportId}&status=open`,
    ...admin,
  },
  {
    name: "GET /api/admin/reports/{id}",
    cost: [200, 2, 22],
    path: ({ desk }) => `/api/admin/reports/${desk.reportId}`,
    ...admin,
  },
  {
    name: "PUT /api/admin/reports/{id}",
    cost: [200, 2, 18],
    path: ({ desk }) => `/api/admin/reports/${desk.reportId}`,
    body: () => ({ status: "resolved", outcome: "acted" }),
    ...admin,
  },
  {
    name: "GET /api/admin/members",
    cost: [200, 2, 73],
    path: () => "/api/admin/members?limit=5",
    ...admin,
  },
  {
    name: "GET /api/admin/members?before",
    cost: [200, 2, 75],
    path: ({ desk }) => `/api/admin/members?limit=5&before=${desk.memberId}`,
    ...admin,
  },
  {
    name: "GET /api/admin/members/{id}",
    cost: [200, 2, 46],
    path: ({ desk }) => `/api/admin/members/${desk.memberId}`,
    ...admin,
  },
  {
    name: "POST /api/admin/members/{id}/actions (warn)",
    cost: [201, 3, 22],
    path: ({ desk }) => actOn(desk.memberId),
    body: ({ desk }) => ({ ...DECISION, kind: "warn", report_id: desk.reportId }),
    ...admin,
  },
  {
    name: "POST /api/admin/members/{id}/actions (suspend)",
    cost: [201, 3, 72],
    path: ({ desk }) => actOn(desk.memberId),
    body: () => ({ ...DECISION, kind: "suspend", days: 7 }),
    ...admin,
  },
  {
    name: "POST /api/admin/members/{id}/actions (lift)",
    cost: [201, 3, 32],
    path: ({ desk }) => actOn(desk.memberId),
    body: () => ({ ...DECISION, kind: "lift" }),
    ...admin,
  },
  {
    name: "POST /api/admin/members/{id}/actions (ban)",
    cost: [201, 3, 49],
    path: ({ desk }) => actOn(desk.memberId),
    body: () => ({ ...DECISION, kind: "ban" }),
    ...admin,
  },
  { name: "GET /api/admin/appeals", cost: [200, 2, 46], ...admin },
  {
    name: "PUT /api/admin/appeals/{id}",
    cost: [200, 2, 39],
    path: ({ desk }) => `/api/admin/appeals/${desk.appealId}`,
    body: () => ({ decision: "overturned", text: "words" }),
    ...admin,
  },
];

/** All calls except the triggered run, in an order in which each finds the records that it needs. */
export const CALLS: CostedCall[] = [
  ...ADMIN_CALLS,
  { name: "GET /api/users/me", cost: [200, 1, 3] },
  { name: "GET /api/users/{userId}", cost: [200, 2, 9] },
  {
    name: "PUT /api/users/profile",
    cost: [200, 2, 10],
    body: () => ({ bio: "words", minimum_age_preference: 20 }),
  },
  {
    name: "PUT /api/users/timezone",
    cost: [200, 2, 16],
    body: () => ({ timezone: "UTC+01:00" }),
  },
  {
    name: "PUT /api/users/location",
    cost: [200, 2, 17],
    body: () => ({ latitude: 52.5, longitude: 13.4 }),
  },
  { name: "GET /api/users/availability", cost: [200, 1, 3] },
  {
    name: "PUT /api/users/availability",
    cost: [200, 2, 16],
    body: () => ({ pause: "tomorrow" }),
  },
  { name: "GET /api/languages", cost: [200, 0, 0] },
  {
    name: "GET /api/geo/place",
    cost: [200, 1, 8],
    path: () => "/api/geo/place?latitude=52.5&longitude=13.4",
  },
  { name: "GET /api/geo/cities", cost: [200, 1, 14], path: () => "/api/geo/cities?query=ber" },
  { name: "GET /api/pairings/current", cost: [200, 2, 10] },
  { name: "GET /api/pairings/check-pairings-exist", cost: [200, 2, 5] },
  { name: "GET /api/pairings/today/why", cost: [200, 2, 11] },
  {
    name: "GET /api/pairings/today/why (day off)",
    cost: [200, 2, 13],
    token: ({ leftOutToken }) => leftOutToken,
  },
  { name: "GET /api/pairings/past", cost: [200, 2, 46] },
  { name: "GET /api/pairings/conversation/{id}/messages", cost: [200, 1, 6] },
  {
    name: "GET /api/pairings/conversation/{id}/messages?before&limit=5",
    cost: [200, 1, 6],
    path: ({ conversationId, newestMessageId }) =>
      `/api/pairings/conversation/${conversationId}/messages?before=${newestMessageId}&limit=5`,
  },
  {
    name: "PUT /api/pairings/conversation/{id}/address",
    cost: [200, 2, 9],
    body: () => ({ address: "under the clock" }),
  },
  { name: "GET /api/pairings/conversation/{id}/address", cost: [200, 2, 6] },
  { name: "DELETE /api/pairings/conversation/{id}/address", cost: [200, 3, 10] },
  {
    name: "PUT /api/pairings/conversation/{id}/questions/{level}",
    cost: [200, 2, 7],
    body: () => ({ answer: "the sea" }),
  },
  { name: "GET /api/pairings/conversation/{id}/questions", cost: [200, 1, 6] },
  { name: "POST /api/pairings/conversation/{id}/read", cost: [200, 1, 6] },
  {
    name: "POST /api/pairings/conversation/{id}/messages",
    cost: [201, 1, 6],
    body: () => ({ content: "hello", client_id: "cost" }),
  },
  {
    name: "POST /api/pairings/conversation/{id}/messages (again)",
    cost: [200, 1, 6],
    body: () => ({ content: "hello", client_id: "cost" }),
  },
  { name: "GET /api/blocks/conversation/{id}", cost: [200, 1, 6] },
  {
    name: "POST /api/reports/{userId}",
    cost: [201, 3, 23],
    body: () => ({ reason: "other" }),
  },
  {
    name: "POST /api/reports/{userId} (of a named conversation)",
    cost: [201, 3, 20],
    body: ({ conversationId }) => ({ reason: "other", conversation_id: conversationId }),
  },
  { name: "GET /api/reports", cost: [200, 2, 5] },
  { name: "GET /api/account/standing", cost: [200, 2, 4] },
  {
    name: "POST /api/account/appeal",
    cost: [409, 2, 10],
    body: () => ({ text: "words" }),
  },
  { name: "GET /api/account/notifications", cost: [200, 2, 4] },
  {
    name: "PUT /api/account/notifications",
    cost: [200, 2, 18],
    body: () => ({ message: false }),
  },
  {
    name: "POST /api/account/push-subscriptions",
    cost: [201, 2, 14],
    body: () => ({
      endpoint: "https://web.push.apple.com/x",
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
      label: "Firefox on Linux",
    }),
  },
  {
    name: "DELETE /api/account/push-subscriptions/{id}",
    cost: [200, 2, 14],
    path: () => "/api/account/push-subscriptions/of-nobody",
  },
  {
    name: "POST /api/blocks/{userId}",
    cost: [201, 2, 22],
    path: ({ strangerId }) => `/api/blocks/${strangerId}`,
  },
  { name: "GET /api/blocks", cost: [200, 2, 7] },
  {
    name: "DELETE /api/blocks/{userId}",
    cost: [200, 2, 24],
    path: ({ strangerId }) => `/api/blocks/${strangerId}`,
  },
  { name: "GET /api/users/export", cost: [200, 2, 158] },
  { name: "GET /api/auth/sessions", cost: [200, 2, 8] },
  { name: "POST /api/auth/logout", cost: [200, 2, 6], token: ({ secondToken }) => secondToken },
  {
    name: "POST /api/auth/login",
    cost: [200, 2, 22],
    body: ({ email, password }) => ({ email, password }),
  },
  {
    name: "POST /api/auth/login (wrong)",
    cost: [401, 2, 8],
    body: ({ email }) => ({ email, password: "wrong" }),
  },
  {
    name: "POST /api/auth/reset-password",
    cost: [200, 4, 31],
    body: ({ password }) => ({ currentPassword: password, newPassword: "another fine day" }),
  },
  {
    name: "POST /api/auth/register",
    cost: [201, 2, 19],
    body: ({ email }) => ({
      name: "New Member",
      email: `new-${email}`,
      dob: "1990-01-01",
      gender: null,
      preferred_match_gender: null,
      password: "a fine day for tea",
    }),
  },
  {
    name: "POST /api/auth/forgot-password",
    cost: [200, 0, 0],
    body: ({ email }) => ({ email }),
    withMail: true,
  },
  {
    name: "POST /api/auth/forgot-password (nobody's)",
    cost: [200, 0, 0],
    body: ({ email }) => ({ email: `nobody-${email}` }),
    withMail: true,
  },
  {
    name: "POST /api/auth/recover",
    cost: [200, 2, 26],
    body: ({ resetToken }) => ({ token: resetToken, password: "a third fine day" }),
    withMail: true,
  },
  {
    name: "POST /api/auth/confirm-email",
    cost: [200, 2, 23],
    body: ({ changeToken }) => ({ token: changeToken }),
    withMail: true,
  },
  { name: "GET /api/account/email", cost: [200, 2, 4] },
  {
    name: "PUT /api/account/email",
    cost: [200, 5, 39],
    body: ({ email }) => ({ email: `other-${email}`, password: "another fine day" }),
    withMail: true,
  },
  { name: "POST /api/account/email/verification", cost: [200, 2, 5], withMail: true },
  {
    name: "PUT /api/account/notices",
    cost: [200, 2, 15],
    body: () => ({ wants_notices: false }),
  },
  { name: "DELETE /api/auth/sessions", cost: [200, 2, 13] },
  { name: "DELETE /api/users/account", cost: [200, 19, 379] },
];

/**
 * Creates a member with past pairings and an open one, among other members. SQLite also reads the row after the end of
 * a range if there is one. So the ids are fixed, and sort between the ids of the other members.
 */
export async function createCostScene(): Promise<CostScene> {
  const password = "a fine day for tea";
  const hash = await passwords.hash(password);
  const member = await seedMember({ id: "m-member", name: "M", password_hash: hash });
  const second = await seedSession(member.id);
  const partner = await seedMember({ id: "m-partner" });
  const stranger = await seedMember({ id: "m-stranger" });
  const [before, after] = [
    await seedMember({ id: "a-before" }),
    await seedMember({ id: "z-after" }),
  ];
  for (const [id, day] of [
    ["a-conversation", 0],
    ["z-conversation", 0],
    ["a-past", -1],
    ["z-past", -1],
  ] as const) {
    await pairMembers(before, after, day, id);
    await addMessages(id, before.id, after.id);
  }
  for (let day = 1; day <= PAST_PAIRINGS; day++) {
    const past = await seedMember({ id: `m-past-${day}` });
    await addMessages(await pairMembers(member, past, -day, `m-past-${day}`), member.id);
  }
  const conversationId = await pairMembers(member, partner, 0, "m-conversation");
  await env.DB.prepare("update pairings set expires_at = ?, user1_opened = 1 where id = ?")
    .bind(Date.now() + 3_600_000, conversationId)
    .run();
  const newestMessageId = await addMessages(conversationId, member.id, partner.id);
  return {
    token: member.token,
    secondToken: second.token,
    email: member.email,
    password,
    partnerId: partner.id,
    strangerId: stranger.id,
    conversationId,
    newestMessageId,
    ...(await makeLinks()),
    ...(await makeDesk()),
    leftOutToken: await leaveOut("m-left-out"),
  };
}

async function makeLinks() {
  const recovered = await seedMember({ id: "m-recovered", email_verified_at: 1 });
  const changing = await seedMember({ id: "m-changing", email_verified_at: 1 });
  const link = async (memberId: string, purpose: string, email: string) => {
    const secret = newSecret();
    await env.DB.prepare("insert into mail_tokens values (?, ?, ?, ?, ?, ?, null)")
      .bind(digestToken(secret), memberId, purpose, email, Date.now(), Date.now() + 3_600_000)
      .run();
    return secret;
  };
  return {
    resetToken: await link(recovered.id, "reset_password", recovered.email),
    changeToken: await link(changing.id, "change_email_new", "changed@example.org"),
  };
}

async function makeDesk() {
  const { id: adminId, token: adminToken } = await seedMember({ id: "n-admin", is_admin: 1 });
  const [memberId, barredId] = ["n-reported", "n-barred"];
  for (const id of [barredId, "n-other-barred"]) await seedMember({ id });
  const reported = await seedMember({ id: memberId });
  const reporter = await seedMember({ id: "n-reporter" });
  await pairMembers(reporter, reported, -2, "n-past");
  // This pairing belongs to yesterday's run, so that it adds nothing to the cost of calls that read today's runs.
  await pairMembers(reporter, reported, -1, "n-conversation");
  await env.DB.prepare("update pairings set expires_at = ? where id = 'n-conversation'")
    .bind(Date.now() + 3_600_000)
    .run();
  const at = Date.now() - 3_600_000;
  const report = (id: string, isRepeat: number, createdAt: number) =>
    env.DB.prepare(
      `insert into reports (id, reporter_id, reported_id, reason, evidence, is_repeat, created_at)
       values (?, 'n-reporter', 'n-reported', 'spam', '[]', ?, ?)`,
    ).bind(id, isRepeat, createdAt);
  const appeal = (memberOf: string, id: string) => [
    env.DB.prepare(
      `insert into member_actions (id, member_id, admin_id, kind, reason, text, created_at)
       values (?, ?, ?, 'ban', 'spam', 'words', ?)`,
    ).bind(`of-${id}`, memberOf, adminId, at),
    env.DB.prepare(
      "insert into appeals (id, action_id, text, created_at) values (?, ?, 'words', ?)",
    ).bind(id, `of-${id}`, at),
  ];
  await env.DB.batch([
    report("a-report", 0, at - 2),
    report("n-report", 1, at - 1),
    report("z-report", 1, at),
    ...appeal("n-other-barred", "a-appeal"),
    ...appeal(barredId, "n-appeal"),
  ]);
  const desk = { reportId: "n-report", appealId: "n-appeal", memberId, barredId };
  return { adminToken, desk };
}

async function leaveOut(id: string): Promise<string> {
  const { token } = await seedMember({ id });
  const now = Date.now();
  const date = new Date(now).toISOString().slice(0, 10);
  const run = { runId: "m-left-out", date, startedAt: now, mustVerify: false };
  const insertRun = `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at)
    values (?1, ?1, ?2, 'admin', 'published', 0, 'seed', ?3)`;
  await env.DB.prepare(insertRun).bind(run.runId, date, now).run();
  await env.DB.prepare("insert into day_offs (run_id, member_id) values (?, ?)")
    .bind(run.runId, id)
    .run();
  const db = createDatabase(env.DB);
  const { results } = await env.DB.prepare("select rowid as key from members").all<{
    key: number;
  }>();
  await insertSample(db, { ...run, keys: results.map(({ key }) => key) });
  await insertSnapshot(db, { ...run, parts: Array.from({ length: SNAPSHOT_ROWS }, (_, i) => i) });
  return token;
}

async function addMessages(conversationId: string, ...senders: string[]): Promise<string> {
  const start = Date.now() - 86_400_000;
  const count = senders.length > 1 ? MESSAGES : 2;
  const ids = Array.from(
    { length: count },
    (_, index) => `${(start + index).toString(16).padStart(12, "0")}${conversationId}`,
  );
  const messages = ids.map((id, index) => ({
    id,
    sender_id: senders[index % senders.length] ?? "",
    content: "words",
    client_id: null,
    created_at: start + index,
    read_at: null,
  }));
  const object = env.CONVERSATIONS.getByName(conversationId);
  await object.apply({ conversationId, version: 0, kind: "import", messages });
  return ids.at(-1) ?? "";
}

export interface CallCost {
  name: string;
  status: number;
  /** Counts only the trips before the answer. */
  roundTrips: number;
  /** Counts the rows of all trips, including those after the answer. */
  rowsRead: number;
  trips: RoundTrip[];
}

/** Keys in the right format, with which nothing can be sent. */
const VAPID = { VAPID_PUBLIC_KEY: `B${"A".repeat(86)}`, VAPID_PRIVATE_KEY: "A".repeat(43) };

export async function measureCalls(scene: CostScene, calls = CALLS): Promise<CallCost[]> {
  const { db, trips } = meterDatabase(env.DB);
  const app = createApp(async () => new Response("no pages here", { status: 404 }));
  const costs: CallCost[] = [];
  for (const { name, path, body, token, withMail } of calls) {
    trips.length = 0;
    const context = createExecutionContext();
    const mail = withMail ? { LOCAL_OUTBOX: "http://127.0.0.1:1" } : {};
    const [method = "", plain = ""] = name.split(" ");
    const named = plain
      .replace("{userId}", scene.partnerId)
      .replace("{id}", scene.conversationId)
      .replace("{level}", "1");
    const { status } = await callApi(
      method,
      path?.(scene) ?? named,
      { token: token?.(scene) ?? scene.token, body: body?.(scene) },
      async (request) => app.fetch(request, { ...env, ...VAPID, DB: db, ...mail }, context),
    );
    const roundTrips = trips.length;
    await waitOnExecutionContext(context);
    const rowsRead = trips.reduce((sum, trip) => sum + trip.rowsRead, 0);
    costs.push({ name, status, roundTrips, rowsRead, trips: [...trips] });
  }
  return costs;
}
