import { env } from "cloudflare:workers";
import { beforeAll, expect, it, vi } from "vitest";
import { authenticate } from "~/core/accounts/session";
import { decideCase, decideReport } from "~/core/moderation/actions";
import { decideAppeal } from "~/core/moderation/appeals";
import { toEvidence } from "~/core/moderation/evidence";
import { listCases, openCase } from "~/core/moderation/reports";
import { ANSWER_WITHIN_MS } from "~/core/shared/constants";
import type {
  ActionDto,
  AdminMemberDto,
  AdminMemberPageDto,
  AdminReportDto,
  AppealDto,
  OwnReportDto,
  StandingDto,
} from "~/core/shared/contract";
import { createDatabase } from "~/db/client";
import { type ReportFilter, readReports, readWaiting } from "~/db/moderation/admin-reports";
import {
  type ApiAnswer,
  callApi,
  createMember,
  grantAdmin,
  register,
  runCron,
  sendMessage,
} from "../../support/api";
import { meterDatabase } from "../../support/metered-db";
import { createPair, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

const DAY_MS = 24 * 3600 * 1000;

let admin: SeededMember;

beforeAll(async () => {
  admin = await seedMember({ name: "Admin" });
  await grantAdmin(admin);
});

const WORDS = { reason: "harassment", text: "You wrote to somebody who had asked you to stop." };

const act = (memberId: string, body: Record<string, unknown>, token = admin.token) =>
  callApi<ActionDto>("POST", `/api/admin/members/${memberId}/actions`, {
    token,
    body: { ...WORDS, ...body },
  });

const standingOf = async ({ token }: { token: string }) =>
  (await callApi<StandingDto>("GET", "/api/account/standing", { token })).body;

const appeal = ({ token }: { token: string }, text = "It was a misunderstanding.") =>
  callApi("POST", "/api/account/appeal", { token, body: { text } });

const report = async (reporter: SeededMember, reported: SeededMember, body = {}) => {
  const answer = await callApi("POST", `/api/reports/${reported.id}`, {
    token: reporter.token,
    body: { reason: "harassment", ...body },
  });
  expect(answer.status).toBe(201);
  const { body: own } = await callApi<OwnReportDto[]>("GET", "/api/reports", {
    token: reporter.token,
  });
  return own[0] as OwnReportDto;
};

const forAdmin = <Body>(method: string, path: string, body?: unknown): Promise<ApiAnswer<Body>> =>
  callApi<Body>(method, `/api/admin${path}`, { token: admin.token, body });

const auditOf = async (subjectId: string) => {
  const { results } = await env.DB.prepare(
    "select action, admin_id from audit_events where subject_id = ? order by created_at, rowid",
  )
    .bind(subjectId)
    .all<{ action: string; admin_id: string }>();
  expect(results.every(({ admin_id }) => admin_id === admin.id)).toBe(true);
  return results.map(({ action }) => action);
};

it("a warned member reads the reason in their standing and is not restricted", async () => {
  const member = await seedMember();
  expect(await standingOf(member)).toEqual({ standing: "good", action: null, appeal: null });
  const { status, body } = await act(member.id, { kind: "warn", note: "first time" });
  expect(status).toBe(201);
  expect(body).toEqual({
    action_id: expect.any(String),
    kind: "warn",
    ...WORDS,
    until: null,
    created_at: expect.any(String),
  });
  const { action_id: _, ...own } = body;
  expect(await standingOf(member)).toEqual({ standing: "warned", action: own, appeal: null });
  expect((await callApi("GET", "/api/pairings/past", { token: member.token })).status).toBe(200);
  expect(await auditOf(member.id)).toEqual(["warn_member"]);
  expect((await act(member.id, { kind: "lift" })).body).toMatchObject({ code: "nothing_to_lift" });
});

it("a suspension ends the conversation and refuses other calls, but the member can read their data", async () => {
  const { one: member, other, conversationId } = await createPair();
  const { status, body } = await act(member.id, { kind: "suspend", days: 7 });
  expect(status).toBe(201);
  expect(Date.parse(body.until ?? "") - Date.parse(body.created_at)).toBe(7 * DAY_MS);
  for (const [method, path, given] of [
    ["GET", "/api/pairings/current"],
    ["POST", `/api/pairings/conversation/${conversationId}/messages`, { content: "still here" }],
    ["PUT", "/api/users/profile", "not even JSON"],
    ["GET", "/api/admin/reports"],
    ["POST", "/api/auth/reset-password", {}],
  ] as const) {
    const answer = await callApi(method, path, { token: member.token, body: given });
    expect([path, answer.status, answer.body]).toEqual([
      path,
      403,
      {
        message: expect.any(String),
        code: "suspended",
        standing: "suspended",
        ...WORDS,
        until: body.until,
      },
    ]);
  }
  for (const path of ["/api/users/me", "/api/users/export", "/api/account/standing"]) {
    expect((await callApi("GET", path, { token: member.token })).status).toBe(200);
  }
  const current = await callApi("GET", "/api/pairings/current", { token: other.token });
  expect(current).toMatchObject({ status: 404, body: { dayOff: false } });
  const send = await sendMessage(other, conversationId, "are you there?");
  expect(send).toMatchObject({ status: 403, body: { code: "conversation_expired" } });
  const priority = env.DB.prepare(
    "select ended_early from day_offs where member_id = ? and run_id = (select run_id from pairings where id = ?)",
  ).bind(other.id, conversationId);
  expect(await priority.first("ended_early")).toBe(1);
  const { body: exported } = await callApi("GET", "/api/users/export", { token: member.token });
  expect(exported.actions).toEqual([
    { kind: "suspend", ...WORDS, until: body.until, created_at: body.created_at },
  ]);
});

it("a suspension ends when its time is over or an admin lifts it, and replaces an earlier ban", async () => {
  const member = await seedMember();
  await act(member.id, { kind: "ban" });
  await act(member.id, { kind: "suspend", days: 1 });
  expect(await standingOf(member)).toMatchObject({ standing: "suspended" });
  await act(member.id, { kind: "warn" });
  expect(await standingOf(member)).toMatchObject({ standing: "suspended" });
  expect((await act(member.id, { kind: "lift" })).status).toBe(201);
  expect(await standingOf(member)).toEqual({ standing: "good", action: null, appeal: null });
  expect((await act(member.id, { kind: "lift" })).body).toMatchObject({ code: "nothing_to_lift" });

  const other = await seedMember();
  await act(other.id, { kind: "ban" });
  const { body } = await act(other.id, { kind: "suspend", days: 1 });
  const until = Date.parse(String(body.until));
  const read = () => callApi("GET", "/api/pairings/past", { token: other.token });
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    vi.setSystemTime(until - 1);
    expect((await read()).status).toBe(403);
    vi.setSystemTime(until);
    expect((await read()).status).toBe(200);
    expect(await standingOf(other)).toMatchObject({ standing: "good", action: null });
  } finally {
    vi.useRealTimers();
  }
});

