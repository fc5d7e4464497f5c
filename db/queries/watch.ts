import { sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { type Database, selectBatch } from "~/db/client";

/** The most rows of failed sign-ins that are read, so that a reading costs no more during an attack. */
const MOST_WINDOWS = 20_000;

/** Readings of the watch: counts and instants, nothing about a member. */
export interface WatchRows {
  /** Number of published runs for today's UTC date. */
  todaysRuns: number;
  newestRun: { date: string; members: number; unmatched: number } | null;
  /** Instants in milliseconds since 1970; null for none. */
  jobs: { waiting: number; oldestWaiting: number | null; parked: number; stuck: number };
  /** Number of failures in the open windows of e-mails. */
  failedSignIns: number;
  reports: { open: number; oldestOpen: number | null };
  appeals: { open: number; oldestOpen: number | null };
}

/**
 * Reads the values that the watch judges, in one round trip.
 * @param options.mostTries number of tries from which a job that may not be parked counts as stuck
 */
export async function readWatchRows(
  db: Database,
  { now, mostTries }: { now: number; mostTries: number },
): Promise<WatchRows> {
  const rows = await selectBatch(db, {
    today: sql<{ runs: number }>`select count(*) as runs from pairing_runs
      where date = ${toUtcDate(now)} and state = 'published'`,
    newest: sql<{ date: string; members: number; unmatched: number }>`
      select date, members, unmatched from pairing_runs
      where state = 'published' order by date desc, started_at desc limit 1`,
    jobs: sql<WatchRows["jobs"]>`select
      count(*) filter (where parked_at is null) as waiting,
      min(created_at) filter (where parked_at is null) as oldestWaiting,
      count(parked_at) as parked,
      count(*) filter (where parked_at is null and attempts >= ${mostTries}) as stuck
      from jobs`,
    failures: sql<{ count: number }>`select coalesce(sum(count), 0) as count from (
      select count from rate_windows where key >= 'failed-sign-in:' and key < 'failed-sign-in:~'
        and key like '%:all' and ends_at > ${now} limit ${MOST_WINDOWS})`,
    reports: sql<WatchRows["reports"]>`select count(*) as open, min(created_at) as oldestOpen
      from reports where urgency < 3`,
    appeals: sql<WatchRows["appeals"]>`select count(*) as open, min(created_at) as oldestOpen
      from appeals where decision is null`,
  });
  const none = { open: 0, oldestOpen: null };
  return {
    todaysRuns: rows.today[0]?.runs ?? 0,
    newestRun: rows.newest[0] ?? null,
    jobs: rows.jobs[0] ?? { waiting: 0, oldestWaiting: null, parked: 0, stuck: 0 },
    failedSignIns: rows.failures[0]?.count ?? 0,
    reports: rows.reports[0] ?? none,
    appeals: rows.appeals[0] ?? none,
  };
}
