import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import type { AdminReportDto } from "~/core/shared/contract";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  runCron,
  sendMessage,
  type TestMember,
} from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { TestClient } from "../conversation/support";

// Test files share one database.
beforeAll(emptyDatabase);

/** Includes tables that are added later, because the names come from the schema. */
async function dumpTables(): Promise<Map<string, string>> {
  const { results: tables } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\'",
  ).all<{ name: string }>();
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`select * from "${name}"`).all();
    dump.set(name, JSON.stringify(results));
  }
  return dump;
}

/** A reset empties the objects of earlier test files, but they stay in the list. */
const earlierIds = new Set((await listDurableObjectIds(env.CONVERSATIONS)).map(String));

async function dumpObjects(): Promise<Map<string, string>> {
  const dump = new Map<string, string>();
  for (const id of await listDurableObjectIds(env.CONVERSATIONS)) {
    if (earlierIds.has(id.toString())) continue;
    const stub = env.CONVERSATIONS.get(id);
    const text = await runInDurableObject(stub, async (_instance, { storage }) => {
      const tables = storage.sql
        .exec<{ name: string }>("select name from sqlite_master where type = 'table'")
        .toArray()
        .filter(({ name }) => !name.startsWith("_cf_"));
      const rows = tables.map(({ name }) => storage.sql.exec(`select * from "${name}"`).toArray());
      const values = [...(await storage.list()).entries()];
      const alarm = await storage.getAlarm();
      return tables.length + values.length === 0 && alarm === null
        ? ""
        : JSON.stringify({ rows, values, alarm });
    });
    dump.set(id.toString(), text);
  }
  return dump;
}

function findTraces(dump: Map<string, string>, traces: string[]): string[] {
  return [...dump].flatMap(([where, text]) =>
    traces.filter((trace) => text.includes(trace)).map((trace) => `${trace} in ${where}`),
  );
}

/** Resolving the report also deletes it, because its member has left. */
async function resolveRetained(admin: TestMember): Promise<void> {
  await grantAdmin(admin);
  const { token } = admin;
  const { body } = await callApi<AdminReportDto[]>("GET", "/api/admin/reports", { token });
  const [report] = body;
  expect(body).toHaveLength(1);
  expect(report).toMatchObject({
    reported_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    reported_name: "Deleted member",
    conversation_id: null,
  });
  const path = `/api/admin/reports/${report?.report_id}`;
  const answer = await callApi("PUT", path, { token, body: { status: "resolved" } });
  expect(answer).toMatchObject({ status: 200, body: { status: "resolved", outcome: "no_breach" } });
  expect((await callApi("GET", path, { token })).status).toBe(404);
}