it("a member sees no action of an internal kind", async () => {
  const member = await seedMember();
  const { token } = member;
  await act(member.id, { kind: "suspend", days: 3 });
  await callApi("POST", "/api/account/appeal", { token, body: { text: "please" } });
  const standing = await standingOf(member);
  const told = async () => (await callApi("GET", "/api/users/export", { token })).body.actions;
  const before = await told();
  await act(member.id, { kind: "lift" });
  const lifted = { ...standing, standing: "good", action: null };
  expect(await standingOf(member)).toEqual(lifted);
  await env.DB.prepare(
    `insert into member_actions (id, member_id, kind, reason, text, created_at)
     values ('n', ?, 'note', 'spam', 'internal words', ?)`,
  )
    .bind(member.id, Date.now())
    .run();
  expect(await standingOf(member)).toEqual(lifted);
  expect(await told()).toEqual([
    ...(before as object[]),
    expect.objectContaining({ kind: "lift" }),
  ]);
});

it("a warning is in force for 90 days", async () => {
  const member = await seedMember();
  const insert = (id: string, days: number) =>
    env.DB.prepare(
      `insert into member_actions (id, member_id, kind, reason, text, created_at)
       values (?, ?, 'warn', 'spam', 'text', ?)`,
    )
      .bind(id, member.id, Date.now() - days * DAY_MS)
      .run();
  await insert("w91", 91);
  expect(await standingOf(member)).toMatchObject({ standing: "good", action: null });
  await insert("w89", 89);
  expect(await standingOf(member)).toMatchObject({ standing: "warned" });
});

it("an invalid action is refused with the status and code of its fault (docs/rules.md#refusals)", async () => {
  const member = await seedMember();
  const stranger = await seedMember();
  const other = await seedMember();
  await grantAdmin(other);
  const { one, other: reported } = await createPair();
  const { report_id } = await report(one, reported);
  for (const [id, body, status, code] of [
    [member.id, { kind: "suspend" }, 400, "invalid_input"],
    [member.id, { kind: "suspend", days: 0 }, 400, "invalid_input"],
    [member.id, { kind: "suspend", days: 366 }, 400, "invalid_input"],
    [member.id, { kind: "suspend", days: 1.5 }, 400, "invalid_input"],
    [member.id, { kind: "warn", text: " " }, 400, "invalid_input"],
    // A text of invisible characters states no reason.
    [member.id, { kind: "warn", text: "\u200b\u3164" }, 400, "invalid_input"],
    [member.id, { kind: "warn", text: "x".repeat(1_001) }, 400, "invalid_input"],
    [member.id, { kind: "warn", note: "x".repeat(2_001) }, 400, "invalid_input"],
    [member.id, { kind: "warn", reason: "boredom" }, 400, "invalid_input"],
    [member.id, { kind: "pardon" }, 400, "invalid_input"],
    ["nobody", { kind: "warn" }, 404, "member_not_found"],
    [other.id, { kind: "ban" }, 403, "admin_protected"],
    [admin.id, { kind: "warn" }, 403, "admin_protected"],
    [member.id, { kind: "warn", report_id: "unknown" }, 404, "report_not_found"],
    [member.id, { kind: "warn", report_id }, 404, "report_not_found"],
    [member.id, { kind: "lift" }, 409, "nothing_to_lift"],
  ] as const) {
    const answer = await act(id, body);
    expect([body, answer.status, (answer.body as { code?: string }).code]).toEqual([
      body,
      status,
      code,
    ]);
  }
  expect((await act(reported.id, { kind: "warn", report_id, days: 3 })).body.until).toBeNull();
  expect((await act(member.id, { kind: "warn" }, stranger.token)).status).toBe(403);
});

