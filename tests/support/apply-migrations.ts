import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const statements = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries);

/**
 * Empties all storage, and runs all migrations in one batch. Test files share a process (`isolate: false`), so each
 * must begin with an empty database.
 * @returns false if the previous file still held the database open, so its tables still exist
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
