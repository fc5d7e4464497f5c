import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { parsePartnerCard } from "~/db/pairing/partner-card";
import { makeDemoSql } from "~/scripts/lib/demo-sql.mjs";

const NOW = Date.UTC(2026, 4, 20, 9);

function openDemo(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const files = readdirSync("migrations").filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) database.exec(readFileSync(`migrations/${file}`, "utf8"));
  database.exec(makeDemoSql({ passwordHash: "none", now: NOW }));
  return database;
}

it("each demo conversation with messages was opened by at least one of its two members", () => {
  const talks = openDemo()
    .prepare(
      `select p.user1_opened + p.user2_opened as opened from jobs j
       join pairings p on p.id = j.conversation_id where j.kind = 'import'`,
    )
    .all();
  expect(talks.length).toBeGreaterThan(2);
  expect(talks.filter(({ opened }) => opened === 0)).toEqual([]);
});

it("every job of the demo is as old as the demo, so that the watch reports none as late", () => {
  const jobs = openDemo().prepare("select distinct created_at from jobs").all();
  expect(jobs.map(({ created_at }) => created_at)).toEqual([NOW]);
});

it("every pairing of the demo has the cards of both members, with their names", () => {
  const database = openDemo();
  const rows = database
    .prepare(
      `select p.user1_card, p.user2_card, one.name as first, other.name as second from pairings p
       join members one on one.id = p.user1_id join members other on other.id = p.user2_id`,
    )
    .all();
  expect(rows.length).toBeGreaterThan(20);
  for (const { user1_card, user2_card, first, second } of rows) {
    expect(parsePartnerCard(String(user1_card))).toMatchObject({ name: first });
    expect(parsePartnerCard(String(user2_card))?.name).toBe(second);
    expect(parsePartnerCard(String(user2_card))?.age).toBeGreaterThanOrEqual(18);
  }
});
