import type { Deps } from "~/core/deps";
import { runDueJobs } from "~/core/operations/jobs";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { newId } from "~/core/shared/random";
import {
  abandonRun,
  claimRun,
  findPublishedRun,
  type PublishedRun,
  type RunClaim,
  readBasis,
} from "~/db/pairing/pairing-runs";
import type { RunMoment } from "~/db/pairing/participation";
import { MATCH_LEASE_MS_PER_MEMBER, matchMembers } from "./match-members";
import { LEASE_MS, RunWriter } from "./run-writer";

/**
 * The run may have missed blocks that were made after its start or shortly before. Publishing it removes the pairs with
 * a block that is newer than the run's start minus this margin.
 */
const BLOCK_MARGIN_MS = 15 * MS_PER_MINUTE;
const MAX_ROUNDS = 5;

export interface RunRequest {
  /** Unix ms. Its UTC date is the pairing date. */
  at: number;
  trigger: "cron" | "admin";
  adminId?: string;
}

type RunOutcome =
  | { outcome: "complete"; pairs: number; unmatched: number; repeats: number }
  | { outcome: "published" }
  | { outcome: "in_progress" };

/**
 * Repeated and parallel calls leave exactly one complete result (docs/rules.md#runs). If an admin's run overlaps with
 * another run, the one that is ready second starts again from the result of the first.
 */
export async function runPairing(deps: Deps, request: RunRequest): Promise<RunOutcome> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const outcome = await attemptRun(deps, request);
    if (outcome) return outcome;
  }
  return { outcome: "in_progress" };
}

interface Run extends RunMoment, RunClaim {
  expiresAt: number;
}

async function attemptRun(
  deps: Deps,
  { at, trigger, adminId }: RunRequest,
): Promise<RunOutcome | null> {
  const run: Run = {
    runId: newId(),
    seed: newId(),
    date: toUtcDate(at),
    trigger,
    adminId: adminId ?? null,
    startedAt: deps.clock.now(),
    expiresAt: nextMidnightUtc(at),
    mustVerify: deps.mail.mustVerify,
  };
  const { runId, date } = run;
  const claim = await claimRun(deps.db, run, run.startedAt + LEASE_MS);
  if (claim.outcome === "published") deps.logger.info("pairing.done_already", { date });
  if (claim.outcome !== "claimed") return claim;
  const { attempt } = claim;
  deps.logger.info("pairing.claimed", { date, runId, trigger, attempt });
  try {
    const published = await executeRun(deps, run);
    if (published) return completeRun(deps, run, published);
    deps.logger.info("pairing.superseded", { date, runId });
    await abandonRun(deps.db, runId);
    return null;
  } catch (error) {
    return await settleFailure(deps, run, attempt, error);
  }
}

/**
 * Abandons a failed run at once, so that a retry or the admin's next click needn't wait for the lease.
 * @throws the given error if the run still belonged to this writer
 */
async function settleFailure(
  deps: Deps,
  run: Run,
  attempt: number,
  error: unknown,
): Promise<RunOutcome> {
  const { runId, date } = run;
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
    // The run was published, but the database's answer was lost.
    deps.logger.warn("pairing.answer_lost", { date, runId, attempt });
    return completeRun(deps, run, published);
  }
  deps.logger.warn("pairing.taken_over", { date, runId, attempt });
  return { outcome: "in_progress" };
}

function completeRun(
  deps: Deps,
  { runId, date }: Run,
  { pairs, unmatched, repeats }: PublishedRun,
): RunOutcome {
  // The jobs notify members. The cron carries out the jobs that this invocation doesn't reach.
  deps.defer(runDueJobs(deps));
  deps.logger.info("pairing.published", { date, runId, pairs, unmatched, repeats });
  return { outcome: "complete", pairs, unmatched, repeats };
}

/** @returns null if another run was published meanwhile */
async function executeRun(deps: Deps, run: Run): Promise<PublishedRun | null> {
  const { clock, logger } = deps;
  const { runId, startedAt } = run;
  const writer = new RunWriter(deps, run);
  const basis = await readBasis(deps.db, run);
  // An admin's run was published after the cron claimed the date, so the date already has its result.
  if (run.trigger === "cron" && basis.isDateDone) return null;
  let loadedAt = startedAt;
  const { matching, keys } = await matchMembers(
    deps,
    { ...run, previous: basis.previous },
    {
      afterPage: () => writer.showLife(),
      beforeMatch: async (size) => {
        await writer.renewLease(LEASE_MS + size * MATCH_LEASE_MS_PER_MEMBER);
        loadedAt = clock.now();
      },
    },
  );
  // A Worker's clock stands still during computation, until the next I/O.
  await writer.renewLease(LEASE_MS);
  const matchedAt = clock.now();
  const { eligible, provenMaximum, upperBound, repeats, repeatsAtLeast, work } = matching;
  const proof = { eligible, provenMaximum, upperBound, repeatsAtLeast, work };
  logger.info("pairing.matched", { runId, ...proof });
  await writer.write(matching, keys);
  await writer.keepSnapshot(matching, keys);
  const blockedSince = startedAt - BLOCK_MARGIN_MS;
  const published = await writer.publish({ matching, keys, basis, blockedSince });
  if (!published) return null;
  const loadMs = loadedAt - startedAt;
  const matchMs = matchedAt - loadedAt;
  const writeMs = clock.now() - matchedAt;
  logger.info("pairing.timed", { runId, loadMs, matchMs, writeMs });
  return { ...published, repeats };
}
