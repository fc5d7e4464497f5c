import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { authenticate } from "~/core/accounts/session";
import { decideReport } from "~/core/moderation/actions";
import { listAudit } from "~/core/moderation/audit";
import {
  countWaiting,
  exportCase,
  listCases,
  listReports,
  openCase,
} from "~/core/moderation/reports";
import { callApi, emptyDatabase, grantAdmin, sendMessage } from "../../support/api";
import { createMailbox } from "../../support/mailbox";
import { pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

const WORDS = { reason: "spam", text: "You sold a course." } as const;

let judge: SeededMember;
let ada: SeededMember;
let reportId: string;

beforeEach(async () => {
  await emptyDatabase();
  judge = await seedMember({ name: "Judge Reported" });
  ada = await seedMember({ name: "Ada Reporter" });
  await grantAdmin(judge);
  const conversationId = await pairMembers(judge, ada);
  for (const member of [judge, ada]) {
    expect((await sendMessage(member, conversationId, "some words")).status).toBe(201);
  }
  const { status } = await callApi("POST", `/api/reports/${judge.id}`, {
    token: ada.token,
    body: { reason: "harassment", details: "They asked for my address." },
  });
  expect(status).toBe(201);
  reportId = (await env.DB.prepare("select id from reports").first<string>("id")) ?? "";
});

async function grantOther(): Promise<SeededMember> {
  const other = await seedMember({ name: "Other Judge" });
  await grantAdmin(other);
  return other;
}

const ask = (admin: SeededMember, method: string, path: string, body?: unknown) =>
  callApi(method, `/api/admin${path}`, { token: admin.token, body });

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error.code,
  );

it("a reported admin finds the report in no list, search, count or case, but another admin does", async () => {
  const other = await grantOther();
  const deps = createTestDeps();
  for (const [admin, isSeen] of [
    [judge, false],
    [other, true],
  ] as const) {
    for (const filter of [
      "",
      "?evidence=1",
      "?query=Reporter",
      `?query=${reportId}`,
      "?status=open",
    ]) {
      const { body } = await ask(admin, "GET", `/reports${filter}`);
      expect([filter, JSON.stringify(body).includes(reportId)]).toEqual([filter, isSeen]);
    }
    expect((await ask(admin, "GET", `/reports?before=${reportId}`)).status).toBe(
      isSeen ? 200 : 400,
    );
    expect((await ask(admin, "GET", `/reports/${reportId}`)).status).toBe(isSeen ? 200 : 404);
    const { body: members } = await ask(admin, "GET", `/members?query=${judge.email}`);
    expect(members).toMatchObject([{ user_id: judge.id, open_reports: isSeen ? 1 : 0 }]);
    for (const [{ id }, list] of [
      [judge, "reports_about"],
      [ada, "reports_by"],
    ] as const) {
      const { body } = await ask(admin, "GET", `/members/${id}`);
      expect([list, body[list]]).toMatchObject([list, isSeen ? [{ report_id: reportId }] : []]);
    }
    const viewer = await authenticate(deps, admin.token);
    const none = { reports: 0, appeals: 0, oldest: null };
    expect(await listReports(deps, viewer)).toHaveLength(isSeen ? 1 : 0);
    expect(await countWaiting(deps, viewer)).toMatchObject(isSeen ? { reports: 1 } : none);
    const refusal = isSeen ? null : "report_not_found";
    expect(await refusalOf(openCase(deps, viewer, { reportId }))).toBe(refusal);
    expect(await refusalOf(exportCase(deps, viewer, { reportId }))).toBe(refusal);
  }
});

it("the audit hides from a reported admin what other admins did with the report", async () => {
  const other = await grantOther();
  await ask(other, "GET", `/reports/${reportId}`);
  await ask(other, "GET", "/reports?evidence=1");
  await ask(other, "PUT", `/reports/${reportId}`, { status: "resolved", outcome: "acted" });
  await ask(other, "PUT", `/reports/${reportId}`, { status: "open" });
  const deps = createTestDeps();
  const look = async ({ token }: SeededMember) =>
    (await listAudit(deps, await authenticate(deps, token), {})).filter(
      ({ objectId, subject }) => objectId === reportId || subject?.user_id === judge.id,
    );
  expect((await look(other)).map(({ action }) => action).sort()).toEqual(
    ["open_evidence", "open_evidence", "reopen_report", "resolve_report"].sort(),
  );
  expect(await look(judge)).toEqual([]);
});

