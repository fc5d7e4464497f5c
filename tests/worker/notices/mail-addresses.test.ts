import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import {
  callApi,
  createMember,
  createRegistration,
  emptyDatabase,
  grantAdmin,
  runCron,
} from "../../support/api";
import { createMailbox, type Mailbox } from "../../support/mailbox";
import { pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";

let mailbox: Mailbox;
beforeEach(async () => {
  await emptyDatabase();
  mailbox = createMailbox({ REQUIRE_VERIFIED_EMAIL: "1" });
});

const PASSWORD = "a fine day for tea";
const register = (email: string, name = "Ada") =>
  mailbox.call<{ token: string; user: { id: string } }>("POST", "/api/auth/register", {
    body: createRegistration({ name, email, password: PASSWORD }),
  });
const confirm = (token: string) =>
  mailbox.call("POST", "/api/auth/confirm-email", { body: { token } });
const stateOf = async (token: string) =>
  (await mailbox.call("GET", "/api/account/email", { token })).body;
const resend = (token: string) =>
  mailbox.call("POST", "/api/account/email/verification", { token });
const change = (token: string, email: string, password = PASSWORD) =>
  mailbox.call("PUT", "/api/account/email", { token, body: { email, password } });

async function join(email: string) {
  const { body } = await register(email);
  await confirm(mailbox.token("verify_email", email));
  return { token: body.token, id: body.user.id, email };
}
const makeOld = (email: string, hours: number) =>
  env.DB.prepare("update members set created_at = ? where email = ?")
    .bind(Date.now() - hours * 3_600_000, email)
    .run();

describe("a new member's address", () => {
  it("the link in a mail verifies a new address once, and registering does not wait for it", async () => {
    const { status, body } = await register("ada@example.org");
    expect(status).toBe(201);
    expect(await stateOf(body.token)).toEqual({
      email: "ada@example.org",
      verified: false,
      mail: true,
      pairing_waits: true,
      wants_notices: true,
      pending: null,
    });
    const mail = mailbox.find("verify_email", "ada@example.org");
    expect(mail).toMatchObject({ name: null });
    const token = mailbox.token("verify_email");
    expect((await confirm(token)).body).toMatchObject({ state: "verified" });
    expect(await stateOf(body.token)).toMatchObject({ verified: true, pairing_waits: false });
    expect((await confirm(token)).body).toMatchObject({ code: "link_invalid" });
    expect((await resend(body.token)).body).toMatchObject({ code: "already_verified" });
  });

  it("an address gets at most three mails per hour, and only the newest link works", async () => {
    const { body } = await register("ada@example.org");
    const first = mailbox.token("verify_email");
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await resend(body.token)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    await mailbox.call("POST", "/api/auth/forgot-password", { body: { email: "ada@example.org" } });
    expect(mailbox.mails).toHaveLength(3);
    expect((await confirm(first)).status).toBe(400);
    expect((await confirm(mailbox.token("verify_email"))).status).toBe(200);
  });

  it("an address unverified for 48 hours can be registered again, which deletes the old account", async () => {
    const first = await register("ada@example.org");
    await makeOld("ada@example.org", 47);
    expect((await register("ada@example.org")).status).toBe(409);
    await makeOld("ada@example.org", 49);
    const stale = mailbox.token("verify_email");
    const answers = await Promise.all([register("ada@example.org"), register("ada@example.org")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await callApi("GET", "/api/users/me", { token: first.body.token })).status).toBe(401);
    // The ledger records the deletion, so a restore from an older backup repeats it.
    const ledger = await env.DB.prepare(
      "select json_extract(detail, '$.member') as id, json_extract(detail, '$.at') as at from jobs where kind = 'record'",
    ).all();
    expect(ledger.results).toEqual([{ id: first.body.user.id, at: expect.any(Number) }]);
    expect((await confirm(stale)).status).toBe(400);
  });

  it.each([
    ["was verified", "update members set email_verified_at = 1 where email = 'ada@example.org'"],
    ["is an admin's", "update members set is_admin = 1 where email = 'ada@example.org'"],
    [
      "belongs to a warned member",
      "insert into member_actions (id, member_id, kind, reason, text, created_at) select 'x', id, 'warn', 'spam', 't', 1 from members",
    ],
  ])("an old unverified address can't be registered again if it %s", async (_, sql) => {
    await register("ada@example.org");
    await makeOld("ada@example.org", 1000);
    await env.DB.prepare(sql).run();
    expect((await register("ada@example.org")).status).toBe(409);
  });

  it("an address can't be registered again if its member was paired or the server verifies no addresses", async () => {
    const ada = await seedMember({ email: "ada@example.org", created_at: 1 });
    await pairMembers(ada, await seedMember());
    expect((await register("ada@example.org")).status).toBe(409);
    await seedMember({ email: "ben@example.org", created_at: 1 });
    mailbox = createMailbox();
    expect((await register("ben@example.org")).status).toBe(409);
  });

  it("the address of a paired member can't be registered again, even after the partner left", async () => {
    await seedMember({ email: "ada@example.org", created_at: 1 });
    const ben = await seedMember();
    await runCron();
    await callApi("DELETE", "/api/users/account", { token: ben.token });
    expect((await register("ada@example.org")).status).toBe(409);
  });

  it("an account with an unconfirmed address leaves nothing for the next account of the address", async () => {
    const target = await seedMember();
    const { body } = await register("ada@example.org");
    const { token } = body;
    expect((await mailbox.call("POST", `/api/blocks/${target.id}`, { token })).status).toBe(201);
    expect((await mailbox.call("DELETE", "/api/users/account", { token })).status).toBe(200);
    const owner = await join("ada@example.org");
    expect((await mailbox.call("GET", "/api/blocks", { token: owner.token })).body).toEqual([]);
    expect(await env.DB.prepare("select count(*) as n from blocks").first("n")).toBe(0);
  });

  it("a banned address can't be registered again even if its account stayed unverified for 48 hours", async () => {
    const [admin, banned] = [
      await createMember(),
      await createMember({ email: "banned@example.org" }),
    ];
    await grantAdmin(admin);
    await callApi("POST", `/api/admin/members/${banned.id}/actions`, {
      token: admin.token,
      body: { kind: "ban", reason: "spam", text: "words" },
    });
    await makeOld("banned@example.org", 1000);
    expect((await register("banned@example.org")).body).toMatchObject({
      code: "registration_refused",
    });
  });
});

describe("a change of address", () => {
  it("an address changes once the old and the new address have confirmed the change, in either order", async () => {
    for (const order of [
      ["change_email_old", "change_email_new"],
      ["change_email_new", "change_email_old"],
    ] as const) {
      const { token } = await join(`ada-${order[0]}@example.org`);
      const other = `eve-${order[0]}@example.org`;
      expect((await change(token, other)).status).toBe(200);
      expect(await stateOf(token)).toMatchObject({
        email: `ada-${order[0]}@example.org`,
        pending: { email: other, old_confirmed: false, new_confirmed: false },
      });
      expect((await confirm(mailbox.token(order[0]))).body).toMatchObject({ state: "waiting" });
      expect((await confirm(mailbox.token(order[0]))).body).toMatchObject({ code: "link_invalid" });
      expect((await confirm(mailbox.token(order[1]))).body).toMatchObject({ state: "changed" });
      expect(await stateOf(token)).toMatchObject({ email: other, verified: true, pending: null });
      expect(mailbox.find("email_changed")?.to).toBe(`ada-${order[0]}@example.org`);
      const signIn = { body: { email: other, password: PASSWORD } };
      expect((await callApi("POST", "/api/auth/login", signIn)).status).toBe(200);
    }
  });

  it("if the old address was never verified, only the new one must confirm a change", async () => {
    const { body } = await register("typo@example.org");
    expect((await change(body.token, "ada@example.org")).status).toBe(200);
    expect(mailbox.find("change_email_old")).toBeUndefined();
    expect((await confirm(mailbox.token("change_email_new"))).body).toMatchObject({
      state: "changed",
    });
    expect(await stateOf(body.token)).toMatchObject({ email: "ada@example.org", verified: true });
    expect(mailbox.find("email_changed")).toBeUndefined();
  });

  it("a ban bars the old and the changed address, and a lift frees both", async () => {
    const admin = await createMember();
    await grantAdmin(admin);
    const { token, id } = await join("ada@example.org");
    const decide = (kind: string) =>
      callApi("POST", `/api/admin/members/${id}/actions`, {
        token: admin.token,
        body: { kind, reason: "spam", text: "words" },
      });
    expect((await decide("ban")).status).toBe(201);
    expect((await change(token, "eve@example.org")).status).toBe(200);
    await confirm(mailbox.token("change_email_old"));
    expect((await confirm(mailbox.token("change_email_new"))).body).toMatchObject({
      state: "changed",
    });
    for (const email of ["ada@example.org", "eve@example.org"]) {
      expect(await register(email)).toMatchObject({
        status: 403,
        body: { code: "registration_refused" },
      });
    }
    const { results } = await env.DB.prepare(
      "select distinct until from kept_digests where kind = 'ban'",
    ).all();
    expect(results).toHaveLength(1);
    expect((await decide("lift")).status).toBe(201);
    expect((await register("eve@example.org")).status).toBe(409);
    expect((await register("ada@example.org")).status).toBe(201);
  });

  it("a ban or suspension bars every confirmed address of the last 12 months, however it is spelled", async () => {
    const admin = await createMember();
    await grantAdmin(admin);
    const { token, id } = await join("ada@example.org");
    await change(token, "eve@example.org");
    await confirm(mailbox.token("change_email_old"));
    await confirm(mailbox.token("change_email_new"));
    const decide = (kind: string, days?: number) =>
      callApi("POST", `/api/admin/members/${id}/actions`, {
        token: admin.token,
        body: { kind, days, reason: "spam", text: "words" },
      });
    for (const [kind, days] of [["ban"], ["suspend", 3]] as const) {
      expect((await decide(kind, days)).status).toBe(201);
      for (const email of ["ada@example.org", "ada+1@example.org", "eve+1@example.org"]) {
        expect([kind, email, (await register(email)).status]).toEqual([kind, email, 403]);
      }
      const { until } = (await env.DB.prepare(
        "select max(until) as until from kept_digests where kind = 'ban'",
      ).first<{ until: number }>()) ?? { until: 0 };
      const left = (until - Date.now()) / 86_400_000;
      expect(kind === "ban" ? left > 300 : left < 4).toBe(true);
    }
    expect((await decide("lift")).status).toBe(201);
    expect((await register("ada+1@example.org")).status).toBe(201);
    expect((await register("eve@example.org")).status).toBe(409);
  });

  it("a ban does not bar an address that its member never confirmed", async () => {
    const admin = await createMember();
    await grantAdmin(admin);
    const { body } = await register("ada@example.org");
    await mailbox.call("POST", `/api/admin/members/${body.user.id}/actions`, {
      token: admin.token,
      body: { kind: "ban", reason: "spam", text: "words" },
    });
    await mailbox.call("DELETE", "/api/users/account", { token: body.token });
    expect((await register("ada@example.org")).status).toBe(201);
  });

  it("a newer change of address replaces the older one, so links of two changes never combine", async () => {
    const { token } = await join("ada@example.org");
    await change(token, "one@example.org");
    const oldOfOne = mailbox.token("change_email_old");
    await change(token, "two@example.org");
    expect((await confirm(oldOfOne)).status).toBe(400);
    expect((await confirm(mailbox.token("change_email_new", "one@example.org"))).status).toBe(400);
    await confirm(mailbox.token("change_email_new", "two@example.org"));
    expect(await stateOf(token)).toMatchObject({ email: "ada@example.org" });
  });

  it("a change of address needs the right password and a new address that is free", async () => {
    const { token } = await join("ada@example.org");
    await join("ben@example.org");
    expect((await change(token, "new@example.org", "wrong")).body).toMatchObject({
      code: "current_password_incorrect",
    });
    expect((await change(token, "ada@example.org")).body).toMatchObject({
      code: "email_unchanged",
    });
    expect((await change(token, "ben@example.org")).body).toMatchObject({ code: "email_taken" });
    expect(mailbox.find("change_email_new")).toBeUndefined();
  });

  it("a change of address fails if another member has taken the new address before it is confirmed", async () => {
    const { token } = await join("ada@example.org");
    await change(token, "new@example.org");
    await confirm(mailbox.token("change_email_old"));
    await seedMember({ email: "new@example.org" });
    expect((await confirm(mailbox.token("change_email_new"))).body).toMatchObject({
      code: "email_taken",
    });
    expect(await stateOf(token)).toMatchObject({ email: "ada@example.org" });
  });

  it("a new password cancels a change of address, and a member can request five changes per day", async () => {
    const { token } = await join("ada@example.org");
    await change(token, "new@example.org");
    const body = { currentPassword: PASSWORD, newPassword: "a wholly new password" };
    await mailbox.call("POST", "/api/auth/reset-password", { token, body });
    expect(mailbox.find("password_changed")?.to).toBe("ada@example.org");
    expect((await confirm(mailbox.token("change_email_old"))).status).toBe(400);
    expect((await confirm(mailbox.token("change_email_new"))).status).toBe(400);
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      // Resets the limit of mails per address, so that only the limit of changes applies.
      await env.DB.prepare("delete from rate_windows where key like 'mail:%'").run();
      statuses.push((await change(token, `new-${i}@example.org`, "a wholly new password")).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

describe("mails other than those about the account", () => {
  it("an unsubscribe link can't be forged, and ends notices until the member wants them again", async () => {
    const { token, id } = await join("ada@example.org");
    const { makeUnsubscribeUrl, unsubscribe } = await import("~/core/notices/unsubscribe");
    const { createTestDeps } = await import("../pairing/support");
    const deps = createTestDeps();
    const url = makeUnsubscribeUrl(deps, id, "notices");
    const link = url.split("/").at(-1) ?? "";
    for (const forged of [`${id}.`, id, `${id}.${"0".repeat(64)}`, `x${link}`, `${link}0`, ""]) {
      expect(await unsubscribe(deps, { token: forged })).toBe(false);
    }
    expect(await stateOf(token)).toMatchObject({ wants_notices: true });
    expect(await unsubscribe(deps, { token: link })).toBe(true);
    expect(await unsubscribe(deps, { token: link })).toBe(true);
    expect(await stateOf(token)).toMatchObject({ wants_notices: false });
    await mailbox.call("PUT", "/api/account/notices", { token, body: { wants_notices: true } });
    expect(await stateOf(token)).toMatchObject({ wants_notices: true });
  });
});
