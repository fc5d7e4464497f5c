import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { questionOf } from "~/core/conversation/questions";
import type { ExportDto, QuestionDto } from "~/core/shared/contract";
import { callApi, emptyDatabase } from "../../support/api";
import { apiCalls } from "../../support/api-calls";
import { createPair, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { TestClient } from "./support";

beforeEach(emptyDatabase);

const today = () => new Date().toISOString().slice(0, 10);
const path = (conversationId: string, level?: number | string) =>
  `/api/pairings/conversation/${conversationId}/questions${level === undefined ? "" : `/${level}`}`;

const answer = (
  member: SeededMember,
  id: string,
  level: number | string,
  text: unknown = "words",
) =>
  callApi<QuestionDto & { code: string }>("PUT", path(id, level), {
    token: member.token,
    body: { answer: text },
  });
const read = (member: SeededMember, id: string) =>
  callApi<QuestionDto[]>("GET", path(id), { token: member.token });

const eventsOf = (client: TestClient) =>
  client.heard.filter((packet) => JSON.stringify(packet).includes("question_"));

describe("the day's questions", () => {
  it("questions open one after the other, reveal both answers together, and notify each member", async () => {
    const { one, other, conversationId } = await createPair();
    const date = today();
    const closed = { question: null, mine: null, theirs: null, partner_answered: false };
    const untouched = [
      { ...closed, level: 1, question: questionOf(date, 1) },
      { ...closed, level: 2 },
      { ...closed, level: 3 },
    ];
    expect((await read(one, conversationId)).body).toEqual(untouched);
    const [ofOne, ofOther] = [
      await TestClient.join(one, conversationId),
      await TestClient.join(other, conversationId),
    ];

    const first = await answer(one, conversationId, 1, "  The sea.  ");
    expect([first.status, first.body]).toEqual([200, { ...untouched[0], mine: "The sea." }]);
    expect((await read(other, conversationId)).body[0]).toEqual({
      ...untouched[0],
      partner_answered: true,
    });
    await expect.poll(() => eventsOf(ofOther).length).toBe(1);
    expect(JSON.stringify(eventsOf(ofOther))).toContain("question_answered");
    expect(eventsOf(ofOne)).toEqual([]);

    const before = await read(other, conversationId);
    expect((await answer(one, conversationId, 1, "The mountains.")).body.mine).toBe(
      "The mountains.",
    );
    expect((await read(other, conversationId)).body).toEqual(before.body);

    const second = await answer(other, conversationId, 1, "A river.");
    expect(second.body).toEqual({
      ...untouched[0],
      mine: "A river.",
      theirs: "The mountains.",
      partner_answered: true,
    });
    expect((await read(one, conversationId)).body).toEqual([
      { ...untouched[0], mine: "The mountains.", theirs: "A river.", partner_answered: true },
      { ...untouched[1], question: questionOf(date, 2) },
      untouched[2],
    ]);
    await expect.poll(() => eventsOf(ofOne).length).toBe(1);
    await expect.poll(() => eventsOf(ofOther).length).toBe(2);
    for (const client of [ofOne, ofOther]) {
      const told = JSON.stringify(eventsOf(client));
      expect(told).toContain("question_revealed");
      expect(told).not.toMatch(/mountains|river|sea/);
    }
    expect(await answer(one, conversationId, 1, "Too late.")).toMatchObject({
      status: 409,
      body: { code: "already_revealed" },
    });
    expect(await answer(one, conversationId, 3)).toMatchObject({
      status: 409,
      body: { code: "question_not_open" },
    });
  });

  it("an invalid answer, an unknown level, and a stranger's answer are refused", async () => {
    const { one, conversationId } = await createPair();
    for (const text of ["", "   ", "x".repeat(501), 7, null, "\u200b", ["a"]]) {
      expect([text, (await answer(one, conversationId, 1, text)).status]).toEqual([text, 400]);
    }
    for (const level of [0, 4, "1.0", "01", "x", "-1"]) {
      expect([level, (await answer(one, conversationId, level)).status]).toEqual([level, 404]);
    }
    expect((await answer(one, conversationId, 1, "😀".repeat(500))).status).toBe(200);
    const stranger = await seedMember();
    expect((await read(stranger, conversationId)).body).toMatchObject({
      code: "conversation_not_found",
    });
    expect((await answer(stranger, conversationId, 1)).status).toBe(404);
    expect((await answer(one, "no-such-conversation", 1)).status).toBe(404);
  });

  it("parallel answers of both members store one answer each and reveal the question once", async () => {
    const { one, other, conversationId } = await createPair();
    const client = await TestClient.join(one, conversationId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        answer(i % 2 ? one : other, conversationId, 1, `word ${i}`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toContain(200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const [level] = (await read(one, conversationId)).body;
    expect([level?.mine, level?.theirs]).toEqual([expect.any(String), expect.any(String)]);
    await expect
      .poll(() => eventsOf(client).filter((one) => JSON.stringify(one).includes("revealed")).length)
      .toBe(1);
  });

  it("after a block, answers stay sealed for good, even if the block is removed", async () => {
    const { one, other, conversationId } = await createPair();
    await answer(one, conversationId, 1, "sealed");
    await callApi("POST", `/api/blocks/${other.id}`, { token: one.token });
    expect(await read(one, conversationId)).toMatchObject({
      status: 403,
      body: { code: "blocked_by_you" },
    });
    expect(await answer(other, conversationId, 1)).toMatchObject({
      status: 403,
      body: { code: "blocked_by_partner" },
    });
    await callApi("DELETE", `/api/blocks/${other.id}`, { token: one.token });
    expect((await answer(other, conversationId, 1, "later")).body).toMatchObject({
      mine: "later",
      theirs: null,
      partner_answered: true,
    });
    expect((await read(one, conversationId)).body[0]).toMatchObject({
      mine: "sealed",
      theirs: null,
    });
    expect((await read(one, conversationId)).body[1]?.question).toBeNull();
  });

  it("a block that was removed before the first answer seals the answers too", async () => {
    const { one, other, conversationId } = await createPair();
    await callApi("POST", `/api/blocks/${other.id}`, { token: one.token });
    await callApi("DELETE", `/api/blocks/${other.id}`, { token: one.token });
    for (const member of [one, other]) await answer(member, conversationId, 1);
    expect((await read(one, conversationId)).body[0]).toMatchObject({
      mine: "words",
      theirs: null,
    });
  });

  it("questions take no answer after the conversation's end, but stay readable", async () => {
    const { one, other, conversationId } = await createPair();
    await answer(one, conversationId, 1, "mine");
    await answer(other, conversationId, 1, "theirs");
    await answer(one, conversationId, 2, "alone");
    await env.DB.prepare("update pairings set expires_at = ? where id = ?")
      .bind(Date.now() - 1, conversationId)
      .run();
    expect(await answer(other, conversationId, 2)).toMatchObject({
      status: 403,
      body: { code: "conversation_expired" },
    });
    const { body } = await read(other, conversationId);
    expect(body).toMatchObject([
      { mine: "theirs", theirs: "mine" },
      { mine: null, theirs: null, partner_answered: true },
      { question: null },
    ]);
    expect(JSON.stringify(body)).not.toContain("alone");
  });

  it("other calls answer the same with or without a sealed answer, and no event has its text", async () => {
    const { one, other, conversationId } = await createPair();
    const client = await TestClient.join(one, conversationId);
    const observe = async () => {
      const answers: string[] = [];
      for (const { access, method, path: route } of apiCalls) {
        if (access !== "member" || method !== "get" || /sessions|questions/.test(route)) continue;
        const target = route.replace("{userId}", other.id).replace("{id}", conversationId);
        const { status, headers, body } = await callApi("GET", target, { token: one.token });
        const { exported_at: _, limits: __, conversations, ...rest } = body;
        const seen = Array.isArray(body) ? body : { ...rest, conversations };
        // Like the call for the questions, the export says whether the partner has answered. This field is expected to
        // differ, so it is not compared.
        answers.push(`${route} ${status} ${headers.get("content-length")} ${JSON.stringify(seen)}`);
      }
      return answers.map((line) => line.replace(/"partner_answered":(true|false)/g, ""));
    };
    const without = await observe();
    await answer(other, conversationId, 1, "a secret of mine");
    expect(await observe()).toEqual(without);
    expect(JSON.stringify(client.heard)).not.toContain("secret");
  });

  it("a member can store 30 answers per hour, and then gets 429", async () => {
    const { one, conversationId } = await createPair();
    for (let i = 0; i < 30; i++) {
      expect((await answer(one, conversationId, 1, `try ${i}`)).status).toBe(200);
    }
    const limited = await answer(one, conversationId, 1, "one more");
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(3_000);
  });

  it("the export has revealed answers and the member's own, and deleting the account ends the questions", async () => {
    const { one, other, conversationId } = await createPair();
    await answer(one, conversationId, 1, "mine");
    await answer(other, conversationId, 1, "theirs");
    await answer(one, conversationId, 2, "my second");
    await answer(other, conversationId, 2, "their second");
    await answer(other, conversationId, 3, "a sealed third");
    const exported = async ({ token }: SeededMember) =>
      (await callApi<ExportDto>("GET", "/api/users/export", { token })).body.conversations[0]
        ?.questions;
    expect(await exported(one)).toEqual([
      { level: 1, question: questionOf(today(), 1), mine: "mine", theirs: "theirs" },
      { level: 2, question: questionOf(today(), 2), mine: "my second", theirs: "their second" },
    ]);
    expect(await exported(other)).toHaveLength(3);
    await callApi("DELETE", "/api/users/account", {
      token: one.token,
      body: { password: "a fine day for tea" },
    });
    expect((await read(other, conversationId)).status).toBe(404);
  });

  it("a report has revealed answers as evidence, but no sealed ones", async () => {
    const { one, other, conversationId } = await createPair();
    await answer(one, conversationId, 1, "harmless");
    await answer(other, conversationId, 1, "a threat");
    await answer(other, conversationId, 2, "a sealed threat");
    await callApi("POST", `/api/reports/${other.id}`, {
      token: one.token,
      body: { reason: "harassment", conversation_id: conversationId },
    });
    const [row] = (await env.DB.prepare("select evidence from reports").all<{ evidence: string }>())
      .results;
    const evidence = JSON.parse(row?.evidence ?? "[]");
    expect(evidence).toMatchObject([
      { sender_id: one.id, content: "harmless", question: questionOf(today(), 1) },
      { sender_id: other.id, content: "a threat", question: questionOf(today(), 1) },
    ]);
    expect(row?.evidence).not.toContain("sealed");
  });

  it("an earlier conversation has the questions of its own date", async () => {
    const [one, other] = [await seedMember(), await seedMember()];
    const conversationId = await pairMembers(one, other, -3);
    const date = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await read(one, conversationId)).body[0]?.question).toBe(questionOf(date, 1));
  });
});
