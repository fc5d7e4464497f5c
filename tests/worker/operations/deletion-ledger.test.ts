import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { authenticate } from "~/core/auth/session";
import type { Deps } from "~/core/deps";
import { runDueJobs } from "~/core/jobs/jobs";
import { replayLedger } from "~/core/maintenance/replay-ledger";
import type { RecordPurpose } from "~/core/ports";
import { deleteAccount } from "~/core/profile/service";
import { BACKUP_DAYS, LEDGER_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import { lastMidnightUtc } from "~/core/shared/countdown";
import { createDeps } from "~/worker/services";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  runCron,
  type TestMember,
} from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { createRecordingLogger } from "../../support/recording-logger";

beforeEach(emptyDatabase);

function setUp(broken: Partial<Deps> = {}) {
  const { logger, entries } = createRecordingLogger();
  const deps: Deps = { ...createDeps(env, { logger, defer: () => undefined }), ...broken };
  return { deps, entries };
}

/** Dependencies that do some work as soon as the ledger has recorded a deletion. */
function afterRecord(deps: Deps, work: () => void | Promise<void>): Deps {
  const { ledger } = deps;
  const record: typeof ledger.record = async (deletion) => {
    const position = await ledger.record(deletion);
    await work();
    return position;
  };
  return { ...deps, ledger: { ...ledger, record } };
}

/** Backs up tables. @returns statements that insert their rows again */
async function backUp(tables: string[]) {
  const statements: D1PreparedStatement[] = [];
  for (const table of tables) {
    const { results } = await env.DB.prepare(`select * from ${table}`).all();
    for (const row of results) {
      const columns = Object.keys(row);
      const marks = columns.map(() => "?").join(", ");
      statements.push(
        env.DB.prepare(
          `insert or ignore into ${table} (${columns.join(", ")}) values (${marks})`,
        ).bind(...Object.values(row)),
      );
    }
  }
  return statements;
}

const TABLES = [
  "members",
  "sessions",
  "pairing_runs",
  "pairings",
  "settings",
  "blocks",
  "member_actions",
  "kept_digests",
];

/** Restores the tables. Rows that are not in the backup are gone. */
async function restore(backup: D1PreparedStatement[]): Promise<void> {
  const tables = TABLES.toReversed().map((table) => env.DB.prepare(`delete from ${table}`));
  await env.DB.batch([...tables, ...backup]);
}
const countIn = (table: string, id: string) =>
  env.DB.prepare(
    `select count(*) as n from ${table} where ${table === "members" ? "id" : "user1_id = ?1 or user2_id"} = ?1`,
  )
    .bind(id)
    .first<number>("n");

it("a deletion before midnight counts as a wait for the partner, even if a replay repeats it after midnight", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  await pairMembers(ada, ben, -1);
  const { deps } = setUp();
  await replayLedger(deps);
  const backup = await backUp(TABLES);
  const waited = () =>
    env.DB.prepare("select waited from members where id = ?").bind(ben.id).first("waited");

  const anHourBefore = lastMidnightUtc(Date.now()) - 3_600_000;
  const clock = { ...deps.clock, now: () => anHourBefore };
  await deleteAccount({ ...deps, clock }, await authenticate(deps, ada.token));
  expect(await waited()).toBe(1);

  await restore(backup);
  expect(await waited()).toBe(0);
  await replayLedger(deps);
  expect(await countIn("members", ada.id)).toBe(0);
  expect(await waited()).toBe(1);
});

it("the ledger records a deletion before the conversations' objects close and erase", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  await pairMembers(ada, ben);
  const { deps } = setUp();
  const order: string[] = [];
  const { conversations } = deps;
  const watched: Deps = {
    ...afterRecord(deps, () => void order.push("recorded")),
    conversations: {
      ...conversations,
      apply: (change) => {
        order.push(change.kind);
        return conversations.apply(change);
      },
    },
  };
  await deleteAccount(watched, await authenticate(deps, ada.token));
  expect(order).toEqual(["recorded", "close", "erase"]);
});

