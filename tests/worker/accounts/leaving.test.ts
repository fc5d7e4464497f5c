import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepExpired } from "~/core/operations/retention";
import type {
  ActionDto,
  AdminReportDto,
  AdminRunDto,
  BlockDto,
  OwnReportDto,
} from "~/core/shared/contract";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  register,
  runCron,
  sendMessage,
  type TestMember,
} from "../../support/api";
import { createMailbox, type Mailbox } from "../../support/mailbox";
import { pairMembers } from "../../support/pairs";
import { createTestDeps } from "../pairing/support";

beforeEach(async () => {
  nights = 0;
  await emptyDatabase();
});

const DAY_MS = 24 * 3600 * 1000;
const WORDS = { reason: "harassment", text: "You wrote to somebody who had asked you to stop." };

const leave = async ({ token }: TestMember) =>
  expect((await callApi("DELETE", "/api/users/account", { token })).status).toBe(200);

const registering = ({ email, password, user: { name, dob } }: TestMember) =>
  register({ email, password, name, dob });

async function comeBack(member: TestMember): Promise<TestMember> {
  await leave(member);
  return createMember({ email: member.email, name: member.user.name });
}

const confirmAddress = ({ id }: TestMember) =>
  env.DB.prepare("update members set email_verified_at = created_at where id = ?").bind(id).run();

const blocksOf = async ({ token }: TestMember) =>
  (await callApi<BlockDto[]>("GET", "/api/blocks", { token })).body;
const block = ({ token }: TestMember, { id }: { id: string }) =>
  callApi("POST", `/api/blocks/${id}`, { token });
const unblock = ({ token }: TestMember, id: string) =>
  callApi("DELETE", `/api/blocks/${id}`, { token });

async function createAdmin() {
  const admin = await createMember();
  await grantAdmin(admin);
  return admin;
}

const act = (admin: TestMember, id: string, body: object) =>
  callApi<ActionDto & { code: string }>("POST", `/api/admin/members/${id}/actions`, {
    token: admin.token,
    body: { ...WORDS, ...body },
  });

const listReports = async ({ token }: TestMember) =>
  (await callApi<AdminReportDto[]>("GET", "/api/admin/reports", { token })).body;

let nights = 0;

/** Only two members take part, so the next day's run pairs either both or none. */
async function areIntroduced({ token }: TestMember): Promise<boolean> {
  nights += 1;
  await runCron(Date.now() + nights * DAY_MS);
  return (await callApi("GET", "/api/pairings/current", { token })).status === 200;
}

async function listKept() {
  const { results } = await env.DB.prepare(
    "select kind from kept_digests union all select 'conversation' from kept_words order by 1",
  ).all<{ kind: string }>();
  return results.map(({ kind }) => kind);
}

async function endAll() {
  await env.DB.batch([
    env.DB.prepare("update kept_digests set until = 1"),
    env.DB.prepare("update kept_words set until = 1"),
  ]);
}

const sweep = () => sweepExpired(createTestDeps());

