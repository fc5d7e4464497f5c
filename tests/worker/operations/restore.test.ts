import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { keyedDigest } from "~/core/accounts/record-keys";
import { authenticate } from "~/core/accounts/session";
import type { Deps } from "~/core/deps";
import { runDueJobs } from "~/core/operations/jobs";
import { deleteAccount } from "~/core/profile/service";
import { BACKUP_DAYS, LEDGER_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import { restoreStatements } from "~/scripts/lib/statements";
import { createDeps } from "~/worker/deps";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  register,
  runOneCron,
  sendMessage,
  type TestMember,
} from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { createRecordingLogger } from "../../support/recording-logger";

beforeEach(emptyDatabase);

const TABLES = [
  ...["members", "sessions", "pairing_runs", "pairings", "settings", "blocks", "reports"],
  ...["member_actions", "kept_digests", "kept_words", "appeals"],
];

function setUp(broken: Partial<Deps> = {}) {
  const { logger, entries } = createRecordingLogger();
  const deps: Deps = { ...createDeps(env, { logger, defer: () => undefined }), ...broken };
  return { deps, entries };
}

/** Copies the tables. @returns a function that restores the copy as the runbook says */
async function copy() {
  const copiedAt = Date.now();
  const inserts: D1PreparedStatement[] = [];
  for (const table of TABLES) {
    const { results } = await env.DB.prepare(`select * from ${table}`).all();
    for (const row of results) {
      const { urgency: _, ...stored } = row;
      const columns = Object.keys(stored);
      const marks = columns.map(() => "?").join(", ");
      const insert = `insert or ignore into ${table} (${columns.join(", ")}) values (${marks})`;
      inserts.push(env.DB.prepare(insert).bind(...Object.values(stored)));
    }
  }
  return async () => {
    const empty = TABLES.toReversed().map((table) => env.DB.prepare(`delete from ${table}`));
    await env.DB.batch([...empty, env.DB.prepare("delete from jobs"), ...inserts]);
    for (const statement of restoreStatements(copiedAt, Date.now()).split(";\n")) {
      await env.DB.prepare(statement).run();
    }
    await runOneCron("*/10 * * * *", Date.now());
    expect(
      await env.DB.prepare("select * from settings where name = 'restore'").all(),
    ).toMatchObject({ results: [] });
  };
}

const act = (admin: TestMember, { id }: { id: string }, kind: string, fields: object = {}) =>
  callApi<{ action_id: string }>("POST", `/api/admin/members/${id}/actions`, {
    token: admin.token,
    body: {
      ...{ kind, reason: "harassment", text: "Words.", ...fields },
      ...(kind === "suspend" ? { days: 9 } : {}),
    },
  });
const leave = ({ token }: TestMember) => callApi("DELETE", "/api/users/account", { token });
const registerAgain = ({ email, password, user: { name, dob } }: TestMember) =>
  register({ email, password, name, dob });
/** Signs in again, because a restore ends every session. */
async function signIn(member: TestMember): Promise<TestMember> {
  const { email, password } = member;
  const { body } = await callApi<{ token: string }>("POST", "/api/auth/login", {
    body: { email, password },
  });
  return { ...member, token: body.token };
}
const listBlocked = async (member: TestMember) =>
  (await callApi<{ user_id: string; name: string }[]>("GET", "/api/blocks", await signIn(member)))
    .body;
const standingOf = async (member: TestMember) =>
  (await callApi("GET", "/api/pairings/current", await signIn(member))).status;
const createMembers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createMember())) as Promise<
    [TestMember, TestMember, TestMember, TestMember, TestMember]
  >;

it("after a restore, blocks, bans and suspensions since the backup are in force unless they were ended", async () => {
  const [admin, ada, ben, cy, dan] = await createMembers(5);
  await grantAdmin(admin);
  const [eve, fay] = await createMembers(2);
  await callApi("POST", `/api/blocks/${fay.id}`, { token: eve.token });
  await act(admin, fay, "suspend");
  const restore = await copy();
  expect((await callApi("POST", `/api/blocks/${ben.id}`, { token: ada.token })).status).toBe(201);
  await callApi("DELETE", `/api/blocks/${fay.id}`, { token: eve.token });
  for (const [member, kind] of [
    [ben, "suspend"],
    [cy, "ban"],
    [dan, "suspend"],
    [dan, "lift"],
    [fay, "lift"],
  ] as const) {
    expect((await act(admin, member, kind)).status).toBe(201);
  }
  await restore();
  for (const { token } of [ada, admin]) {
    expect((await callApi("GET", "/api/users/me", { token })).status).toBe(401);
  }
  expect(await listBlocked(ada)).toMatchObject([{ user_id: ben.id }]);
  expect(await listBlocked(eve)).toEqual([]);
  expect(await standingOf(ben)).toBe(403);
  expect(await standingOf(cy)).toBe(403);
  expect([await standingOf(dan), await standingOf(fay)]).toEqual([404, 404]);
  const barred = await env.DB.prepare(
    "select subject_id as id from kept_digests where kind = 'ban'",
  ).all<{ id: string }>();
  expect(barred.results.map(({ id }) => id).sort()).toEqual([ben.id, cy.id].sort());

  // The ledger has neither ids nor addresses of members.
  const kept = JSON.stringify(await setUp().deps.ledger.list(0));
  for (const member of [admin, ada, ben, cy, dan]) {
    expect(kept).not.toContain(member.id);
    expect(kept).not.toContain(member.email);
  }
  await callApi("DELETE", `/api/blocks/${ben.id}`, await signIn(ada));
  await restore();
  expect(await listBlocked(ada)).toEqual([]);
  expect([await standingOf(ben), await standingOf(dan)]).toEqual([403, 404]);
});

