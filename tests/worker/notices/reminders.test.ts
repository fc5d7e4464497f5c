import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryDeps } from "~/core/deps";
import { deliver } from "~/core/notices/deliver";
import type { Delivery } from "~/core/notices/delivery";
import type { Mail } from "~/core/notices/mailer";
import { remindWaiting } from "~/core/notices/remind";
import { unsubscribe } from "~/core/notices/unsubscribe";
import { runDueJobs } from "~/core/operations/jobs";
import { runPairing } from "~/core/pairing/run";
import { callApi, emptyDatabase, sendMessage } from "../../support/api";
import { blockMember, createPair, insertPairing, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TODAY = Math.floor(Date.now() / DAY) * DAY;
/** The quiet hours of a member in UTC end at 8. */
const MORNING = TODAY + 8 * HOUR;

beforeEach(emptyDatabase);

function startAt(at: number) {
  let now = at;
  const queued: Delivery[] = [];
  const sent: Mail[] = [];
  const test = createTestDeps({}, { now: () => now });
  const deps: DeliveryDeps = {
    ...test,
    mail: { ...test.mail, isConfigured: true },
    push: null,
    deliveries: { add: async (added) => void queued.push(...added) },
    mailer: {
      async send(mail) {
        sent.push(mail);
        return { status: "delivered" };
      },
    },
  };
  const work = async () => {
    const outcomes: string[] = [];
    for (let next = queued.shift(); next; next = queued.shift()) {
      const { outcome } = await deliver(deps, next);
      outcomes.push("reason" in outcome ? outcome.reason : outcome.status);
    }
    return outcomes;
  };
  return {
    deps,
    queued,
    sent,
    work,
    set: (instant: number) => {
      now = instant;
    },
    /** @returns the number of mails sent so far */
    async tick() {
      await remindWaiting(deps);
      await work();
      return sent.length;
    },
  };
}

const seedConfirmed = (columns = {}) => seedMember({ email_verified_at: 1, ...columns });

const choose = (member: SeededMember, dueAt = MORNING) =>
  env.DB.prepare("insert into reminders (member_id, is_on, changed_at, due_at) values (?, 1, 1, ?)")
    .bind(member.id, dueAt)
    .run();

const readRow = (member: SeededMember) =>
  env.DB.prepare("select * from reminders where member_id = ?").bind(member.id).first();

async function createWaiting(columns = {}) {
  const [one, other] = [await seedConfirmed(columns), await seedConfirmed()];
  const conversationId = await pairMembers(one, other);
  await choose(one);
  return { one, other, conversationId };
}

describe("the reminder of a waiting conversation", () => {
  it("a reminder comes once per day after the quiet hours, names no one and has an unsubscribe link", async () => {
    const { one, other } = await createWaiting();
    const server = startAt(MORNING - 1);
    expect(await server.tick()).toBe(0);
    server.set(MORNING);
    expect(await server.tick()).toBe(1);
    expect(await server.tick()).toBe(1);
    server.set(MORNING + 5 * HOUR);
    expect(await server.tick()).toBe(1);
    expect(await readRow(one)).toMatchObject({ due_at: MORNING + DAY, unanswered: 1 });
    const [mail] = server.sent;
    expect(mail).toMatchObject({ to: one.email, subject: "Today's introduction is waiting" });
    expect(mail?.text).toContain("Nothing has been said yet");
    for (const text of [mail?.text, mail?.html, mail?.subject]) {
      expect(text).not.toContain(one.name);
      expect(text).not.toContain(other.name);
    }
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const link = mail?.headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
    const token = link.split("/").at(-1) ?? "";
    expect(await unsubscribe(server.deps, { token: token.replace(one.id, other.id) })).toBe(false);
    expect(await unsubscribe(server.deps, { token })).toBe(true);
    expect(await readRow(one)).toMatchObject({ is_on: 0 });
    const row = env.DB.prepare("select wants_notices from members where id = ?").bind(one.id);
    expect(await row.first("wants_notices")).toBe(1);
  });

  it("a reminder says that the partner has written, without the message's text", async () => {
    const { conversationId, other } = await createWaiting();
    await sendMessage(other, conversationId, "Are you there, Zebra?");
    const server = startAt(MORNING);
    expect(await server.tick()).toBe(1);
    expect(server.sent[0]?.text).toContain("they have written");
    expect(server.sent[0]?.html).not.toContain("Zebra");
  });

  it.each([
    ["the address is not confirmed", "update members set email_verified_at = null"],
    ["the conversation was opened", "update pairings set user1_opened = 1, user2_opened = 1"],
    ["the conversation has ended", "update pairings set expires_at = 1"],
    ["the member has turned reminders off", "update reminders set is_on = 0"],
    ["the account is gone", "delete from members"],
    [
      "a device receives notifications",
      `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
         select id, id, 's', id, 'k', 's', 'A browser', 1 from members`,
    ],
  ])("no reminder is sent if %s, before or after it is queued", async (_, change) => {
    await createWaiting();
    const server = startAt(MORNING);
    await remindWaiting(server.deps);
    expect(server.queued).toHaveLength(1);
    await env.DB.exec(change.replaceAll("\n", " "));
    expect(await server.work()).toEqual(["unwanted"]);
    await env.DB.prepare("update reminders set due_at = 1").run();
    expect(await server.tick()).toBe(0);
    expect(server.sent).toEqual([]);
  });

  it("no reminder is sent to a member whom the partner has blocked", async () => {
    const { one, other } = await createWaiting();
    await blockMember(other, one);
    expect(await startAt(MORNING).tick()).toBe(0);
  });

  it("a reminder waits until today's run is published", async () => {
    const [one, other] = [await seedConfirmed(), await seedConfirmed()];
    await choose(one);
    const server = startAt(MORNING);
    expect(await server.tick()).toBe(0);
    await pairMembers(one, other);
    expect(await server.tick()).toBe(1);
  });

  it("reminders end after three in a row without a visit, and the third one says so", async () => {
    const { one, other } = await createWaiting({ last_seen_on: "2020-01-01" });
    const server = startAt(MORNING);
    for (let night = 0; night < 5; night++) {
      const startsAt = TODAY + night * DAY;
      if (night > 0) await insertPairing({ one, other, startsAt, expiresAt: startsAt + DAY });
      server.set(startsAt + 8 * HOUR);
      expect(await server.tick()).toBe(Math.min(night + 1, 3));
    }
    expect(server.sent.map(({ text }) => text.includes("so it is the last"))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await readRow(one)).toMatchObject({ is_on: 0, unanswered: 3 });
  });

  it("reminders continue if the member visits in between", async () => {
    const { one, other } = await createWaiting({ last_seen_on: "2020-01-01" });
    const server = startAt(MORNING);
    for (let night = 0; night < 5; night++) {
      const startsAt = TODAY + night * DAY;
      const date = new Date(startsAt).toISOString().slice(0, 10);
      if (night > 0) await insertPairing({ one, other, startsAt, expiresAt: startsAt + DAY });
      if (night === 2) await env.DB.prepare("update members set last_seen_on = ?").bind(date).run();
      server.set(startsAt + 8 * HOUR);
      await server.tick();
    }
    expect(server.sent).toHaveLength(5);
  });

  it("two parallel messages of the queue send one reminder", async () => {
    const { one, conversationId } = await createWaiting();
    const server = startAt(MORNING);
    const date = new Date(TODAY).toISOString().slice(0, 10);
    const about = "introduction" as const;
    const delivery = { kind: "reminder" as const, memberId: one.id, conversationId, about, date };
    const outcomes = await Promise.all([1, 2].map(() => deliver(server.deps, delivery)));
    expect(outcomes.map(({ outcome }) => outcome.status).sort()).toEqual(["delivered", "dropped"]);
    expect(server.sent).toHaveLength(1);
  });

  it("a reminder is tried again if the mail service is full, and counts once", async () => {
    const { one } = await createWaiting({ last_seen_on: "2020-01-01" });
    const earlier = { unanswered: 2, sent_on: "2020-02-02", is_on: 1, changed_at: 1 };
    await env.DB.prepare("update reminders set unanswered = 2, sent_on = '2020-02-02'").run();
    const server = startAt(MORNING);
    const { send } = server.deps.mailer;
    server.deps.mailer.send = async () => ({ status: "retry", reason: "full", afterSeconds: null });
    await remindWaiting(server.deps);
    const again = server.queued.slice();
    expect(await server.work()).toEqual(["full"]);
    expect(await readRow(one)).toMatchObject(earlier);
    server.deps.mailer.send = send;
    server.queued.push(...again);
    expect(await server.work()).toEqual(["delivered"]);
    expect(server.sent[0]?.text).toContain("so it is the last");
    expect(await readRow(one)).toMatchObject({ is_on: 0, unanswered: 3 });
  });

  it("the cron goes through all due members page by page, and leaves none of them due", async () => {
    const rows = JSON.stringify(Array.from({ length: 1_203 }, (_, i) => `m${i}`));
    const insert = (statement: string) => env.DB.prepare(statement).bind(rows).run();
    await insert(`insert into members (id, name, email, password_hash, dob, created_at, email_verified_at)
      select value, value, value || '@example.org', '-', '1990-01-01', 1, 1 from json_each(?)`);
    await insert(`insert into reminders (member_id, is_on, changed_at, due_at)
      select value, 1, 1, 1 from json_each(?)`);
    await createWaiting();
    const server = startAt(MORNING);
    expect(await server.tick()).toBe(1);
    const due = env.DB.prepare("select count(*) as n from reminders where due_at <= ?");
    expect(await due.bind(MORNING).first("n")).toBe(0);
  });
});

describe("the choice about reminders", () => {
  const put = (member: SeededMember, body: unknown) =>
    callApi<Record<string, unknown>>("PUT", "/api/account/notifications", {
      token: member.token,
      body,
    });

  it("the choice about reminders is empty at first, survives other updates, and is exported and deleted", async () => {
    const ada = await seedConfirmed();
    const read = async () =>
      (await callApi("GET", "/api/account/notifications", { token: ada.token })).body;
    expect(await read()).toMatchObject({ reminders: null });
    expect((await put(ada, { reminders: true })).body).toMatchObject({ reminders: true });
    await put(ada, { absence: false });
    expect(await read()).toMatchObject({ reminders: true, settings: { absence: false } });
    const exported = await callApi("GET", "/api/users/export", { token: ada.token });
    expect(exported.body).toMatchObject({ reminders: { on: true, sent_on: null, unanswered: 0 } });
    expect((await put(ada, { reminders: "yes" })).status).toBe(400);
    expect((await put(ada, { reminders: false })).body).toMatchObject({ reminders: false });
    await callApi("DELETE", "/api/users/account", { token: ada.token });
    expect(await readRow(ada)).toBeNull();
  });
});

describe("an opened envelope", () => {
  const leave = (conversationId: string, { token }: SeededMember, address: string) =>
    callApi("PUT", `/api/pairings/conversation/${conversationId}/address`, {
      token,
      body: { address },
    });

  async function openEnvelope() {
    const { one, other, conversationId } = await createPair();
    await env.DB.prepare("update members set email_verified_at = 1").run();
    await leave(conversationId, one, "one@elsewhere.example");
    await leave(conversationId, other, "other@elsewhere.example");
    const server = startAt(TODAY + DAY + 1_000);
    return { one, other, conversationId, server };
  }

  it("the mail about an opened address goes once to both members if they have no device, and names no one", async () => {
    const { one, other, conversationId, server } = await openEnvelope();
    const at = TODAY + DAY;
    await runPairing(server.deps, { at, trigger: "cron" });
    await runPairing(server.deps, { at, trigger: "cron" });
    await runDueJobs(server.deps);
    await server.work();
    const mails = server.sent.filter(({ subject }) => subject === "A sealed address was opened");
    expect(mails.map(({ to }) => to).sort()).toEqual([one.email, other.email].sort());
    for (const { text, html } of mails) {
      expect(text).toContain(`/conversation/${conversationId}`);
      for (const word of [one.name, other.name, "elsewhere.example"]) {
        expect(text + html).not.toContain(word);
      }
    }
  });

  it.each([
    ["only one member left an address", "delete from sealed_addresses where address like 'one%'"],
    ["a report came before the end", "report"],
    ["a member has taken the address back since", "withdraw"],
    ["the members have turned notices off", "update members set wants_notices = 0"],
  ])("no mail about an opened address is sent if %s", async (_, change) => {
    const { one, other, conversationId, server } = await openEnvelope();
    if (change === "report") {
      const { token } = one;
      await callApi("POST", `/api/reports/${other.id}`, {
        token,
        body: { reason: "spam", conversation_id: conversationId },
      });
    } else if (change === "withdraw") {
      await env.DB.prepare(
        "update sealed_addresses set address = null, updated_at = ? where member_id = ?",
      )
        .bind(TODAY + DAY + 500, one.id)
        .run();
    } else await env.DB.exec(change);
    await runPairing(server.deps, { at: TODAY + DAY, trigger: "cron" });
    await runDueJobs(server.deps);
    await server.work();
    expect(server.sent).toEqual([]);
  });
});
