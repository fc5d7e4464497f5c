import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { callApi, createMember, emptyDatabase, type TestMember } from "../../support/api";
import { createMailbox, type Mailbox } from "../../support/mailbox";
import { seedMember, seedSession } from "../../support/seed";

const PASSWORD = "another fine day for tea";

let mailbox: Mailbox;
beforeEach(async () => {
  await emptyDatabase();
  mailbox = createMailbox();
});

const forget = (email: string, headers?: Record<string, string>) =>
  mailbox.call("POST", "/api/auth/forgot-password", {
    body: { email },
    ...(headers ? { headers } : {}),
  });
const recover = (token: string, password = PASSWORD) =>
  mailbox.call("POST", "/api/auth/recover", { body: { token, password } });
const signIn = async ({ email }: TestMember, password: string) =>
  (await callApi("POST", "/api/auth/login", { body: { email, password } })).status;

describe("a forgotten password", () => {
  it("is replaced by the link of a mail, once; every session ends, and a mail says so", async () => {
    const ada = await createMember();
    await seedSession(ada.id);
    expect((await forget(ada.email)).status).toBe(200);
    const token = mailbox.token("reset_password", ada.email);
    const answers = await Promise.all([recover(token), recover(token), recover(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      code: "link_invalid",
    });
    expect((await callApi("GET", "/api/users/me", { token: ada.token })).status).toBe(401);
    expect([await signIn(ada, ada.password), await signIn(ada, PASSWORD)]).toEqual([401, 200]);
    expect(mailbox.mails.filter(({ mail }) => mail.template === "password_changed")).toHaveLength(
      1,
    );
    expect((await recover(token)).status).toBe(400);
  });

  it("is answered alike for an address without a member, and costs the same statements", async () => {
    const ada = await createMember();
    const known = await forget(ada.email);
    const unknown = await forget("nobody@example.org");
    expect(unknown.body).toEqual(known.body);
    expect(mailbox.mails.map(({ to }) => to)).toEqual([ada.email]);
  });

  it("sends three mails per hour to one address, however many ask at once", async () => {
    const ada = await seedMember();
    const ask = (i: number) =>
      forget(i % 2 ? ada.email : ` ${ada.email.toUpperCase()} `, {
        "cf-connecting-ip": `203.0.${i % 200}.${i % 251}`,
      });
    const answers = [];
    for (let i = 0; i < 1000; i += 50) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, j) => ask(i + j)))));
    }
    const said = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect([...said]).toEqual([expect.stringMatching(/^200 /)]);
    expect(mailbox.mails).toHaveLength(3);
    await env.DB.prepare("update rate_windows set ends_at = 1").run();
    await ask(0);
    expect(mailbox.mails).toHaveLength(4);
  });

  it("counts the addresses of one mailbox as one: what follows a plus sign is its owner's to choose", async () => {
    const register = (tag: string) =>
      mailbox.call("POST", "/api/auth/register", {
        body: {
          name: "Ada",
          email: `victim${tag}@example.org`,
          dob: "1990-01-01",
          gender: null,
          preferred_match_gender: null,
          password: "a fine day for tea",
        },
      });
    for (const tag of ["+1", "+2", "", "+3", "+a+b"]) {
      expect((await register(tag)).status).toBe(201);
    }
    expect(mailbox.mails).toHaveLength(3);
  });

  it("is asked for by one client sixty times per hour, whatever the addresses, and not by a loopback one", async () => {
    const ask = (i: number, address: string) =>
      forget(`nobody-${i}@example.org`, { "cf-connecting-ip": address });
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async (_, i) => (await ask(i, "203.0.113.9")).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await ask(0, "127.0.0.1")).status).toBe(200);
  });

  it.each([
    ["expired", "update mail_tokens set expires_at = 1"],
    [
      "of an address that is the member's no more",
      "update members set email = 'moved@example.org'",
    ],
    ["of a member who is gone", "delete from members"],
    ["of another purpose", "update mail_tokens set purpose = 'verify_email'"],
  ])("is not replaced by a link that is %s", async (_, change) => {
    const ada = await createMember();
    await forget(ada.email);
    await env.DB.prepare(change).run();
    expect((await recover(mailbox.token("reset_password"))).body).toMatchObject({
      code: "link_invalid",
    });
  });

  it("is replaced by the newest link alone, for its own member alone", async () => {
    const [ada, ben] = [await createMember(), await createMember()];
    await forget(ada.email);
    const first = mailbox.token("reset_password");
    await forget(ada.email);
    await forget(ben.email);
    expect((await recover(first)).status).toBe(400);
    expect((await recover(mailbox.token("reset_password", ben.email))).status).toBe(200);
    expect([await signIn(ada, ada.password), await signIn(ben, PASSWORD)]).toEqual([200, 200]);
    expect((await recover(mailbox.token("reset_password", ada.email))).status).toBe(200);
  });

  it("obeys the rules of a password, which leave the link as it is", async () => {
    const ada = await createMember();
    await forget(ada.email);
    const token = mailbox.token("reset_password");
    for (const password of ["short", "password1", ada.email, "x".repeat(73)]) {
      expect(await recover(token, password)).toMatchObject({
        status: 400,
        body: { errors: [{ path: "password" }] },
      });
    }
    expect((await recover(token)).status).toBe(200);
  });

  it("ends the lock of failed sign-ins, and every other link", async () => {
    const ada = await createMember();
    for (let i = 0; i < 10; i++) await signIn(ada, "wrong");
    expect(await signIn(ada, ada.password)).toBe(429);
    await mailbox.call("PUT", "/api/account/email", {
      token: ada.token,
      body: { email: "thief@example.org", password: ada.password },
    });
    await forget(ada.email);
    await recover(mailbox.token("reset_password"));
    expect(await signIn(ada, PASSWORD)).toBe(200);
    const { results } = await env.DB.prepare("select * from mail_tokens").all();
    expect(results).toEqual([]);
  });

  it("stores of the link's secret nothing that opens anything", async () => {
    const ada = await createMember();
    await forget(ada.email);
    const token = mailbox.token("reset_password");
    const { results } = await env.DB.prepare("select * from mail_tokens").all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(token);
    expect((await recover(String(results[0]?.digest))).status).toBe(400);
  });

  it("is refused where no mail is sent", async () => {
    const answer = await callApi("POST", "/api/auth/forgot-password", {
      body: { email: "a@example.org" },
    });
    expect(answer).toMatchObject({ status: 503, body: { code: "mail_unavailable" } });
  });

  it("keeps the member's name out of a mail to an address that no one confirmed", async () => {
    const ada = await createMember({ name: "Cheap pills at evil.example" });
    await forget(ada.email);
    expect(mailbox.find("reset_password")?.name).toBeNull();
    await recover(mailbox.token("reset_password"));
    await forget(ada.email);
    expect(mailbox.find("reset_password")?.name).toBe("Cheap pills at evil.example");
  });
});
