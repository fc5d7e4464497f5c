import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MS_PER_DAY, MS_PER_HOUR } from "~/core/shared/constants";
import { callApi, sendMessage } from "../../support/api";
import { createPair } from "../../support/pairs";

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

it("a member can send 12 messages per second and 60 per minute", async () => {
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
  // A message that is already stored can be repeated even beyond the limit.
  expect((await send("key 7")).status).toBe(200);
  // The last refusal said to try again at this time.
  vi.setSystemTime(START + 4 * 1_100 + 56_000);
  expect((await send()).status).toBe(201);
});

it("a member can send 2,000 messages and 2,000,000 bytes per day in a conversation", async () => {
  const { one, other, conversationId, send } = await createSender();
  const object = env.CONVERSATIONS.getByName(conversationId);
  const midnight = START - (START % MS_PER_DAY);
  const fill = (count: number, content: string, senderId: string, from: number) => {
    const messages = Array.from({ length: count }, (_, i) => ({
      id: `${(from + i).toString(16).padStart(12, "0")}-filler`,
      sender_id: senderId,
      content,
      client_id: null,
      created_at: from + i,
      read_at: null,
    }));
    return object.apply({ conversationId, version: 0, kind: "import", messages });
  };
  const refused = {
    status: 429,
    body: { message: expect.stringContaining("as many messages as a day allows") },
  };
  await fill(2_000, "x", one.id, midnight - 10_000);
  await fill(2_000, "x", other.id, midnight);
  await fill(1_999, "x", one.id, midnight + 5_000);
  vi.setSystemTime(midnight + MS_PER_HOUR);
  expect((await send()).status).toBe(201);
  const last = await send();
  expect(last).toMatchObject(refused);
  expect(last.headers.get("retry-after")).toBe(String(23 * 3600));
  vi.setSystemTime(midnight + MS_PER_DAY);
  await env.DB.prepare("update pairings set expires_at = ?")
    .bind(midnight + 2 * MS_PER_DAY)
    .run();
  expect((await send()).status).toBe(201);
  // Each `€` has three bytes, and today's "message 3" counts too.
  await fill(999, "€".repeat(667), one.id, midnight + MS_PER_DAY + 5_000);
  vi.setSystemTime(midnight + MS_PER_DAY + MS_PER_HOUR);
  const rest = 2_000_000 - 999 * 2_001 - "message 3".length;
  const say = (content: string) => sendMessage(one, conversationId, content);
  expect(await say("y".repeat(rest + 1))).toMatchObject(refused);
  expect((await say("y".repeat(rest))).status).toBe(201);
  expect(await say("y")).toMatchObject(refused);
});

it("refused and repeated messages do not count towards the limit", async () => {
  const { send } = await createSender();
  for (let i = 0; i < 30; i++) expect((await send("the same")).status).toBe(i === 0 ? 201 : 200);
  for (let i = 0; i < 11; i++) expect((await send()).status).toBe(201);
  for (let i = 0; i < 5; i++) expect((await send()).status).toBe(429);
  vi.setSystemTime(START + 1_000);
  expect((await send()).status).toBe(201);
});

it("after ten reports, a member can report again 24 hours after the first one", async () => {
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
  // The window is fixed, so a new one begins (docs/rules.md#limits).
  vi.setSystemTime(START + 24 * 3600 * 1000);
  expect((await report()).status).toBe(201);
});