it("a suspended member who leaves can't register the address again until the suspension ends", async () => {
  const admin = await createAdmin();
  const member = await createMember();
  await act(admin, member.id, { kind: "suspend", days: 30 });
  await leave(member);
  const refused = await registering(member);
  expect(refused).toMatchObject({ status: 403, body: { code: "registration_refused" } });
  expect(refused.body.message).toContain("This account cannot be registered");
  expect(refused.body.message).toContain(env.SUPPORT_EMAIL);
  const until = await env.DB.prepare(
    "select until from kept_digests where kind = 'bar'",
  ).first<number>("until");
  expect(Math.abs((until ?? 0) - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);
  await endAll();
  expect((await registering(member)).status).toBe(201);
  await sweep();
  expect(await listKept()).toEqual([]);
});

it("no row is kept about a member who leaves without a pair, block, report or restriction", async () => {
  await leave(await createMember());
  expect(await listKept()).toEqual([]);
});

it("a block keeps its entry in the blocker's list when the blocked member leaves and comes back", async () => {
  const [ada, ben] = [await createMember(), await createMember({ name: "Ben" })];
  await block(ada, ben);
  const [before] = await blocksOf(ada);
  await leave(ben);
  const gone = await blocksOf(ada);
  expect(gone).toEqual([
    { ...before, user_id: expect.stringMatching(/^[0-9a-f]{64}$/), name: "A member who has left" },
  ]);
  const again = await createMember({ email: ben.email, name: "Ben" });
  expect(await blocksOf(ada)).toEqual(gone);
  const { body } = await callApi<{ blocks: object[] }>("GET", "/api/users/export", {
    token: ada.token,
  });
  expect(JSON.stringify(body.blocks)).not.toContain(again.id);
  expect(await areIntroduced(ada)).toBe(false);
  expect(await areIntroduced(again)).toBe(false);
  // Leaving a second time does not move the end of the kept block.
  const ends = () =>
    env.DB.prepare("select distinct until from kept_digests where kind = 'block'").all();
  const { results: first } = await ends();
  const third = await comeBack(again);
  expect((await ends()).results).toEqual(first);
  expect(await blocksOf(ada)).toEqual(gone);
  expect(await areIntroduced(third)).toBe(false);
  expect((await unblock(ada, gone[0]?.user_id ?? "")).status).toBe(200);
  expect(await blocksOf(ada)).toEqual([]);
  expect(await areIntroduced(third)).toBe(true);
  const fourth = await comeBack(third);
  expect(await blocksOf(ada)).toEqual([]);
  expect(await blocksOf(fourth)).toEqual([]);
});

it("only the blocker can end a block of a member who has left", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  await block(ada, ben);
  await leave(ben);
  expect((await unblock(await createMember(), ben.id)).status).toBe(200);
  expect(await blocksOf(ada)).toHaveLength(1);
  await unblock(ada, ben.id);
  expect(await blocksOf(ada)).toEqual([]);
  await createMember({ email: ben.email });
  expect(await blocksOf(ada)).toEqual([]);
});

it("a member who comes back has their blocks again, without the other members' names", async () => {
  const [ada, ben] = [await createMember({ name: "Ada Then" }), await createMember()];
  await block(ben, ada);
  const again = await comeBack(ben);
  expect(await blocksOf(again)).toMatchObject([
    { user_id: ada.id, name: "A member", avatar_url: null },
  ]);
  expect(await blocksOf(ada)).toEqual([]);
  expect(await areIntroduced(ada)).toBe(false);
  await confirmAddress(again);
  await unblock(again, ada.id);
  expect(await blocksOf(again)).toEqual([]);
  expect(await listKept()).not.toContain("block");
});

it("without address confirmation, an account that unblocks somebody unblocks only for itself: the address's next account has the kept block", async () => {
  const [victim, other] = [await createMember(), await createMember()];
  await block(victim, other);
  const stranger = await comeBack(victim);
  expect(await blocksOf(stranger)).toHaveLength(1);
  await unblock(stranger, other.id);
  expect(await blocksOf(stranger)).toEqual([]);
  expect(await areIntroduced(stranger)).toBe(true);
  const owner = await comeBack(stranger);
  expect(await blocksOf(owner)).toMatchObject([{ user_id: other.id }]);
  expect(await areIntroduced(owner)).toBe(false);
});

it("without address confirmation, unblocking a member who has left counts only for the account that did it: the address's next account has the block", async () => {
  const [victim, other] = [await createMember(), await createMember()];
  await block(victim, other);
  await leave(other);
  const stranger = await comeBack(victim);
  const [gone] = await blocksOf(stranger);
  await unblock(stranger, gone?.user_id ?? "");
  expect(await blocksOf(stranger)).toEqual([]);
  const owner = await comeBack(stranger);
  expect(await blocksOf(owner)).toMatchObject([{ name: "A member who has left" }]);
});