it("a reported admin can't decide the report or the reporter's appeal, nor act on the reporter", async () => {
  const other = await grantOther();
  const decide = { status: "resolved", outcome: "no_breach" };
  expect((await ask(judge, "PUT", `/reports/${reportId}`, decide)).status).toBe(404);
  const deps = createTestDeps();
  const viewer = await authenticate(deps, judge.token);
  for (const action of ["no_breach" as const, { kind: "warn", ...WORDS } as const]) {
    const decided = decideReport(deps, viewer, { reportId, action, note: "" });
    expect(await refusalOf(decided)).toBe("report_not_found");
  }
  const path = `/members/${ada.id}/actions`;
  for (const body of [
    { kind: "suspend", days: 365, ...WORDS, report_id: reportId },
    { kind: "ban", ...WORDS },
    { kind: "warn", ...WORDS },
  ]) {
    const answer = await ask(judge, "POST", path, body);
    expect([body.kind, answer.status, answer.body.code]).toEqual([
      body.kind,
      409,
      "other_admin_required",
    ]);
  }
  expect((await ask(other, "PUT", `/reports/${reportId}`, decide)).status).toBe(200);
  // The reported admin can't act on the reporter even after the report is resolved.
  expect((await ask(judge, "POST", path, { kind: "warn", ...WORDS })).status).toBe(409);

  const warning = { kind: "warn", ...WORDS, note: "reported in bad faith", report_id: reportId };
  expect((await ask(other, "POST", path, warning)).status).toBe(201);
  const { body: page } = await ask(judge, "GET", `/members/${ada.id}`);
  expect(page.actions).toMatchObject([{ kind: "warn", report_id: null, note: null }]);
  await callApi("POST", "/api/account/appeal", {
    token: ada.token,
    body: { text: "It was true." },
  });
  const { body: appeals } = await ask(judge, "GET", "/appeals");
  const [{ appeal_id }] = appeals as unknown as [{ appeal_id: string }];
  const answer = { decision: "upheld", text: "No." };
  const third = await grantOther();
  expect(await ask(judge, "PUT", `/appeals/${appeal_id}`, answer)).toMatchObject({
    status: 409,
    body: { code: "other_admin_required" },
  });
  const overturned = { ...answer, decision: "overturned" };
  expect((await ask(other, "PUT", `/appeals/${appeal_id}`, overturned)).status).toBe(409);
  expect((await ask(third, "PUT", `/appeals/${appeal_id}`, overturned)).status).toBe(200);
});

it.each(["reported", "was paired with"])(
  "an admin who %s a member must leave the member's case to any other admin seen within 14 days",
  async (how) => {
    const other = await grantOther();
    const [accuser, accused] = [await seedMember({ name: "Accuser" }), await seedMember()];
    const conversationId = await pairMembers(accuser, accused, how === "reported" ? -40 : -29);
    const reporter = how === "reported" ? accuser : await seedMember();
    if (reporter !== accuser) await pairMembers(reporter, accused, -2);
    const made = await callApi("POST", `/api/reports/${accused.id}`, {
      token: reporter.token,
      body: { reason: "spam", conversation_id: reporter === accuser ? conversationId : undefined },
    });
    expect(made.status).toBe(201);
    await grantAdmin(accuser);
    const id = await env.DB.prepare("select id from reports where reported_id = ?")
      .bind(accused.id)
      .first<string>("id");
    const appeal_id = "the-appeal";
    await env.DB.batch([
      env.DB.prepare(
        `insert into member_actions (id, member_id, kind, reason, text, created_at)
         values ('warned', ?, 'warn', 'spam', 'text', ?)`,
      ).bind(accused.id, Date.now()),
      env.DB.prepare(
        "insert into appeals (id, action_id, text, created_at) values (?, 'warned', 'no', 1)",
      ).bind(appeal_id),
    ]);
    const viewer = await authenticate(createTestDeps(), accuser.token);
    const decide = (action: "no_breach" | { kind: "warn"; reason: "spam"; text: string }) =>
      refusalOf(decideReport(createTestDeps(), viewer, { reportId: id ?? "", action, note: "" }));
    const calls = (admin: SeededMember) => [
      () => ask(admin, "POST", `/members/${accused.id}/actions`, { kind: "ban", ...WORDS }),
      () => ask(admin, "PUT", `/appeals/${appeal_id}`, { decision: "upheld", text: "No." }),
      () => ask(admin, "PUT", `/reports/${id}`, { status: "resolved", outcome: "acted" }),
    ];
    for (const call of calls(accuser)) {
      const { status, body } = await call();
      expect([status, body.code]).toEqual([409, "other_admin_required"]);
    }
    expect(await decide("no_breach")).toBe("other_admin_required");
    const opened = await openCase(createTestDeps(), viewer, { reportId: id ?? "" });
    expect(opened.isForOther).toBe(true);
    const listed = await listCases(createTestDeps(), viewer);
    expect(listed.find(({ report_ids }) => report_ids[0] === id)?.is_for_other).toBe(true);
    expect(await decide({ kind: "warn", ...WORDS })).toBe("other_admin_required");
    expect((await ask(accuser, "GET", `/reports/${id}`)).status).toBe(200);

    const away = new Date(Date.now() - 15 * 24 * 3_600_000).toISOString().slice(0, 10);
    const leave = env.DB.prepare("update members set last_seen_on = ? where id in (?, ?)");
    await leave.bind(away, other.id, judge.id).run();
    for (const call of calls(accuser)) expect((await call()).status).toBeLessThan(300);
  },
);

