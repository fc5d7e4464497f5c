import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runWrangler, stateDirectory } from "./project.mjs";
import { findServer } from "./running-server.mjs";

const DATABASES = "/cdn-cgi/local/explorer/api/d1/database";

/**
 * Executes statements on the database of a running local server, through wrangler's explorer. `wrangler d1 execute
 * --local` would write the file beside the server, and fail, or make the server fail, with "database is locked".
 * @param {string} origin
 * @param {string} sql
 * @returns {Promise<any[]>} the rows of the last statement, by the columns' names
 * @throws Error with the database's own words
 */
async function askServer(origin, sql) {
  /** @param {string} path @param {RequestInit} [init] */
  const ask = async (path, init) => {
    const { success, result, errors } = await (await fetch(origin + path, init)).json();
    if (!success) throw new Error(errors[0]?.message ?? "The server did not answer.");
    return result;
  };
  const [{ uuid }] = await ask(DATABASES);
  const [{ results }] = await ask(`${DATABASES}/${uuid}/raw`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sql }),
  });
  /** @type {{ columns: string[], rows: unknown[][] }} */
  const { columns, rows } = results;
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

/**
 * Reads the arguments of an operator's command. Returns them with functions that execute statements on the command's
 * database: the local one under STATE_DIR, or with `--remote` (and `--env NAME`) a deployed one.
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
  const runD1 = (/** @type {string[]} */ ...args) =>
    runWrangler(["d1", "execute", "DB", ...where, ...args], { quiet: true });
  return {
    positionals,
    isRemote: values.remote,
    /** @param {string} sql @returns {Promise<any[]>} the rows of the last statement */
    execute: async (sql) =>
      server
        ? askServer(server, sql)
        : JSON.parse(await runD1("--json", "--command", sql)).at(-1).results,
    /** For statements that are longer than a command line, or that no other process may read there. @param {string} path */
    executeFile: async (path) => {
      if (server) await askServer(server, readFileSync(path, "utf8"));
      else await runD1("--file", path);
    },
  };
}
