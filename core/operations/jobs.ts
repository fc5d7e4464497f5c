import type { Deps } from "~/core/deps";
import { JOB_TRIES, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { AppError, unavailable } from "~/core/shared/errors";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import { withTimeLimit } from "~/core/shared/time-limit";
import {
  claimJobs,
  deleteJobs,
  insertJob,
  isParkable,
  type JobRow,
  settleJobs,
} from "~/db/operations/jobs";
import { CONCURRENCY, carryOut, type JobDeps } from "./carry-out";

/**
 * A Worker can make 10,000 calls in one invocation. A job makes one call, or up to three if its object restarts
 * meanwhile.
 */
const MAX_JOBS = 2_500;
/** Jobs per claim. Even if each job takes its whole time limit, all of them end well before their next try. */
const SLICE = 60;
const TIME_LIMIT_MS = 30 * MS_PER_SECOND;
/** The time limit of a job that a request waits for. */
const ANSWER_LIMIT_MS = 2 * MS_PER_SECOND;
/** After this much time, no more jobs are claimed, because the next cron comes ten minutes after this one. */
const DRAIN_MS = 5 * MS_PER_MINUTE;

type Outcome =
  | { row: JobRow; kind: "done" }
  /** Partly done. The next cron continues. */
  | { row: JobRow; kind: "unfinished" }
  | { row: JobRow; kind: "failed"; error: unknown };

/**
 * Jobs of one conversation run in order, so that no older job follows an erasure. A failed job doesn't stop the next
 * ones, because an object ignores a change that is older than the last one it made.
 */
async function carryOutAll(
  deps: JobDeps,
  rows: JobRow[],
  limitMs = TIME_LIMIT_MS,
): Promise<Outcome[]> {
  // Of the jobs without a conversation, only those of the kind `close_ended` run one after another.
  const groups = Map.groupBy(rows, ({ id, conversationId, kind }) =>
    conversationId === null && kind !== "close_ended" ? id : conversationId,
  );
  const outcomes = await mapWithLimit([...groups.values()], CONCURRENCY, async (group) => {
    const ofGroup: Outcome[] = [];
    for (const row of group) ofGroup.push(await tryOnce(deps, row, limitMs));
    return ofGroup;
  });
  return outcomes.flat();
}

async function tryOnce(deps: JobDeps, row: JobRow, limitMs: number): Promise<Outcome> {
  try {
    const isDone = await withTimeLimit(carryOut(deps, row), limitMs);
    return { row, kind: isDone ? "done" : "unfinished" };
  } catch (error) {
    const { id, kind, attempts } = row;
    deps.logger.error("job.failed", error, { id, kind, attempts });
    return { row, kind: "failed", error };
  }
}

const idsOf = (outcomes: Outcome[], kind: Outcome["kind"]): number[] =>
  outcomes.filter((outcome) => outcome.kind === kind).map(({ row }) => row.id);

/**
 * Carries out jobs that a request waits for, and deletes their rows after the request's answer. If the deletion fails,
 * the cron repeats the jobs, which changes nothing.
 * @param first carried out before the others
 * @returns the jobs that are left for the cron
 */
export async function runJobs(
  deps: JobDeps & Pick<Deps, "defer">,
  rows: JobRow[],
  first: JobRow[] = [],
): Promise<JobRow[]> {
  const before = await carryOutAll(deps, first, ANSWER_LIMIT_MS);
  const after = await carryOutAll(deps, rows, ANSWER_LIMIT_MS);
  const done = idsOf([...before, ...after], "done");
  if (done.length > 0) deps.defer(deleteJobs(deps.db, done));
  return [...first, ...rows].filter(({ id }) => !done.includes(id));
}

/**
 * {@link runJobs}, but fails if a job is left undone. Only jobs for the ledger (`record`) may be left to the cron.
 * @throws AppError `unavailable`
 */
export async function requireDone(
  deps: JobDeps & Pick<Deps, "defer">,
  rows: JobRow[],
): Promise<void> {
  const left = await runJobs(deps, rows);
  if (left.some(({ kind }) => kind !== "record")) throw unavailable();
}

/** Stores a job that closes the live connections of these sessions. */
export async function keepEndOfSessions(
  { db, clock }: Pick<Deps, "db" | "clock">,
  conversationId: string,
  sessions: string[],
): Promise<void> {
  const detail = JSON.stringify({ sessions });
  await insertJob(db, { conversationId, kind: "end_sessions", detail, createdAt: clock.now() });
}

/**
 * Carries out due jobs, those with the fewest tries first. A failed job waits for the next cron. After `JOB_TRIES` it
 * is parked for an operator, or tried every hour if its kind is never parked.
 * @param most how many jobs; fewer after a run, because the run uses many of the invocation's calls
 */
export async function runDueJobs(deps: JobDeps, most = MAX_JOBS): Promise<void> {
  const { db, clock, logger } = deps;
  const due = clock.now();
  let [taken, left, stuck] = [0, 0, 0];
  while (taken < most && clock.now() < due + DRAIN_MS) {
    const limit = Math.min(SLICE, most - taken);
    const rows = await claimJobs(db, { due, now: clock.now(), limit });
    if (rows.length === 0) break;
    const outcomes = await carryOutAll(deps, rows);
    const done = idsOf(outcomes, "done");
    const failed = outcomes.filter((outcome) => outcome.kind === "failed");
    await settleJobs(
      db,
      {
        done,
        unfinished: idsOf(outcomes, "unfinished"),
        failed: failed.map(({ row, error }) => ({ id: row.id, error: describeError(error) })),
      },
      due,
    );
    taken += rows.length;
    left += rows.length - done.length;
    for (const { row, error } of failed) {
      const { id, kind, attempts } = row;
      if (attempts < JOB_TRIES) continue;
      if (isParkable(kind)) logger.error("job.parked", error, { id, kind, attempts });
      else stuck += 1;
    }
  }
  if (stuck > 0) {
    const error = new Error("jobs that may not be parked fail on and on");
    logger.error("job.stuck", error, { jobs: stuck });
  }
  if (taken > 0) logger.info("job.drained", { taken, left });
}

/** Omits the error's message, which can quote data. */
function describeError(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}
