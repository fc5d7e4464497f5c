/**
 * Prints the objectives and how far they were kept (docs/operations.md#objectives): `npm run slo -- --days 28`.
 *
 * It reads the local server's log of points under STATE_DIR; with `--remote [--env NAME]` Analytics Engine, by
 * CLOUDFLARE_ACCOUNT_ID and a CLOUDFLARE_API_TOKEN that may read it ('Account Analytics').
 */
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { type Found, judge, LOCAL, OBJECTIVES, queryOf, remoteDialect } from "./lib/objectives.ts";
import { runMain, stateDirectory } from "./lib/project.mjs";

const MS_PER_DAY = 86_400_000;
const USAGE = "Usage: npm run slo -- [--days N] [--remote [--env NAME]]";

/** The local runtime keeps each object in its own file, and the watch is one object. */
function openLocalPoints() {
  const folder = join(stateDirectory(), "v3/do");
  const files = existsSync(folder)
    ? globSync("*-WatchObject/*.sqlite", { cwd: folder }).filter(
        (file) => !file.endsWith("metadata.sqlite"),
      )
    : [];
  const [file] = files;
  if (!file) throw new Error("No points yet: the local server writes them as it answers.");
  return new DatabaseSync(join(folder, file), { readOnly: true });
}

function askLocal() {
  const database = openLocalPoints();
  return async (query: string) => database.prepare(query).get() as unknown as Found;
}

function askRemote() {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  if (!account || !token) throw new Error("Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN.");
  const url = `https://api.cloudflare.com/client/v4/accounts/${account}/analytics_engine/sql`;
  return async (query: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url, { method: "POST", headers, body: query });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    const { data } = (await response.json()) as { data: Found[] };
    return data[0] ?? { total: 0, good: 0, first: null };
  };
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      days: { type: "string", default: "28" },
      remote: { type: "boolean", default: false },
      env: { type: "string", default: "production" },
    },
  });
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || days > 90) throw new Error(USAGE);
  const now = Date.now();
  const dialect = values.remote ? remoteDialect(`happenstance_${values.env}`) : LOCAL;
  const ask = values.remote ? askRemote() : askLocal();
  const rows = [];
  for (const objective of OBJECTIVES) {
    const found = await ask(queryOf(objective, now - days * MS_PER_DAY, dialect));
    rows.push(judge(objective, found, now));
  }
  console.table(rows);
});
