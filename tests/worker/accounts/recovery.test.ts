import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { deliver } from "~/core/notices/deliver";
import type { Delivery } from "~/core/notices/delivery";
import { RESET_LINK_MS } from "~/core/shared/constants";
import {
  callApi,
  createMember,
  createRegistration,
  emptyDatabase,
  type TestMember,
} from "../../support/api";
import { createMailbox, type Mailbox } from "../../support/mailbox";
import { meterDatabase } from "../../support/metered-db";
import { seedMember, seedSession } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

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
  it("the link in a recovery mail works once, ends every session and is reported by mail", async () => {
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

  it("a request for an unknown address has the same answer and cost as one for a member", async () => {
    const { db, trips } = meterDatabase(env.DB);
    mailbox = createMailbox({ DB: db });
    const ada = await createMember();
    const ask = async (email: string, address: string) => {
      const { status, body } = await forget(email, { "cf-connecting-ip": address });
      const work = trips.splice(0).map(({ statements, rowsWritten }) => ({
        statements: statements.map(({ sql }) => sql),
        rowsWritten,
      }));
      const messages = mailbox.messages.splice(0);
      return { status, body, work, messages };
    };
    const known = await ask(ada.email, "203.0.113.1");
    const unknown = await ask("nobody@example.org", "203.0.113.2");
    const [before, after] = known.work;
    expect(known.work).toHaveLength(2);
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
    // Before the answer, both requests write the same number of rows. After the answer, the request
    // for a member writes one row more, for the link.
    expect(unknown.work[0]).toEqual(before);
    expect(unknown.work[1]?.statements).toEqual(after?.statements);
    expect(unknown.messages).toMatchObject([{ kind: "recovery", email: "nobody@example.org" }]);
    expect(known.messages).toMatchObject([
      { kind: "recovery", email: ada.email },
      { kind: "mail", to: ada.email },
    ]);
    const shape = (message: object | undefined) => Object.keys(message ?? {});
    expect(shape(unknown.messages[0])).toEqual(shape(known.messages[0]));
  });

  it("a redelivered request queues its mail with the same id, unless the link was used or replaced", async () => {
    const ada = await createMember();
    const deps = createTestDeps();
    const queued: Delivery[] = [];
    const bring = async (body: Delivery | undefined) => {
      const { outcome } = await deliver(
        {
          ...deps,
          deliveries: { add: async (messages) => void queued.push(...messages) },
          mailer: { send: async () => ({ status: "delivered" }) },
        },
        body,
      );
      return outcome.status;
    };
    await forget(ada.email);
    const first = mailbox.messages[0];
    // The queue delivers a request again if its consumer died, perhaps after queueing the mail. The
    // second mail has the same id, so the mail service drops it.
    expect(await bring(first)).toBe("delivered");
    expect(queued).toEqual(mailbox.mails);
    await forget(ada.email);
    expect(await bring(first)).toBe("dropped");
    const second = mailbox.messages.findLast(({ kind }) => kind === "recovery");
    await recover(mailbox.token("reset_password"));
    expect(await bring(second)).toBe("dropped");
    expect(queued).toHaveLength(1);
    const { results } = await env.DB.prepare("select * from mail_tokens").all();
    expect(results).toEqual([]);
  });

  it("a recovery request is dropped if the queue delivers it after the link's lifetime", async () => {
    const ada = await createMember();
    await forget(ada.email);
    const message = mailbox.messages[0];
    const clock = { now: () => Date.now() + RESET_LINK_MS };
    const deps = createTestDeps({}, clock);
    const mailer = { send: async () => ({ status: "delivered" }) as const };
    expect((await deliver({ ...deps, mailer }, message)).outcome).toEqual({
      status: "dropped",
      reason: "expired",
    });
  });

  it("an address gets at most three recovery mails per hour, however many clients request them", async () => {
    const ada = await seedMember();
    const ask = (i: number) =>
      forget(i % 2 ? ada.email : ` ${ada.email.toUpperCase()} `, {
        "cf-connecting-ip": `203.0.${i % 200}.${i % 251}`,
      });
    const answers = [];
    for (let i = 0; i < 200; i += 50) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, j) => ask(i + j)))));
    }
    const said = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect([...said]).toEqual([expect.stringMatching(/^200 /)]);
    expect(mailbox.mails).toHaveLength(3);
    await env.DB.prepare("update rate_windows set ends_at = 1").run();
    await ask(0);
    expect(mailbox.mails).toHaveLength(4);
  });

  it("addresses that differ only after a plus sign share one limit of recovery mails", async () => {
    const register = (tag: string) =>
      mailbox.call("POST", "/api/auth/register", {
        body: createRegistration({ email: `victim${tag}@example.org` }),
      });
    for (const tag of ["+1", "+2", "", "+3", "+a+b"]) {
      expect((await register(tag)).status).toBe(201);
    }
    expect(mailbox.mails).toHaveLength(3);
  });

  it("a client can request sixty recovery mails per hour, and a loopback client more", async () => {
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
      "for an address that is no longer the member's",
      "update members set email = 'moved@example.org'",
    ],
    ["for a deleted member", "delete from members"],
    ["for another purpose", "update mail_tokens set purpose = 'verify_email'"],
  ])("a recovery link is refused if it is %s", async (_, change) => {
    const ada = await createMember();
    await forget(ada.email);
    await env.DB.prepare(change).run();
    expect((await recover(mailbox.token("reset_password"))).body).toMatchObject({
      code: "link_invalid",
    });
  });

  it("only the newest recovery link works, and only for its own member", async () => {
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

  it("a recovery with a bad password is refused, and its link stays valid", async () => {
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

  it("a recovery ends the lock after failed sign-ins and deletes all links of the member", async () => {
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

  it("the database stores a recovery link only as a digest, which is refused as a link", async () => {
    const ada = await createMember();
    await forget(ada.email);
    const token = mailbox.token("reset_password");
    const { results } = await env.DB.prepare("select * from mail_tokens").all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(token);
    expect((await recover(String(results[0]?.digest))).status).toBe(400);
  });

  it("a recovery is refused by a server that sends no mail", async () => {
    const answer = await callApi("POST", "/api/auth/forgot-password", {
      body: { email: "a@example.org" },
    });
    expect(answer).toMatchObject({ status: 503, body: { code: "mail_unavailable" } });
  });

  it("a recovery mail leaves out the member's name until the address is confirmed", async () => {
    const ada = await createMember({ name: "Cheap pills at evil.example" });
    await forget(ada.email);
    expect(mailbox.find("reset_password")?.name).toBeNull();
    await recover(mailbox.token("reset_password"));
    await forget(ada.email);
    expect(mailbox.find("reset_password")?.name).toBe("Cheap pills at evil.example");
  });
});
