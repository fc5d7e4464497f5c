import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callApi } from "../../support/api";
import { createPair, pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";

const START = Date.now();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

async function createSender() {
  const { one, other, conversationId } = await createPair();
  let count = 0;
  const send = (client_id?: string) =>
    callApi("POST", `/api/pairings/conversation/${conversationId}/messages`, {
      token: one.token,
      body: { content: `message ${++count}`, client_id },
    });
  return { one, other, conversationId, send };
}

it("lets 12 messages a second and 60 a minute through, and says when the next one may come", async () => {
  const { send } = await createSender();
  let sent = 0;
  for (let second = 0; second < 5; second++) {
    vi.setSystemTime(START + second * 1_100);
    for (let i = 0; i < 12; i++, sent++) expect((await send(`key ${sent}`)).status).toBe(201);
    const refused = await send();
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    const seconds = second < 4 ? 1 : 56;
    expect(refused.headers.get("retry-after")).toBe(String(seconds));
    expect(refused.body.message).toBe(
      `You are sending messages too fast. Please try again in ${seconds} second${seconds === 1 ? "" : "s"}.`,
    );
  }
  expect(sent).toBe(60);
  // Sent again, a message that is stored is answered whatever the limit says.
  expect((await send("key 7")).status).toBe(200);
  // Where it says to try again, there is room.
  vi.setSystemTime(START + 4 * 1_100 + 56_000);
  expect((await send()).status).toBe(201);
});

it("counts a member's messages over all conversations", async () => {
  const { one, send } = await createSender();
  for (let i = 0; i < 12; i++) await send();
  const other = await pairMembers(one, await seedMember());
  const elsewhere = await callApi("POST", `/api/pairings/conversation/${other}/messages`, {
    token: one.token,
    body: { content: "elsewhere" },
  });
  expect(elsewhere.status).toBe(429);
});

it("is not spent by what was refused, nor by what was sent again", async () => {
  const { send } = await createSender();
  for (let i = 0; i < 30; i++) expect((await send("the same")).status).toBe(i === 0 ? 201 : 200);
  for (let i = 0; i < 11; i++) expect((await send()).status).toBe(201);
  for (let i = 0; i < 5; i++) expect((await send()).status).toBe(429);
  vi.setSystemTime(START + 1_000);
  expect((await send()).status).toBe(201);
});

it("has room for another report a day after the first", async () => {
  const { one, other } = await createSender();
  const report = () =>
    callApi("POST", `/api/reports/${other.id}`, { token: one.token, body: { reason: "spam" } });
  for (let i = 0; i < 10; i++) {
    vi.setSystemTime(START + i * 60_000);
    expect((await report()).status).toBe(201);
  }
  const refused = await report();
  expect(refused.headers.get("retry-after")).toBe(String(24 * 3600 - 9 * 60));
  vi.setSystemTime(START + 24 * 3600 * 1000 - 1);
  expect((await report()).status).toBe(429);
  vi.setSystemTime(START + 24 * 3600 * 1000);
  expect((await report()).status).toBe(201);
  expect((await report()).status).toBe(429);
});