it("a statement of reasons with an unfilled blank is refused", async () => {
  const member = await seedMember();
  for (const text of ["You wrote “[…]”.", "You wrote [...]"]) {
    expect(await act(member.id, { kind: "warn", text })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "text" }] },
    });
    const answer = await forAdmin("PUT", "/appeals/any", { decision: "upheld", text });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "text" }] } });
  }
  expect((await act(member.id, { kind: "warn", text: "You wrote “go … away”." })).status).toBe(201);
});

it("a banned e-mail can't register until the ban ends, even after the account's deletion", async () => {
  const email = `banned-${crypto.randomUUID()}@example.org`;
  const member = await createMember({ email });
  const again = () => register({ email: email.toUpperCase() });
  expect((await again()).body).toMatchObject({ code: "email_taken" });
  await act(member.id, { kind: "ban" });
  const refused = {
    status: 403,
    body: {
      code: "registration_refused",
      message: `This account cannot be registered. If you think it should be, write to ${env.SUPPORT_EMAIL}.`,
    },
  };
  expect(await again()).toMatchObject(refused);
  const signedIn = await callApi("POST", "/api/auth/login", {
    body: { email, password: member.password },
  });
  expect(signedIn.status).toBe(200);
  await act(member.id, { kind: "lift" });
  expect((await again()).body).toMatchObject({ code: "email_taken" });
  await act(member.id, { kind: "ban" });
  await callApi("DELETE", "/api/users/account", { token: member.token });
  expect(await again()).toMatchObject(refused);
  const kept = await env.DB.prepare(
    "select digest, subject_id, until from kept_digests where kind = 'ban' and subject_id is null",
  ).first<{
    digest: string;
    subject_id: null;
    until: number;
  }>();
  expect(kept).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    subject_id: null,
  });
  const end = new Date(kept?.until ?? 0);
  end.setUTCMonth(end.getUTCMonth() - 12);
  expect(Math.abs(end.getTime() - Date.now())).toBeLessThan(2 * DAY_MS);
  await env.DB.prepare("update kept_digests set until = ?")
    .bind(Date.now() - 1)
    .run();
  expect((await again()).status).toBe(201);
});

it("an action has one appeal, another admin decides it, and overturning it lifts the action", async () => {
  const member = await seedMember();
  expect((await appeal(member)).body).toMatchObject({ code: "nothing_to_appeal" });
  const banned = await act(member.id, { kind: "ban" });
  expect(
    (await callApi("POST", "/api/account/appeal", { token: member.token, body: { text: "" } }))
      .status,
  ).toBe(400);
  expect(await appeal(member)).toMatchObject({
    status: 201,
    body: { message: expect.any(String) },
  });
  expect(await appeal(member)).toMatchObject({ status: 409, body: { code: "already_appealed" } });
  expect(await standingOf(member)).toMatchObject({ standing: "banned", appeal: "open" });

  const { body: appeals } = await forAdmin<AppealDto[]>("GET", "/appeals");
  const mine = appeals.find(({ user_id }) => user_id === member.id);
  expect(mine).toEqual({
    appeal_id: expect.any(String),
    user_id: member.id,
    name: member.name,
    action: banned.body,
    text: "It was a misunderstanding.",
    created_at: expect.any(String),
    decision: null,
  });
  const decide = (token: string, decision: string) =>
    callApi("PUT", `/api/admin/appeals/${mine?.appeal_id}`, {
      token,
      body: { decision, text: "We looked again." },
    });
  const second = await seedMember();
  await grantAdmin(second);
  expect((await decide(admin.token, "overturned")).body).toMatchObject({
    code: "other_admin_required",
  });
  expect(await decide(second.token, "overturned")).toMatchObject({
    status: 200,
    body: { decision: "overturned" },
  });
  expect((await decide(second.token, "upheld")).body).toMatchObject({ code: "already_decided" });
  expect(await standingOf(member)).toEqual({
    standing: "good",
    action: null,
    appeal: "overturned",
  });
  expect(
    (await forAdmin("PUT", "/appeals/unknown", { decision: "upheld", text: "x" })).body,
  ).toMatchObject({ code: "appeal_not_found" });
  expect(
    await env.DB.prepare("select count(*) as n from kept_digests where subject_id = ?")
      .bind(member.id)
      .first("n"),
  ).toBe(0);
  const page = await forAdmin<AdminMemberPageDto>("GET", `/members/${member.id}`);
  expect(page.body.actions.map(({ kind, appeal: state }) => [kind, state])).toEqual([
    ["lift", null],
    ["ban", "overturned"],
  ]);
  await env.DB.prepare("update members set is_admin = 0 where id = ?").bind(second.id).run();
});

