import type { Deps } from "~/core/deps";
import { deleteExpired } from "~/db/operations/maintenance";
import { type Retained, retentionCutoffs } from "./retention";

/** Per rule and sweep. The next cron deletes the rest. */
const MAX_STATEMENTS = 100;

/**
 * Deletes by the table of `retention.ts`, in statements of bounded size. If a rule fails, the error is logged and the
 * other rules still run.
 */
export async function sweepExpired(
  deps: Pick<Deps, "db" | "clock" | "logger">,
  maxStatements = MAX_STATEMENTS,
): Promise<void> {
  const cutoffs = Object.entries(retentionCutoffs(deps.clock.now())) as [Retained, number][];
  const swept: Partial<Record<Retained, number>> = {};
  const unfinished: Retained[] = [];
  for (const [rule, until] of cutoffs) {
    try {
      const { deleted, isDone } = await deleteExpired(deps.db, rule, { until, maxStatements });
      swept[rule] = deleted;
      if (!isDone) unfinished.push(rule);
    } catch (error) {
      deps.logger.error("maintenance.sweep_failed", error, { rule });
    }
  }
  deps.logger.info("maintenance.swept", swept);
  if (unfinished.length > 0) deps.logger.warn("maintenance.sweep_unfinished", { unfinished });
}
