import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CurrentPairingDto, PastPairingDto } from "~/core/shared/contract";
import { callApi, sendMessage } from "../../support/api";
import { apiCalls } from "../../support/api-calls";
import { blockMember, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { withoutTimes } from "../../support/without-times";
import { TestClient } from "../conversation/support";

// All times end with 48.765. These digits are also in the subject's longitude, so a test that
// mistook a time for the longitude would always fail.
beforeEach(() => {
  const now = Math.floor(Date.now() / 60_000) * 60_000 + 48_765;
  vi.useFakeTimers({ toFake: ["Date"], now });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The private details are texts that occur nowhere else. */
async function createSubject() {
  return seedMember({
    email: `very.private.${crypto.randomUUID()}@example.org`,
    dob: "1987-06-05",
    latitude: 47.123456,
    longitude: -8.765432,
    location: "Location at 47.1235, -8.7654",
    timezone: "UTC+05:45",
    zone: "Asia/Kathmandu",
    gender: "Non-Binary",
    preferred_match_gender: "Transgender",
    distance_preference: 285,
    minimum_age_preference: 33,
    maximum_age_preference: 77,
    bio: "bio for others",
  });
}

const SECRETS = [
  /very\.private/i,
  /1987-06/,
  /47\.1[0-9]/,
  /8\.7[0-9]/,
  /UTC\+05:45/,
  /Kathmandu/,
  /\b285\b/,
];

/**
 * Makes all calls that are open to a member, except deletions and the calls of `/auth/`. A call that names a member is
 * made about the subject.
 */
async function readEverything(viewer: SeededMember, subject: SeededMember, conversationId: string) {
  const texts: string[] = [];
  for (const { method, path, access } of apiCalls) {
    if (access !== "member" || method === "delete" || path.includes("/auth/")) continue;
    const target = path.replace("{userId}", subject.id).replace("{id}", conversationId);
    const { status, body } = await callApi(method.toUpperCase(), target, {
      token: viewer.token,
      ...(method === "get" ? {} : { body: { content: "hello", reason: "spam" } }),
    });
    texts.push(`${method} ${path} ${status} ${JSON.stringify(body)}`);
  }
  return texts;
}

function expectNoSecret(texts: string[]) {
  for (const text of texts) {
    for (const secret of SECRETS) expect(withoutTimes(text)).not.toMatch(secret);
  }
}

it("no answer shows a member's exact place, birthday or e-mail to another member", async () => {
  const subject = await createSubject();
  const partner = await seedMember();
  const open = await pairMembers(subject, partner);
  const past = await pairMembers(partner, subject, -2);
  await sendMessage(subject, open, "from the subject");
  const { token } = partner;
  const current = await callApi<CurrentPairingDto>("GET", "/api/pairings/current", { token });
  const history = await callApi<PastPairingDto[]>("GET", "/api/pairings/past", { token });
  const year = new Date().getUTCFullYear();
  const age = Number(current.body.partner.age);
  const coarse = { latitude: 47.1, longitude: -8.8, location: null, dob: `${year - age}-01-01` };
  expect(current.body.partner).toMatchObject(coarse);
  expect(history.body).toMatchObject([
    {
      conversation_id: past,
      partner_id: subject.id,
      partner_latitude: 47.1,
      partner_longitude: -8.8,
      partner_location: null,
      partner_dob: `${year - age}-01-01`,
      partner_age: age,
    },
  ]);
  expectNoSecret(await readEverything(partner, subject, open));
  expectNoSecret(await readEverything(await seedMember(), subject, open));

  const blocker = await seedMember();
  const blocked = await seedMember();
  const closed = await pairMembers(subject, blocker, -1);
  const barred = await pairMembers(subject, blocked, -1);
  await blockMember(blocker, subject);
  await blockMember(subject, blocked);
  expectNoSecret(await readEverything(blocker, subject, closed));
  expectNoSecret(await readEverything(blocked, subject, barred));
});

it("the history hides the blocker's place from the blocked member while the block lasts", async () => {
  const blocker = await seedMember({ latitude: 59.91, longitude: 10.75, location: "Oslo, Norway" });
  const blocked = await seedMember({ latitude: 52.52, longitude: 13.4, location: "Berlin" });
  await pairMembers(blocker, blocked, -1);
  const readPast = async ({ token }: SeededMember) =>
    (await callApi<PastPairingDto[]>("GET", "/api/pairings/past", { token })).body[0];
  const before = await readPast(blocked);
  expect(before).toMatchObject({
    partner_location: "Oslo, Norway",
    partner_latitude: 59.9,
    partner_longitude: 10.8,
  });
  const asBlocker = await readPast(blocker);
  await callApi("POST", `/api/blocks/${blocked.id}`, { token: blocker.token });
  expect(await readPast(blocked)).toEqual({
    ...before,
    partner_location: null,
    partner_latitude: null,
    partner_longitude: null,
  });
  expect(await readPast(blocker)).toEqual(asBlocker);
  await callApi("DELETE", `/api/blocks/${blocked.id}`, { token: blocker.token });
  expect(await readPast(blocked)).toEqual(before);
});

it("no event of a connection shows a member's exact place, birthday or e-mail", async () => {
  const subject = await createSubject();
  const partner = await seedMember();
  const id = await pairMembers(subject, partner);
  const client = await TestClient.join(partner, id);
  await sendMessage(subject, id, "hello");
  await sendMessage(partner, id, "hello back");
  await callApi("POST", `/api/pairings/conversation/${id}/read`, { token: subject.token });
  await client.event("new_message", 2);
  await client.event("messages_read");
  await callApi("DELETE", "/api/users/account", { token: subject.token });
  await client.event("conversation_closed");
  expectNoSecret(client.heard.map((packet) => JSON.stringify(packet)));
});

it("a partner does not see a location that is written as coordinates, in any notation", async () => {
  const partner = await seedMember();
  for (const location of ["47.1235, -8.7654", "47°07'24\" N 8°45'55\" W", "47,1235 / 8,7654"]) {
    const subject = await seedMember({ location });
    const id = await pairMembers(subject, partner, -1);
    const profile = await callApi("GET", `/api/users/${subject.id}`, { token: partner.token });
    expect([location, profile.body.location]).toEqual([location, null]);
    const past = await callApi<PastPairingDto[]>("GET", "/api/pairings/past", {
      token: partner.token,
    });
    const item = past.body.find(({ conversation_id }) => conversation_id === id);
    expect(item?.partner_location).toBeNull();
    const own = await callApi("GET", "/api/users/me", { token: subject.token });
    expect(own.body.location).toBe(location);
  }
});

it("an export and the list of own reports show the name that the reported member had at the time", async () => {
  const [reporter, reported] = [await seedMember(), await seedMember({ name: "Name At The Time" })];
  const id = await pairMembers(reporter, reported);
  await sendMessage(reported, id, "words");
  const asReporter = (method: string, path: string, body?: object) =>
    callApi(method, path, { token: reporter.token, ...(body ? { body } : {}) });
  const report = await asReporter("POST", `/api/reports/${reported.id}`, { reason: "spam" });
  expect(report.status).toBe(201);
  await callApi("POST", `/api/blocks/${reporter.id}`, { token: reported.token });
  await env.DB.prepare("update members set name = 'Later Name' where id = ?")
    .bind(reported.id)
    .run();
  for (const path of ["/api/users/export", "/api/reports"]) {
    const { status, body } = await asReporter("GET", path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain("Name At The Time");
    expect(JSON.stringify(body)).not.toContain("Later Name");
  }
});