it("an overturned appeal restores good standing, unless a newer action is in force", async () => {
  await env.DB.prepare("update members set is_admin = 0 where id <> ?").bind(admin.id).run();
  const overturn = async (member: { id: string }) => {
    const { body: appeals } = await forAdmin<AppealDto[]>("GET", "/appeals");
    const mine = appeals.find(({ user_id, decision }) => user_id === member.id && !decision);
    const words = { decision: "overturned", text: "We looked again." };
    expect((await forAdmin("PUT", `/appeals/${mine?.appeal_id}`, words)).status).toBe(200);
  };
  const warned = await seedMember();
  await act(warned.id, { kind: "warn" });
  await act(warned.id, { kind: "suspend", days: 2 });
  await appeal(warned);
  await overturn(warned);
  const good = { standing: "good", action: null, appeal: "overturned" };
  expect(await standingOf(warned)).toEqual(good);

  const banned = await seedMember();
  await act(banned.id, { kind: "suspend", days: 2 });
  await appeal(banned);
  await act(banned.id, { kind: "ban" });
  await overturn(banned);
  expect(await standingOf(banned)).toMatchObject({ standing: "banned", appeal: null });
});

it("a lone admin decides the appeal against their own action, and an upheld action stays in force", async () => {
  await env.DB.prepare("update members set is_admin = 0 where id <> ?").bind(admin.id).run();
  const member = await seedMember();
  await act(member.id, { kind: "warn" });
  await appeal(member);
  const { body: appeals } = await forAdmin<AppealDto[]>("GET", "/appeals");
  const mine = appeals.find(({ user_id }) => user_id === member.id);
  const decided = await forAdmin("PUT", `/appeals/${mine?.appeal_id}`, {
    decision: "upheld",
    text: "It stays.",
  });
  expect(decided.status).toBe(200);
  expect(await standingOf(member)).toMatchObject({ standing: "warned", appeal: "upheld" });
  expect((await appeal(member)).body).toMatchObject({ code: "already_appealed" });
});

it("an appeal is decided once, even if an admin sends the same decision twice in parallel", async () => {
  const member = await seedMember();
  await act(member.id, { kind: "warn" });
  await appeal(member);
  const { body: appeals } = await forAdmin<AppealDto[]>("GET", "/appeals");
  const { appeal_id: appealId = "" } = appeals.find(({ user_id }) => user_id === member.id) ?? {};
  const now = Date.now();
  const deps = createTestDeps({}, { now: () => now });
  const viewer = await authenticate(deps, admin.token);
  const decide = (decision: "upheld" | "overturned") =>
    decideAppeal(deps, viewer, { appealId, decision, text: "Read again." });
  await decide("upheld");
  await expect(decide("overturned")).rejects.toMatchObject({ code: "already_decided" });
  expect(await standingOf(member)).toMatchObject({ standing: "warned", appeal: "upheld" });
  const decisions = (await auditOf(member.id)).filter((action) => action === "decide_appeal");
  expect(decisions).toHaveLength(1);
});

it("of the decision on a report, the reporter sees only the outcome", async () => {
  const { one: reporter, other: reported } = await createPair();
  const first = await report(reporter, reported);
  expect(first).toEqual({
    report_id: expect.any(String),
    user_id: reported.id,
    name: reported.name,
    reason: "harassment",
    created_at: expect.any(String),
    outcome: "received",
  });
  const outcome = async (body: Record<string, unknown>) => {
    const answer = await forAdmin<AdminReportDto>("PUT", `/reports/${first.report_id}`, body);
    expect(answer.status).toBe(200);
    const { body: own } = await callApi<OwnReportDto[]>("GET", "/api/reports", {
      token: reporter.token,
    });
    return [answer.body.outcome, own[0]?.outcome, answer.body.note];
  };
  expect(await outcome({ status: "resolved", outcome: "acted", note: "a note" })).toEqual([
    "acted",
    "acted",
    "a note",
  ]);
  expect(await outcome({ status: "open" })).toEqual([null, "received", "a note"]);
  expect(await outcome({ status: "resolved", note: null })).toEqual([
    "no_breach",
    "no_breach",
    null,
  ]);
  expect((await callApi("GET", "/api/reports", { token: reported.token })).body).toEqual([]);
  await callApi("DELETE", "/api/users/account", { token: reported.token });
  expect((await callApi("GET", "/api/reports", { token: reporter.token })).body).toEqual([]);
});