describe("with address confirmation", () => {
  let mailbox: Mailbox;
  beforeEach(() => {
    mailbox = createMailbox({ REQUIRE_VERIFIED_EMAIL: "1" });
  });

  const confirm = async (template: "verify_email" | "change_email_new" | "change_email_old") => {
    const body = { token: mailbox.token(template) };
    expect((await mailbox.call("POST", "/api/auth/confirm-email", { body })).status).toBe(200);
  };
  const moveTo = (member: TestMember, email: string) =>
    mailbox.call("PUT", "/api/account/email", {
      token: member.token,
      body: { email, password: member.password },
    });

  async function takeAddress({ email }: { email: string }): Promise<TestMember> {
    const member = await createMember({ email });
    const path = "/api/account/email/verification";
    expect((await mailbox.call("POST", path, { token: member.token })).status).toBe(200);
    return member;
  }
  const listOwn = async ({ token }: TestMember) =>
    (await mailbox.call<BlockDto[]>("GET", "/api/blocks", { token })).body;
  const tryBlock = async ({ token }: TestMember, id: string) =>
    (await mailbox.call("POST", `/api/blocks/${id}`, { token })).status;
  const tryUnblock = async ({ token }: TestMember, id: string) =>
    expect((await mailbox.call("DELETE", `/api/blocks/${id}`, { token })).status).toBe(200);

  async function leaveAfterBlock() {
    const [victim, other] = [await createMember(), await createMember()];
    await block(victim, other);
    await leave(victim);
    return { victim, other };
  }

  it("an unconfirmed account is bound by the blocks of its address, but neither sees nor ends them", async () => {
    const { victim, other } = await leaveAfterBlock();
    const stranger = await takeAddress(victim);
    expect(await listOwn(stranger)).toEqual([]);
    const { body } = await mailbox.call("GET", "/api/users/export", { token: stranger.token });
    expect(body.blocks).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(other.id);
    await tryUnblock(stranger, other.id);
    expect(await areIntroduced(stranger)).toBe(false);
    await leave(stranger);
    const owner = await takeAddress(victim);
    expect(await listOwn(owner)).toEqual([]);
    await confirm("verify_email");
    expect(await listOwn(owner)).toMatchObject([{ user_id: other.id }]);
    expect(await areIntroduced(owner)).toBe(false);
    await tryUnblock(owner, other.id);
    expect(await listOwn(owner)).toEqual([]);
    expect(await areIntroduced(owner)).toBe(true);
    expect(await listKept()).not.toContain("block");
  });

  it("an unconfirmed account neither sees nor ends a block of a member who has left", async () => {
    const { victim, other } = await leaveAfterBlock();
    await leave(other);
    const stranger = await takeAddress(victim);
    expect(await listOwn(stranger)).toEqual([]);
    await tryUnblock(stranger, other.id);
    await confirm("verify_email");
    const [gone] = await listOwn(stranger);
    expect(gone).toMatchObject({ name: "A member who has left" });
    await tryUnblock(stranger, other.id);
    expect(await listOwn(stranger)).toEqual([]);
  });

  it("when an unconfirmed account blocks and unblocks, the address's earlier block stays in force", async () => {
    const { victim, other } = await leaveAfterBlock();
    const stranger = await takeAddress(victim);
    expect(await tryBlock(stranger, other.id)).toBe(201);
    expect(await tryBlock(stranger, other.id)).toBe(200);
    expect(await listOwn(stranger)).toMatchObject([{ user_id: other.id, name: "A member" }]);
    await tryUnblock(stranger, other.id);
    expect(await listOwn(stranger)).toEqual([]);
    // The owner of the mailbox takes the account over with a new password.
    await mailbox.call("POST", "/api/auth/forgot-password", { body: { email: victim.email } });
    const recovered = { token: mailbox.token("reset_password"), password: "a wholly new password" };
    expect((await mailbox.call("POST", "/api/auth/recover", { body: recovered })).status).toBe(200);
    const signIn = { body: { email: victim.email, password: recovered.password } };
    const { body } = await mailbox.call<{ token: string }>("POST", "/api/auth/login", signIn);
    const owner = { ...stranger, token: body.token };
    expect(await listOwn(owner)).toMatchObject([{ user_id: other.id }]);
    expect(await areIntroduced(owner)).toBe(false);
  });

  it("an account that changes its unconfirmed address never gets the blocks of that address", async () => {
    const { victim, other } = await leaveAfterBlock();
    let stranger = await takeAddress(victim);
    const own = { email: "stranger@example.org" };
    expect((await moveTo(stranger, own.email)).status).toBe(200);
    await confirm("change_email_new");
    expect(await listOwn(stranger)).toEqual([]);
    await tryUnblock(stranger, other.id);
    await block(stranger, await createMember());
    await leave(stranger);
    stranger = await takeAddress(own);
    await confirm("verify_email");
    expect((await listOwn(stranger)).map(({ user_id }) => user_id)).not.toContain(other.id);
    await tryUnblock(stranger, other.id);
    const owner = await takeAddress(victim);
    await confirm("verify_email");
    expect(await listOwn(owner)).toMatchObject([{ user_id: other.id }]);
  });

  it("after a change of address, a block binds the account and the old address's next account", async () => {
    const { victim, other } = await leaveAfterBlock();
    const moved = await takeAddress(victim);
    await confirm("verify_email");
    expect((await moveTo(moved, "moved@example.org")).status).toBe(200);
    await confirm("change_email_old");
    await confirm("change_email_new");
    const next = await takeAddress(victim);
    await confirm("verify_email");
    for (const one of [moved, next]) {
      expect(await listOwn(one)).toMatchObject([{ user_id: other.id }]);
      const pause = "update members set paused_from = '2020-01-01' where id not in (?, ?)";
      await env.DB.prepare(pause).bind(one.id, other.id).run();
      expect(await areIntroduced(one)).toBe(false);
      await env.DB.prepare("update members set paused_from = null").run();
    }
    await leave(moved);
    await leave(other);
    expect(await listOwn(next)).toMatchObject([{ name: "A member who has left" }]);
    await leave(next);
  });
});