it("an admin who is involved in a case can decide it if every other admin is involved too", async () => {
  const other = await grantOther();
  const member = await seedMember();
  await pairMembers(judge, member, -3);
  const path = `/members/${member.id}/actions`;
  expect((await ask(judge, "POST", path, { kind: "warn", ...WORDS })).status).toBe(409);
  await pairMembers(other, member, -4);
  expect((await ask(judge, "POST", path, { kind: "warn", ...WORDS })).status).toBe(201);
});

it("a lift without effect doesn't tell a reported admin who reported them", async () => {
  const other = await grantOther();
  const stranger = await seedMember();
  const lift = { kind: "lift", ...WORDS };
  const probe = async ({ id }: SeededMember) => {
    const { status, body } = await ask(judge, "POST", `/members/${id}/actions`, lift);
    return [status, body];
  };
  const answer = await probe(stranger);
  expect(answer).toMatchObject([409, { code: "nothing_to_lift" }]);
  expect(await probe(ada)).toEqual(answer);
  const suspend = { kind: "suspend", days: 3, ...WORDS };
  expect((await ask(other, "POST", `/members/${ada.id}/actions`, suspend)).status).toBe(201);
  expect(await probe(ada)).toMatchObject([409, { code: "other_admin_required" }]);
});

it("each action that is refused because it is the admin's own case is audited, in a row that this admin doesn't see", async () => {
  const other = await grantOther();
  const path = `/members/${ada.id}/actions`;
  for (const kind of ["warn", "ban"]) {
    expect((await ask(judge, "POST", path, { kind, ...WORDS })).status).toBe(409);
  }
  const deps = createTestDeps();
  const look = async ({ token }: SeededMember) =>
    (await listAudit(deps, await authenticate(deps, token), {})).filter(
      ({ action }) => action === "refused_own_case",
    );
  const row = { adminName: judge.name, subject: { user_id: ada.id, name: ada.name }, rows: 1 };
  expect(await look(other)).toMatchObject([row, row]);
  expect(await look(judge)).toEqual([]);
  const { body } = await callApi("GET", "/api/users/export", { token: judge.token });
  expect(JSON.stringify(body)).not.toContain("refused_own_case");
});

it("a lone admin sees a report about themselves, but nothing that names the reporter", async () => {
  const deps = createTestDeps();
  const viewer = await authenticate(deps, judge.token);
  const answers = await Promise.all([
    ask(judge, "GET", "/reports?evidence=1"),
    ask(judge, "GET", `/reports/${reportId}`),
    openCase(deps, viewer, { reportId }),
    exportCase(deps, viewer, { reportId }),
    ask(judge, "PUT", `/reports/${reportId}`, { status: "open", note: "seen" }),
  ]);
  for (const answer of answers) {
    const text = JSON.stringify(answer);
    expect(text).toContain(reportId);
    expect(text).toContain("They asked for my address.");
    for (const part of [ada.id, ada.name, ada.email, 'conversation_id":"']) {
      // A member's view lists all pairings, even those without a report. So the list does not show who reported.
      const { pairings: _, ...rest } = JSON.parse(text).member ?? {};
      const shown = JSON.stringify({ ...JSON.parse(text), member: rest });
      expect([part, shown.includes(part)]).toEqual([part, false]);
    }
  }
  expect(answers[1]).toMatchObject({
    body: {
      reporter_id: null,
      reporter_name: null,
      evidence: [{ sender_id: judge.id }],
    },
  });
  expect((await ask(judge, "GET", "/reports?query=Ada+Reporter")).body).toEqual([]);
  expect((await ask(judge, "GET", `/members/${ada.id}`)).body.reports_by).toEqual([]);
  expect(
    await ask(judge, "POST", `/members/${ada.id}/actions`, {
      kind: "warn",
      ...WORDS,
      report_id: reportId,
    }),
  ).toMatchObject({ status: 404, body: { code: "report_not_found" } });
});

it("a report about a lone admin is mailed to the support address once, without a name", async () => {
  await env.DB.prepare("delete from reports").run();
  const mailbox = createMailbox();
  const report = () =>
    mailbox.call("POST", `/api/reports/${judge.id}`, {
      token: ada.token,
      body: { reason: "harassment", details: "They asked for my address." },
    });
  expect((await report()).status).toBe(201);
  expect((await report()).status).toBe(201);
  reportId = (await env.DB.prepare("select id from reports").first<string>("id")) ?? "";
  const mail = { template: "admin_reported", reportId, reason: "harassment" };
  expect(mailbox.mails).toMatchObject([{ to: env.SUPPORT_EMAIL, name: null, mail }]);
  expect(JSON.stringify(mailbox.mails)).not.toMatch(/Ada|address\./);

  await env.DB.prepare("delete from reports").run();
  await grantOther();
  expect((await report()).status).toBe(201);
  expect(mailbox.mails).toHaveLength(1);
});
