/**
 * Conversations, by the operator alone (docs/operations.md):
 * - `npm run conversation -- look ID`: notes in the audit that the operator looks into one, and prints its place in the dashboard;
 * - `restore ID FILE`: hands it the messages of a JSON file; those that it has already stay.
 *
 * On the local database under STATE_DIR; with `--remote` (and `--env production`) on the deployed one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteLook, restoreMessages } from "./lib/conversation-statements.ts";
import { readOperatorCommand } from "./lib/operator-database.mjs";
import { runMain } from "./lib/project.mjs";

const USAGE = `Usage: npm run conversation -- look ID | restore ID FILE [--remote [--env NAME]]`;

await runMain(async () => {
  const { positionals, execute } = readOperatorCommand();
  const folder = mkdtempSync(join(tmpdir(), "happenstance-conversation-"));
  /** Runs statements from a file: messages are longer than a command line may be, and every process of the machine can read one. */
  const executeAll = async (statements: string) => {
    const file = join(folder, "statements.sql");
    writeFileSync(file, `${statements};\n`, { mode: 0o600 });
    await execute("--file", file);
  };
  const [action, id = "", file = "", ...rest] = positionals;
  try {
    if (action === "look" && id && !file) {
      await executeAll(noteLook(id, Date.now()));
      console.log(`Noted. Dashboard, Durable Objects, ConversationObject, Data Studio: c${id}`);
    } else if (action === "restore" && file && rest.length === 0) {
      await executeAll(restoreMessages(id, JSON.parse(readFileSync(file, "utf8")), Date.now()));
      console.log("The conversation's object takes them in within ten minutes.");
    } else throw new Error(USAGE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
