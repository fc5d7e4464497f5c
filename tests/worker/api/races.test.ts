import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import type { BlockDto, MessageDto } from "~/core/shared/contract";
import { callApi, grantAdmin, register, runCron } from "../../support/api";
import { createPair } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { TestClient } from "../conversation/support";
import { createTestDeps } from "../pairing/support";

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

function countStatuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function count(query: string, ...values: string[]): Promise<number> {
  return Number(
    await env.DB.prepare(query)
      .bind(...values)
      .first("n"),
  );
}

it("50 parallel registrations of one e-mail make one account", async () => {
  const email = "wanted-by-many@example.org";
  const answers = await times(50, (index) =>
    register({
      name: `Try ${index}`,
      email: index % 2 === 0 ? email : "  Wanted-By-MANY@example.org ",
    }),
  );
  expect(countStatuses(answers)).toEqual({ 201: 1, 409: 49 });
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    "An account with this email already exists",
  );
  expect(await count("select count(*) as n from members where email = ?", email)).toBe(1);
  const winner = answers.find(({ status }) => status === 201);
  const token = String(winner?.body.token);
  expect((await callApi("GET", "/api/users/me", { token })).body).toEqual(winner?.body.user);
  expect(
    await count(
      "select count(*) as n from sessions s join members m on m.id = s.member_id where m.email = ?",
      email,
    ),
  ).toBe(1);
});

it("50 parallel sends with one client_id make one message and one event", async () => {
  const { one, other, conversationId } = await createPair();
  const path = `/api/pairings/conversation/${conversationId}/messages`;
  const client = await TestClient.join(other, conversationId);
  const body = { content: "once", client_id: "the same" };
  const answers = await times(50, () => callApi("POST", path, { token: one.token, body }));
  expect(countStatuses(answers)).toEqual({ 200: 49, 201: 1 });
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  const theirs = await callApi("POST", path, { token: other.token, body });
  expect(theirs.status).toBe(201);
  await client.event("new_message", 2);
  await client.settle();
  expect(client.events("new_message")).toEqual([
    { ...answers[0]?.body, client_id: null },
    theirs.body,
  ]);
});

it("60 parallel sends of two members store 12 messages of each, in the same order for both", async () => {
  const { one, other, conversationId } = await createPair();
  const path = `/api/pairings/conversation/${conversationId}/messages`;
  // A frozen clock keeps all sends within one second, even on a slow machine.
  vi.useFakeTimers({ toFake: ["Date"] });
  const answers = await times(60, (index) =>
    callApi("POST", path, {
      token: index % 2 ? one.token : other.token,
      body: { content: `${index}` },
    }),
  );
  vi.useRealTimers();
  expect(countStatuses(answers)).toEqual({ 201: 24, 429: 36 });
  const [mine, theirs] = await Promise.all(
    [one, other].map(({ token }) => callApi<MessageDto[]>("GET", path, { token })),
  );
  expect(mine?.body).toEqual(theirs?.body);
  const instants = mine?.body.map(({ created_at }) => created_at) ?? [];
  expect(instants).toHaveLength(24);
  expect([...new Set(instants)].sort()).toEqual(instants);
  const ids = mine?.body.map(({ message_id }) => message_id) ?? [];
  expect([...ids].sort()).toEqual(ids);
});

