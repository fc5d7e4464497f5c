import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { parsePartnerCard } from "~/db/queries/partner-card";

const MIGRATIONS: D1Migration[] = env.TEST_MIGRATIONS;

/** Rows in the form of `0000_initial.sql`, which later migrations must keep. */
const FIRST_DATA = [
  `insert into members (id, name, email, password_hash, dob, created_at) values
     ('ada', 'Ada', 'ada@example.org', 'x', '1990-01-01', 1), ('ben', 'Ben', 'ben@example.org', 'x', '1991-01-01', 2),
     ('cy', 'Cy', 'cy@example.org', 'x', '1992-01-01', 3)`,
  "insert into sessions values ('s', 'ada', 1, 9)",
  "insert into sign_in_attempts (email_digest, address_digest, attempted_at) values ('e', 'a', 1)",
  "insert into registration_attempts (address_digest, attempted_at) values ('a', 1)",
  `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at)
     values ('r', '2026-01-01', '2026-01-01', 'cron', 'published', 0, 'seed', 1)`,
  "insert into pairings values ('p', 'r', 'ada', 'ben', '2026-01-01', 5)",
  "insert into day_offs (run_id, member_id) values ('r', 'cy')",
  "insert into messages (id, conversation_id, sender_id, content, created_at) values ('m', 'p', 'ada', 'hello', 2)",
  "insert into blocks values ('b', 'ben', 'cy', 3)",
  `insert into reports (id, reporter_id, reported_id, reason, evidence, created_at)
     values ('q', 'ada', 'ben', 'spam', '[]', 4)`,
  "insert into audit_events values ('v', 'ada', 'look', 1, 5)",
];

/** Rows for the tables of later migrations. */
const LATER_DATA: Record<string, string> = {
  run_snapshots: "insert into run_snapshots values ('r', 0, 'line')",
  rate_windows: "insert into rate_windows values ('export:ada', 'ada', 1, 2, 3, 4)",
  conversation_changes: "insert into conversation_changes values (900, 'p', 'close', '{}', 1)",
  jobs: "insert into jobs values (2000000000, 'p', 'close', '{}', 1, 0, 0, null, null)",
  member_networks:
    "insert into member_networks (member_id, network_digest, last_seen_at) values ('ada', 'digest', 1)",
  member_actions: `insert into member_actions (id, member_id, kind, reason, text, created_at)
    values ('n', 'ben', 'ban', 'spam', 'text', 6)`,
  appeals: "insert into appeals (id, action_id, text, created_at) values ('l', 'n', 'text', 7)",
  sealed_addresses: "insert into sealed_addresses values ('p', 'ada', 'a line', 9)",
  passkeys: `insert into passkeys values ('k', 'ada', 'credential', 'key', 0, '[]', 0, 'A key', 10, null)`,
  passkey_challenges: "insert into passkey_challenges values ('c', 'confirm', 's', 11)",
  consents:
    "insert into consents (member_id, kind, version, created_at) values ('ada', 'given', '1', 12)",
  settings: "insert into settings values ('a', 'b', 13)",
  transparency: "insert into transparency values ('2026-01', '{}', 14)",
  calendar_feeds: "insert into calendar_feeds values ('ada', 'digest', 11)",
  mail_tokens:
    "insert into mail_tokens values ('t', 'ada', 'verify_email', 'ada@example.org', 1, 2, null)",
  local_mails:
    "insert into local_mails values ('w', 'ada', 'ada@example.org', 's', 't', 'h', '{}', 1)",
  push_subscriptions: `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
    values ('w', 'ada', 's', 'https://push.example/w', 'key', 'secret', 'Firefox on Linux', 10)`,
  notification_settings:
    "insert into notification_settings (member_id, introduction, message, last_hour, report_answer, absence, account, show_words, quiet_from, quiet_to) values ('ada', 1, 0, 1, 1, 1, 1, 0, 1320, 480)",
  reminders: "insert into reminders values ('ada', 1, 2, 3, '2026-01-01', 1)",
  kept_digests: `insert into kept_digests (id, kind, subject, other_id, created_at, until)
    values ('w', 'block', 'digest', 'ada', 1, 2)`,
  left_conversations:
    "insert into left_conversations (conversation_id, member_id, subject, until) values ('w', 'ada', 'digest', 2)",
  banned_emails:
    "insert into banned_emails (email_digest, member_id, until) values ('d', 'ben', 8)",
};