it.each([["blocker"], ["blocked"]])(
  "a block is in force after both members left and the %s came back first",
  async (first) => {
    const [ada, ben] = [await createMember(), await createMember()];
    await block(ada, ben);
    await leave(ben);
    await leave(ada);
    const order = first === "blocker" ? [ada, ben] : [ben, ada];
    const back: TestMember[] = [];
    for (const { email } of order) back.push(await createMember({ email }));
    const blocker = back[order.indexOf(ada)] as TestMember;
    expect(await blocksOf(blocker)).toMatchObject([{ name: "A member who has left" }]);
    expect(await areIntroduced(blocker)).toBe(false);
  },
);

it("a pair of the last 30 days counts as a repeat after one member left and came back", async () => {
  const admin = await createAdmin();
  const [ada, ben] = [await createMember(), await createMember()];
  await pairMembers(ada, ben, -29);
  await pairMembers(ben, ada, -30);
  await comeBack(ben);
  await env.DB.prepare("update members set paused_from = '2020-01-01' where id = ?")
    .bind(admin.id)
    .run();
  expect(await areIntroduced(ada)).toBe(true);
  const runs = async () =>
    (await callApi<AdminRunDto[]>("GET", "/api/admin/runs", { token: admin.token })).body;
  expect((await runs())[0]).toMatchObject({ pairs: 1, repeats: 1 });
  await endAll();
  await runCron(Date.now() + DAY_MS);
  expect(await listKept()).toEqual([]);
});

it("because of an open report about a member who left, an admin can ban the address and its new account", async () => {
  const admin = await createAdmin();
  const [ada, ben, cid] = [await createMember(), await createMember(), await createMember()];
  await pairMembers(ada, ben);
  await callApi("POST", `/api/reports/${ben.id}`, {
    token: ada.token,
    body: { reason: "harassment" },
  });
  await leave(ben);
  const [report] = await listReports(admin);
  const { reported_id: id = "", report_id = "" } = report ?? {};
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  const { body: own } = await callApi<OwnReportDto[]>("GET", "/api/reports", { token: ada.token });
  expect(own).toMatchObject([{ report_id, user_id: null, name: null, outcome: "received" }]);

  const again = await createMember({ email: ben.email });
  await pairMembers(cid, again);
  await callApi("POST", `/api/reports/${again.id}`, { token: cid.token, body: { reason: "spam" } });
  const second = (await listReports(admin)).find(({ reported_id }) => reported_id === again.id);
  expect(second).toMatchObject({ is_repeat: true });

  for (const kind of ["warn", "lift"]) {
    expect(await act(admin, id, { kind, report_id })).toMatchObject({ status: 400 });
  }
  expect(await act(admin, id, { kind: "suspend", days: 3, report_id })).toMatchObject({
    status: 400,
  });
  expect(await act(admin, id, { kind: "ban" })).toMatchObject({ status: 404 });
  expect(await act(admin, id, { kind: "ban", report_id: second?.report_id })).toMatchObject({
    status: 404,
  });
  expect(await act(admin, ben.id, { kind: "ban", report_id })).toMatchObject({ status: 404 });
  expect((await act(again, id, { kind: "ban", report_id })).status).toBe(403);
  expect(await act(admin, id, { kind: "ban", report_id })).toMatchObject({
    status: 201,
    body: { kind: "ban", until: null },
  });
  const standing = await callApi("GET", "/api/account/standing", { token: again.token });
  expect(standing.body).toMatchObject({ standing: "banned" });
  await leave(again);
  expect((await registering(ben)).status).toBe(403);
  await callApi("PUT", `/api/admin/reports/${report_id}`, {
    token: admin.token,
    body: { status: "resolved", outcome: "acted" },
  });
  expect((await registering(ben)).status).toBe(403);
  expect(await act(admin, id, { kind: "ban", report_id })).toMatchObject({ status: 404 });
});

