import { eq, type SQL, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { insertJobs, jobOfEach } from "~/db/operations/jobs";
import { members, reports } from "~/db/schema";

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

export async function findPendingReport(db: Database, reportId: string) {
  const [[report], senders] = await db.batch([
    db
      .select({
        reporterId: reports.reporterId,
        reportedId: reports.reportedId,
        reportedDigest: reports.reportedDigest,
        evidence: reports.evidence,
      })
      .from(reports)
      .where(eq(reports.id, reportId)),
    db
      .select({ id: members.id, name: members.name, avatarUrl: members.avatarUrl })
      .from(reports)
      .innerJoin(members, sql`${members.id} in (${reports.reporterId}, ${reports.reportedId})`)
      .where(eq(reports.id, reportId)),
  ]);
  return { report, senders };
}

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
