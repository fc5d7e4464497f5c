import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const statements = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries);

/**
 * Begins each file with nothing stored: files share a process (`isolate: false`). In one batch, and without the table
 * that says which migrations have run.
 * @returns false where the file before still held the database open, so that its tables are not gone yet
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
