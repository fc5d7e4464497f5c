import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { plural } from "~/core/shared/duration";
import type { WatchRows } from "~/db/queries/watch";

/**
 * Time after midnight UTC at which the night's run is due. The first retry is at 00:05; a run that is still missing
 * needs an operator.
 */
const NIGHT_DUE_MS = 15 * MS_PER_MINUTE;
const LEFT_OUT_LIMIT = 0.05;

/** Whether a night's run should be there by now. @param now milliseconds since 1970 */
export const isNightDue = (now: number): boolean => now % MS_PER_DAY >= NIGHT_DUE_MS;

/** Whether a run left out more than 5 %. If the number of members is odd, the one who is always left out isn't counted. */
export const isLeftOutHigh = ({ members, unmatched }: { members: number; unmatched: number }) =>
  unmatched - (members % 2) > LEFT_OUT_LIMIT * members;

/** A database that takes longer than this for the watch's own statements is too slow: members then wait too. */
const SLOW_MS = 3 * MS_PER_SECOND;
/** An objective of docs/operations.md. */
const JOB_WAIT_MS = 15 * MS_PER_MINUTE;
const REPORT_WAIT_MS = 24 * MS_PER_HOUR;
const APPEAL_WAIT_MS = 3 * MS_PER_DAY;

/**
 * Counts kept outside the database, because the database may be the failing part: the length of each window, and the
 * count that is too many.
 */
export const TALLIES = {
  /** Answers with status 500 to 599. */
  failed_answer: { windowMs: 20 * MS_PER_MINUTE, tooMany: 20 },
  /** Messages of the queue that are dead letters now. */
  dead_letter: { windowMs: MS_PER_DAY, tooMany: 1 },
  /** Messages of the queue that failed by a fault of our own. */
  failed_delivery: { windowMs: MS_PER_HOUR, tooMany: 5 },
  /** Mails that the provider did not accept. */
  refused_mail: { windowMs: MS_PER_HOUR, tooMany: 3 },
  /** Notifications that a push service did not accept. */
  refused_push: { windowMs: MS_PER_HOUR, tooMany: 50 },
} as const;

export type Tally = keyof typeof TALLIES;

/** Failed sign-ins in all open windows, which last an hour each. */
const MANY_FAILED_SIGN_INS = 1000;

/** Findings of one look. */
export interface Readings {
  now: number;
  /** Null if the database did not answer. */
  rows: WatchRows | null;
  /** Milliseconds until the answer. */
  tookMs: number;
  tallies: Record<string, number>;
}

/** A sentence for the operator if the fact is bad, null if it is good, undefined if the look can't decide. */
type Judge = (readings: Readings) => string | null | undefined;

const when = (isBad: boolean, text: string) => (isBad ? text : null);

const ofRows =
  (judge: (rows: WatchRows, now: number) => string | null): Judge =>
  ({ rows, now }) =>
    rows === null ? undefined : judge(rows, now);

const ofTally =
  (name: Tally, toText: (count: number) => string): Judge =>
  ({ tallies }) => {
    const count = tallies[name] ?? 0;
    return when(count >= TALLIES[name].tooMany, toText(count));
  };

const minutes = (ms: number) => plural(Math.floor(ms / MS_PER_MINUTE), "minute");
const hours = (ms: number) => plural(Math.floor(ms / MS_PER_HOUR), "hour");
/** A count with its noun, and the verb that goes with it. */
const some = (count: number, noun: string, one: string, many: string) =>
  `${plural(count, noun)} ${count === 1 ? one : many}`;

/**
 * The facts that the watch looks at, by the name of their runbook (docs/runbooks.md). Their sentences contain only
 * counts and dates.
 */
export const FACTS = {
  night: ofRows(({ todaysRuns }, now) =>
    when(
      isNightDue(now) && todaysRuns === 0,
      `The night of ${toUtcDate(now)} has no complete run.`,
    ),
  ),
  left_out: ofRows(({ newestRun }) =>
    newestRun && isLeftOutHigh(newestRun)
      ? `The run of ${newestRun.date} left out ${newestRun.unmatched} of ${newestRun.members} members.`
      : null,
  ),
  database: ({ rows, tookMs }) =>
    rows === null
      ? "The database does not answer."
      : when(tookMs > SLOW_MS, `The database took ${tookMs} ms for the watch's statements.`),
  jobs_waiting: ofRows(({ jobs }, now) => {
    const waitMs = jobs.oldestWaiting === null ? 0 : now - jobs.oldestWaiting;
    return when(
      waitMs > JOB_WAIT_MS,
      `${some(jobs.waiting, "job", "waits", "wait")}, the oldest for ${minutes(waitMs)}.`,
    );
  }),
  jobs_parked: ofRows(({ jobs }) =>
    when(jobs.parked > 0, `${some(jobs.parked, "job", "is", "are")} parked.`),
  ),
  jobs_stuck: ofRows(({ jobs }) =>
    when(jobs.stuck > 0, `Jobs that may not be parked and fail on and on: ${jobs.stuck}.`),
  ),
  dead_letters: ofTally(
    "dead_letter",
    (count) => `Messages of the queue that became dead letters within a day: ${count}.`,
  ),
  deliveries: ofTally(
    "failed_delivery",
    (count) => `${count} deliveries failed by a fault of our own within an hour.`,
  ),
  mails: ofTally("refused_mail", (count) => `The provider refused ${count} mails within an hour.`),
  pushes: ofTally(
    "refused_push",
    (count) => `Push services refused ${count} notifications within an hour.`,
  ),
  answers: ofTally("failed_answer", (count) => `${count} answers failed within 20 minutes.`),
  sign_ins: ofRows(({ failedSignIns }) =>
    when(
      failedSignIns >= MANY_FAILED_SIGN_INS,
      `${failedSignIns} sign-ins or more failed within an hour.`,
    ),
  ),
  reports: ofRows(({ reports }, now) => {
    const waitMs = reports.oldestOpen === null ? 0 : now - reports.oldestOpen;
    return when(
      waitMs > REPORT_WAIT_MS,
      `${some(reports.open, "report", "is", "are")} open, the oldest for ${hours(waitMs)}.`,
    );
  }),
  appeals: ofRows(({ appeals }, now) => {
    const waitMs = appeals.oldestOpen === null ? 0 : now - appeals.oldestOpen;
    return when(
      waitMs > APPEAL_WAIT_MS,
      `${some(appeals.open, "appeal", "is", "are")} open, the oldest for ${hours(waitMs)}.`,
    );
  }),
} satisfies Record<string, Judge>;

export type Fact = keyof typeof FACTS;

export const FACT_NAMES = Object.keys(FACTS) as Fact[];
