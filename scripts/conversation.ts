/**
 * Commands for a conversation, which only the operator can use (docs/operations.md):
 * - `npm run conversation -- look ID`: records in the audit that the operator looks at it, and prints its place in the
 *   dashboard;
 * - `restore ID FILE`: gives its object the messages of a JSON file; messages that it already has are kept.
 *
 * They use the local database under STATE_DIR; with `--remote` (and `--env production`) the deployed one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteLook, restoreMessages } from "./lib/conversation-statements.ts";
import { readOperatorCommand } from "./lib/operator-database.mjs";
import { runMain } from "./lib/project.mjs";

const USAGE = `Usage: npm run conversation -- look ID | restore ID FILE [--remote [--env NAME]]`;

await runMain(async () => {
  const { positionals, executeFile } = readOperatorCommand();
  const folder = mkdtempSync(join(tmpdir(), "happenstance-conversation-"));
  /**
   * Runs statements from a file, because messages can be longer than a command line, and other processes can read a
   * command line.
   */
  const executeAll = async (statements: string) => {
    const file = join(folder, "statements.sql");
    writeFileSync(file, `${statements};\n`, { mode: 0o600 });
    await executeFile(file);
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
