import type { Deps } from "~/core/deps";
import { deleteExpired } from "~/db/queries/maintenance";
import { retentionCutoffs } from "./retention";

/** Deletes what is past its time by the table of `retention.ts`. */
export async function sweepExpired(deps: Deps): Promise<void> {
  const swept = await deleteExpired(deps.db, retentionCutoffs(deps.clock.now()));
  deps.logger.info("maintenance.swept", swept);
}
