import { type SQL, sql } from "drizzle-orm";
import type { StoredMember } from "~/db/accounts/member-row";
import type { StoredRow } from "~/db/accounts/stored-row";
import { type Database, runBatch } from "~/db/client";
import { insertJobs } from "~/db/operations/jobs";
import type { reports } from "~/db/schema";

export type SenderRow = Pick<StoredMember, "id" | "name" | "avatar_url">;

/** What the evidence of a report waits for; the detail of a job of the kind `evidence`. */
export interface PendingEvidence {
  conversationId: string;
  messageId: string | null;
  at: number;
}

/** Statement: writes the job that fetches a report's evidence. @param condition whether the report was stored */
export const insertEvidenceJob = (
  reportId: string,
  pending: PendingEvidence | null,
  condition: SQL,
) =>
  pending
    ? insertJobs(sql`select ${pending.conversationId} as id where ${condition}`, {
        kind: "evidence",
        detail: { report: reportId, message: pending.messageId, at: pending.at },
        now: pending.at,
      })
    : undefined;

type PendingReport = Pick<
  StoredRow<typeof reports>,
  "reporter_id" | "reported_id" | "reported_digest" | "evidence"
>;

export async function findPendingReport(
  db: Database,
  reportId: string,
): Promise<{ report: PendingReport | undefined; senders: SenderRow[] }> {
  const { report, senders } = await runBatch(db, {
    report: sql<PendingReport>`select reporter_id, reported_id, reported_digest, evidence
        from reports where id = ${reportId}`,
    senders: sql<SenderRow>`select m.id, m.name, m.avatar_url from reports r
        join members m on m.id in (r.reporter_id, r.reported_id) where r.id = ${reportId}`,
  });
  return { report: report.rows[0], senders: senders.rows };
}

/**
 * Stores evidence that was pending and deletes its job, unless the job is done already.
 * @returns false if the report is not what it was before
 */
export async function storeEvidence(
  db: Database,
  change: { jobId: number; reportId: string; before: PendingReport; evidence: string },
): Promise<boolean> {
  const { jobId, reportId, before, evidence } = change;
  const isJob = sql`exists(select 1 from jobs where id = ${jobId})`;
  const isSame = sql`(id = ${reportId} and evidence = ${before.evidence} and reported_id is ${before.reported_id})`;
  const { known } = await runBatch(db, {
    known: sql`select 1 where not ${isJob} or exists(select 1 from reports where ${isSame})`,
    stored: sql`update reports set evidence = ${evidence} where ${isSame} and ${isJob}`,
    done: sql`delete from jobs where id = ${jobId} and changes() > 0`,
  });
  return known.rows.length > 0;
}