it("deleting an account leaves no trace, ends connections, and frees the e-mail", async () => {
  const leaver = await createMember({
    name: "Leaving Soon",
    email: "leaving-soon@example.org",
    gender: "Female",
  });
  const partner = await createMember();
  const open = await pairMembers(leaver, partner);
  await pairMembers(partner, leaver, -1);
  await sendMessage(leaver, open, "words of the leaver");
  await sendMessage(partner, open, "an answer to the leaver");
  const clients = [
    await TestClient.join(leaver, open),
    await TestClient.join(leaver, open, true),
    await TestClient.join(partner, open),
    await TestClient.join(partner, open, true),
  ];
  await callApi("POST", `/api/reports/${partner.id}`, {
    token: leaver.token,
    body: { reason: "other", details: "details of the leaver" },
  });
  await callApi("POST", `/api/reports/${leaver.id}`, {
    token: partner.token,
    body: { reason: "spam", conversation_id: open },
  });
  const third = await seedMember();
  await callApi("POST", `/api/blocks/${leaver.id}`, { token: third.token });
  await callApi("POST", `/api/blocks/${third.id}`, { token: leaver.token });
  await callApi("POST", "/api/auth/login", { body: { email: leaver.email, password: "wrong" } });
  await callApi("PUT", "/api/users/location", {
    token: leaver.token,
    body: { latitude: 47.987654, longitude: 7.654321, location: "Leaverstown" },
  });
  await grantAdmin(leaver);
  await callApi("GET", "/api/admin/reports", { token: leaver.token });

  const traces = [
    leaver.id,
    "Leaving Soon",
    "leaving-soon",
    "words of the leaver",
    "an answer to the leaver",
    "details of the leaver",
    "Leaverstown",
    open,
  ];
  const before = [await dumpTables(), await dumpObjects()];
  const found = findTraces(new Map(before.flatMap((dump) => [...dump])), traces).join("\n");
  for (const trace of traces) expect(found).toContain(trace);
  expect(before[0]?.get("rate_windows")).not.toBe("[]");
  expect(before[0]?.get("member_networks")).not.toBe("[]");
  expect(before[0]?.get("consents")).toContain(leaver.id);

  expect(await callApi("DELETE", "/api/users/account", { token: leaver.token })).toMatchObject({
    status: 200,
    body: { message: "Your account has been successfully deleted" },
  });

  // An open report keeps its messages under a digest of the member until it is resolved
  // (docs/rules.md#leaving).
  expect(findTraces(await dumpTables(), traces)).toEqual([
    "words of the leaver in reports",
    "an answer to the leaver in reports",
    `${open} in kept_words`,
  ]);
  await resolveRetained(partner);
  // The partner can report the conversation for a week, so an encrypted copy stays that long.
  expect(findTraces(await dumpTables(), traces)).toEqual([`${open} in kept_words`]);
  // The remaining rate windows belong to members who stay.
  const windows: { member_id: string | null }[] = JSON.parse(
    (await dumpTables()).get("rate_windows") ?? "",
  );
  expect(windows.map(({ member_id }) => member_id)).toContain(partner.id);
  expect(windows.filter(({ member_id }) => member_id === null)).toEqual([]);
  expect([...(await dumpObjects()).values()].filter((text) => text !== "")).toEqual([]);
  expect((await callApi("GET", "/api/users/me", { token: leaver.token })).status).toBe(401);
  const [own, ownLobby, theirs, theirsLobby] = clients;
  for (const client of [own, ownLobby]) {
    await client?.until(() => client.isClosed);
    expect(client?.socket.active).toBe(false);
  }
  for (const client of [theirs, theirsLobby]) {
    expect(await client?.event("conversation_closed")).toEqual({
      conversationId: open,
      reason: "ended",
    });
    expect(await client?.emitWithAck("join_conversation", open)).toEqual({
      conversationId: open,
      message: "Conversation not found or has expired",
    });
  }
  const history = await callApi("GET", "/api/pairings/past", { token: partner.token });
  expect(history.body).toEqual([]);
  for (const path of [`/api/users/${leaver.id}`, `/api/pairings/conversation/${open}/messages`]) {
    expect((await callApi("GET", path, { token: partner.token })).status).toBe(404);
  }

  const again = await createMember({ email: "leaving-soon@example.org" });
  expect(again.id).not.toBe(leaver.id);
  const data = await callApi("GET", "/api/users/export", { token: again.token });
  expect(data.body).toMatchObject({
    conversations: [],
    blocks: [{ user_id: third.id, name: "A member" }],
    reports: [],
    failed_sign_ins: [],
    admin_actions: [],
  });
  await callApi("DELETE", "/api/users/account", { token: again.token });
  await env.DB.batch(
    ["kept_digests", "kept_words"].map((table) => env.DB.prepare(`update ${table} set until = 1`)),
  );
  await runCron();
  const after = await dumpTables();
  expect([after.get("kept_digests"), after.get("kept_words")]).toEqual(["[]", "[]"]);
  expect(findTraces(after, traces)).toEqual([]);
});

