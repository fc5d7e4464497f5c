import type { Deps } from "~/core/deps";
import { parseEvidence, renameSealed } from "~/core/moderation/evidence";
import { listOlderAnswers, replaceEvidence } from "~/db/queries/older-answers";

/**
 * Takes the ids of deleted members out of the answers of older reports (docs/rules.md#evidence). Reports made before
 * answers were named by their side have the member's id in the line's own, which is sealed, so a statement can't do it.
 * An error is logged for each report, and the other reports are still changed.
 */
export async function renameAnswers(deps: Pick<Deps, "db" | "records" | "logger">): Promise<void> {
  for (const row of await listOlderAnswers(deps.db)) {
    try {
      const { id, key_id: keyId, evidence: before } = row;
      const sides = { reporterId: row.reporter_id, reportedDigest: row.reported_digest };
      const sealed = { reportId: id, ...sides, evidence: parseEvidence(before) };
      const { evidence, seal } = await renameSealed(deps, sealed, { seal: row.seal, keyId });
      await replaceEvidence(deps.db, { id, before, evidence: JSON.stringify(evidence), seal });
    } catch (error) {
      deps.logger.error("maintenance.rename_failed", error, { reportId: row.id });
    }
  }
}
