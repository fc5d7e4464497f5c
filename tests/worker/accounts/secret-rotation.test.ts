import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeUnsubscribeUrl, unsubscribe } from "~/core/notices/unsubscribe";
import { createDeps } from "~/worker/deps";
import { createMember, grantAdmin, type TestMember } from "../../support/api";
import { createRecordingLogger } from "../../support/recording-logger";
import worker from "../../support/test-worker";

type IncomingRequest = Parameters<typeof worker.fetch>[0];
type Secrets = Record<string, string>;

const OLD = env.SESSION_SECRET;
const NEW = "the-secret-after-the-rotation-0123456789abcdef";
const RECORD = "the-record-secret-of-these-drills-0123456789";
const NEXT_RECORD = "the-record-secret-after-it-0123456789abcdef";

/** Calls the API of a Worker that has these secrets. */
async function callUnder<Body = Record<string, unknown>>(
  secrets: Secrets,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
) {
  const context = createExecutionContext();
  const request = new Request(`http://happenstance.test/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const response = await worker.fetch(request as IncomingRequest, { ...env, ...secrets }, context);
  const answer = { status: response.status, body: (await response.json()) as Body };
  await waitOnExecutionContext(context);
  return answer;
}

/** Calls `/users/me` with the secrets of one step of the rotation. @returns the status */
const askMe = async (token: string, secrets: Secrets) =>
  (await callUnder(secrets, "GET", "/users/me", { token })).status;

const signIn = async ({ email, password }: TestMember, secrets: Secrets) =>
  (
    await callUnder<{ token: string }>(secrets, "POST", "/auth/login", {
      body: { email, password },
    })
  ).body.token;

it("a rotation keeps sessions while the previous secret is set, and ends the older ones when it is dropped", async () => {
  const ada = await createMember();
  const before = { SESSION_SECRET: OLD };
  const during = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD };
  const after = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: "" };
  expect(await askMe(ada.token, before)).toBe(200);
  expect(await askMe(ada.token, during)).toBe(200);
  const fresh = await signIn(ada, during);
  expect(await askMe(fresh, during)).toBe(200);
  // The new secret signs, so a Worker that has only the old one refuses the token.
  expect(await askMe(fresh, before)).toBe(401);
  expect(await askMe(fresh, after)).toBe(200);
  expect(await askMe(ada.token, after)).toBe(401);
});

const depsUnder = (secrets: Secrets) =>
  createDeps({ ...env, ...secrets }, { logger: createRecordingLogger().logger, defer: () => {} });

/** Makes a ban and an unsubscribe link with these secrets. */
async function makeRecords(secrets: Secrets) {
  const [admin, banned] = [await createMember(), await createMember()];
  await grantAdmin(admin);
  const ban = { kind: "ban", reason: "spam", text: "You sent advertisements." };
  const { status } = await callUnder(secrets, "POST", `/admin/members/${banned.id}/actions`, {
    token: admin.token,
    body: ban,
  });
  expect(status).toBe(201);
  const url = await makeUnsubscribeUrl(depsUnder(secrets), admin.user.id, "notices");
  return { banned, link: url.split("/").at(-1) ?? "" };
}

/** Checks the records with a Worker that has these secrets. */
async function judgeRecords(
  { banned, link }: Awaited<ReturnType<typeof makeRecords>>,
  secrets: Secrets,
) {
  const { email, password, user } = banned;
  const { name, dob, gender, preferred_match_gender } = user;
  const again = { email, password, name, dob, gender, preferred_match_gender };
  const registered = await callUnder(secrets, "POST", "/auth/register", { body: again });
  return {
    registered: registered.status,
    isLinkKnown: await unsubscribe(depsUnder(secrets), { token: link }),
  };
}

const ALL_HOLD = { registered: 403, isLinkKnown: true };

describe("bans and links", () => {
  it("bans and links stay valid after a rotation of the session secret", async () => {
    const records = await makeRecords({ SESSION_SECRET: OLD, RECORD_SECRET: RECORD });
    const after = { SESSION_SECRET: NEW, RECORD_SECRET: RECORD };
    expect(await judgeRecords(records, after)).toEqual(ALL_HOLD);
  });

  it("bans and links stay valid after a rotation of the record secret while the one before is set", async () => {
    const records = await makeRecords({ SESSION_SECRET: OLD, RECORD_SECRET: RECORD });
    const now = { SESSION_SECRET: NEW, RECORD_SECRET: NEXT_RECORD };
    const rotated = { ...now, RECORD_SECRET_PREVIOUS: RECORD };
    expect(await judgeRecords(records, rotated)).toEqual(ALL_HOLD);
    const dropped = await judgeRecords(records, now);
    expect(dropped).toMatchObject({ isLinkKnown: false });
  });
});

it("the same value gets another digest for each purpose, with the same key id", async () => {
  const { records } = depsUnder({ RECORD_SECRET: RECORD });
  const made = await Promise.all(
    (["email", "member", "unsubscribe"] as const).map((purpose) => records.digest(purpose, "same")),
  );
  expect(new Set(made.map(({ digest }) => digest)).size).toBe(made.length);
  expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1);
  expect(made[0]?.keyId).toMatch(/^[0-9a-f]{8}$/);
});
