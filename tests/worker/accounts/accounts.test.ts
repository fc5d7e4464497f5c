import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type {
  AdminReportDto,
  BlockDto,
  ExportDto,
  MemberDto,
  MessageDto,
} from "~/core/shared/contract";
import { callApi, createMember, grantAdmin } from "../../support/api";
import { createPair } from "../../support/pairs";

it("a profile edit keeps omitted fields, clears null ones, and refuses values out of bounds", async () => {
  const { token } = await createMember({ gender: "Female", preferred_match_gender: "Male" });
  const put = (body: unknown) => callApi<MemberDto>("PUT", "/api/users/profile", { token, body });
  const edit = await put({
    bio: " line\nbreak ",
    distance_preference: 50,
    latitude: 1.5,
    longitude: -2,
  });
  expect(edit).toMatchObject({
    status: 200,
    body: { bio: "line\nbreak", distance_preference: 50, gender: "Female", latitude: 1.5 },
  });
  const cleared = await put({ bio: null, gender: "prefer-not-to-say", minimum_age_preference: 30 });
  expect(cleared.body).toMatchObject({ bio: null, gender: null, distance_preference: 50 });
  expect((await callApi("GET", "/api/users/me", { token })).body).toEqual(cleared.body);
  for (const [body, path] of [
    [{ maximum_age_preference: 30 }, "maximum_age_preference"],
    [{ minimum_age_preference: 80 }, "minimum_age_preference"],
    [{ minimum_age_preference: 17 }, "minimum_age_preference"],
    [{ distance_preference: 52 }, "distance_preference"],
    [{ distance_preference: 305 }, "distance_preference"],
    [{ latitude: 3 }, "longitude"],
    [{ longitude: null, latitude: 3 }, "longitude"],
    [{ latitude: 90.01, longitude: 0 }, "latitude"],
    [{ timezone: "UTC+5:30" }, "timezone"],
    [{ name: " " }, "name"],
    [{ name: null }, "name"],
    [{ name: "Happenstance Support" }, "name"],
    [{ dob: "2010-01-01" }, "dob"],
  ] as const) {
    const answer = await put(body);
    expect([answer.status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)]);
    expect(answer.body).toMatchObject({ errors: [{ path }] });
  }
  expect((await callApi("GET", "/api/users/me", { token })).body).toEqual(cleared.body);
});

it("a member blocks, reports and unblocks a partner, and an admin resolves the report", async () => {
  const { one, other, conversationId } = await createPair();
  const messages = `/api/pairings/conversation/${conversationId}/messages`;
  await callApi("POST", messages, { token: other.token, body: { content: "rude words" } });
  const block = () => callApi("POST", `/api/blocks/${other.id}`, { token: one.token });
  expect([(await block()).status, (await block()).status]).toEqual([201, 200]);
  const list = await callApi<BlockDto[]>("GET", "/api/blocks", { token: one.token });
  expect(list.body.map(({ user_id }) => user_id)).toEqual([other.id]);
  expect(await callApi("GET", messages, { token: other.token })).toMatchObject({
    status: 403,
    body: { isBlocked: true, blockedByYou: false },
  });
  expect((await callApi("GET", `/api/users/${one.id}`, { token: other.token })).status).toBe(404);
  expect((await callApi("GET", `/api/users/${other.id}`, { token: one.token })).status).toBe(200);
  const report = await callApi("POST", `/api/reports/${other.id}`, {
    token: one.token,
    body: { reason: "harassment", details: "see there" },
  });
  expect(report.status).toBe(201);
  await callApi("DELETE", `/api/blocks/${other.id}`, { token: one.token });
  expect((await callApi("GET", messages, { token: other.token })).status).toBe(200);

  await grantAdmin(one);
  const reports = await callApi<AdminReportDto[]>("GET", "/api/admin/reports?evidence=1", {
    token: one.token,
  });
  const mine = reports.body.find(({ reporter_id }) => reporter_id === one.id);
  expect(mine).toMatchObject({
    status: "open",
    conversation_id: conversationId,
    evidence: [{ content: "rude words", sender_id: other.id, sender_name: other.name }],
  });
  const resolved = await callApi("PUT", `/api/admin/reports/${mine?.report_id}`, {
    token: one.token,
    body: { status: "resolved" },
  });
  expect(resolved).toMatchObject({ status: 200, body: { status: "resolved" } });
  const pairings = await callApi("GET", "/api/admin/pairings", { token: one.token });
  expect(JSON.stringify(pairings.body)).toContain(other.email);
  expect((await callApi("GET", "/api/blocks/admin/all", { token: one.token })).status).toBe(200);
  expect((await callApi("GET", "/api/admin/runs", { token: one.token })).status).toBe(200);
  const audits = await env.DB.prepare("select action, rows from audit_events order by rowid").all();
  expect(audits.results).toEqual([
    { action: "open_evidence", rows: 1 },
    { action: "resolve_report", rows: 1 },
    // A list of up to ten members adds one audit row per member.
    { action: "list_pairings", rows: 1 },
    { action: "list_pairings", rows: 1 },
    { action: "list_blocks", rows: 0 },
  ]);
});

