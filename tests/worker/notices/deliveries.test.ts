import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { MailDelivery } from "~/core/notices/mail-messages";
import type { DeliveryOutcome } from "~/core/notices/mailer";
import { MAX_RETRIES } from "~/core/notices/retries";
import { createDatabase } from "~/db/client";
import { listLocalMails } from "~/db/notices/local-mails";
import { deliverBatch, handleQueue } from "~/worker/deliveries";
import { emptyDatabase } from "../../support/api";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

beforeEach(emptyDatabase);

const LOCAL = { ...env, LOCAL_OUTBOX: "http://127.0.0.1:8787" };
const mailTo = (member: { id: string; email: string }, fields: Partial<MailDelivery> = {}) =>
  ({
    kind: "mail",
    id: `mail-${member.id}`,
    memberId: member.id,
    to: member.email,
    name: null,
    goodUntil: null,
    mail: { template: "password_changed" },
    ...fields,
  }) satisfies MailDelivery;

interface Sent {
  body: unknown;
  attempts?: number;
}
const batchOf = (...sent: Sent[]) =>
  createMessageBatch(
    "happenstance-deliveries",
    sent.map(({ body, attempts = 1 }, i) => ({ id: String(i), timestamp: 1, attempts, body })),
  );

describe("the local outbox", () => {
  async function consume(...bodies: unknown[]) {
    const batch = batchOf(...bodies.map((body) => ({ body })));
    const context = createExecutionContext();
    await handleQueue(batch, LOCAL, context);
    return getQueueResult(batch, context);
  }
  const list = async () => listLocalMails(createDatabase(env.DB));

  it("the local outbox stores each queued mail once, and no mail to a deleted member", async () => {
    const ada = await seedMember();
    const gone = { id: "gone", email: "gone@example.org" };
    const result = await consume(mailTo(ada), mailTo(ada), mailTo(gone), { kind: "nonsense" });
    expect(result.explicitAcks.sort()).toEqual(["0", "1", "2", "3"]);
    expect(result.retryMessages).toEqual([]);
    const mails = await list();
    expect(mails).toMatchObject([
      { recipient: ada.email, subject: "Your password was changed", headers: "{}" },
    ]);
    await env.DB.prepare("delete from members where id = ?").bind(ada.id).run();
    expect(await list()).toEqual([]);
  });

  it("a notice has the headers of one-click unsubscribing, and an unsubscribed member gets none", async () => {
    const ada = await seedMember();
    const notice = { template: "report_answered", outcome: "acted" } as const;
    await consume(mailTo(ada, { id: "1", mail: notice }));
    const [mail] = await list();
    const headers = JSON.parse(mail?.headers ?? "{}");
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(headers["List-Unsubscribe"]).toMatch(
      new RegExp(
        `^<http://127\\.0\\.0\\.1:8787/unsubscribe/${ada.id}\\.[0-9a-f]{8}\\.[0-9a-f]{64}>$`,
      ),
    );
    await env.DB.prepare("update members set wants_notices = 0").run();
    await consume(mailTo(ada, { id: "2", mail: notice }), mailTo(ada, { id: "3" }));
    expect((await list()).map(({ id }) => id).sort()).toEqual(["1", "3"]);
  });

  it("the local outbox drops a mail that is past its `goodUntil`", async () => {
    const ada = await seedMember();
    const result = await consume(mailTo(ada, { goodUntil: Date.now() - 1 }));
    expect(result.explicitAcks).toEqual(["0"]);
    expect(await list()).toEqual([]);
  });
});

describe("delivery attempts", () => {
  /** Delivers one mail per outcome. The mailer returns or throws that outcome. */
  async function consume(outcomes: (DeliveryOutcome | Error)[], attempts = 1) {
    const ada = await seedMember();
    const deps = createTestDeps();
    const mailer = {
      async send({ id }: { id: string }) {
        const outcome = outcomes[Number(id)];
        if (!outcome || outcome instanceof Error) throw outcome;
        return outcome;
      },
    };
    const batch = batchOf(
      ...outcomes.map((_, i) => ({ body: mailTo(ada, { id: String(i) }), attempts })),
    );
    // `getQueueResult` lists the retried messages, but not their delays.
    const delays: Record<string, number | undefined> = {};
    for (const message of batch.messages) {
      const retryMessage = message.retry.bind(message);
      message.retry = (options) => {
        delays[message.id] = options?.delaySeconds;
        retryMessage(options);
      };
    }
    await deliverBatch(env, { ...deps, mailer }, batch);
    const result = await getQueueResult(batch, createExecutionContext());
    return { result, delays, events: deps.entries.map(({ event }) => event).sort() };
  }
  const retry = (afterSeconds: number | null): DeliveryOutcome => ({
    status: "retry",
    reason: "status_500",
    afterSeconds,
  });

  it("a failed delivery does not affect the other mails of its batch", async () => {
    const { result, delays, events } = await consume([
      { status: "delivered" },
      retry(null),
      { status: "dropped", reason: "status_422" },
      retry(99),
      new Error("words of the database"),
    ]);
    expect(result.explicitAcks.sort()).toEqual(["0", "2"]);
    expect(result.retryMessages.map(({ msgId }) => msgId).sort()).toEqual(["1", "3", "4"]);
    expect(delays).toEqual({ 1: 15, 3: 99, 4: 15 });
    expect(events).toEqual([
      "delivery.delivered",
      "delivery.dropped",
      "delivery.failed",
      "delivery.retried",
      "delivery.retried",
      "delivery.retried",
    ]);
  });

  it("from the second attempt on, the pause that a mail service asks for lasts at least 60 s and at most 6 hours", async () => {
    const asked = [1, 0, 1, 61, 0, 100_000];
    const pauses = [];
    for (const [i, seconds] of asked.entries()) {
      pauses.push((await consume([retry(seconds)], i + 1)).delays[0]);
    }
    expect(pauses).toEqual([15, 60, 60, 61, 60, 21_600]);
  });

  it("each pause is four times as long as the last, until the mail becomes a dead letter", async () => {
    const pauses = [];
    for (let attempts = 1; attempts <= MAX_RETRIES; attempts++) {
      const { delays, events } = await consume([retry(null)], attempts);
      expect(events).toEqual(["delivery.retried"]);
      pauses.push(delays[0]);
    }
    expect(pauses).toEqual([15, 60, 240, 960, 3840, 15360]);
    const { result, events } = await consume([retry(null)], MAX_RETRIES + 1);
    expect(events).toEqual(["delivery.given_up"]);
    // The platform moves a message that is not acknowledged to the dead letters.
    expect(result.explicitAcks).toEqual([]);
    expect(result.retryMessages).toHaveLength(1);
  });
});
