import type { Deps } from "~/core/deps";
import { runDueJobs } from "~/core/operations/jobs";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { AppError } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import {
  abandonRun,
  type ClaimOutcome,
  claimRun,
  findPublishedRun,
  type PublishedRun,
  readBasis,
} from "~/db/pairing/pairing-runs";
import type { RunMoment } from "~/db/pairing/participation";
import { MATCH_LEASE_MS_PER_MEMBER, matchMembers } from "./match-members";
import { RunWriter } from "./run-writer";

/**
 * Renewed between pages and chunks. Short, so that a retry after a crash needn't wait long. Taking over from a writer
 * that still lives does no harm, because its writes then fail.
 */
const LEASE_MS = 20 * MS_PER_SECOND;
/**
 * Blocks that are younger than this at the run's start are applied again when it is published, because the run may not
 * have read them. Longer than any run lasts.
 */
const BLOCK_MARGIN_MS = 15 * MS_PER_MINUTE;
/** A run starts again if another one is published before it. After this many rounds it gives up. */
const MAX_ROUNDS = 5;

export interface RunRequest {
  /** Unix ms. Its UTC date is the pairing date. The pairings expire at the next 00:00 UTC. */
  at: number;
  trigger: "cron" | "admin";
  adminId?: string;
}

interface CompleteRun {
  outcome: "complete";
  runId: string;
  pairs: number;
  unmatched: number;
  repeats: number;
}

type RunOutcome =
  | CompleteRun
  | { outcome: "published" }
  /** Another writer has claimed the run. */
  | { outcome: "in_progress" };

/**
 * Claims a run by its key, reads, matches, writes invisible rows and publishes them in one step (docs/rules.md#runs).
 * Repeated and parallel deliveries leave exactly one complete result. Runs that overlap (a trigger and the cron, or two
 * triggers) end as if they had followed each other: the second starts again from the first one's result.
 */
export async function runPairing(deps: Deps, request: RunRequest): Promise<RunOutcome> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const outcome = await attemptRun(deps, request);
    if (outcome.outcome !== "superseded") return outcome;
  }
  // Another run was published each time. Those results are valid, so the caller has nothing to wait for.
  return { outcome: "in_progress" };
}

type Attempt = RunOutcome | { outcome: "superseded" };

async function attemptRun(deps: Deps, request: RunRequest): Promise<Attempt> {
  const startedAt = deps.clock.now();
  const date = toUtcDate(request.at);
  const expiresAt = nextMidnightUtc(request.at);
  const { mustVerify } = deps.mail;
  const ids = { runId: newId(), seed: newId() };
  const { trigger } = request;
  const run = { ...ids, date, trigger, startedAt, expiresAt, mustVerify };
  const claim = await claimAttempt(deps, run, request);
  if (claim.outcome !== "claimed") return claim;
  try {
    return await executeAndComplete(deps, run);
  } catch (error) {
    return await settleFailure(deps, run, claim.attempt, error);
  }
}

async function claimAttempt(
  deps: Deps,
  { runId, date, trigger, seed, startedAt }: ClaimedRun,
  { adminId }: RunRequest,
): Promise<ClaimOutcome> {
  const claim = await claimRun(deps.db, {
    id: runId,
    runKey: trigger === "cron" ? date : runId,
    date,
    trigger,
    adminId: adminId ?? null,
    seed,
    now: startedAt,
    leaseUntil: startedAt + LEASE_MS,
  });
  if (claim.outcome === "published") deps.logger.info("pairing.done_already", { date });
  if (claim.outcome === "claimed") {
    deps.logger.info("pairing.claimed", { date, runId, trigger, attempt: claim.attempt });
  }
  return claim;
}

async function executeAndComplete(deps: Deps, run: ClaimedRun): Promise<Attempt> {
  const published = await executeRun(deps, run);
  if (published) return completeRun(deps, run, published);
  deps.logger.info("pairing.superseded", { date: run.date, runId: run.runId });
  await abandonRun(deps.db, run.runId);
  return { outcome: "superseded" };
}