it("a report keeps the messages as they were when it was made", async () => {
  const { one, other, conversationId } = await createPair();
  const path = `/api/pairings/conversation/${conversationId}`;
  const setAvatar = (url: string) =>
    env.DB.prepare("update members set avatar_url = ? where id = ?").bind(url, other.id).run();
  const send = (token: string, content: string) =>
    callApi("POST", `${path}/messages`, { token, body: { content } });
  await setAvatar("https://example.org/then.png");
  await send(other.token, "read");
  await callApi("POST", `${path}/read`, { token: one.token });
  await send(other.token, "unread");
  await send(one.token, "own");
  const { body: then } = await callApi<MessageDto[]>("GET", `${path}/messages`, {
    token: one.token,
  });
  expect(then.map((message) => message.is_read)).toEqual([true, false, false]);
  await callApi("POST", `/api/reports/${other.id}`, { token: one.token, body: { reason: "spam" } });
  await setAvatar("https://example.org/now.png");
  await callApi("POST", `${path}/read`, { token: one.token });

  await grantAdmin(one);
  const readEvidence = async () => {
    const { token } = one;
    const { body } = await callApi<AdminReportDto[]>("GET", "/api/admin/reports?evidence=1", {
      token,
    });
    return body.find(({ reporter_id }) => reporter_id === one.id)?.evidence;
  };
  const sealed = then.map(({ client_id: _, ...message }) => message);
  expect(await readEvidence()).toEqual(sealed);
  // The reporter's export has only those messages of the evidence that the reporter sent.
  const { body: own } = await callApi<ExportDto>("GET", "/api/users/export", { token: one.token });
  expect(own.reports[0]?.evidence).toEqual(
    sealed
      .filter(({ sender_id }) => sender_id === one.id)
      .map(({ content, created_at, is_read }) => ({ content, created_at, is_read })),
  );

  // Older reports have neither avatars nor read states.
  await env.DB.prepare(
    `update reports set evidence = (select json_group_array(json_remove(e.value, '$.sender_avatar',
       '$.is_read')) from json_each(evidence) e) where reporter_id = ?`,
  )
    .bind(one.id)
    .run();
  expect(await readEvidence()).toEqual(
    sealed.map((message) => ({ ...message, sender_avatar: null, is_read: false })),
  );
});

it("a position far from every place does not change the timezone", async () => {
  const { token } = await createMember();
  for (const longitude of [180, -180]) {
    const path = `/api/geo/place?latitude=16.5&longitude=${longitude}`;
    expect((await callApi("GET", path, { token })).body).toMatchObject({ timezone: null });
  }
  const save = (latitude: number, longitude: number) =>
    callApi("PUT", "/api/users/location", { token, body: { latitude, longitude } });
  expect((await save(16.5, 180)).body).toMatchObject({ timezone: null });
  expect((await save(28.6, 77.2)).body).toMatchObject({ timezone: "UTC+05:30" });
  const far = { latitude: 30, longitude: -40, timezone: "UTC+05:30" };
  expect(await save(30, -40)).toMatchObject({ status: 200, body: far });
  expect((await callApi("GET", "/api/users/me", { token })).body).toMatchObject(far);
});

it("a member can search for places, and a saved position gets the name of its place", async () => {
  const { token } = await createMember();
  const place = await callApi("GET", "/api/geo/place?latitude=52.52&longitude=13.405", { token });
  expect(place).toMatchObject({
    status: 200,
    body: { location: "Berlin, State of Berlin, Germany" },
  });
  const cities = await callApi<unknown[]>("GET", "/api/geo/cities?query=sao%20pau", { token });
  expect(cities.body[0]).toMatchObject({
    location: "São Paulo, São Paulo, Brazil",
    timezone: "UTC-03:00",
  });
  expect((await callApi("GET", "/api/geo/place?latitude=91&longitude=0", { token })).status).toBe(
    400,
  );
  expect((await callApi("GET", "/api/geo/place?latitude=1&longitude=0")).status).toBe(401);
  const saved = await callApi("PUT", "/api/users/location", {
    token,
    body: { latitude: 52.52, longitude: 13.405 },
  });
  expect(saved.body).toMatchObject({
    latitude: 52.5,
    longitude: 13.4,
    location: "Berlin, State of Berlin, Germany",
  });
});