it("once a report about a banned member who left is resolved, its kept digest is gone and the ban stays in force", async () => {
  const admin = await createAdmin();
  const [ada, ben] = [await createMember(), await createMember()];
  await pairMembers(ada, ben, -10);
  await callApi("POST", `/api/reports/${ben.id}`, { token: ada.token, body: { reason: "spam" } });
  await leave(ben);
  const [report] = await listReports(admin);
  const { reported_id: id = "", report_id } = report ?? {};
  expect(await act(admin, id, { kind: "ban", report_id })).toMatchObject({ status: 201 });
  await callApi("PUT", `/api/admin/reports/${report_id}`, {
    token: admin.token,
    body: { status: "resolved", outcome: "acted" },
  });
  expect(await listKept()).toEqual(["address", "bar", "pair"]);
  expect((await registering(ben)).status).toBe(403);
  await endAll();
  expect((await registering(ben)).status).toBe(201);
  await sweep();
  expect(await listKept()).toEqual([]);
});

it("after all kept rows have expired, a member who comes back counts as new", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  await pairMembers(ada, ben, -3);
  await block(ada, ben);
  await block(ben, ada);
  await callApi("POST", `/api/reports/${ben.id}`, { token: ada.token, body: { reason: "spam" } });
  await leave(ben);
  await endAll();
  const again = await createMember({ email: ben.email });
  expect(await blocksOf(again)).toEqual([]);
  expect(await blocksOf(ada)).toEqual([]);
  expect(await areIntroduced(again)).toBe(true);
  expect(await listKept()).toEqual([]);
});

it("the ban of a member who leaves stays in force for the address", async () => {
  const admin = await createAdmin();
  const ben = await createMember();
  await act(admin, ben.id, { kind: "ban" });
  await leave(ben);
  expect(await listKept()).toEqual(["address", "ban", "bar"]);
  await env.DB.prepare("delete from kept_digests where kind = 'ban'").run();
  expect((await registering(ben)).status).toBe(403);
});

const reporting = ({ token }: TestMember, id: string, body: object = {}) =>
  callApi<{ code: string }>("POST", `/api/reports/${id}`, {
    token,
    body: { reason: "harassment", ...body },
  });