/**
 * Abandons a failed run, if it still belongs to this writer.
 * @throws the given error if it did
 */
async function settleFailure(
  deps: Deps,
  run: ClaimedRun,
  attempt: number,
  error: unknown,
): Promise<RunOutcome> {
  const { runId, date } = run;
  // Abandoned at once, so that a retry or the admin's next click needn't wait for the lease.
  const wasMine = await abandonRun(deps.db, runId).catch((failure) => {
    deps.logger.error("pairing.abandon_failed", failure, { runId });
    return true;
  });
  if (wasMine) {
    deps.logger.error("pairing.failed", error, { date, runId, attempt });
    throw error;
  }
  const published = await findPublishedRun(deps.db, runId);
  if (published) {
    // The run was published. Only the database's answer was lost.
    deps.logger.warn("pairing.answer_lost", { date, runId, attempt });
    return completeRun(deps, run, published);
  }
  // Another writer took the run over, and so the write failed.
  deps.logger.warn("pairing.taken_over", { date, runId, attempt });
  return { outcome: "in_progress" };
}

function completeRun(
  deps: Deps,
  { runId, date }: Pick<ClaimedRun, "runId" | "date">,
  { pairs, unmatched, repeats }: PublishedRun,
): CompleteRun {
  // The jobs notify members whose conversation the run ended or began. The cron continues with the jobs that this
  // invocation can't reach.
  deps.defer(runDueJobs(deps));
  deps.logger.info("pairing.published", { date, runId, pairs, unmatched, repeats });
  return { outcome: "complete", runId, pairs, unmatched, repeats };
}

interface ClaimedRun extends RunMoment, Pick<RunRequest, "trigger"> {
  runId: string;
  seed: string;
  expiresAt: number;
}

/** @returns null when another run was published meanwhile */
async function executeRun(deps: Deps, run: ClaimedRun): Promise<PublishedRun | null> {
  const writer = new RunWriter(deps, { ...run, leaseMs: LEASE_MS });
  const basis = await readBasis(deps.db, run);
  // A triggered run was published after the cron claimed the date, so the date already has its result.
  if (run.trigger === "cron" && basis.isDateDone) return null;
  let loadedAt = run.startedAt;
  const { matching, keys } = await matchMembers(
    deps,
    { ...run, previous: basis.previous },
    {
      afterPage: () => writer.showLife(),
      beforeMatch: async (size) => {
        await writer.renewLease(LEASE_MS + size * MATCH_LEASE_MS_PER_MEMBER);
        loadedAt = deps.clock.now();
      },
    },
  );
  // A Worker's clock stands still during computation, until the next I/O.
  await writer.renewLease(LEASE_MS);
  const matchedAt = deps.clock.now();
  const { eligible, provenMaximum, upperBound, repeatsAtLeast, work } = matching;
  deps.logger.info("pairing.matched", {
    runId: run.runId,
    eligible,
    provenMaximum,
    upperBound,
    repeatsAtLeast,
    work,
  });
  await writer.write(matching, keys);
  await writer.keepSnapshot(matching, keys);
  const published = await writer.publish({
    matching,
    keys,
    basis,
    blockedSince: run.startedAt - BLOCK_MARGIN_MS,
  });
  if (published.outcome === "superseded") return null;
  const publishedAt = deps.clock.now();
  const loadMs = loadedAt - run.startedAt;
  const matchMs = matchedAt - loadedAt;
  const writeMs = publishedAt - matchedAt;
  deps.logger.info("pairing.timed", { runId: run.runId, loadMs, matchMs, writeMs });
  const { pairs, unmatched } = published;
  return { pairs, unmatched, repeats: matching.repeats };
}

export function requireComplete(outcome: RunOutcome): CompleteRun {
  if (outcome.outcome !== "complete") throw new AppError("run_in_progress");
  return outcome;
}
