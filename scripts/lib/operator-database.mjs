import { parseArgs } from "node:util";
import { runWrangler, stateDirectory } from "./project.mjs";

/**
 * Reads the arguments of an operator's command. Returns them with a function that executes SQL on the command's
 * database: the local one under STATE_DIR, or with `--remote` (and `--env NAME`) a deployed one.
 */
export function readOperatorCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: "boolean", default: false }, env: { type: "string" } },
  });
  const where = values.remote
    ? ["--remote", "--yes", ...(values.env ? ["--env", values.env] : [])]
    : ["--local", "--persist-to", stateDirectory()];
  const execute = (/** @type {string[]} */ ...args) =>
    runWrangler(["d1", "execute", "DB", ...where, ...args], { quiet: true });
  return { positionals, execute, isRemote: values.remote };
}
