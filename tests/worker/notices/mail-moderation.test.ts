import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { previewRun } from "~/core/pairing/preview";
import { runPairing } from "~/core/pairing/run";
import { createMember, emptyDatabase, grantAdmin } from "../../support/api";
import { createMailbox } from "../../support/mailbox";
import { pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

beforeEach(emptyDatabase);

it("a member gets a mail for each decision and appeal answer, without the admins' note", async () => {
  const mailbox = createMailbox();
  const admin = await createMember();
  await grantAdmin(admin);
  const ada = await seedMember({ name: "Ada", email_verified_at: 1 });
  const act = (body: Record<string, unknown>) =>
    mailbox.call("POST", `/api/admin/members/${ada.id}/actions`, {
      token: admin.token,
      body: { reason: "spam", text: "You sold a course.", note: "for admins", ...body },
    });
  await act({ kind: "warn" });
  const { body } = await act({ kind: "suspend", days: 3 });
  await mailbox.call("POST", "/api/account/appeal", {
    token: ada.token,
    body: { text: "I did not" },
  });
  const [appeal] = (
    await mailbox.call<{ appeal_id: string }[]>("GET", "/api/admin/appeals", { token: admin.token })
  ).body;
  await mailbox.call("PUT", `/api/admin/appeals/${appeal?.appeal_id}`, {
    token: admin.token,
    body: { decision: "overturned", text: "You are right." },
  });
  await act({ kind: "ban" });
  await act({ kind: "lift" });
  const content = { template: "statement", reason: "spam", text: "You sold a course." };
  expect(mailbox.mails.map(({ to, name, mail }) => ({ to, name, mail }))).toEqual(
    [
      { ...content, action: "warn", until: null },
      { ...content, action: "suspend", until: body.until },
      { template: "appeal_decided", decision: "overturned", text: "You are right." },
      { ...content, action: "ban", until: null },
      { ...content, action: "lift", until: null },
    ].map((mail) => ({ to: ada.email, name: "Ada", mail })),
  );
  expect(JSON.stringify(mailbox.mails)).not.toContain("for admins");
});

it("the reporter gets one mail when a report is resolved", async () => {
  const mailbox = createMailbox();
  const admin = await createMember();
  await grantAdmin(admin);
  const [ada, ben] = [await seedMember({ email_verified_at: 1 }), await seedMember()];
  await pairMembers(ada, ben);
  await mailbox.call("POST", `/api/reports/${ben.id}`, {
    token: ada.token,
    body: { reason: "spam" },
  });
  const report = await env.DB.prepare("select id from reports").first<{ id: string }>();
  const update = (body: unknown) =>
    mailbox.call("PUT", `/api/admin/reports/${report?.id}`, { token: admin.token, body });
  await update({ status: "open", note: "looked at" });
  expect(mailbox.mails).toEqual([]);
  await update({ status: "resolved", outcome: "acted" });
  await update({ status: "resolved", outcome: "acted", note: "more" });
  expect(mailbox.mails).toMatchObject([
    { to: ada.email, mail: { template: "report_answered", outcome: "acted" } },
  ]);
});

it("if addresses must be verified, the run and its preview pair only verified members", async () => {
  const verified = [
    await seedMember({ email_verified_at: 1 }),
    await seedMember({ email_verified_at: 1 }),
  ];
  for (let i = 0; i < 2; i++) await seedMember();
  const deps = createTestDeps();
  const strict = { ...deps, mail: { ...deps.mail, mustVerify: true } };
  const at = Date.now();
  const date = new Date(at).toISOString().slice(0, 10);
  expect(await previewRun(deps, { date, seed: "s" })).toMatchObject({ members: 4, pairs: 2 });
  expect(await previewRun(strict, { date, seed: "s" })).toMatchObject({ members: 2, pairs: 1 });
  await runPairing(strict, { at, trigger: "cron" });
  const { results } = await env.DB.prepare("select user1_id, user2_id from pairings").all();
  const paired = results.flatMap((row) => [row.user1_id, row.user2_id]);
  expect(paired.sort()).toEqual(verified.map(({ id }) => id).sort());
  // Unverified members are not in the run, so it gives them no day off.
  const offs = await env.DB.prepare("select member_id from day_offs").all();
  expect(offs.results).toEqual([]);
  const snapshot = await env.DB.prepare("select content from run_snapshots").first<{
    content: string;
  }>();
  expect(snapshot?.content.trim().split("\n")).toHaveLength(2);
});