it("a block during parallel sends hides every message that is stored after it", async () => {
  const { one, other, conversationId } = await createPair();
  const path = `/api/pairings/conversation/${conversationId}/messages`;
  const client = await TestClient.join(one, conversationId);
  const send = (index: number) =>
    callApi<MessageDto>("POST", path, {
      token: other.token,
      body: { content: `message ${index}` },
    });
  const block = () => callApi("POST", `/api/blocks/${other.id}`, { token: one.token });
  const [first, blocked, second] = await Promise.all([times(5, send), block(), times(5, send)]);
  const sent = [...first, ...second];
  const late = await send(99);
  expect(blocked.status).toBe(201);
  expect(late).toMatchObject({ status: 403, body: { isBlocked: true, blockedByYou: false } });
  for (const { status } of sent) expect([201, 403]).toContain(status);
  await client.event("conversation_closed");
  await client.settle();
  const heard = client.heard.map(([event]) => event);
  expect(heard.lastIndexOf("new_message")).toBeLessThan(heard.indexOf("conversation_closed"));
  const blocks = await callApi<BlockDto[]>("GET", "/api/blocks", { token: one.token });
  await callApi("DELETE", `/api/blocks/${other.id}`, { token: one.token });
  const list = await callApi<MessageDto[]>("GET", path, { token: one.token });
  // Messages stored after the block are shown to nobody, and all earlier ones are shown.
  const instant = blocks.body[0]?.block_date ?? "";
  const kept = sent.flatMap(({ status, body }) =>
    status === 201 && body.created_at <= instant ? [body.message_id] : [],
  );
  expect(list.body.map(({ message_id }) => message_id).sort()).toEqual(kept.sort());
});

it("deleting an account during parallel sends leaves no message and causes no error", async () => {
  const { one, other, conversationId } = await createPair();
  const path = `/api/pairings/conversation/${conversationId}/messages`;
  const send = (token: string) => (index: number) =>
    callApi("POST", path, { token, body: { content: `message ${index}` } });
  const [own, , theirs] = await Promise.all([
    times(6, send(one.token)),
    callApi("DELETE", "/api/users/account", { token: one.token }),
    times(6, send(other.token)),
  ]);
  for (const { status } of own) expect([201, 401, 404]).toContain(status);
  for (const { status } of theirs) expect([201, 404]).toContain(status);
  const object = env.CONVERSATIONS.getByName(conversationId);
  expect((await object.list({ before: null, limit: 10 })).messages).toEqual([]);
  expect(await count("select count(*) as n from members where id = ?", one.id)).toBe(0);
});

it("20 parallel deletions of one account delete it once, and each answers 200 or 401", async () => {
  const { token, id } = await seedMember();
  const answers = await times(20, () => callApi("DELETE", "/api/users/account", { token }));
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect(countStatuses(answers)[200]).toBeGreaterThanOrEqual(1);
  expect(await count("select count(*) as n from members where id = ?", id)).toBe(0);
});

it("20 parallel blocks make one block, and ten of 15 parallel reports are accepted", async () => {
  const { one, other } = await createPair();
  const { token } = one;
  const blocks = await times(20, () => callApi("POST", `/api/blocks/${other.id}`, { token }));
  expect(countStatuses(blocks)).toEqual({ 200: 19, 201: 1 });
  const reports = await times(15, () =>
    callApi("POST", `/api/reports/${other.id}`, { token, body: { reason: "other" } }),
  );
  expect(countStatuses(reports)).toEqual({ 201: 10, 429: 5 });
  // All ten reports are about one conversation. So the first is stored as a row, and the other nine
  // are added to that row.
  expect(await count("select count(*) as n from reports where reporter_id = ?", one.id)).toBe(1);
});

it("two parallel edits of the age range never store a minimum above the maximum", async () => {
  for (let round = 0; round < 5; round++) {
    const { token } = await seedMember({ minimum_age_preference: 20, maximum_age_preference: 70 });
    const put = (body: unknown) => callApi("PUT", "/api/users/profile", { token, body });
    const answers = await Promise.all([
      put({ minimum_age_preference: 60 }),
      put({ maximum_age_preference: 30 }),
    ]);
    expect(countStatuses(answers)).toEqual({ 200: 1, 400: 1 });
    const { body } = await callApi("GET", "/api/users/me", { token });
    expect(Number(body.minimum_age_preference)).toBeLessThan(Number(body.maximum_age_preference));
  }
});