it("a replay deletes a member whose deletion was in progress when the database was restored", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  const { deps } = setUp();
  // Stores the position up to which the ledger was compared, so that the backup has one.
  await deleteAccount(deps, await authenticate(deps, ben.token));
  await replayLedger(deps);
  const backup = await backUp(TABLES);
  const restoring = afterRecord(deps, async () => {
    await restore(backup);
    await env.DB.prepare("delete from jobs").run();
  });
  await deleteAccount(restoring, await authenticate(deps, ada.token));
  expect(await countIn("members", ada.id)).toBe(1);
  await replayLedger(deps);
  expect(await countIn("members", ada.id)).toBe(0);
});

it("the cron deletes a member that a restore brought back, with the conversation, and no other member", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  const conversationId = await pairMembers(ada, ben);
  const path = `/api/pairings/conversation/${conversationId}/messages`;
  await callApi("POST", path, { token: ada.token, body: { content: "remember me not" } });
  const { deps, entries } = setUp();
  await replayLedger(deps);
  const backup = await backUp(TABLES);

  await callApi("DELETE", "/api/users/account", { token: ada.token });
  expect(await env.DB.prepare("select count(*) as n from jobs").first("n")).toBe(0);
  await replayLedger(deps);

  await restore(backup);
  expect((await callApi("GET", "/api/users/me", { token: ada.token })).status).toBe(200);
  await runCron();
  expect((await callApi("GET", "/api/users/me", { token: ada.token })).status).toBe(401);
  expect((await callApi("GET", "/api/users/me", { token: ben.token })).status).toBe(200);
  expect(await countIn("members", ada.id)).toBe(0);
  expect(await countIn("pairings", ada.id)).toBe(0);
  const { messages } = await deps.conversations.list(conversationId, { before: null, limit: 10 });
  expect(messages).toEqual([]);

  // Entries that were compared once are not read again.
  const asked: number[] = [];
  const ledger = {
    ...deps.ledger,
    list: (page: { after: number; limit: number }) => {
      asked.push(page.after);
      return deps.ledger.list(page);
    },
  };
  await replayLedger({ ...deps, ledger });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThan(0);
  expect(entries.filter(({ event }) => event === "maintenance.replay_failed")).toEqual([]);
});

it("a deletion that the ledger could not record is recorded later by a job", async () => {
  const ada = await createMember();
  const unreachable = {
    ...createDeps(env, { logger: createRecordingLogger().logger, defer: () => undefined }).ledger,
    record: () => Promise.reject(new Error("away")),
    list: () => Promise.reject(new Error("away")),
  };
  const { deps, entries } = setUp({ ledger: unreachable });
  await deleteAccount(deps, await authenticate(deps, ada.token));
  expect(entries).toMatchObject([{ event: "job.failed", fields: { kind: "record_deletion" } }]);
  const waiting = () => env.DB.prepare("select kind from jobs").all();
  expect((await waiting()).results).toEqual([{ kind: "record_deletion" }]);
  // A replay that can't reach the ledger does not throw, because a run must go on without it.
  await replayLedger(deps);
  expect(entries.at(-1)?.event).toBe("maintenance.replay_failed");

  const { deps: working } = setUp();
  await runDueJobs(working);
  expect((await waiting()).results).toEqual([]);
  const listed = await working.ledger.list({ after: 0, limit: 1_000 });
  const { digest } = await working.records.digest("member", ada.id);
  expect(listed.map(({ subject }) => subject)).toContain(digest);
});

it("the ledger stores an entry once, and keeps it longer than any backup", async () => {
  expect(LEDGER_DAYS).toBeGreaterThan(BACKUP_DAYS);
  const { deps } = setUp();
  const of = (digest: string, days: number) => ({
    subject: { digest, keyId: "key" },
    deletedAt: Date.now() - days * MS_PER_DAY,
  });
  await deps.ledger.record(of("old", LEDGER_DAYS + 1));
  const first = await deps.ledger.record(of("young", LEDGER_DAYS - 1));
  expect(await deps.ledger.record(of("young", LEDGER_DAYS - 1))).toBe(first);
  const listed = await deps.ledger.list({ after: 0, limit: 1_000 });
  expect(listed.filter(({ subject }) => subject === "young")).toHaveLength(1);
  expect(listed.filter(({ subject }) => subject === "old")).toHaveLength(0);
});

