import { desc, eq, sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { type Database, runBatch } from "~/db/client";
import { pairingRuns } from "~/db/schema";

/** Deletes rows up to an instant each, in milliseconds since 1970. Answers how many of each. */
export async function deleteExpired(
  db: Database,
  until: {
    sessions: number;
    rateWindows: number;
    memberNetworks: number;
    evidence: number;
    auditEvents: number;
    unpublishedRuns: number;
    runSnapshots: number;
  },
): Promise<Record<keyof typeof until, number>> {
  const unpublishedDate = toUtcDate(until.unpublishedRuns);
  const snapshotDate = toUtcDate(until.runSnapshots);
  const deleted = await runBatch(db, {
    sessions: sql`delete from sessions where expires_at <= ${until.sessions}`,
    rateWindows: sql`delete from rate_windows where ends_at <= ${until.rateWindows}`,
    memberNetworks: sql`delete from member_networks where last_seen_at <= ${until.memberNetworks}`,
    // A report is made before it is resolved, so the index on its making finds the old ones.
    evidence: sql`update reports set evidence = '[]' where created_at <= ${until.evidence}
      and status = 'resolved' and resolved_at <= ${until.evidence} and evidence <> '[]'`,
    auditEvents: sql`delete from audit_events where created_at <= ${until.auditEvents}`,
    unpublishedRuns: sql`delete from pairing_runs where date <= ${unpublishedDate}
      and state = 'claimed' and lease_until <= ${until.unpublishedRuns}`,
    runSnapshots: sql`delete from run_snapshots where run_id in (
      select id from pairing_runs where date <= ${snapshotDate})`,
  });
  return {
    sessions: deleted.sessions.changes,
    rateWindows: deleted.rateWindows.changes,
    memberNetworks: deleted.memberNetworks.changes,
    evidence: deleted.evidence.changes,
    auditEvents: deleted.auditEvents.changes,
    unpublishedRuns: deleted.unpublishedRuns.changes,
    runSnapshots: deleted.runSnapshots.changes,
  };
}

/**
 * The run that was published last, and with it whether the database answers at all. Not the one of the
 * greatest date: a run by hand for a later one would be it for days.
 */
export async function findLastRun(
  db: Database,
): Promise<{ date: string; publishedAt: number } | null> {
  const [row] = await db
    .select({ date: pairingRuns.date, publishedAt: sql<number>`${pairingRuns.publishedAt}` })
    .from(pairingRuns)
    .where(eq(pairingRuns.state, "published"))
    .orderBy(desc(pairingRuns.publishedAt))
    .limit(1);
  return row ?? null;
}
