import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { callApi, grantAdmin } from "../../support/api";
import { apiCalls } from "../../support/api-calls";
import { blockMember, createPair, pairMembers, suspendMember } from "../../support/pairs";
import { seedMember, seedSession, signToken } from "../../support/seed";
import { TestClient } from "../conversation/support";

/** What the caller is to the subject. The subject is the member whom a call is about. */
const ACTORS = [
  "anonymous",
  "oneself",
  "stranger",
  "partner",
  "past partner",
  "blocker",
  "blocked",
  "admin",
  "suspended",
  "expired",
  "revoked",
  "deleted",
] as const;
type Actor = (typeof ACTORS)[number];

/** One row per call, one column per actor in the order of {@link ACTORS}. */
const TABLE = `
                                                 anon self strg part past bloc bled admn susp expd rvkd dltd
  POST /api/auth/register                        400  400  400  400  400  400  400  400  400  400  400  400
  POST /api/auth/login                           400  400  400  400  400  400  400  400  400  400  400  400
  POST /api/auth/logout                          401  200  200  200  200  200  200  200  200  401  401  401
  POST /api/auth/reset-password                  401  400  400  400  400  400  400  400  403  401  401  401
  POST /api/auth/forgot-password                 400  400  400  400  400  400  400  400  400  400  400  400
  POST /api/auth/recover                         400  400  400  400  400  400  400  400  400  400  400  400
  POST /api/auth/confirm-email                   400  400  400  400  400  400  400  400  400  400  400  400
  GET /api/account/email                         401  200  200  200  200  200  200  200  200  401  401  401
  PUT /api/account/email                         401  400  400  400  400  400  400  400  400  401  401  401
  POST /api/account/email/verification           401  503  503  503  503  503  503  503  503  401  401  401
  PUT /api/account/notices                       401  200  200  200  200  200  200  200  200  401  401  401
  GET /api/auth/sessions                         401  200  200  200  200  200  200  200  403  401  401  401
  DELETE /api/auth/sessions                      401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/users/me                              401  200  200  200  200  200  200  200  200  401  401  401
  GET /api/users/export                          401  200  200  200  200  200  200  200  200  401  401  401
  PUT /api/users/profile                         401  200  200  200  200  200  200  200  403  401  401  401
  PUT /api/users/timezone                        401  200  200  200  200  200  200  200  403  401  401  401
  PUT /api/users/location                        401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/users/availability                    401  200  200  200  200  200  200  200  403  401  401  401
  PUT /api/users/availability                    401  200  200  200  200  200  200  200  403  401  401  401
  DELETE /api/users/account                      401  200  200  200  200  200  200  200  200  401  401  401
  GET /api/users/{userId}                        401  200  404  200  200  200  404  200  403  401  401  401
  GET /api/languages                             200  200  200  200  200  200  200  200  200  200  200  200
  GET /api/geo/place                             401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/geo/cities                            401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/pairings/current                      401  200  404  200  404  404  404  404  403  401  401  401
  GET /api/pairings/check-pairings-exist         401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/pairings/past                         401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/pairings/today/why                    401  200  200  200  200  200  200  200  403  401  401  401
  POST /api/pairings/trigger-pairings            401  403  403  403  403  403  403  200  403  401  401  401
  GET /api/pairings/conversation/{id}/messages   401  200  404  200  200  403  403  404  403  401  401  401
  POST /api/pairings/conversation/{id}/messages  401  201  404  201  403  403  403  404  403  401  401  401
  POST /api/pairings/conversation/{id}/read      401  200  404  200  200  403  403  404  403  401  401  401
  GET /api/pairings/conversation/{id}/address    401  200  404  200  200  403  403  404  403  401  401  401
  PUT /api/pairings/conversation/{id}/address    401  200  404  200  403  403  403  404  403  401  401  401
  DELETE /api/pairings/conversation/{id}/address 401  200  404  200  200  200  200  404  403  401  401  401
  GET /api/pairings/conversation/{id}/questions  401  200  404  200  200  403  403  404  403  401  401  401
  PUT /api/pairings/conversation/{id}/questions/{level} 401  200  404  200  403  403  403  404  403  401  401  401
  GET /api/blocks                                401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/blocks/conversation/{id}              401  200  404  200  200  200  200  404  403  401  401  401
  POST /api/blocks/{userId}                      401  400  201  201  201  200  201  201  403  401  401  401
  DELETE /api/blocks/{userId}                    401  200  200  200  200  200  200  200  403  401  401  401
  POST /api/reports/{userId}                     401  400  404  201  201  201  201  404  403  401  401  401
  GET /api/admin/pairings                        401  403  403  403  403  403  403  200  403  401  401  401
  GET /api/blocks/admin/all                      401  403  403  403  403  403  403  200  403  401  401  401
  GET /api/admin/reports                         401  403  403  403  403  403  403  200  403  401  401  401
  PUT /api/admin/reports/{id}                    401  403  403  403  403  403  403  200  403  401  401  401
  GET /api/admin/runs                            401  403  403  403  403  403  403  200  403  401  401  401
  GET /api/reports                               401  200  200  200  200  200  200  200  403  401  401  401
  GET /api/account/standing                      401  200  200  200  200  200  200  200  200  401  401  401
  POST /api/account/appeal                       401  409  409  409  409  409  409  409  201  401  401  401
  GET /api/account/notifications                 401  200  200  200  200  200  200  200  200  401  401  401
  PUT /api/account/notifications                 401  200  200  200  200  200  200  200  200  401  401  401
  POST /api/account/push-subscriptions           401  503  503  503  503  503  503  503  503  401  401  401
  DELETE /api/account/push-subscriptions/{id}    401  200  200  200  200  200  200  200  200  401  401  401
  GET /api/admin/reports/{id}                    401  403  403  403  403  403  403  200  403  401  401  401
  GET /api/admin/members                         401  403  403  403  403  403  403  200  403  401  401  401
  GET /api/admin/members/{id}                    401  403  403  403  403  403  403  200  403  401  401  401
  POST /api/admin/members/{id}/actions           401  403  403  403  403  403  403  201  403  401  401  401
  GET /api/admin/appeals                         401  403  403  403  403  403  403  200  403  401  401  401
  PUT /api/admin/appeals/{id}                    401  403  403  403  403  403  403  404  403  401  401  401
`;

