import { and, eq, gt, gte, inArray, is, lt, or, SQL, sql } from "drizzle-orm";
import { ENDLESS_JOBS, JOB_TRIES, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { countEvent, hasRoom, oncePerDay } from "~/db/accounts/rate-window";
import { type Database, runBatch, runStatement, selectRows } from "~/db/client";
import { type AuditEntry, insertAudit } from "~/db/moderation/audit";
import { jobs, pairings } from "~/db/schema";

type StoredJob = typeof jobs.$inferSelect;

type JobKind = StoredJob["kind"];

/**
 * `conversationId` is null for `close_ended` (every conversation that ended at one instant), `record` (a line of the
 * ledger) and `fan_out` (notifications to many members).
 */
export type JobRow = Pick<StoredJob, "id" | "conversationId" | "kind" | "detail" | "attempts">;

const jobColumns = sql.raw("id, conversation_id as conversationId, kind, detail, attempts");

interface NewJob {
  kind: JobKind;
  detail?: object | SQL;
  now: number;
}

/**
 * Selects a job for each conversation.
 * @param conversations selects ids in a column `id`
 */
export const jobOfEach = (conversations: SQL, { kind, detail = {}, now }: NewJob): SQL => sql`
  select t.id, ${kind}, ${is(detail, SQL) ? detail : JSON.stringify(detail)}, ${now} from (${conversations}) t`;

export const jobIf = (condition: SQL, job: NewJob): SQL =>
  jobOfEach(sql`select null as id where ${condition}`, job);

/** Takes jobs of several kinds, because one statement for all of them reads fewer rows. */
export const insertJobs = (...selects: (SQL | undefined)[]): SQL<JobRow> => sql`
  insert into jobs (conversation_id, kind, detail, created_at)
  ${sql.join(selects.filter(Boolean), sql` union all `)} returning ${jobColumns}`;

export const insertJob = (db: Database, job: typeof jobs.$inferInsert) =>
  db.insert(jobs).values(job);

/** Stores the job, unless the key was used in the last 24 hours. */
export async function insertJobOnce(db: Database, key: string, job: NewJob): Promise<void> {
  const window = oncePerDay(key, job.now);
  const isFirst = hasRoom(window);
  await runBatch(db, {
    stored: insertJobs(jobIf(isFirst, job)),
    counted: countEvent(window, isFirst),
  });
}

const isOpen = or(lt(jobs.attempts, JOB_TRIES), inArray(jobs.kind, [...ENDLESS_JOBS]));
const isParked = sql`not ${isOpen}`;

export const isParkable = (kind: JobKind) => !ENDLESS_JOBS.some((endless) => endless === kind);

/**
 * The pauses are one minute shorter than ten minutes and an hour. Otherwise the cron, which runs every ten minutes,
 * could come just before the job is due.
 */
const PAUSE_MS = 9 * MS_PER_MINUTE;
const LONG_PAUSE_MS = MS_PER_HOUR - MS_PER_MINUTE;

/**
 * Claims due jobs, first those with the fewest tries, so that a failing job delays no other. Counts the try before it
 * begins, so that a try that kills the invocation counts too.
 * @returns the claimed jobs, the oldest first
 */
export async function claimJobs(
  db: Database,
  { due, now, limit }: { due: number; now: number; limit: number },
): Promise<JobRow[]> {
  const statement = sql<JobRow>`update jobs set attempts = attempts + 1,
          next_attempt_at = ${now} + iif(attempts + 1 < ${JOB_TRIES}, ${PAUSE_MS}, ${LONG_PAUSE_MS})
        where id in (select id from jobs where next_attempt_at <= ${due} and ${isOpen}
          order by attempts, id limit ${limit})
        returning ${jobColumns}`;
  const rows = await selectRows(db, statement);
  return rows.sort((one, other) => one.id - other.id);
}

/** Stores the results of a round of tries. An unfinished job is due again after `now`, as if never tried. */
export async function settleJobs(
  db: Database,
  tried: { done: number[]; unfinished: number[]; failed: { id: number; error: string }[] },
  now: number,
): Promise<void> {
  await runBatch(db, {
    done: deleteJobsBy(tried.done),
    unfinished: sql`update jobs set attempts = 0, next_attempt_at = ${now + 1}, last_error = null
        where id in (select j.value from json_each(${JSON.stringify(tried.unfinished)}) j)`,
    failed: sql`update jobs set last_error = j.value ->> 'error'
        from json_each(${JSON.stringify(tried.failed)}) j where jobs.id = j.value ->> 'id'`,
  });
}

const deleteJobsBy = (ids: number[]): SQL =>
  // The ids are in the SQL text, because D1 takes at most 100 parameters, and `json_each` reads more rows.
  sql`delete from jobs where id in (${sql.raw(ids.join(", "))})`;

export async function deleteJobs(db: Database, ids: number[]): Promise<void> {
  await runStatement(db, deleteJobsBy(ids));
}

/** The oldest jobs that failed at least `JOB_TRIES` times, both parked jobs and those that are tried without end. */
export const readFailingJobs = (db: Database) =>
  db.select().from(jobs).where(gte(jobs.attempts, JOB_TRIES)).orderBy(jobs.id).limit(100);

export async function sendParkedAgain(db: Database, audit: AuditEntry): Promise<number> {
  const { sent } = await runBatch(db, {
    audited: insertAudit(audit, sql`1`, sql`(select count(*) from jobs where ${isParked})`),
    sent: sql`update jobs set attempts = 0, next_attempt_at = 0 where ${isParked}`,
  });
  return sent.changes;
}

export const listJobsOf = (db: Database, conversationId: string): Promise<JobRow[]> =>
  db.select().from(jobs).where(eq(jobs.conversationId, conversationId)).orderBy(jobs.id);

export const updateJobDetail = (db: Database, id: number, detail: object) =>
  db
    .update(jobs)
    .set({ detail: JSON.stringify(detail) })
    .where(eq(jobs.id, id));

export function listEndedAt(
  db: Database,
  { at, after, limit }: { at: number; after: number; limit: number },
) {
  const row = sql<number>`rowid`;
  const isNext = and(eq(pairings.expiresAt, at), gt(row, after));
  return db.select({ id: pairings.id, row }).from(pairings).where(isNext).orderBy(row).limit(limit);
}

export const existsPairing = async (db: Database, id: string): Promise<boolean> =>
  (await db.$count(pairings, eq(pairings.id, id))) > 0;
