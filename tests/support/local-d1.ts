import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Finds the file of the local runtime's D1 database. The runtime's own `metadata.sqlite` is in the same folder. */
export function findDatabase(state: string): string {
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  const [file] = readdirSync(folder).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name));
  if (!file) throw new Error(`${folder} has no database`);
  return join(folder, file);
}

/**
 * Opens the D1 database of a state folder, whether its server runs or not. `wrangler d1 execute` would take two seconds
 * of processor time per call.
 */
export const openDatabase = (state: string) =>
  new DatabaseSync(findDatabase(state), { timeout: 10_000 });
