import { beforeEach, expect, it } from "vitest";
import type { CurrentPairingDto, ExportDto, MessageDto } from "~/core/shared/contract";
import { callApi, createMember, emptyDatabase, runCron } from "../../support/api";

beforeEach(emptyDatabase);

/** Faster than anyone types, but below the limit of twelve messages per second. */
const BETWEEN_MESSAGES_MS = 100;

it("no limit stops two new members during an ordinary day", async () => {
  const [one, other] = [await createMember(), await createMember()];
  for (const { token } of [one, other]) {
    const ask = (method: string, path: string, body?: unknown) =>
      callApi(method, path, { token, body });
    expect(await ask("GET", "/api/users/me")).toMatchObject({ status: 200 });
    for (let i = 0; i < 5; i++) {
      const edit = { bio: `Draft ${i}`, minimum_age_preference: 20 + i };
      expect(await ask("PUT", "/api/users/profile", edit)).toMatchObject({ status: 200 });
    }
    expect(await ask("GET", "/api/geo/cities?query=ber")).toMatchObject({ status: 200 });
    const place = { latitude: 52.5, longitude: 13.4, location: "Berlin" };
    expect(await ask("PUT", "/api/users/location", place)).toMatchObject({
      status: 200,
      body: { location: "Berlin" },
    });
  }
  await runCron();
  const current = await callApi<CurrentPairingDto>("GET", "/api/pairings/current", {
    token: one.token,
  });
  expect(current.status).toBe(200);
  expect(current.body.partner.user_id).toBe(other.id);
  const path = `/api/pairings/conversation/${current.body.conversation.id}`;

  for (let i = 0; i < 20; i++) {
    for (const [writer, reader] of [
      [one, other],
      [other, one],
    ] as const) {
      const body = { content: `Line ${i} of ${writer.id}`, client_id: `${writer.id}-${i}` };
      const sent = await callApi("POST", `${path}/messages`, { token: writer.token, body });
      expect(sent.status).toBe(201);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MESSAGES_MS));
      const read = await callApi("POST", `${path}/read`, { token: reader.token });
      expect(read).toMatchObject({ status: 200, body: { read: 1 } });
    }
  }
  const list = await callApi<MessageDto[]>("GET", `${path}/messages?limit=100`, {
    token: one.token,
  });
  expect(list.body).toHaveLength(40);
  expect(list.body.every(({ is_read }) => is_read)).toBe(true);
  expect(await callApi("GET", "/api/pairings/today/why", { token: one.token })).toMatchObject({
    status: 200,
  });

  const report = {
    reason: "spam",
    details: "Sells something.",
    conversation_id: current.body.conversation.id,
  };
  const { token } = one;
  expect(await callApi("POST", `/api/reports/${other.id}`, { token, body: report })).toMatchObject({
    status: 201,
  });
  expect(await callApi("POST", `/api/blocks/${other.id}`, { token })).toMatchObject({
    status: 201,
  });
  const data = await callApi<ExportDto>("GET", "/api/users/export", { token });
  expect(data.status).toBe(200);
  expect(data.body.conversations.map(({ messages }) => messages.length)).toEqual([40]);
  expect([data.body.blocks.length, data.body.reports.length]).toEqual([1, 1]);
  expect(await callApi("POST", "/api/auth/logout", { token })).toMatchObject({ status: 200 });
  expect(await callApi("GET", "/api/users/me", { token })).toMatchObject({ status: 401 });
});
