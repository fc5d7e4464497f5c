import { eq, type SQL, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { insertJobs, jobOfEach } from "~/db/operations/jobs";
import { type members, reports } from "~/db/schema";

export type SenderRow = Pick<typeof members.$inferSelect, "id" | "name" | "avatarUrl">;

/** Detail of an `evidence` job. */
export interface PendingEvidence {
  conversationId: string;
  messageId: string | null;
  at: number;
}

export const insertEvidenceJob = (
  reportId: string,
  pending: PendingEvidence | null,
  condition: SQL,
) =>
  pending
    ? insertJobs(
        jobOfEach(sql`select ${pending.conversationId} as id where ${condition}`, {
          kind: "evidence",
          detail: { report: reportId, message: pending.messageId, at: pending.at },
          now: pending.at,
        }),
      )
    : undefined;

type PendingReport = Pick<typeof reports.$inferSelect, "reportedId" | "evidence">;

const SENDER = { columns: { id: true, name: true, avatarUrl: true } } as const;

export const findPendingReport = (db: Database, reportId: string) =>
  db.query.reports.findFirst({
    columns: { reporterId: true, reportedId: true, reportedDigest: true, evidence: true },
    with: { reporter: SENDER, reported: SENDER },
    where: eq(reports.id, reportId),
  });

/**
 * Stores pending evidence and deletes its job. Does nothing if the job is already gone.
 * @returns false if the report has changed meanwhile
 */
export async function storeEvidence(
  db: Database,
  change: { jobId: number; reportId: string; before: PendingReport; evidence: string },
): Promise<boolean> {
  const { jobId, reportId, before, evidence } = change;
  const isJob = sql`exists(select 1 from jobs where id = ${jobId})`;
  const isSame = sql`(id = ${reportId} and evidence = ${before.evidence} and reported_id is ${before.reportedId})`;
  const { known } = await runBatch(db, {
    known: sql`select 1 where not ${isJob} or exists(select 1 from reports where ${isSame})`,
    stored: sql`update reports set evidence = ${evidence} where ${isSame} and ${isJob}`,
    done: sql`delete from jobs where id = ${jobId} and changes() > 0`,
  });
  return known.rows.length > 0;
}
