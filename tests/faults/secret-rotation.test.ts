import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTokenSigner } from "~/core/accounts/tokens";
import { openDatabase } from "~/tests/support/local-d1";
import { LiveServer, type Member, type Pair } from "./support/live-server";

// docs/operations.md, 'Secrets': each step starts the built Worker over the same state, as a deployment does.
const FIRST = "the-first-session-secret-0123456789abcdef";
const SECOND = "the-second-session-secret-0123456789abcdef";
const RECORD = "the-first-record-secret-0123456789abcdef";
const NEXT_RECORD = "the-second-record-secret-0123456789abcdef";
const DAY_MS = 86_400_000;
const PATIENCE_MS = 60_000;

let folder: string;
let server: LiveServer;
let pairs: Pair[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rotation-"));
});
afterAll(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

const emailOf = ({ memberId }: Member) => `${memberId}@example.org`;

/** The member with a token that a session secret has signed. */
async function signBy(signingSecret: string, member: Member): Promise<Member> {
  const signer = createTokenSigner({ signingSecret, previousSigningSecret: undefined });
  const { memberId, sessionId } = member;
  const token = await signer.sign({ memberId, sessionId, expiresAt: Date.now() + DAY_MS });
  return { ...member, token };
}

const statusOf = async (member: Member, method: string, path: string, body?: object) =>
  (await server.call(member, method, path, body)).status;

async function read<Body>(member: Member, path: string): Promise<Body> {
  const response = await server.call(member, "GET", path);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

function runSql(statement: string): void {
  const database = openDatabase(folder);
  database.exec(statement);
  database.close();
}

/** The link 'No more e-mails like this one' of the member's mail. */
async function readLink(member: Member): Promise<string> {
  const read = () => {
    const database = openDatabase(folder);
    const row = database
      .prepare("select text from local_mails where recipient = ? and text like '%/unsubscribe/%'")
      .get(emailOf(member));
    database.close();
    return /\/unsubscribe\/\S+/.exec(String(row?.text))?.[0];
  };
  await expect.poll(read, { timeout: PATIENCE_MS }).toBeDefined();
  return read() ?? "";
}

interface Records {
  banned: Member;
  /** Was suspended, and has left. */
  left: Member;
  /** The partner of the member who has left. */
  reporter: Member;
  link: string;
}

/** Makes a record of each kind that outlives sessions, with the running Worker. */
async function makeRecords(admin: Member, signWith: string): Promise<Records> {
  const take = async () => {
    const { conversationId, members } = pairs.pop() as Pair;
    const [one, other] = await Promise.all(members.map((member) => signBy(signWith, member)));
    return { conversationId, one: one as Member, other: other as Member };
  };
  const say = (by: Member, conversationId: string) =>
    statusOf(by, "POST", `/pairings/conversation/${conversationId}/messages`, {
      content: "words of the rotation",
    });
  const act = (member: Member, body: object) =>
    statusOf(admin, "POST", `/admin/members/${member.memberId}/actions`, {
      reason: "harassment",
      text: "You wrote what nobody should read.",
      ...body,
    });
  const first = await take();
  const report = { reason: "harassment" };
  expect(await statusOf(first.one, "POST", `/reports/${first.other.memberId}`, report)).toBe(201);
  const [own] = await read<{ report_id: string }[]>(first.one, "/reports");
  expect(await act(first.other, { kind: "ban" })).toBe(201);
  runSql(`update members set email_verified_at = 1 where id = '${first.one.memberId}'`);
  const resolved = { status: "resolved", outcome: "acted" };
  expect(await statusOf(admin, "PUT", `/admin/reports/${own?.report_id}`, resolved)).toBe(200);
  const link = await readLink(first.one);

  const second = await take();
  expect(await say(second.other, second.conversationId)).toBe(201);
  expect(await act(second.other, { kind: "suspend", days: 30 })).toBe(201);
  expect(await statusOf(second.other, "DELETE", "/users/account")).toBe(200);
  return { banned: first.other, left: second.other, reporter: second.one, link };
}

async function registering(member: Member) {
  const body = { email: emailOf(member), password: "a passphrase of the drill", name: "Again" };
  const rest = { dob: "1990-01-01", gender: null, preferred_match_gender: null };
  const response = await server.call(member, "POST", "/auth/register", { ...body, ...rest });
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
}

/** How the running Worker answers about the records. */
async function judge(records: Records) {
  const unsubscribed = await fetch(`${server.url}${records.link}`, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  return {
    banned: await registering(records.banned),
    left: await registering(records.left),
    link: unsubscribed.status,
  };
}

/** A new report about the member who has left, with its evidence. */
async function reportLeft({ left, reporter }: Records, admin: Member, signWith: string) {
  const { memberId } = left;
  const signed = await signBy(signWith, reporter);
  const body = { reason: "harassment" };
  expect(await statusOf(signed, "POST", `/reports/${memberId}`, body)).toBe(201);
  const [own] = await read<{ report_id: string }[]>(signed, "/reports");
  const path = `/admin/reports/${own?.report_id}`;
  return read<{ evidence: { content: string }[] }>(admin, path);
}

const REFUSED = "403 registration_refused";
const ALL_HOLD = { banned: REFUSED, left: REFUSED, link: 200 };

it("bans, links and kept messages still work after each step of the documented rotations", async () => {
  ({ server, pairs } = await LiveServer.open(folder, {
    secrets: { SESSION_SECRET: FIRST, RECORD_SECRET: RECORD },
  }));
  const [{ members } = { members: [] as Member[] }] = pairs.splice(0, 1);
  const [adminMember] = members as [Member];
  runSql(`update members set is_admin = 1 where id = '${adminMember.memberId}'`);
  const signedBefore = await signBy(FIRST, adminMember);
  const records = await makeRecords(signedBefore, FIRST);
  expect(await judge(records)).toEqual(ALL_HOLD);
  await server.kill();

  // Both secrets are rotated as planned.
  const rotated = { RECORD_SECRET: NEXT_RECORD, RECORD_SECRET_PREVIOUS: RECORD };
  await server.start({ SESSION_SECRET: SECOND, SESSION_SECRET_PREVIOUS: FIRST, ...rotated });
  expect(await judge(records)).toEqual(ALL_HOLD);
  await server.kill();

  // The old tokens end.
  await server.start({ SESSION_SECRET: SECOND, ...rotated });
  expect(await statusOf(signedBefore, "GET", "/users/me")).toBe(401);
  expect(await judge(records)).toEqual(ALL_HOLD);
  expect(await reportLeft(records, await signBy(SECOND, adminMember), SECOND)).toMatchObject({
    evidence: [{ content: "words of the rotation" }],
  });
}, 300_000);