const MATRIX = Object.fromEntries(
  TABLE.trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [, call = "", row = ""] = /^\s*(\S+ \S+)\s+(.*)$/.exec(line) ?? [];
      return [call, row];
    }),
);

/**
 * The bodies of the calls. With a valid body, only the right of access decides the status. An empty body gets 400 if
 * the actor is allowed to make the call.
 */
const BODIES: Record<string, unknown> = {
  "POST /api/auth/register": {},
  "POST /api/auth/login": {},
  "POST /api/auth/reset-password": {},
  "POST /api/auth/forgot-password": {},
  "POST /api/auth/recover": {},
  "POST /api/auth/confirm-email": {},
  // This server sends no mail, so it would refuse even a valid body. The empty body is refused first.
  "PUT /api/account/email": {},
  "PUT /api/account/notices": { wants_notices: true },
  "PUT /api/users/profile": { bio: "new words" },
  "PUT /api/users/timezone": { timezone: "UTC+01:00" },
  "PUT /api/users/location": { latitude: 1, longitude: 2, location: "Somewhere" },
  "PUT /api/users/availability": { pause: "open" },
  "POST /api/pairings/conversation/{id}/messages": { content: "hello" },
  "PUT /api/pairings/conversation/{id}/address": { address: "under the clock, Saturday at noon" },
  "PUT /api/pairings/conversation/{id}/questions/{level}": { answer: "at the sea" },
  "POST /api/reports/{userId}": { reason: "other" },
  "PUT /api/admin/reports/{id}": { status: "resolved" },
  "POST /api/admin/members/{id}/actions": { kind: "warn", reason: "spam", text: "words" },
  "PUT /api/admin/appeals/{id}": { decision: "upheld", text: "words" },
  "POST /api/account/appeal": { text: "words" },
  "PUT /api/account/notifications": { message: false },
  // These tests have no push keys, so every valid subscription answers 503.
  "POST /api/account/push-subscriptions": {
    endpoint: "https://web.push.apple.com/x",
    keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
  },
};

const QUERIES: Record<string, string> = {
  "GET /api/geo/place": "?latitude=1&longitude=2",
  "GET /api/geo/cities": "?query=ber",
};

async function createScene(actor: Actor) {
  const subject = await seedMember();
  const other = await seedMember();
  let conversationId: string;
  if (actor === "past partner") conversationId = await pairMembers(subject, other, -3);
  else if (actor === "stranger" || actor === "admin") {
    conversationId = await pairMembers(subject, await seedMember());
  } else conversationId = await pairMembers(other, subject);
  // Keeps the conversation open for an hour, even if the test runs just before midnight.
  await env.DB.prepare("update pairings set expires_at = ?1 where id = ?2 and expires_at > ?3")
    .bind(Date.now() + 3_600_000, conversationId, Date.now())
    .run();
  if (actor === "blocker") await blockMember(other, subject);
  if (actor === "blocked") await blockMember(subject, other);
  if (actor === "admin") await grantAdmin(other);
  if (actor === "suspended") await suspendMember(other);
  const reportId = crypto.randomUUID();
  await env.DB.prepare(
    "insert into reports (id, reporter_id, reported_id, reason, evidence, created_at) values (?, ?, ?, 'spam', '[]', 0)",
  )
    .bind(reportId, subject.id, subject.id)
    .run();
  const path = (template: string) =>
    template
      .replace("{userId}", subject.id)
      .replace("/members/{id}", `/members/${subject.id}`)
      .replace("{id}", template.includes("/admin/") ? reportId : conversationId)
      .replace("{level}", "1");
  return { path, token: await tokenOf(actor, subject, other) };
}

