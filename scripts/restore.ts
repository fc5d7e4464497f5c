/**
 * `npm run restore -- 2026-12-24T10:00:00Z` must follow each restore of D1 (docs/operations.md#backup-and-restore). The
 * argument is the time of the restored copy. The command ends the sessions and links that the copy brings back. The
 * next cron repeats what was decided since that time.
 */
import { readOperatorCommand } from "./lib/operator-database.ts";
import { runMain } from "./lib/project.mjs";
import { restoreStatements } from "./lib/statements.ts";

await runMain(async () => {
  const { positionals, execute } = readOperatorCommand();
  const [copiedAt = "", ...rest] = positionals;
  const since = Date.parse(copiedAt);
  if (rest.length > 0 || Number.isNaN(since)) {
    throw new Error("Usage: npm run restore -- 2026-12-24T10:00:00Z [--remote [--env NAME]]");
  }
  await execute(restoreStatements(since, Date.now()));
  console.log(
    "The next cron does the rest, within ten minutes; its log says maintenance.restored.",
  );
});