it("parallel crons and a trigger leave each member in exactly one open pairing", async () => {
  await env.DB.prepare("delete from members").run();
  const members = await times(9, () => seedMember());
  const admin = await seedMember();
  await grantAdmin(admin);
  const [trigger] = await Promise.all([
    callApi("POST", "/api/pairings/trigger-pairings", { token: admin.token }),
    runCron(),
    runCron(),
  ]);
  expect(trigger).toMatchObject({ status: 200, body: { pairs: 5, unmatched: 0 } });
  const runs = await callApi<{ trigger: string; state: string }[]>("GET", "/api/admin/runs", {
    token: admin.token,
  });
  expect(runs.body.filter(({ state }) => state !== "published")).toEqual([]);
  expect(runs.body.filter((run) => run.trigger === "cron").length).toBeLessThanOrEqual(1);
  const { results } = await env.DB.prepare(
    `select user1_id as a, user2_id as b from pairings where expires_at > ?`,
  )
    .bind(Date.now())
    .all<{ a: string; b: string }>();
  const seen = results.flatMap(({ a, b }) => [a, b]);
  expect(results).toHaveLength(5);
  expect(new Set(seen).size).toBe(seen.length);
  for (const { token } of [...members, admin]) {
    expect((await callApi("GET", "/api/pairings/current", { token })).status).toBe(200);
  }
});

it.each(["suspend", "ban"])(
  "once a %s is answered, its member can send nothing more by POST or by socket",
  async (kind) => {
    const { one, other, conversationId } = await createPair();
    const admin = await seedMember();
    await grantAdmin(admin);
    const path = `/api/pairings/conversation/${conversationId}/messages`;
    const client = await TestClient.join(one, conversationId);
    const store = createTestDeps().conversations;
    const stored = async () =>
      (await store.list(conversationId, { before: null, limit: 100 })).messages.length;
    const send = (index: number) =>
      callApi("POST", path, { token: one.token, body: { content: `posted ${index}` } });
    // If the action has ended the connection, `emit` throws and does not send the message.
    const sendBySocket = (index: number) =>
      client
        .emit("send_message", { conversationId, content: `by socket ${index}` })
        .catch(() => undefined);
    const act = async () => {
      const days = kind === "suspend" ? { days: 3 } : {};
      const body = { kind, reason: "spam", text: "Advertising.", ...days };
      const answer = await callApi("POST", `/api/admin/members/${one.id}/actions`, {
        token: admin.token,
        body,
      });
      return { status: answer.status, atAnswer: await stored() };
    };
    const [first, acted, second] = await Promise.all([
      times(4, send),
      act(),
      times(4, send),
      times(4, sendBySocket),
    ]);
    expect(acted.status).toBe(201);
    for (const { status } of [...first, ...second]) expect([201, 403]).toContain(status);
    expect(await send(99)).toMatchObject({ status: 403, body: { code: "suspended" } });
    expect(await stored()).toBe(acted.atAnswer);
    await client.until(() => client.isClosed);
    const again = await TestClient.connect({ header: one.token, conversationId });
    expect(again.refusal).toBe("Account suspended");
    const partner = await callApi("GET", path, { token: other.token });
    expect(partner.body).toHaveLength(acted.atAnswer);
  },
);

it("20 parallel appeals store one appeal, and actions during a deletion leave no row of the member", async () => {
  const [member, leaving, admin] = [await seedMember(), await seedMember(), await seedMember()];
  await grantAdmin(admin);
  const act = (id: string) =>
    callApi("POST", `/api/admin/members/${id}/actions`, {
      token: admin.token,
      body: { kind: "ban", reason: "spam", text: "Advertising." },
    });
  await act(member.id);
  const appealed = await times(20, () =>
    callApi("POST", "/api/account/appeal", { token: member.token, body: { text: "No." } }),
  );
  expect(countStatuses(appealed)).toEqual({ 201: 1, 409: 19 });

  const [acted, deleted] = await Promise.all([
    times(5, () => act(leaving.id)),
    callApi("DELETE", "/api/users/account", { token: leaving.token }),
  ]);
  expect(deleted.status).toBe(200);
  for (const { status } of acted) expect([201, 404]).toContain(status);
  expect(await count("select count(*) as n from members where id = ?", leaving.id)).toBe(0);
  expect(
    await count("select count(*) as n from member_actions where member_id = ?", leaving.id),
  ).toBe(0);
});

