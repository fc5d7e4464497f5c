/**
 * Commands for a conversation, which only the operator can use (docs/operations.md):
 * - `npm run conversation -- look ID` records in the audit that the operator looks at it, and prints its place in the
 * dashboard.
 * - `restore ID FILE` gives its object the messages of a JSON file. The object keeps messages that it already has.
 */
import { readFileSync } from "node:fs";
import { readOperatorCommand } from "./lib/operator-database.ts";
import { runMain } from "./lib/project.mjs";
import { noteLook, restoreMessages } from "./lib/statements.ts";

await runMain(async () => {
  const { positionals, executeHidden } = readOperatorCommand();
  const [action, id = "", file = "", ...rest] = positionals;
  if (action === "look" && id && !file) {
    await executeHidden(noteLook(id, Date.now()));
    console.log(`Noted. Dashboard, Durable Objects, ConversationObject, Data Studio: c${id}`);
  } else if (action === "restore" && file && rest.length === 0) {
    await executeHidden(restoreMessages(id, JSON.parse(readFileSync(file, "utf8")), Date.now()));
    console.log("The conversation's object takes them in within ten minutes.");
  } else {
    throw new Error(
      "Usage: npm run conversation -- look ID | restore ID FILE [--remote [--env NAME]]",
    );
  }
});
