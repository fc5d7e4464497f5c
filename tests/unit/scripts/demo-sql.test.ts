import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { CONSENT_VERSION } from "~/core/shared/consent";
import { parsePartnerCard } from "~/db/pairing/partner-card";

function openDemo(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const files = readdirSync("migrations").filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) database.exec(readFileSync(`migrations/${file}`, "utf8"));
  database.exec(readFileSync("scripts/demo.sql", "utf8"));
  return database;
}
const read = (statement: string) => openDemo().prepare(statement).all();

it("each demo conversation with messages was opened by its two members, and has no message from the future", () => {
  const talks = read(
    `select p.user1_opened + p.user2_opened as opened, value ->> 'created_at' <= j.created_at as is_past
     from jobs j, json_each(j.detail, '$.messages') join pairings p on p.id = j.conversation_id where j.kind = 'import'`,
  );
  expect(talks.length).toBeGreaterThan(12);
  for (const talk of talks) expect(talk).toMatchObject({ opened: 2, is_past: 1 });
});

it("every job of the demo dates from when the demo was loaded, so that the watch reports none as late", () => {
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  for (const { created_at } of read("select created_at from jobs")) {
    expect(created_at).toBeGreaterThanOrEqual(before);
  }
});

it("the demo's members consented to the text that sign-up shows now", () => {
  const versions = read("select count(*) as members, version from consents group by version");
  expect(versions).toEqual([{ members: 7, version: CONSENT_VERSION }]);
});

it("the demo has one report, made about yesterday's partner, whom its reporter also blocked", () => {
  const reports = read(
    `select r.reported_id = p.user1_id as is_of_pair, b.blocker_id = r.reporter_id as is_blocked, json_array_length(r.evidence) as lines,
       m.is_admin, p.pairing_date = date('now', '-1 day') as is_of_yesterday
     from reports r join pairings p on p.id = r.conversation_id join blocks b on b.blocked_id = r.reported_id
     join members m on m.id = r.reported_id`,
  );
  expect(reports).toEqual([
    { is_of_pair: 1, is_blocked: 1, lines: 4, is_admin: 0, is_of_yesterday: 1 },
  ]);
});

it("every pairing of the demo has the cards of both members, with their names", () => {
  const rows = read(
    `select p.user1_card, p.user2_card, one.name as first, other.name as second from pairings p
     join members one on one.id = p.user1_id join members other on other.id = p.user2_id`,
  );
  expect(rows).toHaveLength(21);
  for (const { user1_card, user2_card, first, second } of rows) {
    expect(parsePartnerCard(String(user1_card))).toMatchObject({ name: first });
    expect(parsePartnerCard(String(user2_card))?.name).toBe(second);
    expect(parsePartnerCard(String(user2_card))?.age).toBeGreaterThanOrEqual(18);
  }
});