it("the export has the member's rows, and every reference to a member is accounted for", async () => {
  const owner = await createMember({ gender: "Female" });
  const partner = await createMember({ name: "Partner Name", email: "partner-mail@example.org" });
  const open = await pairMembers(owner, partner);
  for (const [token, content] of [
    [owner.token, "own words"],
    [partner.token, "their words"],
  ] as const) {
    await callApi("POST", `/api/pairings/conversation/${open}/messages`, {
      token,
      body: { content, client_id: "key" },
    });
  }
  await callApi("POST", `/api/blocks/${partner.id}`, { token: owner.token });
  await callApi("POST", `/api/reports/${partner.id}`, {
    token: owner.token,
    body: { reason: "spam", details: "what happened" },
  });
  await callApi("POST", "/api/auth/login", { body: { email: owner.email, password: "wrong" } });
  await env.DB.batch([
    env.DB.prepare(
      `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
       values ('w', ?, 's', 'https://push.example/secret-path', 'key', 'secret', 'Firefox on Linux', 10)`,
    ).bind(owner.id),
    env.DB.prepare(
      "insert into notification_settings (member_id, introduction, message, last_hour, report_answer, absence, account) values (?, 1, 0, 1, 1, 1, 1)",
    ).bind(owner.id),
  ]);
  await grantAdmin(owner);
  await callApi("GET", "/api/blocks/admin/all", { token: owner.token });
  const { headers, body } = await callApi("GET", "/api/users/export", { token: owner.token });
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+"$/);
  expect(body).toMatchObject({
    profile: { id: owner.id, email: owner.email, gender: "Female", is_admin: true },
    sessions: [{}],
    // One row counts the failures from this network, and the other row the failures from all networks.
    failed_sign_ins: [{ count: 1 }, { count: 1 }],
    conversations: [
      {
        conversation_id: open,
        partner_name: "Partner Name",
        messages: [
          { content: "own words", sent_by_you: true, client_id: "key" },
          { content: "their words", sent_by_you: false, client_id: null },
        ],
      },
    ],
    blocks: [{ user_id: partner.id, name: "Partner Name" }],
    reports: [
      {
        reported_name: "Partner Name",
        details: "what happened",
        evidence: [{ content: "own words" }],
      },
    ],
    admin_actions: [
      { action: "list_blocks", rows: 1 },
      { action: "list_blocks", rows: 1 },
    ],
    notification_settings: { introduction: true, message: false },
    push_subscriptions: [{ label: "Firefox on Linux", last_success_at: null }],
  });
  expect(JSON.stringify(body)).not.toContain("partner-mail");
  expect(JSON.stringify(body)).not.toContain("secret-path");
  // Each column that refers to a member is either in the export, or named here with the reason.
  const { results } = await env.DB.prepare(
    "select name, sql from sqlite_master where type = 'table'",
  ).all<{ name: string; sql: string }>();
  const references = results.flatMap(({ name, sql }) =>
    [...sql.matchAll(/FOREIGN KEY \(`(\w+)`\) REFERENCES `members`/g)].map(
      ([, c]) => `${name}.${c}`,
    ),
  );
  expect(references.sort()).toEqual([
    "appeals.decided_by", // an admin's work, which is in the audit
    "audit_events.admin_id",
    "blocks.blocked_id", // another member's act, which the blocked member must not see
    "blocks.blocker_id",
    "consents.member_id",
    "day_offs.member_id",
    "kept_digests.other_id", // only digests: the export has the blocks and bans themselves
    "kept_digests.subject_id",
    "kept_words.reader_id", // messages with a partner who has left, which only a report can read
    "local_mails.member_id", // only a local server has rows
    "mail_tokens.member_id",
    "member_actions.admin_id", // an admin's work
    "member_actions.member_id",
    "member_networks.member_id",
    "notification_settings.member_id",
    "pairings.user1_id",
    "pairings.user2_id",
    "passkeys.member_id",
    "push_subscriptions.member_id",
    "rate_windows.member_id",
    "reminders.member_id",
    "reports.reported_id", // another member's act
    "reports.reporter_id",
    "reports.resolved_by", // an admin's work
    "sealed_addresses.member_id",
    "sessions.member_id",
  ]);
});

it("a run does not bring back a member who is deleted during it", async () => {
  const members = [await seedMember(), await seedMember(), await seedMember()];
  const [first] = members;
  await Promise.all([runCron(), callApi("DELETE", "/api/users/account", { token: first?.token })]);
  const dump = await dumpTables();
  expect(findTraces(dump, [first?.id ?? "?"])).toEqual([]);
});