it("after a restore, deletions since the backup are repeated, and remove the conversations' messages too", async () => {
  const [admin, ada, ben, cy] = await createMembers(4);
  await grantAdmin(admin);
  const conversationId = await pairMembers(ada, ben);
  await sendMessage(ada, conversationId, "remember me not");
  const restore = await copy();
  await callApi("POST", `/api/blocks/${cy.id}`, { token: ben.token });
  await act(admin, cy, "ban");
  for (const member of [ada, cy]) expect((await leave(member)).status).toBe(200);
  await restore();
  const left = await env.DB.prepare("select id from members order by id").all();
  expect(left.results.map(({ id }) => id)).toEqual([admin.id, ben.id].sort());
  expect(await env.DB.prepare("select count(*) as n from pairings").first("n")).toBe(0);
  const { deps } = setUp();
  const { messages } = await deps.conversations.list(conversationId, { before: null, limit: 10 });
  expect(messages).toEqual([]);
  expect((await registerAgain(cy)).body.code).toBe("registration_refused");
  expect((await registerAgain(ada)).status).toBe(201);
  expect(await listBlocked(ben)).toMatchObject([{ name: "A member who has left" }]);
});

it("after a restore, an address stays barred even if the backup does not have its account", async () => {
  const [admin, ada, ben] = await createMembers(3);
  await grantAdmin(admin);
  await pairMembers(ada, ben);
  const body = { reason: "harassment" };
  await callApi("POST", `/api/reports/${ben.id}`, { token: ada.token, body });
  await leave(ben);
  const restore = await copy();
  const [cy, dan, eve] = await createMembers(3);
  await act(admin, cy, "ban");
  await act(admin, dan, "suspend");
  for (const kind of ["ban", "lift"]) await act(admin, eve, kind);
  const { body: reports } = await callApi<{ report_id: string; reported_id: string }[]>(
    "GET",
    "/api/admin/reports",
    { token: admin.token },
  );
  const { reported_id: id = "", report_id } = reports[0] ?? {};
  expect((await act(admin, { id }, "ban", { report_id })).status).toBe(201);
  await restore();
  for (const member of [ben, cy, dan]) {
    expect((await registerAgain(member)).body.code).toBe("registration_refused");
  }
  expect((await registerAgain(eve)).status).toBe(201);
});

it("after a restore, a ban that an appeal ended since the backup stays ended", async () => {
  const [admin, other, ada] = await createMembers(3);
  for (const one of [admin, other]) await grantAdmin(one);
  const restore = await copy();
  await act(admin, ada, "ban");
  const { token } = await signIn(ada);
  const appeal = { token, body: { text: "It was not me." } };
  expect((await callApi("POST", "/api/account/appeal", appeal)).status).toBe(201);
  const { body: appeals } = await callApi<{ appeal_id: string }[]>("GET", "/api/admin/appeals", {
    token: other.token,
  });
  const decided = await callApi("PUT", `/api/admin/appeals/${appeals[0]?.appeal_id}`, {
    token: other.token,
    body: { decision: "overturned", text: "Right." },
  });
  expect(decided.status).toBe(200);
  await restore();
  expect(await standingOf(ada)).toBe(404);
});

it("if a line of the ledger could not be written, the cron adds it later", async () => {
  const [ada] = await createMembers(1);
  const away = () => Promise.reject(new Error("away"));
  const { deps, entries } = setUp({ ledger: { add: away, list: away } });
  await deleteAccount(deps, await authenticate(deps, ada.token));
  expect(entries).toMatchObject([{ event: "job.failed", fields: { kind: "record" } }]);
  const working = setUp().deps;
  await runDueJobs(working);
  const { digest } = keyedDigest(working.config, "member", ada.id);
  expect(await working.ledger.list(0)).toMatchObject([{ kind: "delete", subject: { digest } }]);
});

it("the ledger has each line once, in order, and for longer than any backup is kept", async () => {
  expect(LEDGER_DAYS).toBeGreaterThan(BACKUP_DAYS);
  const { ledger } = setUp().deps;
  const line = (id: string, days: number) => ({
    ...{ id, kind: "delete" as const, at: Date.now() - days * MS_PER_DAY },
    ...{ subject: { digest: id, keyId: "key" }, addresses: [] },
  });
  for (const one of [
    line("new", 1),
    line("old", LEDGER_DAYS + 1),
    line("older", 2),
    line("new", 1),
  ]) {
    await ledger.add(one);
  }
  expect((await ledger.list(0)).map(({ id }) => id)).toEqual(["older", "new"]);
  expect((await ledger.list(Date.now() - 1.5 * MS_PER_DAY)).map(({ id }) => id)).toEqual(["new"]);
});
