/**
 * Conversations, by the operator alone (docs/operations.md):
 * - `npm run conversation -- changes`: what their objects must still hear of;
 * - `look ID`: notes in the audit that the operator looks into one, and says where;
 * - `restore ID FILE`: hands it the messages of a JSON file; those that it has already stay.
 *
 * On the local database under STATE_DIR; with `--remote` (and `--env production`) on the deployed one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { noteLook, restoreMessages, WAITING } from "./lib/conversation-statements.mjs";
import { runMain, runWrangler, stateDirectory } from "./lib/project.mjs";

const USAGE = `Usage: npm run conversation -- changes | look ID | restore ID FILE [--remote [--env NAME]]`;

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: "boolean", default: false }, env: { type: "string" } },
  });
  const where = values.remote
    ? ["--remote", "--yes", ...(values.env ? ["--env", values.env] : [])]
    : ["--local", "--persist-to", stateDirectory()];
  const folder = mkdtempSync(join(tmpdir(), "happenstance-conversation-"));
  /** By a file: messages are longer than a command line may be, and every process of the machine can read one. */
  const execute = async (/** @type {string} */ statements) => {
    const file = join(folder, "statements.sql");
    writeFileSync(file, `${statements};\n`, { mode: 0o600 });
    await runWrangler(["d1", "execute", "DB", ...where, "--file", file], { quiet: true });
  };
  const [action, id = "", file = "", ...rest] = positionals;
  try {
    if (action === "changes" && !id) {
      const ask = ["d1", "execute", "DB", ...where, "--json", "--command", WAITING];
      const { results } = JSON.parse(await runWrangler(ask, { quiet: true })).at(-1);
      if (results.length === 0) console.log("Every object has heard of everything.");
      else console.table(results);
    } else if (action === "look" && id && !file) {
      await execute(noteLook(id, Date.now()));
      console.log(`Noted. Dashboard, Durable Objects, ConversationObject, Data Studio: c${id}`);
    } else if (action === "restore" && file && rest.length === 0) {
      await execute(restoreMessages(id, JSON.parse(readFileSync(file, "utf8")), Date.now()));
      console.log("The conversation's object takes them in within ten minutes.");
    } else throw new Error(USAGE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