it("repeating an action for the same report answers 409, even in parallel", async () => {
  const { one, other } = await createPair();
  const { report_id } = await report(one, other);
  const suspend = (more = {}) =>
    act(other.id, { kind: "suspend", days: 7, note: "first", report_id, ...more });
  const answers = await Promise.all([suspend(), suspend()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await suspend()).toMatchObject({ status: 409, body: { code: "already_decided" } });
  // A different action replaces the one in force. An action that names no report is always stored.
  expect((await suspend({ days: 30 })).status).toBe(201);
  expect((await suspend({ report_id: null })).status).toBe(201);
  expect((await suspend()).status).toBe(201);
  expect((await act(other.id, { kind: "lift", report_id })).status).toBe(201);
  expect((await suspend()).status).toBe(201);
  const resolve = { status: "resolved", outcome: "acted" };
  const resolved = await forAdmin<AdminReportDto>("PUT", `/reports/${report_id}`, resolve);
  expect(await forAdmin("PUT", `/reports/${report_id}`, resolve)).toMatchObject({
    status: 200,
    body: resolved.body,
  });
});

it("of two admins who decide a report, the second gets already_decided and changes nothing", async () => {
  const { one, other } = await createPair();
  const { report_id: reportId } = await report(one, other);
  const second = await seedMember();
  await grantAdmin(second);
  const deps = createTestDeps();
  const decide = async ({ token }: { token: string }, kind: "warn" | "no_breach") => {
    const viewer = await authenticate(deps, token);
    const action = kind === "warn" ? ({ ...WORDS, reason: "spam", kind } as const) : kind;
    return decideReport(deps, viewer, { reportId, action, note: "" });
  };
  await decide(admin, "warn");
  for (const kind of ["warn", "no_breach"] as const) {
    await expect(decide(second, kind)).rejects.toMatchObject({ code: "already_decided" });
  }
  expect(await auditOf(other.id)).toEqual(["warn_member", "resolve_report"]);
  const page = await forAdmin<AdminMemberPageDto>("GET", `/members/${other.id}`);
  expect(page.body).toMatchObject({
    actions: { length: 1 },
    reports_about: [{ outcome: "acted" }],
  });
  await env.DB.prepare("update members set is_admin = 0 where id = ?").bind(second.id).run();
});

it("reports are listed in pages by urgency, and show their evidence only on request, which is audited", async () => {
  await env.DB.prepare("delete from reports").run();
  const made: Record<string, string> = {};
  for (const [name, reason] of [
    ["spam", "spam"],
    ["harassment", "harassment"],
    ["underage", "underage"],
    ["done", "underage"],
    ["later", "harassment"],
  ] as const) {
    const { one, other } = await createPair();
    made[name] = (await report(one, other, { reason })).report_id;
  }
  await forAdmin("PUT", `/reports/${made.done}`, { status: "resolved", outcome: "acted" });
  const names = (rows: AdminReportDto[]) =>
    rows.map(({ report_id }) => Object.keys(made).find((name) => made[name] === report_id));
  const list = async (query: string) =>
    names((await forAdmin<AdminReportDto[]>("GET", `/reports${query}`)).body);
  const all = ["underage", "harassment", "later", "spam", "done"];
  expect(await list("")).toEqual(all);
  expect(await list("?status=open")).toEqual(all.slice(0, 4));
  expect(await list("?status=resolved")).toEqual(["done"]);
  expect(await list("?reason=underage")).toEqual(["underage", "done"]);
  expect(await list("?limit=2")).toEqual(all.slice(0, 2));
  expect(await list(`?limit=2&before=${made.harassment}`)).toEqual(all.slice(2, 4));
  expect(await list(`?query=${made.spam}`)).toEqual(["spam"]);
  for (const query of [
    "?limit=101",
    "?limit=0",
    "?before=unknown",
    "?status=new",
    "?reason=x",
    "?evidence=yes",
  ]) {
    expect([query, (await forAdmin("GET", `/reports${query}`)).status]).toEqual([query, 400]);
  }
  const plain = await forAdmin<AdminReportDto[]>("GET", "/reports?limit=1");
  expect(Object.keys(plain.body[0] ?? {})).not.toContain("evidence");
  const opened = async () => {
    const { results } = await env.DB.prepare(
      "select object_id from audit_events where action = 'open_evidence' order by created_at, rowid",
    ).all<{ object_id: string }>();
    return results.map(({ object_id }) =>
      Object.keys(made).find((name) => made[name] === object_id),
    );
  };
  const before = (await opened()).length;
  const withEvidence = await forAdmin<AdminReportDto[]>("GET", "/reports?limit=2&evidence=1");
  expect(withEvidence.body.map(({ evidence }) => evidence)).toEqual([[], []]);
  await forAdmin("GET", `/reports/${made.spam}`);
  expect((await opened()).slice(before).sort()).toEqual(["harassment", "spam", "underage"]);
  expect((await forAdmin("GET", "/reports/unknown")).status).toBe(404);
});

it("the desk lists all open reports about a member as one case, and overdue cases come first", async () => {
  await env.DB.prepare("delete from reports").run();
  const { one, other: often } = await createPair();
  const third = await seedMember();
  await pairMembers(third, often, -1);
  const { one: fourth, other: once } = await createPair();
  const first = await report(one, often, { reason: "spam" });
  const again = await report(third, often, { reason: "harassment" });
  const else_ = await report(fourth, once, { reason: "underage" });
  const deps = createTestDeps();
  const list = async () => listCases(deps, await authenticate(deps, admin.token));
  const underage = { report_ids: [else_.report_id], reason: "underage", is_repeat: false };
  const two = { report_ids: [again.report_id, first.report_id], reason: "harassment" };
  expect(await list()).toMatchObject([underage, { ...two, is_repeat: true }]);
  const late = new Date(Date.now() - ANSWER_WITHIN_MS - 1);
  await env.DB.prepare("update reports set created_at = ? where id = ?")
    .bind(late.getTime(), first.report_id)
    .run();
  expect(await list()).toMatchObject([{ ...two, since: late.toISOString() }, underage]);
});

it("the marked reports of a case are decided together, but a report about a minor is decided by itself", async () => {
  await env.DB.prepare("delete from reports").run();
  const { one, other } = await createPair();
  const ids = [(await report(one, other, { reason: "spam" })).report_id];
  for (const [days, reason] of [
    [-1, "spam"],
    [-2, "harassment"],
    [-3, "underage"],
  ] as const) {
    const reporter = await seedMember();
    await pairMembers(reporter, other, days);
    ids.push((await report(reporter, other, { reason })).report_id);
  }
  const [first = "", second = "", third = "", underage = ""] = ids;
  const elsewhere = await createPair();
  const { report_id: stranger } = await report(elsewhere.one, elsewhere.other);
  const deps = createTestDeps();
  const viewer = await authenticate(deps, admin.token);
  const decide = (marked: string[], action: Parameters<typeof decideCase>[2]["action"]) =>
    decideCase(deps, viewer, { marked, action, note: "" });
  const opened = await openCase(deps, viewer, { reportId: second });
  expect(opened.reports.map(({ report_id, evidence }) => [report_id, evidence])).toEqual(
    ids.map((id) => [id, expect.any(Array)]),
  );
  for (const [marked, code] of [
    [[first, underage], "invalid_input"],
    [[underage, first], "invalid_input"],
    [[first, stranger], "report_not_found"],
    [[], "invalid_input"],
  ] as const) {
    await expect(decide([...marked], "no_breach")).rejects.toMatchObject({ code });
  }
  await decide([first, second], { ...WORDS, kind: "warn", reason: "spam" });
  await decide([underage], "no_breach");
  const { body } = await forAdmin<AdminMemberPageDto>("GET", `/members/${other.id}`);
  expect(body.actions).toMatchObject([{ kind: "warn", report_id: first }]);
  expect(
    Object.fromEntries(body.reports_about.map(({ report_id, outcome }) => [report_id, outcome])),
  ).toEqual({ [first]: "acted", [second]: "acted", [third]: null, [underage]: "no_breach" });
  await expect(decide([second, third], "acted")).rejects.toMatchObject({ code: "already_decided" });
  await decide([third], "acted");
  expect(await listCases(deps, viewer)).toMatchObject([{ report_ids: [stranger] }]);
});

it("evidence contains and marks the message that a report names, even if many follow it", async () => {
  const { one, other, conversationId } = await createPair();
  const object = env.CONVERSATIONS.getByName(conversationId);
  const start = Date.now() - 3_600_000;
  const idOf = (index: number) => `${(start + index).toString(16).padStart(12, "0")}abc`;
  const messages = Array.from({ length: 100 }, (_, index) => ({
    id: idOf(index),
    sender_id: index % 2 === 0 ? other.id : one.id,
    content: `words ${index}`,
    client_id: null,
    created_at: start + index,
    read_at: null,
  }));
  await object.apply({ conversationId, version: 0, kind: "import", messages });
  const later = [
    {
      ...{ id: idOf(100), sender_id: one.id, content: "words 100" },
      ...{ client_id: null, created_at: start + 100, read_at: null },
    },
  ];
  const name = (message_id: string) =>
    callApi("POST", `/api/reports/${other.id}`, {
      token: one.token,
      body: { reason: "harassment", conversation_id: conversationId, message_id },
    });
  // The first id is of the reporter's own message, and the other two are unknown.
  for (const message_id of [idOf(31), `${idOf(30)}x`, "no-such-message"]) {
    expect([message_id, (await name(message_id)).status]).toEqual([message_id, 404]);
  }
  for (const message_id of ["", 7 as unknown as string]) {
    expect([message_id, (await name(message_id)).status]).toEqual([message_id, 400]);
  }
  expect((await name(idOf(30))).status).toBe(201);
  const { body: own } = await callApi<OwnReportDto[]>("GET", "/api/reports", { token: one.token });
  const read = async () =>
    (await forAdmin<AdminReportDto>("GET", `/reports/${own[0]?.report_id}`)).body;
  const { evidence = [] } = await read();
  expect(evidence.map(({ message_id }) => message_id)).toEqual(
    messages.slice(5).map(({ id }) => id),
  );
  expect(evidence.filter((one) => "reported" in one)).toMatchObject([
    { content: "words 30", reported: true },
  ]);

  // A second report adds its own evidence while the first is open. The server quotes the message
  // that the report names.
  const forged = `About the message of ${new Date(start + 98).toISOString()}: invented words`;
  await object.apply({ conversationId, version: 0, kind: "import", messages: later });
  const again = await callApi("POST", `/api/reports/${other.id}`, {
    token: one.token,
    body: {
      reason: "spam",
      details: forged,
      message_id: idOf(98),
      conversation_id: conversationId,
    },
  });
  expect(again.status).toBe(201);
  const added = await read();
  expect(added).toMatchObject({
    details: forged,
    quotes: [{ message_id: idOf(98), at: new Date(start + 98).toISOString(), content: "words 98" }],
  });
  expect(added.evidence?.map(({ message_id }) => message_id)).toEqual(
    [...messages.slice(5), ...later].map(({ id }) => id),
  );
  const listed = await forAdmin<AdminReportDto[]>("GET", "/reports");
  expect(listed.body.find(({ report_id }) => report_id === own[0]?.report_id)).not.toHaveProperty(
    "quotes",
  );
});

it("the desk lists members newest first, with standing and open reports, and finds them by name or e-mail", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const created = Date.now() + DAY_MS;
  const members: SeededMember[] = [];
  for (let i = 0; i < 3; i++) {
    members.push(await seedMember({ name: `Zed ${mark} ${i}`, created_at: created + i }));
  }
  const [first, second, third] = members as [SeededMember, SeededMember, SeededMember];
  await act(second.id, { kind: "suspend", days: 3 });
  await pairMembers(first, third);
  await report(first, third);
  const list = (query: string) => forAdmin<AdminMemberDto[]>("GET", `/members${query}`);
  const { body } = await list(`?query=zed ${mark}`);
  expect(
    body.map(({ user_id, standing, open_reports }) => [user_id, standing, open_reports]),
  ).toEqual([
    [third.id, "good", 1],
    [second.id, "suspended", 0],
    [first.id, "good", 0],
  ]);
  expect((await list(`?query=${third.email.toUpperCase()}`)).body).toHaveLength(1);
  expect((await list("?limit=1")).body[0]?.user_id).toBe(third.id);
  expect((await list(`?limit=1&before=${third.id}`)).body[0]?.user_id).toBe(second.id);
  expect((await list("?before=unknown")).status).toBe(400);
  expect((await forAdmin("GET", "/members/unknown")).body).toMatchObject({
    code: "member_not_found",
  });
});