it("a member who connects and joins during their suspension is disconnected or refused", async () => {
  const { one, conversationId } = await createPair();
  const admin = await seedMember();
  await grantAdmin(admin);
  const join = async (connecting: Promise<TestClient>) => {
    const client = await connecting.catch(() => null);
    await client?.emit("join_conversation", conversationId)?.catch(() => undefined);
    return client;
  };
  const poll = () => join(TestClient.connect({ header: one.token, conversationId }));
  const open = () => join(TestClient.connectBy("own", one, conversationId));
  const body = { kind: "suspend", days: 3, reason: "spam", text: "Advertising." };
  const path = `/api/admin/members/${one.id}/actions`;
  const [before, acted, ...meanwhile] = await Promise.all([
    times(2, poll),
    callApi("POST", path, { token: admin.token, body }),
    times(3, poll),
    times(3, open),
  ]);
  expect(acted.status).toBe(201);
  const clients = [before, ...meanwhile].flat().filter((client) => client !== null);
  for (const client of clients) {
    const isRefused = () => client.refusal !== null || client.events("join_error").length > 0;
    await client.until(() => client.isClosed || isRefused());
  }
  expect(clients.length).toBeGreaterThanOrEqual(2);
  const late = await TestClient.connect({ header: one.token, conversationId });
  expect(late.refusal).toBe("Account suspended");
});

it("parallel decisions leave the newest action in force, one lift, and one answer to an appeal", async () => {
  const member = await seedMember();
  const admins = await times(2, () => seedMember());
  for (const admin of admins) await grantAdmin(admin);
  const tokenOf = (index: number) => admins[index % 2]?.token;
  const words = { reason: "spam", text: "Advertising." };
  const act = (index: number, body: object) =>
    callApi("POST", `/api/admin/members/${member.id}/actions`, {
      token: tokenOf(index),
      body: { ...words, ...body },
    });
  const standing = async () =>
    (await callApi("GET", "/api/account/standing", { token: member.token })).body;

  const many = await times(6, (index) =>
    act(index, index % 2 === 0 ? { kind: "ban" } : { kind: "suspend", days: 1 + index }),
  );
  expect(countStatuses(many)).toEqual({ 201: 6 });
  const newest = await env.DB.prepare(
    "select kind, until from member_actions where member_id = ? order by sequence desc limit 1",
  )
    .bind(member.id)
    .first<{ kind: string; until: number | null }>();
  const until = newest?.until ? new Date(newest.until).toISOString() : null;
  expect(await standing()).toMatchObject({ action: { kind: newest?.kind, until } });
  expect(countStatuses(await times(8, (index) => act(index, { kind: "lift" })))).toEqual({
    201: 1,
    409: 7,
  });

  // An appeal that is made during a lift is either stored or refused. If several decisions on
  // one appeal are made at once, only one counts.
  await act(0, { kind: "ban" });
  const [appealed] = await Promise.all([
    callApi("POST", "/api/account/appeal", { token: member.token, body: { text: "No." } }),
    act(1, { kind: "lift" }),
  ]);
  expect([201, 409]).toContain(appealed.status);
  expect(await standing()).toMatchObject({ standing: "good" });
  await act(0, { kind: "ban" });
  await callApi("POST", "/api/account/appeal", { token: member.token, body: { text: "No." } });
  const open = await env.DB.prepare(
    "select p.id from appeals p join member_actions a on a.id = p.action_id where a.member_id = ? order by a.sequence desc limit 1",
  )
    .bind(member.id)
    .first<string>("id");
  const decided = await times(8, (index) =>
    callApi("PUT", `/api/admin/appeals/${open}`, {
      token: admins[1]?.token,
      body: { decision: index % 2 === 0 ? "overturned" : "upheld", text: "We looked again." },
    }),
  );
  expect(countStatuses(decided)).toEqual({ 200: 1, 409: 7 });
  const won = decided.find(({ status }) => status === 200)?.body.decision;
  expect(await standing()).toMatchObject({
    standing: won === "upheld" ? "banned" : "good",
    appeal: won,
  });
});
