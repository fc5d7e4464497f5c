/**
 * Commands for jobs, for the operator (docs/operations.md):
 * - `npm run jobs` lists waiting jobs by kind, and parked jobs.
 * - `npm run jobs -- send ID` or `send all` sends parked jobs again.
 */
import { readOperatorCommand } from "./lib/operator-database.ts";
import { runMain } from "./lib/project.mjs";
import { PARKED, sendAgain, WAITING } from "./lib/statements.ts";

await runMain(async () => {
  const { positionals, execute } = readOperatorCommand();
  const [action = "list", which = "", ...rest] = positionals;
  if (action === "list" && !which) {
    for (const [state, statement] of Object.entries({ waits: WAITING, "is parked": PARKED })) {
      const results = await execute(statement);
      if (results.length === 0) console.log(`No job ${state}.`);
      else console.table(results);
    }
  } else if (action === "send" && which && rest.length === 0) {
    await execute(sendAgain(which, Date.now()));
    console.log("The next cron tries them, within ten minutes.");
  } else {
    throw new Error("Usage: npm run jobs -- [list | send ID | send all] [--remote [--env NAME]]");
  }
});