it("a member's page at the desk shows everything about the case, but no position", async () => {
  const { one: reporter, other: reported, conversationId } = await createPair();
  await env.DB.prepare("update members set latitude = 52.5, longitude = 13.4 where id = ?")
    .bind(reported.id)
    .run();
  const { report_id } = await report(reporter, reported);
  await callApi("POST", `/api/blocks/${reported.id}`, { token: reporter.token });
  await act(reported.id, { kind: "warn", note: "internal words", report_id });
  const { body } = await forAdmin<AdminMemberPageDto>("GET", `/members/${reported.id}`);
  expect(body).toMatchObject({
    user_id: reported.id,
    standing: "warned",
    actions: [
      { kind: "warn", note: "internal words", report_id, admin_name: "Admin", appeal: null },
    ],
    reports_about: [{ report_id, user_id: reporter.id, status: "open", outcome: null }],
    reports_by: [],
    blocks: [{ user_id: reporter.id, by: "other" }],
    pairings: [{ conversation_id: conversationId, user_id: reporter.id }],
    sessions: [{ expires_at: expect.any(String) }],
  });
  expect(JSON.stringify(body)).not.toMatch(/latitude|52\.5/);
  expect(await auditOf(reported.id)).toEqual(["warn_member", "view_member"]);
});

