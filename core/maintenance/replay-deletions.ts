import type { Deps } from "~/core/deps";
import { eraseMember } from "~/core/profile/erase-member";
import { findRestored, readLedgerPosition, writeLedgerPosition } from "~/db/queries/ledger";

const PAGE = 500;
/** Of one cron: what it leaves over is for the next. */
const MAX_PAGES = 20;

/**
 * Deletes again whom a restore of D1 has brought back. How far the ledger has been read is stored in D1 itself, so that a
 * restore takes that back too, and every deletion since the restored moment is looked at once more
 * (docs/decisions/deletion-ledger.md). Without a restore it finds no member. Never throws: a run must not wait for it.
 */
export async function replayDeletions(deps: Deps): Promise<void> {
  try {
    let after = await readLedgerPosition(deps.db);
    let erased = 0;
    for (let page = 0; page < MAX_PAGES; page++) {
      const entries = await deps.ledger.list({ after, limit: PAGE });
      const last = entries.at(-1);
      if (!last) break;
      const restored = await findRestored(
        deps.db,
        entries.map(({ memberId }) => memberId),
      );
      for (const member of restored) await eraseMember(deps, member);
      erased += restored.length;
      after = last.position;
      await writeLedgerPosition(deps.db, after, deps.clock.now());
    }
    if (erased > 0) deps.logger.warn("maintenance.deletions_replayed", { erased });
  } catch (error) {
    deps.logger.error("maintenance.replay_failed", error);
  }
}
