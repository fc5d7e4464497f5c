import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableName, is, Table } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import * as schema from "~/db/schema";
import { ensureDemo, ensureMigrated } from "~/scripts/lib/local-database.mjs";
import { ROOT, runWrangler } from "~/scripts/lib/project.mjs";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "backup-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every table of the schema; its views hold nothing. */
const TABLES = Object.values(schema)
  .filter((one) => is(one, Table))
  .map((table) => getTableName(table));

it("takes every table by the command that the guide gives", () => {
  const guide = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, named = ""] = /\$\(for t in ([^;]*); do/.exec(guide) ?? [];
  expect(named.split(/[\s\\]+/)).toEqual(TABLES);
});

async function readAll(state: string): Promise<unknown[]> {
  const command = TABLES.map((table) => `select * from ${table} order by 1, 2`).join("; ");
  const where = ["--local", "--persist-to", state, "--json", "--command", command];
  const output = await runWrangler(["d1", "execute", "DB", ...where], { quiet: true });
  return (JSON.parse(output) as { results: unknown[] }[]).map(({ results }) => results);
}

it("restores into an empty database what an export of D1's own tool took", async () => {
  // `d1 export --local` knows no --persist-to: it reads the state beside its configuration.
  const original = join(folder, ".wrangler/state");
  const restored = join(folder, "restored");
  const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const [database = ""] = /^\[\[d1_databases\]\]\n(?:[^[\n].*\n)+/m.exec(toml) ?? [];
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, `name = "backup"\ncompatibility_date = "2026-10-15"\n${database}`);
  process.env.STATE_DIR = original;
  cpSync(inject("prepared").state, original, { recursive: true });
  await ensureDemo();
  const backup = join(folder, "backup.sql");
  // Data only: a whole export makes tables in the alphabet's order, and can't be read back where
  // one refers to a later one. The migrations make the tables.
  const tables = TABLES.flatMap((table) => ["--table", table]);
  await runWrangler(
    ["d1", "export", "DB", "--local", "-c", config, "--no-schema", ...tables, "--output", backup],
    {
      quiet: true,
    },
  );
  process.env.STATE_DIR = restored;
  await ensureMigrated();
  await runWrangler(
    ["d1", "execute", "DB", "--local", "--persist-to", restored, "--yes", "--file", backup],
    { quiet: true },
  );
  const before = await readAll(original);
  const counts = before.map((rows) => (rows as unknown[]).length);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(6);
  expect(await readAll(restored)).toEqual(before);
});
