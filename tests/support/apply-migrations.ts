import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const statements = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries);

/**
 * Begins each file with nothing stored, because files share a process (`isolate: false`). It runs all migrations in one
 * batch, without the table of the migrations that have run.
 * @returns false if the file before still held the database open, so that its tables still exist
 */
async function migrateEmptyDatabase(): Promise<boolean> {
  await reset();
  try {
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
    return true;
  } catch (error) {
    if (String(error).includes("already exists")) return false;
    throw error;
  }
}

while (!(await migrateEmptyDatabase()));