it("the cron restores blocks and restrictions that a restore has lost, and no lifted or undone ones", async () => {
  const [admin, ada, ben, cy, dan] = await Promise.all(
    Array.from({ length: 5 }, () => createMember()),
  );
  if (!admin || !ada || !ben || !cy || !dan) throw new Error("members are missing");
  await grantAdmin(admin);
  await runCron();
  const backup = await backUp(TABLES);
  const act = (id: string, kind: string) =>
    callApi("POST", `/api/admin/members/${id}/actions`, {
      token: admin.token,
      body: {
        kind,
        reason: "harassment",
        text: "Words.",
        ...(kind === "suspend" ? { days: 9 } : {}),
      },
    });
  expect((await callApi("POST", `/api/blocks/${ben.id}`, { token: ada.token })).status).toBe(201);
  expect((await act(ben.id, "suspend")).status).toBe(201);
  expect((await act(cy.id, "ban")).status).toBe(201);
  expect((await act(dan.id, "suspend")).status).toBe(201);
  expect((await act(dan.id, "lift")).status).toBe(201);
  await runCron();

  await restore(backup);
  const standingOf = async ({ token }: { token: string }) =>
    (await callApi("GET", "/api/pairings/current", { token })).status;
  expect(await standingOf(ben)).not.toBe(403);
  await runCron();
  expect(await standingOf(ben)).toBe(403);
  expect(await standingOf(cy)).toBe(403);
  expect(await standingOf(dan)).not.toBe(403);
  const listBlocked = async () =>
    (await callApi<{ user_id: string }[]>("GET", "/api/blocks", { token: ada.token })).body;
  expect(await listBlocked()).toMatchObject([{ user_id: ben.id }]);
  const { results: barred } = await env.DB.prepare(
    "select subject_id as id from kept_digests where kind = 'ban'",
  ).all<{ id: string }>();
  expect(barred.map(({ id }) => id).sort()).toEqual([ben.id, cy.id].sort());

  await callApi("DELETE", `/api/blocks/${ben.id}`, { token: ada.token });
  await runCron();
  expect(await listBlocked()).toEqual([]);
  // The ledger has neither ids nor addresses of members.
  const { deps } = setUp();
  const kept = JSON.stringify(await deps.ledger.listDecisions({ after: 0, limit: 1_000 }));
  for (const member of [admin, ada, ben, cy, dan]) {
    expect(kept).not.toContain(member.id);
    expect(kept).not.toContain(member.email);
  }
});

const register = ({ email, password, user }: TestMember) =>
  callApi<{ code: string }>("POST", "/api/auth/register", {
    body: {
      ...{ email, password, name: user.name, dob: user.dob },
      ...{ gender: null, preferred_match_gender: null },
    },
  });
const leave = ({ token }: TestMember) => callApi("DELETE", "/api/users/account", { token });
const suspend = (admin: TestMember, { id }: TestMember, kind = "suspend") =>
  callApi("POST", `/api/admin/members/${id}/actions`, {
    token: admin.token,
    body: {
      ...{ kind, reason: "harassment", text: "Words." },
      ...(kind === "suspend" ? { days: 9 } : {}),
    },
  });
const listBlocked = async ({ token }: TestMember) =>
  (await callApi<{ name: string }[]>("GET", "/api/blocks", { token })).body;

