import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { seedMember } from "../../support/seed";

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

it("a stored action about a member can't be changed", async () => {
  const { id } = await seedMember();
  await run(
    "insert into member_actions (id, member_id, kind, reason, text, created_at) values ('n', ?, 'ban', 'spam', 'text', 6)",
    id,
  );
  const change = run("update member_actions set text = 'other' where id = 'n'");
  await expect(change).rejects.toThrow("actions are only ever added");
});

it("a stored consent can't be changed", async () => {
  const { id } = await seedMember();
  await run(
    "insert into consents (member_id, kind, version, created_at) values (?, 'given', '1', 12)",
    id,
  );
  const change = run("update consents set kind = 'withdrawn' where member_id = ?", id);
  await expect(change).rejects.toThrow("consents are only ever added");
});
