import { and, eq, gt, gte, is, isNotNull, or, SQL, sql } from "drizzle-orm";
import { countEvent, hasRoom, oncePerDay } from "~/db/accounts/rate-window";
import { type Database, runBatch, runStatement, selectRows } from "~/db/client";
import { type AuditEntry, insertAudit } from "~/db/moderation/audit";
import { jobs, pairings } from "~/db/schema";

type StoredJob = typeof jobs.$inferSelect;

export type JobKind = StoredJob["kind"];

/**
 * The columns that carry out a job. `detail` is JSON: `reason`, `sessions`, `at` and `after`, `messages`, `member` and `at`,
 * or `delivery`. `conversationId` is null for three kinds: `close_ended` (every conversation that ended at one instant),
 * `record` (a line of the ledger) and `fan_out` (notifications to many members).
 */
export type JobRow = Pick<StoredJob, "id" | "conversationId" | "kind" | "detail" | "attempts">;

export const jobColumns = sql.raw("id, conversation_id as conversationId, kind, detail, attempts");

/**
 * Statement: writes a job for each conversation and returns the rows.
 * @param conversations a select of conversation ids, in a column `id`
 */
export const insertJobs = (
  conversations: SQL,
  { kind, detail = {}, now }: { kind: JobKind; detail?: object | SQL; now: number },
): SQL<JobRow> => sql`
  insert into jobs (conversation_id, kind, detail, created_at)
  select c.id, ${kind}, ${is(detail, SQL) ? detail : JSON.stringify(detail)}, ${now} from (${conversations}) c
  returning ${jobColumns}`;

export const insertJob = (db: Database, job: typeof jobs.$inferInsert) =>
  db.insert(jobs).values(job);

/** Unless one was stored under the same key in the last 24 hours. */
export async function insertJobOnce(
  db: Database,
  key: string,
  job: Parameters<typeof insertJobs>[1],
): Promise<void> {
  const window = oncePerDay(key, job.now);
  const isFirst = hasRoom(window);
  await runBatch(db, {
    stored: insertJobs(sql`select null as id where ${isFirst}`, job),
    counted: countEvent(window, isFirst),
  });
}

/**
 * Claims due jobs and counts the try before it begins, so a try that ends the whole invocation counts too. Those with
 * the fewest tries go first, so that a job that keeps failing delays no other.
 * @param claim.until end of the lease, after which another invocation may take the jobs
 * @returns oldest first
 */
export async function claimJobs(
  db: Database,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<JobRow[]> {
  const statement = sql<JobRow>`update jobs set attempts = attempts + 1, next_attempt_at = ${until}
        where id in (select id from jobs where next_attempt_at <= ${now} and parked_at is null
          order by attempts, id limit ${limit})
        returning ${jobColumns}`;
  const rows = await selectRows(db, statement);
  return rows.sort((one, other) => one.id - other.id);
}

/** After a try that failed or did only a part of the work. */
export interface FailedTry {
  id: number;
  attempts: number;
  nextAttemptAt: number;
  lastError: string | null;
  parkedAt: number | null;
}

/** Deletes the jobs that are done, and updates those that failed. */
export async function settleJobs(
  db: Database,
  { done, failed }: { done: number[]; failed: FailedTry[] },
): Promise<void> {
  await runBatch(db, {
    done: done.length > 0 ? deleteJobsBy(done) : undefined,
    failed:
      failed.length > 0
        ? sql`update jobs set attempts = j.value ->> 'attempts', next_attempt_at = j.value ->> 'nextAttemptAt',
            last_error = j.value ->> 'lastError', parked_at = j.value ->> 'parkedAt'
          from json_each(${JSON.stringify(failed)}) j where jobs.id = j.value ->> 'id'`
        : undefined,
  });
}

const deleteJobsBy = (ids: number[]): SQL =>
  sql`delete from jobs where id in (select j.value from json_each(${JSON.stringify(ids)}) j)`;

export async function deleteJobs(db: Database, ids: number[]): Promise<void> {
  await runStatement(db, deleteJobsBy(ids));
}

/** Parked jobs, and jobs with at least `mostTries` tries, which would park any other job; oldest first. */
export const readFailingJobs = (db: Database, mostTries: number) =>
  db
    .select()
    .from(jobs)
    .where(or(isNotNull(jobs.parkedAt), gte(jobs.attempts, mostTries)))
    .orderBy(jobs.id)
    .limit(100);

/** Due now, as if never tried. @returns the number of jobs */
export async function sendParkedAgain(db: Database, audit: AuditEntry): Promise<number> {
  const { sent } = await runBatch(db, {
    audited: insertAudit(audit, sql`(select count(*) from jobs where parked_at is not null)`),
    sent: sql`update jobs set parked_at = null, attempts = 0, next_attempt_at = 0
        where parked_at is not null`,
  });
  return sent.changes;
}

/** Parked ones too, oldest first. */
export const listJobsOf = (db: Database, conversationId: string): Promise<JobRow[]> =>
  db.select().from(jobs).where(eq(jobs.conversationId, conversationId)).orderBy(jobs.id);

/** Stores where the next page of a `close_ended` job begins. */
export const updateJobDetail = (db: Database, id: number, detail: object) =>
  db
    .update(jobs)
    .set({ detail: JSON.stringify(detail) })
    .where(eq(jobs.id, id));

/** A page of conversations that ended at an instant, by rowid. */
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