describe("decisions about a member after a restore", () => {
  it("a decision about a member who has left since the backup holds for their address, unless it was lifted", async () => {
    const [admin, ada, ben, cy] = await Promise.all([0, 1, 2, 3].map(() => createMember()));
    if (!admin || !ada || !ben || !cy) throw new Error("members are missing");
    await grantAdmin(admin);
    await runCron();
    const backup = await backUp(TABLES);
    await callApi("POST", `/api/blocks/${ben.id}`, { token: ada.token });
    await suspend(admin, ben);
    await suspend(admin, cy);
    await suspend(admin, cy, "lift");
    await runCron();
    await leave(ben);
    await leave(cy);
    await runCron();

    await restore(backup);
    await runCron();
    expect((await callApi("GET", "/api/users/me", { token: ben.token })).status).toBe(401);
    expect(await register(ben)).toMatchObject({
      status: 403,
      body: { code: "registration_refused" },
    });
    expect((await register(cy)).status).toBe(201);
    expect(await listBlocked(ada)).toMatchObject([{ name: "A member who has left" }]);
    // Later crons add nothing.
    await runCron();
    expect(await listBlocked(ada)).toHaveLength(1);
    await env.DB.prepare("update kept_digests set until = 1 where kind in ('ban', 'bar')").run();
    expect((await register(ben)).status).toBe(201);
    expect(await listBlocked(ada)).toMatchObject([{ name: "A member who has left" }]);
  });

  it.each([["left since"], ["stayed"]])(
    "a decision about a member who joined after the backup and %s holds for their address",
    async (what) => {
      const [admin, ada] = [await createMember(), await createMember()];
      await grantAdmin(admin);
      await runCron();
      const backup = await backUp(TABLES);
      const [ben, cy] = [await createMember(), await createMember()];
      await callApi("POST", `/api/blocks/${ben.id}`, { token: ada.token });
      await callApi("POST", `/api/blocks/${ada.id}`, { token: cy.token });
      await suspend(admin, ben, "ban");
      await suspend(admin, cy);
      await suspend(admin, cy, "lift");
      await runCron();
      if (what === "left since") for (const member of [ben, cy]) await leave(member);
      await runCron();

      await restore(backup);
      await runCron();
      expect((await register(ben)).status).toBe(403);
      expect(await listBlocked(ada)).toMatchObject([{ name: "A member who has left" }]);
      const again = await register(cy);
      expect(again.status).toBe(201);
      const { token } = again.body as unknown as { token: string };
      expect(await listBlocked({ ...cy, token })).toMatchObject([{ name: "A member" }]);
    },
  );

  it("a ban from an open report holds for a member who had left before the backup", async () => {
    const [admin, ada, ben] = [await createMember(), await createMember(), await createMember()];
    await grantAdmin(admin);
    await pairMembers(ada, ben);
    const body = { reason: "harassment" };
    await callApi("POST", `/api/reports/${ben.id}`, { token: ada.token, body });
    await leave(ben);
    await runCron();
    const backup = await backUp(TABLES);
    const { body: reports } = await callApi<{ report_id: string; reported_id: string }[]>(
      "GET",
      "/api/admin/reports",
      { token: admin.token },
    );
    const { reported_id = "", report_id } = reports[0] ?? {};
    const ban = { kind: "ban", reason: "harassment", text: "Words.", report_id };
    const path = `/api/admin/members/${reported_id}/actions`;
    expect((await callApi("POST", path, { token: admin.token, body: ban })).status).toBe(201);
    await runCron();

    await restore(backup);
    expect((await callApi("GET", "/api/users/me", { token: ada.token })).status).toBe(200);
    await runCron();
    expect((await register(ben)).status).toBe(403);
  });
});

it("a replay looks up no member if the database was not restored", async () => {
  // This cron stores the position of the first entry.
  await leave(await createMember());
  await runCron();
  await leave(await createMember());
  const { deps } = setUp();
  const asked: string[] = [];
  const records = {
    ...deps.records,
    digests: (purpose: RecordPurpose, value: string) => {
      asked.push(value);
      return deps.records.digests(purpose, value);
    },
  };
  await createMember();
  await replayLedger({ ...deps, records });
  expect(asked).toEqual([]);
});
