/**
 * Commands for jobs, which the operator uses (docs/operations.md):
 * - `npm run jobs`: lists waiting jobs by kind, and parked jobs;
 * - `npm run jobs -- send ID` or `send all`: sends parked jobs again.
 *
 * They use the local database under STATE_DIR; with `--remote` (and `--env production`) the deployed one.
 */
import { PARKED, sendAgain, WAITING } from "./lib/job-statements.ts";
import { readOperatorCommand } from "./lib/operator-database.mjs";
import { runMain } from "./lib/project.mjs";

const USAGE = "Usage: npm run jobs -- [list | send ID | send all] [--remote [--env NAME]]";

await runMain(async () => {
  const { positionals, execute } = readOperatorCommand();
  const [action = "list", which = "", ...rest] = positionals;
  if (action === "list" && !which) {
    const parts = [
      ["waits", WAITING],
      ["is parked", PARKED],
    ] as const;
    for (const [state, statement] of parts) {
      const results = await execute(statement);
      if (results.length === 0) console.log(`No job ${state}.`);
      else console.table(results);
    }
  } else if (action === "send" && which && rest.length === 0) {
    await execute(sendAgain(which, Date.now()));
    console.log("The next cron tries them, within ten minutes.");
  } else throw new Error(USAGE);
});