const kept = new Map<Actor, Awaited<ReturnType<typeof createScene>>>();

/** A call that can change the scene gets a new scene. All other calls of an actor share one scene. */
async function sceneFor(method: string, actor: Actor) {
  const isRefused = ["anonymous", "expired", "revoked", "deleted"].includes(actor);
  if (method !== "GET" && !isRefused) return createScene(actor);
  const scene = kept.get(actor) ?? (await createScene(actor));
  kept.set(actor, scene);
  return scene;
}

async function tokenOf(
  actor: Actor,
  subject: { token: string },
  other: { id: string; token: string; sessionId: string },
): Promise<string | undefined> {
  const later = Date.now() + 60_000;
  switch (actor) {
    case "anonymous":
      return undefined;
    case "oneself":
      return subject.token;
    case "expired":
      return signToken(other.id, other.sessionId, Date.now() - 1000);
    case "revoked":
      await env.DB.prepare("delete from sessions where id = ?").bind(other.sessionId).run();
      return signToken(other.id, other.sessionId, later);
    case "deleted":
      await callApi("DELETE", "/api/users/account", { token: other.token });
      return other.token;
    default:
      return other.token;
  }
}

it("the authorization table has a row for every call", () => {
  const calls = apiCalls.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(Object.keys(MATRIX).sort()).toEqual(calls.sort());
});

it.each(Object.entries(MATRIX))("%s gives each actor its expected status", async (call, row) => {
  const [method = "", template = ""] = call.split(" ");
  const answered: string[] = [];
  for (const actor of ACTORS) {
    const { path, token } = await sceneFor(method, actor);
    const { status } = await callApi(method, path(template) + (QUERIES[call] ?? ""), {
      token,
      body: BODIES[call],
    });
    answered.push(`${actor} ${status}`);
  }
  const expected = row.split(/ +/).map((status, index) => `${ACTORS[index]} ${status}`);
  expect(answered).toEqual(expected);
});

it("a token is refused if its session in the database has expired or belongs to another member", async () => {
  const one = await seedMember();
  const other = await seedMember();
  const later = Date.now() + 60_000;
  const mixed = await signToken(one.id, other.sessionId, later);
  expect((await callApi("GET", "/api/users/me", { token: mixed })).status).toBe(401);
  const over = await seedSession(one.id, -1000);
  const stretched = await signToken(one.id, over.sessionId, later);
  expect((await callApi("GET", "/api/users/me", { token: stretched })).status).toBe(401);
});

it("a member finds nothing of a pairing whose run is not published", async () => {
  const one = await seedMember();
  const other = await seedMember();
  const conversationId = await pairMembers(one, other);
  await env.DB.prepare(
    "update pairing_runs set state = 'claimed' where id = (select run_id from pairings where id = ?)",
  )
    .bind(conversationId)
    .run();
  const { token } = one;
  const messages = `/api/pairings/conversation/${conversationId}/messages`;
  for (const [method, path, body] of [
    ["GET", "/api/pairings/current", undefined],
    ["GET", `/api/users/${other.id}`, undefined],
    ["GET", messages, undefined],
    ["POST", messages, { content: "early" }],
    ["POST", `/api/pairings/conversation/${conversationId}/read`, undefined],
    ["GET", `/api/blocks/conversation/${conversationId}`, undefined],
    ["POST", `/api/reports/${other.id}`, { reason: "spam" }],
  ] as const) {
    expect([path, (await callApi(method, path, { token, body })).status]).toEqual([path, 404]);
  }
});

it("a connection of a revoked session can't join a conversation", async () => {
  const { one, conversationId } = await createPair();
  const client = await TestClient.connect({ token: one.token });
  await env.DB.prepare("delete from sessions where id = ?").bind(one.sessionId).run();
  await client.emit("join_conversation", conversationId);
  expect(await client.event("join_error")).toEqual({
    conversationId,
    message: "Conversation not found or has expired",
  });
});
