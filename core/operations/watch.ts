import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";
import { MS_PER_DAY, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { plural } from "~/core/shared/duration";
import { withTimeLimit } from "~/core/shared/time-limit";
import { readWatch, type WatchRow, writeWatch } from "~/db/operations/watch";

/** The health checks. Each has a section in docs/operations.md. */
export const FACTS = ["run", "jobs", "deliveries", "database", "objects"] as const;
export type Fact = (typeof FACTS)[number];

/** A run's first retry is at 00:05 UTC. A run that is missing at 00:15 needs an operator. */
const RUN_DUE_MS = 15 * MS_PER_MINUTE;
const JOB_WAIT_MS = 15 * MS_PER_MINUTE;
/** If the database or the objects take longer to answer, their check fails. */
const ANSWER_WITHIN_MS = 20 * MS_PER_SECOND;
/** Health checks run every ten minutes, so two are missing after this time. */
const LATE_MS = 25 * MS_PER_MINUTE;

export const isRunDue = (now: number): boolean => now % MS_PER_DAY >= RUN_DUE_MS;

/** A check has begun to fail, or has recovered. `text` has only counts and dates. */
export interface Alert {
  fact: Fact;
  state: "bad" | "good";
  text: string;
  runbook: string;
}

export interface WatchDeps extends Pick<Deps, "db" | "clock" | "logger"> {
  /** @throws if the Durable Objects don't answer */
  probeObjects(): Promise<unknown>;
  /** @throws if the alert wasn't accepted; the next check sends it again */
  tell(alert: Alert): Promise<void>;
}

/**
 * Runs every check, and alerts the operator when a check begins to fail or recovers. D1 stores which alerts were sent.
 * While D1 can't be read, each health check sends its alerts again.
 * @returns whether every alert was accepted
 */
export async function runWatch({ db, clock, logger, ...deps }: WatchDeps): Promise<boolean> {
  const now = clock.now();
  const limited = (work: Promise<unknown>) => withTimeLimit(work, ANSWER_WITHIN_MS);
  const [row, objects] = await Promise.all([
    limited(readWatch(db, now)).catch(() => null) as Promise<WatchRow | null>,
    limited(deps.probeObjects()).then(
      () => null,
      () => "The Durable Objects don’t answer.",
    ),
  ]);
  const found: Record<Fact, string | null> = {
    run: row && findMissingRun(row, now),
    jobs: row && findWaitingJobs(row, now),
    deliveries: row && findDeadLetter(row, now),
    database: row ? null : "The database doesn’t answer.",
    objects,
  };
  const told = new Set(row?.bad);
  let isTold = true;
  for (const fact of FACTS) {
    const text = found[fact];
    if ((text !== null) === told.has(fact)) continue;
    try {
      await deps.tell(toAlert(fact, text));
      if (text === null) told.delete(fact);
      else told.add(fact);
    } catch {
      isTold = false;
    }
  }
  if (told.size > 0) logger.warn("watch.bad", { facts: [...told] });
  if (row) await writeWatch(db, [...told], now);
  return isTold;
}

const findMissingRun = ({ runs }: WatchRow, now: number) =>
  isRunDue(now) && runs === 0 ? `No complete run for ${toUtcDate(now)}.` : null;

function findWaitingJobs({ jobs, oldestJob }: WatchRow, now: number): string | null {
  const waitMs = oldestJob === null ? 0 : now - oldestJob;
  if (waitMs <= JOB_WAIT_MS) return null;
  return `${plural(jobs, "job")}, the oldest ${plural(Math.floor(waitMs / MS_PER_MINUTE), "minute")} old.`;
}

const findDeadLetter = ({ givenUpAt }: WatchRow, now: number) =>
  givenUpAt !== null && now - givenUpAt < MS_PER_DAY
    ? "The queue gave up a message within the last day."
    : null;

const toAlert = (fact: Fact, text: string | null): Alert => ({
  fact,
  state: text === null ? "good" : "bad",
  text: `${BRAND.name}: ${text ?? `Well again: ${fact}.`}`,
  runbook: `docs/operations.md#${fact}`,
});

export interface Health {
  status: "ok" | "bad" | "down";
  /** The failed checks, and `watch` if the last health check is too old. */
  bad: string[];
}

export async function checkHealth({ db, clock, logger }: Pick<Deps, "db" | "clock" | "logger">) {
  try {
    const now = clock.now();
    const { bad, lookedAt } = await readWatch(db, now);
    const isLate = lookedAt !== null && now - lookedAt > LATE_MS;
    const all = isLate ? [...bad, "watch"] : bad;
    return { status: all.length > 0 ? "bad" : "ok", bad: all } satisfies Health;
  } catch (error) {
    logger.error("health.database", error);
    return { status: "down", bad: ["database"] } satisfies Health;
  }
}
