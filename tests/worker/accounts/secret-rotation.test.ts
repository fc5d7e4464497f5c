import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { keyedDigest } from "~/core/accounts/record-keys";
import { makeUnsubscribeUrl, unsubscribe } from "~/core/notices/unsubscribe";
import { createDeps } from "~/worker/deps";
import {
  type ApiOptions,
  callApi,
  createMember,
  grantAdmin,
  type TestMember,
} from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { createRecordingLogger } from "../../support/recording-logger";
import worker from "../../support/test-worker";

type IncomingRequest = Parameters<typeof worker.fetch>[0];
type Secrets = Record<string, string>;

const OLD = env.SESSION_SECRET;
const NEW = "the-secret-after-the-rotation-0123456789abcdef";
/**
 * The Durable Objects use this secret in every test, because a test gives other secrets only to the
 * Worker.
 */
const RECORD = env.RECORD_SECRET;
const NEXT_RECORD = "the-record-secret-after-it-0123456789abcdef";

async function callUnder<Body = Record<string, unknown>>(
  secrets: Secrets,
  method: string,
  path: string,
  options?: ApiOptions,
) {
  const context = createExecutionContext();
  const answer = await callApi<Body>(method, `/api${path}`, options, async (request) =>
    worker.fetch(request as IncomingRequest, { ...env, ...secrets }, context),
  );
  await waitOnExecutionContext(context);
  return answer;
}

const askMe = async (token: string, secrets: Secrets) =>
  (await callUnder(secrets, "GET", "/users/me", { token })).status;

const signIn = async ({ email, password }: TestMember, secrets: Secrets) =>
  (
    await callUnder<{ token: string }>(secrets, "POST", "/auth/login", {
      body: { email, password },
    })
  ).body.token;

it("a rotation keeps sessions while the previous secret is set, and ends them when it is removed", async () => {
  const ada = await createMember();
  const before = { SESSION_SECRET: OLD };
  const during = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD };
  const after = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: "" };
  expect(await askMe(ada.token, before)).toBe(200);
  expect(await askMe(ada.token, during)).toBe(200);
  const fresh = await signIn(ada, during);
  expect(await askMe(fresh, during)).toBe(200);
  // The token `fresh` is signed with the new secret.
  expect(await askMe(fresh, before)).toBe(401);
  expect(await askMe(fresh, after)).toBe(200);
  expect(await askMe(ada.token, after)).toBe(401);
});

const depsUnder = (secrets: Secrets) =>
  createDeps({ ...env, ...secrets }, { logger: createRecordingLogger().logger, defer: () => {} });

async function makeRecords(secrets: Secrets) {
  const [admin, banned, left, reporter] = [
    await createMember(),
    await createMember(),
    await createMember(),
    await createMember(),
  ];
  await grantAdmin(admin);
  const act = async (member: TestMember, action: object) => {
    const body = { reason: "spam", text: "You sent advertisements.", ...action };
    const path = `/admin/members/${member.id}/actions`;
    expect((await callUnder(secrets, "POST", path, { token: admin.token, body })).status).toBe(201);
  };
  await act(banned, { kind: "ban" });
  const conversationId = await pairMembers(left, reporter);
  const body = { content: "words before the rotation" };
  const path = `/pairings/conversation/${conversationId}/messages`;
  const said = await callUnder(secrets, "POST", path, { token: left.token, body });
  expect(said.status).toBe(201);
  await act(left, { kind: "suspend", days: 30 });
  const { token } = left;
  expect((await callUnder(secrets, "DELETE", "/users/account", { token })).status).toBe(200);
  const url = makeUnsubscribeUrl(depsUnder(secrets), admin.user.id, "notices");
  return { admin, banned, left, reporter, link: url.split("/").at(-1) ?? "" };
}
type Records = Awaited<ReturnType<typeof makeRecords>>;

async function registerAgain({ email, password, user }: TestMember, secrets: Secrets) {
  const { name, dob, gender, preferred_match_gender } = user;
  const body = { email, password, name, dob, gender, preferred_match_gender };
  return (await callUnder(secrets, "POST", "/auth/register", { body })).status;
}

const judgeRecords = async ({ banned, left, link }: Records, secrets: Secrets) => ({
  banned: await registerAgain(banned, secrets),
  left: await registerAgain(left, secrets),
  isLinkKnown: await unsubscribe(depsUnder(secrets), { token: link }),
});

/** @returns the messages that an admin reads in the report */
async function readKept({ admin, left, reporter }: Records, secrets: Secrets) {
  const [token, asAdmin] = [await signIn(reporter, secrets), await signIn(admin, secrets)];
  const about = { token, body: { reason: "harassment" } };
  expect((await callUnder(secrets, "POST", `/reports/${left.id}`, about)).status).toBe(201);
  const own = await callUnder<{ report_id: string }[]>(secrets, "GET", "/reports", { token });
  const path = `/admin/reports/${own.body[0]?.report_id}`;
  const { body } = await callUnder<{ evidence: { content: string }[] }>(secrets, "GET", path, {
    token: asAdmin,
  });
  return body.evidence.map(({ content }) => content);
}

const ALL_HOLD = { banned: 403, left: 403, isLinkKnown: true };

describe("bans, links and kept messages", () => {
  it("bans, links and kept messages stay valid after a rotation of the session secret", async () => {
    const records = await makeRecords({ SESSION_SECRET: OLD, RECORD_SECRET: RECORD });
    const after = { SESSION_SECRET: NEW, RECORD_SECRET: RECORD };
    expect(await judgeRecords(records, after)).toEqual(ALL_HOLD);
    expect(await readKept(records, after)).toEqual(["words before the rotation"]);
  });

  it("bans, links and kept messages stay valid while the previous record secret is set", async () => {
    const records = await makeRecords({ SESSION_SECRET: OLD, RECORD_SECRET: RECORD });
    const now = { SESSION_SECRET: NEW, RECORD_SECRET: NEXT_RECORD };
    const rotated = { ...now, RECORD_SECRET_PREVIOUS: RECORD };
    expect(await judgeRecords(records, rotated)).toEqual(ALL_HOLD);
    expect(await readKept(records, rotated)).toEqual(["words before the rotation"]);
    const dropped = await judgeRecords(records, now);
    expect(dropped).toMatchObject({ isLinkKnown: false });
  });
});

it("the same value has a different digest for each purpose, with the same key id", () => {
  const { config } = depsUnder({ RECORD_SECRET: RECORD });
  const purposes = ["email", "member", "unsubscribe"] as const;
  const made = purposes.map((purpose) => keyedDigest(config, purpose, "same"));
  expect(new Set(made.map(({ digest }) => digest)).size).toBe(made.length);
  expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1);
  expect(made[0]?.keyId).toMatch(/^[0-9a-f]{8}$/);
});
