import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import type { Delivery } from "~/core/notices/delivery";
import type { MailContent } from "~/core/notices/mail-messages";
import { sendMail } from "~/core/notices/send-mail";
import { LIMITS } from "~/core/shared/constants";
import { emptyDatabase } from "../../support/api";
import { createTestDeps } from "../pairing/support";

const { limit: MOST } = LIMITS.noticesOfAddress;
const CHANGED: MailContent = { template: "password_changed" };
const WARNED: MailContent = {
  template: "statement",
  action: "warn",
  reason: "spam",
  text: "You sold a course.",
  until: null,
};

const queued: Delivery[] = [];
const { mail, ...rest } = createTestDeps();
const deps = {
  ...rest,
  mail: { ...mail, isConfigured: true },
  deliveries: { add: async (added: Delivery[]) => void queued.push(...added) },
};
beforeEach(async () => {
  await emptyDatabase();
  queued.length = 0;
});

const send = (email: string, content: MailContent = CHANGED) =>
  sendMail(deps, { memberId: "ada", email, name: null }, content);

it("a mailbox has a daily limit of mails about accounts, but gets every decision", async () => {
  await Promise.all(Array.from({ length: 2 * MOST }, () => send("ada@example.org")));
  await send("ada+other@example.org");
  await send("ada@example.org", { template: "report_answered", outcome: "acted" });
  expect(queued).toHaveLength(MOST);
  await send("ada@example.org", WARNED);
  await send("ben@example.org");
  expect(queued.slice(MOST)).toMatchObject([
    { to: "ada@example.org", mail: WARNED },
    { to: "ben@example.org", mail: CHANGED },
  ]);
  await env.DB.prepare("update rate_windows set ends_at = 1").run();
  await send("ada@example.org");
  expect(queued).toHaveLength(MOST + 3);
});

it("a decision also counts towards the daily limit of its mailbox", async () => {
  for (let i = 0; i < MOST; i++) await send("ada@example.org", WARNED);
  await send("ada@example.org");
  expect(queued).toHaveLength(MOST);
});
