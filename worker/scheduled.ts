import { archivePairings } from "~/core/archive/archive";
import { notifyAbsent } from "~/core/availability/absence";
import { runDueJobs } from "~/core/jobs/jobs";
import { replayLedger } from "~/core/maintenance/replay-ledger";
import { sweepExpired } from "~/core/maintenance/sweep";
import { keepLastHours } from "~/core/notifications/notify";
import { remindWaiting } from "~/core/notifications/remind";
import { type RunRequest, runPairing } from "~/core/pairing/run";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { computeTransparency } from "~/core/transparency/service";
import { createLogger } from "./adapters/logger";
import { cryptoRandom } from "./adapters/random";
import type { Env } from "./env";
import { createDeps } from "./services";
import { beatForNight, keepWatch } from "./watch/on-call";

/** Longest wait of a delivery for the end of another one's run; the next cron time comes later. */
const MAX_WAIT_MS = 4 * MS_PER_MINUTE;
const LONGEST_PAUSE_MS = 2 * MS_PER_SECOND;

/** Looks after the product itself, delivers changes to conversations' objects, notifies the absent and calls back: every ten minutes, by `wrangler.midnight.toml`. */
const DELIVERY_CRON = "*/10 * * * *";

/** An hour before the conversations' end: notifies those who have one. */
const LAST_HOUR_CRON = "0 23 * * *";

/** What follows a run and no member waits for, in an invocation of its own (docs/decisions/after-the-run.md). */
const CHORES_CRON = "50 * * * *";

/** Due jobs that are carried out beside a run: its announcements are the first of them. The others are the ten-minute cron's. */
const JOBS_AFTER_RUN = 300;

/** The Cron Triggers: pair the members for the UTC date of the scheduled time and tell them; deliver; sweep. */
export async function handleScheduled(
  controller: ScheduledController,
  env: Env,
  context: ExecutionContext,
): Promise<void> {
  const deps = createDeps(env, {
    logger: createLogger({ requestId: cryptoRandom.id() }),
    defer: (work) => context.waitUntil(work),
  });
  if (controller.cron === DELIVERY_CRON) await keepWatch(env, deps);
  // Before a run: a member that a restore has brought back is not to be paired.
  await replayLedger(deps);
  if (controller.cron === DELIVERY_CRON) {
    try {
      await runDueJobs(deps);
    } finally {
      await notifyAbsent(deps, { at: controller.scheduledTime });
    }
    await remindWaiting(deps);
    await archivePairings(deps);
    return;
  }
  if (controller.cron === LAST_HOUR_CRON) {
    await keepLastHours(deps);
    await runDueJobs(deps);
    return;
  }
  if (controller.cron === CHORES_CRON) {
    // Before the sweep, which takes what a run kept.
    await computeTransparency(deps);
    await sweepExpired(deps);
    await archivePairings(deps, { fromStart: true });
    return;
  }
  try {
    const isThere = await runToTheEnd(deps, { at: controller.scheduledTime, trigger: "cron" });
    if (isThere) await beatForNight(env, deps.logger);
  } finally {
    await runDueJobs(deps, JOBS_AFTER_RUN);
  }
}

/**
 * Runs, or waits for the delivery that is at it already: when it dies in the middle its claim lapses,
 * and this one takes over. So whichever delivery ends well leaves a published run.
 * @returns whether the run is published
 */
async function runToTheEnd(
  deps: ReturnType<typeof createDeps>,
  request: RunRequest,
): Promise<boolean> {
  const giveUpAt = deps.clock.now() + MAX_WAIT_MS;
  for (let pause = 50; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { outcome } = await runPairing(deps, request);
    if (outcome !== "in_progress") return true;
    if (deps.clock.now() + pause > giveUpAt) {
      deps.logger.warn("pairing.still_in_progress");
      return false;
    }
    await scheduler.wait(pause);
  }
}
