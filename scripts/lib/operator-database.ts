import { parseArgs } from "node:util";
import { runWrangler, stateDirectory } from "./project.mjs";
import { findServer } from "./serve.mjs";

type Row = Record<string, unknown>;

const DATABASES = "/cdn-cgi/local/explorer/api/d1/database";

/**
 * Executes statements on a running local server's database, through wrangler's explorer. `wrangler d1 execute --local`
 * would open the file a second time, and either process could fail with "database is locked".
 * @returns the rows of the last statement
 * @throws Error with the database's message
 */
export async function askServer(origin: string, sql: string): Promise<Row[]> {
  const ask = async <Result>(path: string, init?: RequestInit) => {
    const text = await (await fetch(origin + path, init)).text();
    const { success, result, errors } = JSON.parse(text);
    if (!success) throw new Error(errors[0]?.message ?? "The server did not answer.");
    return result[0] as Result;
  };
  const { uuid } = await ask<{ uuid: string }>(DATABASES);
  type Answer = { results: { columns: string[]; rows: unknown[][] } };
  const { results } = await ask<Answer>(`${DATABASES}/${uuid}/raw`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sql }),
  });
  const { columns, rows } = results;
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

/**
 * Reads the arguments of an operator's command. `execute` of the result runs statements on the local database under
 * STATE_DIR, or with `--remote` (and `--env NAME`) on a deployed one.
 */
export function readOperatorCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: "boolean", default: false }, env: { type: "string" } },
  });
  const server = values.remote ? null : findServer();
  const where = values.remote
    ? ["--remote", "--yes", ...(values.env ? ["--env", values.env] : [])]
    : ["--local", "--persist-to", stateDirectory()];
  return {
    positionals,
    isRemote: values.remote,
    /** @returns the rows of the last statement */
    async execute(sql: string): Promise<Row[]> {
      if (server) return askServer(server, sql);
      const args = ["d1", "execute", "DB", ...where, "--json", "--command", sql];
      return JSON.parse(await runWrangler(args, { quiet: true })).at(-1).results;
    },
  };
}