it("the audit names the admin who triggered a run", async () => {
  await runCron();
  const answer = await callApi("POST", "/api/pairings/trigger-pairings", { token: admin.token });
  expect(answer.status).toBe(200);
  const row = await env.DB.prepare(
    `select r.admin_id from audit_events e join pairing_runs r on r.id = e.object_id
     where e.action = 'trigger_run' and e.admin_id = r.admin_id`,
  ).first();
  expect(row).toEqual({ admin_id: admin.id });
});

it("a second report about a member adds its text to the open report, and counts towards the ten per day", async () => {
  const { one, other } = await createPair();
  const first = await report(one, other, { reason: "spam", details: "first words" });
  await report(one, other, { reason: "underage", details: "second words" });
  const { body: own } = await callApi<OwnReportDto[]>("GET", "/api/reports", { token: one.token });
  expect(own).toHaveLength(1);
  const { body } = await forAdmin<AdminReportDto>("GET", `/reports/${first.report_id}`);
  expect(body).toMatchObject({ reason: "spam", details: "first words\nsecond words" });
  for (let i = 0; i < 8; i++) await report(one, other);
  const beyond = await callApi("POST", `/api/reports/${other.id}`, {
    token: one.token,
    body: { reason: "spam" },
  });
  expect(beyond.status).toBe(429);
  await forAdmin("PUT", `/reports/${first.report_id}`, { status: "resolved" });
  await env.DB.prepare("delete from rate_windows").run();
  const second = await report(one, other);
  expect(second.report_id).not.toBe(first.report_id);
});

