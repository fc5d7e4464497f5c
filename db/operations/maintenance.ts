import { type SQL, sql } from "drizzle-orm";
import { toUtcDate } from "~/core/shared/age";
import { isOrphan } from "~/db/accounts/kept-digests";
import { type Database, runStatement } from "~/db/client";

/** The most rows per statement. Deleting 2,000 rows takes about 0.1 seconds, and D1 ends a query after 30 seconds. */
const PIECE_ROWS = 2_000;
const LARGE_PIECE_ROWS = 50;

/** A statement that is repeated until it deletes fewer than `rows`. */
interface Piece {
  rows: number;
  statement: (until: number) => SQL;
}

const remove = (table: string, condition: (until: number) => SQL, rows = PIECE_ROWS): Piece => ({
  rows,
  statement: (until) => sql`delete from ${sql.raw(table)} where rowid in (
    select rowid from ${sql.raw(table)} where ${condition(until)} limit ${rows})`,
});

/** Condition: the run isn't published, and its lease has expired. An abandoned run's lease is 0. */
const isLapsed = (until: number) => sql`state = 'claimed' and lease_until <= ${until}`;
const ofLapsedRun = (until: number) =>
  sql`run_id in (select id from pairing_runs where ${isLapsed(until)})`;

/**
 * For each rule of the retention table (`core/operations/retention.ts`), the statements that delete what ended by
 * `until`.
 */
const PIECES = {
  sessions: [remove("sessions", (until) => sql`expires_at <= ${until}`)],
  passkeyChallenges: [remove("passkey_challenges", (until) => sql`expires_at <= ${until}`)],
  rateWindows: [remove("rate_windows", (until) => sql`ends_at <= ${until}`)],
  mailTokens: [remove("mail_tokens", (until) => sql`expires_at <= ${until}`)],
  localMails: [remove("local_mails", (until) => sql`created_at <= ${until}`)],
  memberNetworks: [remove("member_networks", (until) => sql`last_seen_at <= ${until}`)],
  evidence: [
    {
      rows: LARGE_PIECE_ROWS,
      // Reports resolved by `until` were also made by then. `created_at` is compared so that SQLite uses the index on
      // it.
      statement: (until: number) => sql`update reports set evidence = '[]' where rowid in (
        select rowid from reports where created_at <= ${until} and status = 'resolved'
          and resolved_at <= ${until} and evidence <> '[]' limit ${LARGE_PIECE_ROWS})`,
    },
  ],
  retainedReports: [remove("reports", (until) => sql`reported_deleted_at <= ${until}`)],
  keptDigests: [
    remove("kept_digests", isOrphan),
    remove("kept_digests", (until) => sql`until <= ${until}`),
  ],
  keptWords: [remove("kept_words", (until) => sql`until <= ${until}`)],
  pushSubscriptions: [remove("push_subscriptions", (until) => sql`failing_since <= ${until}`)],
  auditEvents: [remove("audit_events", (until) => sql`created_at <= ${until}`)],
  // The rows of a run are deleted before the run. Otherwise the foreign keys' cascade would delete all of them in one
  // statement.
  unpublishedRuns: [
    remove("run_snapshots", ofLapsedRun, LARGE_PIECE_ROWS),
    remove("day_offs", ofLapsedRun),
    remove("pairings", ofLapsedRun),
    remove("pairing_runs", isLapsed, LARGE_PIECE_ROWS),
  ],
  // A day's period has ten characters, and a month's has seven. Months are kept.
  transparencyDays: [
    remove("transparency", (until) => sql`computed_at <= ${until} and length(period) = 10`),
  ],
  runSnapshots: [
    remove(
      "run_snapshots",
      (until) => sql`run_id in (select id from pairing_runs where date <= ${toUtcDate(until)})`,
      LARGE_PIECE_ROWS,
    ),
  ],
} satisfies Record<string, Piece[]>;

export type RetentionRule = keyof typeof PIECES;

/**
 * @param sweep.maxStatements the most statements that this sweep runs; the next sweep continues
 * @returns `deleted`: the number of rows that the rule's last piece deleted. `isDone`: whether nothing is left.
 */
export async function deleteExpired(
  db: Database,
  rule: RetentionRule,
  { until, maxStatements }: { until: number; maxStatements: number },
): Promise<{ deleted: number; isDone: boolean }> {
  let deleted = 0;
  let left = maxStatements;
  for (const { rows, statement } of PIECES[rule]) {
    deleted = 0;
    for (let changes = rows; changes >= rows; deleted += changes) {
      if (left-- <= 0) return { deleted, isDone: false };
      // `changes` can include rows that a cascade deleted. At worst, one statement too many is run.
      changes = (await runStatement(db, statement(until))).changes;
    }
  }
  return { deleted, isDone: true };
}
