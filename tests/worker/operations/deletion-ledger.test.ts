import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { authenticate } from "~/core/auth/session";
import type { Deps } from "~/core/deps";
import { runDueJobs } from "~/core/jobs/jobs";
import { replayDeletions } from "~/core/maintenance/replay-deletions";
import { deleteAccount } from "~/core/profile/service";
import { BACKUP_DAYS, LEDGER_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import { createDeps } from "~/worker/services";
import { callApi, createMember, emptyDatabase, grantAdmin, runCron } from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { createRecordingLogger } from "../../support/recording-logger";

beforeEach(emptyDatabase);

function setUp(broken: Partial<Deps> = {}) {
  const { logger, entries } = createRecordingLogger();
  const deps: Deps = { ...createDeps(env, { logger, defer: () => undefined }), ...broken };
  return { deps, entries };
}

/** What a backup holds of these tables, as statements that put it back. */
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

const TABLES = ["members", "sessions", "pairing_runs", "pairings", "settings"];
const countIn = (table: string, id: string) =>
  env.DB.prepare(
    `select count(*) as n from ${table} where ${table === "members" ? "id" : "user1_id = ?1 or user2_id"} = ?1`,
  )
    .bind(id)
    .first<number>("n");

it("deletes again whom a restored database brings back, with the conversation, and no one else", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  const conversationId = await pairMembers(ada, ben);
  const path = `/api/pairings/conversation/${conversationId}/messages`;
  await callApi("POST", path, { token: ada.token, body: { content: "remember me not" } });
  const { deps, entries } = setUp();
  await replayDeletions(deps);
  const backup = await backUp(TABLES);

  await callApi("DELETE", "/api/users/account", { token: ada.token });
  expect(await env.DB.prepare("select count(*) as n from jobs").first("n")).toBe(0);
  await replayDeletions(deps);

  await env.DB.prepare("delete from settings").run();
  await env.DB.batch(backup);
  expect((await callApi("GET", "/api/users/me", { token: ada.token })).status).toBe(200);
  await runCron();
  expect((await callApi("GET", "/api/users/me", { token: ada.token })).status).toBe(401);
  expect((await callApi("GET", "/api/users/me", { token: ben.token })).status).toBe(200);
  expect(await countIn("members", ada.id)).toBe(0);
  expect(await countIn("pairings", ada.id)).toBe(0);
  const { messages } = await deps.conversations.list(conversationId, { before: null, limit: 10 });
  expect(messages).toEqual([]);

  // What was compared once is not read again.
  const asked: number[] = [];
  const ledger = {
    ...deps.ledger,
    list: (page: { after: number; limit: number }) => {
      asked.push(page.after);
      return deps.ledger.list(page);
    },
  };
  await replayDeletions({ ...deps, ledger });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThan(0);
  expect(entries.filter(({ event }) => event === "maintenance.replay_failed")).toEqual([]);
});

it("records a deletion later that the ledger could not take at once", async () => {
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
  // A run goes on without the ledger.
  await replayDeletions(deps);
  expect(entries.at(-1)?.event).toBe("maintenance.replay_failed");

  const { deps: working } = setUp();
  await runDueJobs(working);
  expect((await waiting()).results).toEqual([]);
  const listed = await working.ledger.list({ after: 0, limit: 1_000 });
  expect(listed.map(({ memberId }) => memberId)).toContain(ada.id);
});

it("keeps an entry once, and longer than any copy is kept", async () => {
  expect(LEDGER_DAYS).toBeGreaterThan(BACKUP_DAYS);
  const { deps } = setUp();
  const old = { memberId: "old", deletedAt: Date.now() - (LEDGER_DAYS + 1) * MS_PER_DAY };
  const young = { memberId: "young", deletedAt: Date.now() - (LEDGER_DAYS - 1) * MS_PER_DAY };
  await deps.ledger.record(old);
  await deps.ledger.record(young);
  await deps.ledger.record(young);
  const listed = await deps.ledger.list({ after: 0, limit: 1_000 });
  expect(listed.filter(({ memberId }) => memberId === "young")).toHaveLength(1);
  expect(listed.filter(({ memberId }) => memberId === "old")).toHaveLength(0);
});

it("makes blocks and restrictions again that a restored database has lost, and no block that was undone", async () => {
  const [admin, ada, ben, cy, dan] = await Promise.all(
    Array.from({ length: 5 }, () => createMember()),
  );
  if (!admin || !ada || !ben || !cy || !dan) throw new Error("members are missing");
  await grantAdmin(admin);
  await runCron();
  const backup = await backUp([...TABLES, "blocks", "member_actions", "banned_emails"]);
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

  const tables = ["settings", "blocks", "member_actions", "banned_emails"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
  await env.DB.batch(backup);
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
  expect(await env.DB.prepare("select member_id from banned_emails").first("member_id")).toBe(
    cy.id,
  );

  await callApi("DELETE", `/api/blocks/${ben.id}`, { token: ada.token });
  await runCron();
  expect(await listBlocked()).toEqual([]);
  // A deletion leaves no decision that names the member.
  await callApi("DELETE", "/api/users/account", { token: cy.token });
  const { deps } = setUp();
  const kept = await deps.ledger.listDecisions({ after: 0, limit: 1_000 });
  const named = kept.map(({ memberId }) => memberId);
  expect(named).toContain(ben.id);
  expect(named).not.toContain(cy.id);
});