it("evidence keeps the newest messages that fit into 128 KiB", () => {
  const messages = Array.from({ length: 50 }, (_, i) => ({
    id: `m${i}`,
    sender_id: "one",
    content: "\u{1F600}".repeat(2_000),
    client_id: null,
    created_at: i,
    read_at: null,
  }));
  const kept = toEvidence(messages, [{ id: "one", name: "One", avatarUrl: null }], null);
  expect(kept.map(({ message_id }) => message_id)).toEqual(messages.slice(-16).map(({ id }) => id));
  expect(new TextEncoder().encode(JSON.stringify(kept)).length).toBeLessThanOrEqual(129 * 1024);
  // The named message and those nearest to it have their own limit of 128 KiB.
  const named = toEvidence(messages, [{ id: "one", name: "One", avatarUrl: null }], "m3");
  expect(named.map(({ message_id }) => message_id)).toEqual([
    ...messages.slice(0, 16).map(({ id }) => id),
    ...kept.map(({ message_id }) => message_id),
  ]);
});

it("a page of ten thousand reports reads only its own rows, in one round trip", async () => {
  await env.DB.prepare("delete from reports").run();
  const [one, other] = [await seedMember(), await seedMember()];
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
     insert into reports (id, reporter_id, reported_id, reason, evidence, status, is_repeat, created_at)
     select 'r' || i, ?1, ?2,
       case i % 3 when 0 then 'underage' when 1 then 'harassment' else 'spam' end, '[]',
       case when i % 10 = 0 then 'open' else 'resolved' end, i % 7 = 0, i from n`,
  )
    .bind(one.id, other.id)
    .run();
  const metered = meterDatabase(env.DB);
  const db = createDatabase(metered.db);
  const ask = {
    status: null,
    reason: null,
    query: null,
    before: null,
    limit: 50,
    evidence: false,
    isDesk: false,
  };
  const audit = () => ({ id: crypto.randomUUID(), adminId: admin.id, action: "list", now: 1 });
  const idsOf = async (filter: Partial<ReportFilter>) =>
    (await readReports(db, { ...ask, ...filter }, audit()))?.map(({ id }) => id) ?? [];
  // Each report costs nine rows: its index entry, its own row and the rows of both members, each
  // read twice, and one row of the audit.
  const most = 9 * 50 + 20;
  const filters: Partial<ReportFilter>[] = [
    {},
    { status: "open" },
    { reason: "spam", status: "resolved" },
    { reason: "underage" },
    { before: "r9000" },
    { before: "r5001" },
    { status: "resolved", before: "r5001" },
  ];
  for (const filter of filters) {
    metered.trips.length = 0;
    const rows = await idsOf(filter);
    expect(rows).toHaveLength(50);
    expect(metered.trips).toHaveLength(1);
    const read = metered.trips[0]?.rowsRead ?? Number.POSITIVE_INFINITY;
    expect([filter, read <= most ? 0 : read]).toEqual([filter, 0]);
    const whole = await idsOf({ ...filter, before: null, limit: 10_000 });
    const from = filter.before ? whole.indexOf(filter.before) + 1 : 0;
    expect(rows).toEqual(whole.slice(from, from + 50));
  }
  metered.trips.length = 0;
  const waiting = await readWaiting(db, { adminId: admin.id, now: 1 });
  expect(waiting).toEqual({ reports: 100, appeals: expect.any(Number), oldest: 10 });
  expect(metered.trips.map(({ rowsRead }) => rowsRead < 220)).toEqual([true]);
});
