import { env } from "cloudflare:workers";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { beforeEach, expect, it } from "vitest";
import { loader as openPasskeys } from "~/app/routes/profile.passkeys";
import { action as changePassword } from "~/app/routes/profile.reset-password";
import {
  beginAddingPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  signInByPasskey,
  addPasskey as storePasskey,
} from "~/core/accounts/passkeys";
import { addPasskeySchema, provePasskeySchema } from "~/core/accounts/schemas";
import { confirmPassword } from "~/core/accounts/service";
import { authenticate } from "~/core/accounts/session";
import type { MailDelivery } from "~/core/notices/mail-messages";
import { parseInput } from "~/core/shared/parse";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  type TestMember,
} from "../../support/api";
import { createAuthenticator } from "../../support/authenticator";
import { createMailbox } from "../../support/mailbox";

const ORIGIN = "https://happenstance.test";
const CLIENT = "192.0.2.7";
const NEW_PASSWORD = "another fine day for tea";

const sent: MailDelivery[] = [];
const sendBatch = async (messages: Iterable<{ body: MailDelivery }>) => {
  for (const { body } of messages) sent.push(body);
};
const deferred: Promise<unknown>[] = [];
const deps = createDeps(
  {
    ...env,
    LOCAL_OUTBOX: "http://127.0.0.1:1",
    DELIVERIES: { sendBatch } as unknown as Queue,
  },
  { logger: createLogger({}), defer: (work) => void deferred.push(work) },
);

beforeEach(async () => {
  await emptyDatabase();
  sent.length = 0;
});

const view = ({ token }: Pick<TestMember, "token">) => authenticate(deps, token);
const verify = ({ id }: TestMember) =>
  env.DB.prepare("update members set email_verified_at = 1 where id = ?").bind(id).run();

async function addPasskey(member: TestMember) {
  const authenticator = await createAuthenticator(ORIGIN);
  await confirmPassword(deps, await view(member), CLIENT, { password: member.password });
  const viewer = await view(member);
  const options = await beginAddingPasskey(deps, viewer, ORIGIN);
  const passkey = await authenticator.register(options);
  await storePasskey(deps, viewer, ORIGIN, parseInput(addPasskeySchema, { name: "Key", passkey }));
  await Promise.all(deferred.splice(0));
  return async () => {
    const asked = await beginPasskeySignIn(deps, CLIENT, ORIGIN);
    const proof = parseInput(provePasskeySchema, { passkey: await authenticator.prove(asked) });
    return signInByPasskey(deps, CLIENT, ORIGIN, proof).then(
      () => "signed in",
      (error: { code: string }) => error.code,
    );
  };
}

async function recover({ email }: TestMember) {
  const mailbox = createMailbox();
  await mailbox.call("POST", "/api/auth/forgot-password", { body: { email } });
  const token = mailbox.token("reset_password", email);
  const body = { token, password: NEW_PASSWORD };
  expect((await mailbox.call("POST", "/api/auth/recover", { body })).status).toBe(200);
}

it("a recovery by mail removes the member's passkeys and earlier sessions", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  const [signIn, signInAsBen] = [await addPasskey(ada), await addPasskey(ben)];
  expect(await signIn()).toBe("signed in");
  await recover(ada);
  expect(await signIn()).toBe("passkey_refused");
  expect((await callApi("GET", "/api/users/me", { token: ada.token })).status).toBe(401);
  const left = await env.DB.prepare(
    `select 'passkey' as kind, member_id from passkeys
      union all select distinct 'session', member_id from sessions order by kind`,
  ).all();
  expect(left.results).toEqual([
    { kind: "passkey", member_id: ben.id },
    { kind: "session", member_id: ben.id },
  ]);
  expect(await signInAsBen()).toBe("signed in");
});

it("a recovery by mail ends the rights of an admin who has a passkey, and is audited", async () => {
  const [admin, plain, member] = [await createMember(), await createMember(), await createMember()];
  for (const one of [admin, plain]) await grantAdmin(one);
  for (const one of [admin, member]) await addPasskey(one);
  for (const one of [admin, plain, member]) await recover(one);
  const { results } = await env.DB.prepare(
    "select id, is_admin from members where is_admin = 1 order by id",
  ).all();
  expect(results).toEqual([{ id: plain.id, is_admin: 1 }]);
  const audited = await env.DB.prepare(
    "select admin_id, subject_id, \"rows\" from audit_events where action = 'revoke_admin_by_recovery'",
  ).all();
  expect(audited.results).toEqual([{ admin_id: admin.id, subject_id: admin.id, rows: 1 }]);
});

it("adding a passkey sends a mail only to a verified address", async () => {
  const [ada, unverified] = [await createMember(), await createMember()];
  await verify(ada);
  await addPasskey(ada);
  await addPasskey(unverified);
  expect(sent.filter(({ mail }) => mail.template === "passkey_added")).toMatchObject([
    { to: ada.email, mail: { template: "passkey_added" } },
  ]);
});

it("a password change on the page leads a member with passkeys to the list of them", async () => {
  const [ada, ben] = [await createMember(), await createMember()];
  await addPasskey(ada);
  const createContext = () =>
    ({ deps, logger: createLogger({}), address: "127.0.0.1" }) as AppLoadContext;
  const change = async ({ token, password }: TestMember) => {
    const fields = { currentPassword: password, newPassword: NEW_PASSWORD };
    const request = new Request(`${ORIGIN}/profile/reset-password`, {
      method: "POST",
      headers: {
        cookie: `__Host-session=${token}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ ...fields, confirmPassword: NEW_PASSWORD }).toString(),
    });
    const answer = await changePassword({ request, context: createContext(), params: {} });
    if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer));
    const { headers } = answer;
    const renewed = /__Host-session=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "";
    return { location: headers.get("location"), renewed };
  };
  expect((await change(ben)).location).toBe("/profile");
  const { location, renewed } = await change(ada);
  expect(location).toBe("/profile/passkeys?after-password");
  const headers = { cookie: `__Host-session=${renewed}` };
  const request = new Request(`${ORIGIN}${location}`, { headers });
  const page = await openPasskeys({ request, context: createContext(), params: {} });
  expect(page).toMatchObject({ isAfterPassword: true, isConfirmed: true, passkeys: [{}] });
  const [{ passkey_id: passkeyId } = { passkey_id: "" }] = page.passkeys;
  await removePasskey(deps, await view({ token: renewed }), { passkeyId });
  expect(await listPasskeys(deps, await view({ token: renewed }))).toEqual([]);
});