it("a partner can report a member who has left, and the report has the messages", async () => {
  const admin = await createAdmin();
  const [ada, ben, cid] = [
    await createMember(),
    await createMember({ name: "Ben" }),
    await createMember(),
  ];
  const conversationId = await pairMembers(ada, ben);
  await sendMessage(ben, conversationId, "a threat");
  const { body: named } = await sendMessage(ben, conversationId, "and another");
  await sendMessage(ada, conversationId, "please stop");
  await leave(ben);
  const messages = await callApi("GET", `/api/pairings/conversation/${conversationId}/messages`, {
    token: ada.token,
  });
  expect(messages.status).toBe(404);
  const { results: kept } = await env.DB.prepare("select * from kept_words").all();
  expect(kept).toHaveLength(1);
  // Matches `"Ben` with its quote, because the encrypted text could contain the three letters.
  expect(JSON.stringify(kept)).not.toMatch(/threat|"Ben/);
  expect(JSON.stringify(kept)).not.toContain(ben.id);

  expect(await reporting(cid, ben.id)).toMatchObject({ status: 404 });
  expect(await reporting(ada, ben.id, { conversation_id: "other" })).toMatchObject({ status: 404 });
  expect(await reporting(ada, ben.id, { message_id: "none" })).toMatchObject({ status: 404 });
  const about = { conversation_id: conversationId, message_id: named.message_id };
  expect((await reporting(ada, ben.id, about)).status).toBe(201);
  expect((await reporting(ada, ben.id, { details: "it was the second time" })).status).toBe(201);
  const reports = await listReports(admin);
  expect(reports).toHaveLength(1);
  const [{ report_id = "", reported_id = "" } = {}] = reports;
  const { body } = await callApi<AdminReportDto>("GET", `/api/admin/reports/${report_id}`, {
    token: admin.token,
  });
  expect(body).toMatchObject({
    reported_name: "Deleted member",
    details: expect.stringContaining("it was the second time"),
    evidence: [
      { content: "a threat", sender_name: "", sender_id: reported_id },
      { content: "and another", reported: true },
      { content: "please stop", sender_id: ada.id },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(ben.id);
  const { body: own } = await callApi<OwnReportDto[]>("GET", "/api/reports", { token: ada.token });
  expect(own).toMatchObject([{ report_id, user_id: null, name: null }]);
  expect((await act(admin, reported_id, { kind: "ban", report_id })).status).toBe(201);
  expect((await registering(ben)).status).toBe(403);
});

it("a report about a member who left has revealed answers as evidence, but no sealed ones", async () => {
  const admin = await createAdmin();
  const [ada, ben] = [await createMember(), await createMember()];
  const conversationId = await pairMembers(ada, ben);
  const answer = ({ token }: TestMember, level: number, words: string) =>
    callApi("PUT", `/api/pairings/conversation/${conversationId}/questions/${level}`, {
      token,
      body: { answer: words },
    });
  expect((await answer(ada, 1, "a harmless answer")).status).toBe(200);
  expect((await answer(ben, 1, "an answer that threatens")).status).toBe(200);
  expect((await answer(ben, 2, "a sealed answer")).status).toBe(200);
  await leave(ben);
  const { results: kept } = await env.DB.prepare("select * from kept_words").all();
  expect(JSON.stringify(kept)).not.toMatch(/answer/);
  const named = { message_id: `question-1-${ben.id}` };
  expect((await reporting(ada, ben.id, named)).status).toBe(404);
  expect((await reporting(ada, ben.id)).status).toBe(201);
  const [{ report_id = "", reported_id = "" } = {}] = await listReports(admin);
  const { body } = await callApi<AdminReportDto>("GET", `/api/admin/reports/${report_id}`, {
    token: admin.token,
  });
  const question = expect.any(String);
  expect(body).toMatchObject({
    evidence: [
      { content: "a harmless answer", sender_id: ada.id, question },
      { content: "an answer that threatens", sender_id: reported_id, question },
    ],
  });
  expect(body.evidence).toHaveLength(2);
});

it("a report with answers does not contain the reported member's id after the deletion", async () => {
  const admin = await createAdmin();
  const [ada, ben] = [await createMember(), await createMember()];
  const conversationId = await pairMembers(ada, ben);
  for (const [{ token }, words] of [
    [ada, "a harmless answer"],
    [ben, "an answer that threatens"],
  ] as const) {
    const path = `/api/pairings/conversation/${conversationId}/questions/1`;
    expect((await callApi("PUT", path, { token, body: { answer: words } })).status).toBe(200);
  }
  expect((await reporting(ada, ben.id)).status).toBe(201);
  const [{ report_id = "" } = {}] = await listReports(admin);
  await leave(ben);
  const { results } = await env.DB.prepare("select * from reports").all();
  expect(JSON.stringify(results)).not.toContain(ben.id);
  const path = `/api/admin/reports/${report_id}`;
  const { body } = await callApi<AdminReportDto>("GET", path, { token: admin.token });
  expect(body.evidence).toMatchObject([
    { content: "a harmless answer", message_id: "question-1-reporter" },
    { content: "an answer that threatens", message_id: "question-1-reported" },
  ]);
});

it.each([
  ["ended a week ago", -8, 404],
  ["ended less than a week ago", -6, 201],
])(
  "a conversation that %s when the partner left can be reported within a week of its end",
  async (_, days, status) => {
    const [ada, ben] = [await createMember(), await createMember()];
    await pairMembers(ada, ben, days);
    await leave(ben);
    expect((await reporting(ada, ben.id)).status).toBe(status);
  },
);

it("a week after a member left, they can't be reported and their messages are deleted", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  const conversationId = await pairMembers(ada, ben);
  await sendMessage(ben, conversationId, "a threat");
  await leave(ben);
  await endAll();
  expect((await reporting(ada, ben.id)).status).toBe(404);
  await sweep();
  expect(await listKept()).toEqual([]);
});

it("a first report about a member who left and came back is not marked as a repeat", async () => {
  const admin = await createAdmin();
  const [ada, ben] = [await createMember(), await createMember()];
  await pairMembers(ada, ben);
  const again = await comeBack(ben);
  await pairMembers(ada, again, -1);
  await reporting(ada, again.id);
  expect((await listReports(admin)).map(({ is_repeat }) => is_repeat)).toEqual([false]);
});
