import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableName, is, Table } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as schema from "~/db/schema";
import { ensureMigrated, executeFile } from "~/scripts/lib/local-database.mjs";
import { ROOT, runWrangler } from "~/scripts/lib/project.mjs";
import { openDatabase } from "~/tests/support/local-d1";
import { orderFaults } from "./support/faults";
import { LiveServer } from "./support/live-server";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "backup-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every table of the schema, but not its views, which store nothing. */
const TABLES = Object.values(schema)
  .filter((one) => is(one, Table))
  .map((table) => getTableName(table));

it("a database that other migrations made is left as it is, and the error says how to begin anew", async () => {
  process.env.STATE_DIR = join(folder, "other");
  const d1 = join(process.env.STATE_DIR, "v3/d1");
  mkdirSync(d1, { recursive: true });
  writeFileSync(join(d1, "applied-migrations"), "0000_other.sql 00");
  writeFileSync(join(d1, "kept.sqlite"), "kept");
  await expect(ensureMigrated()).rejects.toThrow(
    /other was made by other migrations\. To begin anew, delete that folder/,
  );
  expect(readdirSync(d1).sort()).toEqual(["applied-migrations", "kept.sqlite"]);
});

it("the backup command in docs/operations.md names every table", () => {
  const guide = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, named = ""] = /\$\(for t in ([^;]*); do/.exec(guide) ?? [];
  expect(named.split(/[\s\\]+/)).toEqual(TABLES);
});

function readAll(state: string): unknown[][] {
  const database = openDatabase(state);
  const rows = TABLES.map((table) =>
    database.prepare(`select * from ${table} order by 1, 2`).all(),
  );
  database.close();
  return rows;
}

it("a backup by D1's own tool restores every row, and a block, ban or deletion made after the backup still holds", async () => {
  const home = join(folder, "drill");
  const state = join(home, ".wrangler/state");
  const config = join(home, "wrangler.toml");
  const { server, pairs } = await LiveServer.open(state);
  try {
    const [pair, other, third, fourth] = pairs;
    if (!pair || !other || !third || !fourth) throw new Error("no pairs");
    const [gone, partner] = pair.members;
    const [[blocker, blocked], [banned], [admin]] = [other.members, third.members, fourth.members];
    const runSql = <Row>(statement: string): Row[] => {
      const database = openDatabase(state);
      const rows = database.prepare(statement).all() as Row[];
      database.close();
      return rows;
    };
    runSql(`update members set is_admin = 1 where id = '${admin.memberId}'`);
    const demo = openDatabase(state);
    demo.exec(readFileSync(join(ROOT, "scripts/demo.sql"), "utf8"));
    demo.close();
    const path = `/pairings/conversation/${pair.conversationId}/messages`;
    await server.call(gone, "POST", path, { content: "words that shall be forgotten" });

    const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
    const [database = ""] = /^\[\[d1_databases\]\]\n(?:[^[\n].*\n)+/m.exec(toml) ?? [];
    // `d1 export --local` has no --persist-to. It reads the state folder beside its configuration.
    writeFileSync(config, `name = "drill"\ncompatibility_date = "2026-10-15"\n${database}`);
    const copy = join(home, "copy.sql");
    // Exports only the data, because the migrations make the tables. A whole export makes the tables in alphabetical
    // order, so it can't be restored if a table refers to a later one.
    const tables = TABLES.flatMap((table) => ["--table", table]);
    await runWrangler(
      ["d1", "export", "DB", "--local", "-c", config, "--no-schema", ...tables, "--output", copy],
      { quiet: true },
    );
    const copiedAt = new Date().toISOString();
    const copied = readAll(state);
    expect(copied.filter((rows) => rows.length > 0).length).toBeGreaterThan(6);
    expect((await server.call(blocker, "POST", `/blocks/${blocked.memberId}`)).status).toBe(201);
    const ban = { kind: "ban", reason: "harassment", text: "Words." };
    const actions = `/admin/members/${banned.memberId}/actions`;
    expect((await server.call(admin, "POST", actions, ban)).status).toBe(201);
    expect((await server.call(gone, "DELETE", "/users/account")).status).toBe(200);
    await server.kill();

    // Only the database is restored. The objects keep their newer state.
    rmSync(join(state, "v3/d1"), { recursive: true });
    process.env.STATE_DIR = state;
    await ensureMigrated();
    await executeFile(copy);
    expect(readAll(state)).toEqual(copied);
    const raisedAt = Math.floor(Date.now() / 1_000);
    const sessions = runSql<Record<string, string | number>>("select * from sessions");
    const restore = ["scripts/restore.ts", copiedAt];
    execFileSync(process.execPath, restore, {
      cwd: ROOT,
      env: { ...process.env, STATE_DIR: state },
    });
    await server.start();
    expect((await server.call(partner, "GET", "/users/me")).status).toBe(401);
    await orderFaults(server.url, { cron: "*/10 * * * *" });

    // Stores the sessions again, because the restore has ended them.
    for (const session of sessions) {
      if (session.member_id === gone.memberId) continue;
      const values = Object.values(session).map((value) =>
        JSON.stringify(value).replaceAll('"', "'"),
      );
      runSql(`insert into sessions (${Object.keys(session)}) values (${values})`);
    }
    expect((await server.call(partner, "GET", path)).status).toBe(404);
    const blocks = await server.call(blocker, "GET", "/blocks");
    expect(await blocks.json()).toMatchObject([{ user_id: blocked.memberId }]);
    expect((await server.call(banned, "GET", "/pairings/current")).status).toBe(403);
    expect((await server.call(blocked, "GET", "/users/me")).status).toBe(200);
    expect(JSON.stringify(readAll(state))).not.toContain(gone.memberId);
    // Only one row still names the conversation. With that row, the partner can report the conversation for a week.
    const naming = TABLES.filter((_, index) =>
      JSON.stringify(readAll(state)[index]).includes(pair.conversationId),
    );
    expect(naming).toEqual(["kept_words"]);
    const stored = openDatabase(state);
    const sequence = stored.prepare("select seq from sqlite_sequence where name = 'jobs'").get();
    stored.close();
    expect(sequence?.seq).toBeGreaterThanOrEqual(raisedAt);
    // The message is not in the files of the objects either.
    await server.kill();
    const objects = join(state, "v3/do");
    const files = readdirSync(objects, { recursive: true, withFileTypes: true });
    const contents = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
    // Proves that the objects' files were read, because one of them has the table of the ledger.
    expect(contents.some((content) => content.includes("CREATE TABLE lines"))).toBe(true);
    expect(contents.some((content) => content.includes("words that shall be"))).toBe(false);
  } finally {
    await server.kill();
  }
});
