import type { Deps } from "~/core/deps";
import { runJobs } from "~/core/jobs/jobs";
import { addMonths } from "~/core/shared/age";
import { BAN_MONTHS, LEDGER_DAYS, MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import type { JobRow } from "~/db/queries/jobs";
import {
  findKnownDecisions,
  type KeptDecision,
  readDecisionPlace,
  readDecisions,
  writeDecisionPlace,
} from "~/db/queries/ledger";
import { findActionObject, insertRestoredAction } from "~/db/queries/member-actions";
import { insertBlock } from "~/db/queries/moderation";

const PAGE = 500;
/** Clocks of two Workers may differ, and a transaction may be slow: what is copied twice stays once. */
const OVERLAP_MS = 2 * MS_PER_MINUTE;
/** The text of a restriction is not in the ledger. */
const RESTORED_TEXT =
  "This decision was made before our records were restored from a backup. Its full text is in the e-mail we sent you then.";

/**
 * Makes again the blocks, suspensions, bans and lifts that a restore of D1 has taken back, then copies the new ones into the
 * ledger (docs/decisions/deletion-ledger.md). Never throws: a run must not wait for it.
 */
export async function keepDecisions(deps: Deps): Promise<void> {
  try {
    const now = deps.clock.now();
    const place = await readDecisionPlace(deps.db);
    let after = place?.position ?? 0;
    let restored = 0;
    for (let isLast = false; !isLast; ) {
      const page = await deps.ledger.listDecisions({ after, limit: PAGE });
      const known = await findKnownDecisions(
        deps.db,
        page.map(({ id }) => id),
      );
      for (const decision of page) {
        if (!known.has(decision.id) && (await restore(deps, decision))) restored += 1;
      }
      after = page.at(-1)?.position ?? after;
      isLast = page.length < PAGE;
    }
    const since = place ? place.copiedAt - OVERLAP_MS : now - LEDGER_DAYS * MS_PER_DAY;
    const decisions = await readDecisions(deps.db, since);
    if (decisions.length > 0) after = await deps.ledger.keepDecisions(decisions);
    await writeDecisionPlace(deps.db, { position: after, copiedAt: now });
    if (restored > 0) deps.logger.warn("maintenance.decisions_restored", { restored });
  } catch (error) {
    deps.logger.error("maintenance.replay_failed", error);
  }
}

/** @returns whether it was made again; not where an account is gone, or a suspension has ended */
async function restore(deps: Deps, decision: KeptDecision): Promise<boolean> {
  const { id, memberId, at } = decision;
  if (decision.kind === "block") {
    const two = { id, blockerId: memberId, blockedId: decision.otherId, now: at };
    const { isNew, changes } = await insertBlock(deps.db, two);
    await runJobs(deps, changes);
    return isNew;
  }
  const { kind, reason, until } = decision;
  if (until !== null && until <= deps.clock.now()) return false;
  const action = {
    ...{ id, memberId, kind, reason, until, now: at, text: RESTORED_TEXT },
    ...{ adminId: null, note: null, reportId: null },
  };
  const member = await findActionObject(deps.db, action);
  if (!member) return false;
  const bannedEmail =
    kind === "ban"
      ? { ...(await deps.records.digest("email", member.email)), until: addMonths(at, BAN_MONTHS) }
      : null;
  const { inserted, changes } = await insertRestoredAction(deps.db, { ...action, bannedEmail });
  if (kind !== "lift") await endLive(deps, memberId, changes);
  return inserted;
}

async function endLive(deps: Deps, memberId: string, changes: JobRow[]): Promise<void> {
  const open = changes.flatMap(({ conversation_id }) => conversation_id ?? []);
  await deps.channel.endMember(memberId, open);
  await runJobs(deps, changes);
}
