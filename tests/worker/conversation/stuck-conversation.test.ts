import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import type { AdminReportDto, MessageDto } from "~/core/shared/contract";
import { callApi, emptyDatabase, grantAdmin, runOneCron, sendMessage } from "../../support/api";
import { expectLoggedError } from "../../support/fail-on-console";
import { createPair } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";

const MINUTE_MS = 60_000;

let admin: SeededMember;

beforeEach(async () => {
  await emptyDatabase();
  admin = await seedMember();
  await grantAdmin(admin);
});

const objectOf = (conversationId: string) => env.CONVERSATIONS.getByName(conversationId);

const pause = () => new Promise((wake) => setTimeout(wake, 10));

/** @returns a function that releases the object */
async function hold(conversationId: string): Promise<() => Promise<void>> {
  // The test and the object both poll this variable. If the test awaited a promise of the blocked
  // object, it would be blocked too.
  let state: "asked" | "held" | "free" = "asked";
  const held = runInDurableObject(objectOf(conversationId), (_, object) =>
    object.blockConcurrencyWhile(async () => {
      state = "held";
      while (state === "held") await pause();
    }),
  );
  while (state === "asked") await pause();
  return () => {
    state = "free";
    return held;
  };
}

const messagesPath = (conversationId: string) =>
  `/api/pairings/conversation/${conversationId}/messages`;

const reporting = ({ token }: SeededMember, about: SeededMember, body: object = {}) =>
  callApi("POST", `/api/reports/${about.id}`, { token, body: { reason: "harassment", ...body } });

async function readReport(): Promise<AdminReportDto> {
  const id = await env.DB.prepare("select id from reports").first<string>("id");
  const { body } = await callApi<AdminReportDto>("GET", `/api/admin/reports/${id}`, {
    token: admin.token,
  });
  return body;
}

const contents = ({ evidence = [] }: AdminReportDto) => evidence.map(({ content }) => content);

const runJobs = () => runOneCron("*/10 * * * *", Date.now());

it("a block and a report are accepted while the conversation's object does not answer", async () => {
  const { one, other, conversationId } = await createPair();
  const { body: named } = await sendMessage(other, conversationId, "a threat");
  const release = await hold(conversationId);
  expectLoggedError(/job\.failed.*"kind":"close".*TimeLimitError/);
  expect((await reporting(one, other, { message_id: named.message_id })).status).toBe(201);
  const block = await callApi("POST", `/api/blocks/${other.id}`, { token: one.token });
  expect(block.status).toBe(201);
  expect(await readReport()).toMatchObject({ evidence: [], quotes: [], evidence_pending: true });
  await release();
  await runJobs();
  expect(await readReport()).toMatchObject({
    evidence: [{ content: "a threat", reported: true }],
    evidence_pending: false,
  });
  expect((await callApi("GET", messagesPath(conversationId), { token: other.token })).status).toBe(
    403,
  );
  const { body } = await callApi("GET", "/api/admin/reports", { token: admin.token });
  expect(body).toMatchObject([{ evidence_pending: false }]);
});

it("evidence that is read after the report marks no message if the report named an unknown message", async () => {
  const { one, other, conversationId } = await createPair();
  await sendMessage(other, conversationId, "a threat");
  const release = await hold(conversationId);
  expect((await reporting(one, other, { message_id: "unknown" })).status).toBe(201);
  await release();
  await runJobs();
  const report = await readReport();
  expect(report).toMatchObject({ evidence: [{ content: "a threat" }], evidence_pending: false });
  expect(report.evidence?.[0]).not.toHaveProperty("reported");
});

it("a deleted account's conversation is erased only once the report has its evidence, without the account's id and name", async () => {
  const { one, other, conversationId } = await createPair();
  await sendMessage(other, conversationId, "a threat");
  const release = await hold(conversationId);
  expectLoggedError(/job\.failed.*"kind":"erase".*TimeLimitError/);
  expect((await reporting(one, other)).status).toBe(201);
  await callApi("DELETE", "/api/users/account", { token: other.token });
  await release();
  await runJobs();
  const report = await readReport();
  expect(report).toMatchObject({
    evidence: [{ content: "a threat", sender_name: "", sender_id: report.reported_id }],
    evidence_pending: false,
  });
  expect(JSON.stringify(report)).not.toContain(other.id);
});

it("evidence ends at the time of the report, and another report adds its own evidence", async () => {
  const { one, other, conversationId } = await createPair();
  await sendMessage(other, conversationId, "before");
  const release = await hold(conversationId);
  expect((await reporting(one, other)).status).toBe(201);
  await release();
  await sendMessage(other, conversationId, "between");
  await runJobs();
  expect(contents(await readReport())).toEqual(["before"]);
  expect((await reporting(one, other)).status).toBe(201);
  await sendMessage(other, conversationId, "after");
  expect(contents(await readReport())).toEqual(["before", "between"]);
});

it("a message stored after a block is shown to nobody, even after the unblocking", async () => {
  const { one, other, conversationId } = await createPair();
  await sendMessage(other, conversationId, "before");
  const release = await hold(conversationId);
  expectLoggedError(/job\.failed.*"kind":"close".*TimeLimitError/);
  expect((await callApi("POST", `/api/blocks/${other.id}`, { token: one.token })).status).toBe(201);
  await release();
  const late = Date.now() + MINUTE_MS;
  await objectOf(conversationId).apply({
    conversationId,
    version: 0,
    kind: "import",
    messages: [
      {
        ...{ sender_id: other.id, content: "after", client_id: null, read_at: null },
        id: `${late.toString(16).padStart(12, "0")}late`,
        created_at: late,
      },
    ],
  });
  await runJobs();
  expect((await reporting(one, other)).status).toBe(201);
  expect(contents(await readReport())).toEqual(["before"]);
  await callApi("DELETE", `/api/blocks/${other.id}`, { token: one.token });
  for (const { token } of [one, other]) {
    const { body } = await callApi<MessageDto[]>("GET", messagesPath(conversationId), { token });
    expect(body.map(({ content }) => content)).toEqual(["before"]);
  }
});