/** Tables that a later migration drops on purpose. */
const DROPPED_TABLES = ["sign_in_attempts", "registration_attempts"];

/** Tables that a later migration converts, each with the table that its rows are in afterwards. */
const TURNED: Record<string, string> = { messages: "conversation_changes" };

/** Columns that a later migration drops on purpose. */
const DROPPED: Record<string, string[]> = {
  day_offs: ["exclusions"],
  reports: ["added_at", "updated_at"],
};

const PARENTS = ["pairings", "pairing_runs", "members"];

async function listTables(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
       and name not like '\\_cf\\_%' escape '\\' and name <> 'd1_migrations' order by name`,
  ).all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function dump(): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = await listTables();
  const rows = await env.DB.batch<Record<string, unknown>>(
    tables.map((table) => env.DB.prepare(`select * from "${table}" order by rowid`)),
  );
  return Object.fromEntries(tables.map((table, i) => [table, rows[i]?.results ?? []]));
}

const describeSchema = async () =>
  (
    await env.DB.prepare(
      `select type, name, sql from sqlite_master where name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\'
         and name <> 'd1_migrations' order by type, name`,
    ).all()
  ).results;

// Each test begins with an empty database instead of the migrated one.
beforeEach(async () => {
  const tables = await listTables();
  // Referenced tables are dropped last, because dropping a table deletes its rows and all rows that refer to them.
  const others = tables.filter((table) => !PARENTS.includes(table));
  const parents = PARENTS.filter((table) => tables.includes(table));
  const { results: views } = await env.DB.prepare(
    "select name from sqlite_master where type = 'view'",
  ).all<{ name: string }>();
  await env.DB.batch([
    ...views.map(({ name }) => env.DB.prepare(`drop view "${name}"`)),
    ...[...others, ...parents, "d1_migrations"].map((table) =>
      env.DB.prepare(`drop table if exists "${table}"`),
    ),
  ]);
});

it.each(MIGRATIONS.map(({ name }, i) => [name, i] as const))(
  "the migrations after %s keep the data that was there before them",
  async (_, last) => {
    await applyD1Migrations(env.DB, MIGRATIONS.slice(0, 1));
    await env.DB.batch(FIRST_DATA.map((statement) => env.DB.prepare(statement)));
    await applyD1Migrations(env.DB, MIGRATIONS.slice(0, last + 1));
    for (const [table, insert] of Object.entries(LATER_DATA)) {
      if ((await listTables()).includes(table)) await env.DB.prepare(insert).run();
    }
    const before = await dump();
    await applyD1Migrations(env.DB, MIGRATIONS);
    const after = await dump();
    for (const [table, rows] of Object.entries(before)) {
      if (DROPPED_TABLES.includes(table)) continue;
      expect(rows.length, table).toBeGreaterThan(0);
      const turned = TURNED[table];
      if (turned !== undefined) {
        const text = JSON.stringify(after[turned]?.map(({ detail }) => JSON.parse(String(detail))));
        for (const value of Object.values(rows[0] ?? {})) {
          if (value !== "p") expect(text).toContain(JSON.stringify(value));
        }
        continue;
      }
      const dropped = DROPPED[table] ?? [];
      const kept = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !dropped.includes(column))),
      );
      const among = kept.map((row) => expect.objectContaining(row));
      expect(after[table], table).toEqual(expect.arrayContaining(among));
    }
    const { results: broken } = await env.DB.prepare("pragma foreign_key_check").all();
    expect(broken).toEqual([]);
  },
);

it("a stored action about a member can't be changed", async () => {
  await applyD1Migrations(env.DB, MIGRATIONS);
  await env.DB.batch(FIRST_DATA.slice(0, 1).map((statement) => env.DB.prepare(statement)));
  await env.DB.prepare(LATER_DATA.member_actions as string).run();
  const change = env.DB.prepare("update member_actions set text = 'other'").run();
  await expect(change).rejects.toThrow("actions are only ever added");
});

it("a stored consent can't be changed", async () => {
  await applyD1Migrations(env.DB, MIGRATIONS);
  await env.DB.batch(FIRST_DATA.slice(0, 1).map((statement) => env.DB.prepare(statement)));
  await env.DB.prepare(LATER_DATA.consents as string).run();
  const change = env.DB.prepare("update consents set kind = 'withdrawn'").run();
  await expect(change).rejects.toThrow("consents are only ever added");
});

it("applying the migrations a second time does not change the schema", async () => {
  await applyD1Migrations(env.DB, MIGRATIONS.slice(0, 1));
  await applyD1Migrations(env.DB, MIGRATIONS);
  const stepwise = await describeSchema();
  await applyD1Migrations(env.DB, MIGRATIONS);
  expect(await describeSchema()).toEqual(stepwise);
});

it("a migration gives a wait of one night to the members that the last run left out", async () => {
  await applyD1Migrations(env.DB, MIGRATIONS.slice(0, 1));
  await env.DB.batch(FIRST_DATA.map((statement) => env.DB.prepare(statement)));
  await applyD1Migrations(env.DB, MIGRATIONS);
  const { results } = await env.DB.prepare(
    "select id, waited, waited_before, waited_on from members order by id",
  ).all();
  expect(results).toEqual([
    { id: "ada", waited: 0, waited_before: 0, waited_on: null },
    { id: "ben", waited: 0, waited_before: 0, waited_on: null },
    { id: "cy", waited: 1, waited_before: 0, waited_on: "2026-01-01" },
  ]);
});

it("a migration gives both cards to a pairing that an old Worker wrote without them", async () => {
  await applyD1Migrations(env.DB, MIGRATIONS.slice(0, 1));
  await env.DB.batch(FIRST_DATA.map((statement) => env.DB.prepare(statement)));
  await applyD1Migrations(env.DB, MIGRATIONS.slice(0, 17));
  await env.DB.prepare("update pairings set user1_card = null, user2_card = null").run();
  await applyD1Migrations(env.DB, MIGRATIONS);
  const { results } = await env.DB.prepare("select user1_card, user2_card from pairings").all();
  const cards = results.flatMap((row) =>
    Object.values(row).map((card) => parsePartnerCard(String(card))?.name),
  );
  expect(cards.length).toBeGreaterThan(0);
  expect(cards).not.toContain(undefined);
});

it("a migration makes stored places coarse, and gives each pairing the cards of its two members", async () => {
  await applyD1Migrations(env.DB, MIGRATIONS.slice(0, 7));
  await env.DB.batch(
    [
      `insert into members (id, name, email, password_hash, dob, gender, location, latitude, longitude, created_at) values
         ('ada', 'Ada', 'a', 'x', '1990-01-02', 'Female', 'Location at 47.1235, -8.7654', 47.123456, -8.765432, 1),
         ('ben', 'Ben', 'b', 'x', '1990-01-01', null, 'Berlin "Mitte"', 52.5162, -0.04, 2),
         ('cy', 'Cy', 'c', 'x', '1990-01-01', null, 'Location at 1.0000, 2.0000', null, null, 3)`,
      `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at)
         values ('r', '2026-01-01', '2026-01-01', 'cron', 'published', 0, 'seed', 1)`,
      "insert into pairings values ('p', 'r', 'ada', 'ben', '2026-01-01', 5)",
    ].map((statement) => env.DB.prepare(statement)),
  );
  await applyD1Migrations(env.DB, MIGRATIONS);
  const { results } = await env.DB.prepare(
    "select location, latitude, longitude from members order by id",
  ).all();
  expect(results).toEqual([
    { location: "Location at 47.1000, -8.8000", latitude: 47.1, longitude: -8.8 },
    { location: 'Berlin "Mitte"', latitude: 52.5, longitude: 0 },
    { location: "Location at 1.0000, 2.0000", latitude: null, longitude: null },
  ]);
  const pairing = await env.DB.prepare("select * from pairings").first<Record<string, string>>();
  const [ada, ben] = [pairing?.user1_card, pairing?.user2_card].map((card) =>
    parsePartnerCard(card),
  );
  expect(ada).toEqual({
    name: "Ada",
    shared_languages: [],
    avatar_url: null,
    gender: "Female",
    location: "Location at 47.1000, -8.8000",
    latitude: 47.1,
    longitude: -8.8,
    age: 35,
  });
  expect(ben).toMatchObject({ location: 'Berlin "Mitte"', latitude: 52.5, longitude: 0, age: 36 });
});
