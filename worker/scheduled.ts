import { notifyAbsent } from "~/core/notices/absence";
import { keepLastHours } from "~/core/notices/fan-out";
import { remindWaiting } from "~/core/notices/remind";
import { runDueJobs } from "~/core/operations/jobs";
import { applyRestore } from "~/core/operations/restore";
import { sweepExpired } from "~/core/operations/retention";
import { computeTransparency } from "~/core/operations/transparency";
import { type RunRequest, runPairing } from "~/core/pairing/run";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { newId } from "~/core/shared/random";
import { withoutValues } from "~/db/client";
import { createLogger } from "./adapters/logger";
import { createDeps } from "./deps";
import type { Env } from "./env";
import { keepWatch } from "./watch";

/** The longest wait for another invocation's run. The next cron for a run comes at least 5 minutes later. */
const MAX_WAIT_MS = 4 * MS_PER_MINUTE;
const LONGEST_PAUSE_MS = 2 * MS_PER_SECOND;

const DELIVERY_CRON = "*/10 * * * *";

const LAST_HOUR_CRON = "0 23 * * *";

/** Work that can wait until the run is over, because no member waits for it (docs/decisions/after-the-run.md). */
const CHORES_CRON = "50 * * * *";

/** The first cron that succeeds makes the run of its date. Later crons of that date do nothing. */
const RUN_CRONS = [
  "0 0 * * *",
  "5 0 * * *",
  "15 0 * * *",
  "30 0 * * *",
  "45 0 * * *",
  "17 1-23 * * *",
];

/** Must be the crons of `wrangler.midnight.toml`. */
export const CRONS = [...RUN_CRONS, CHORES_CRON, DELIVERY_CRON, LAST_HOUR_CRON];

/** The most due jobs that are carried out after a run. The ten-minute cron carries out the others. */
const JOBS_AFTER_RUN = 300;

export async function handleScheduled(
  controller: ScheduledController,
  env: Env,
  context: ExecutionContext,
): Promise<void> {
  try {
    await runCron(controller, env, context);
  } catch (error) {
    throw withoutValues(error);
  }
}

async function runCron(
  controller: ScheduledController,
  env: Env,
  context: ExecutionContext,
): Promise<void> {
  // A cron that is only in `wrangler.midnight.toml` must not pair members.
  if (!CRONS.includes(controller.cron)) throw new Error(`Unknown cron: ${controller.cron}`);
  const deps = createDeps(env, {
    logger: createLogger({ requestId: newId() }),
    defer: (work) => context.waitUntil(work),
  });
  if (controller.cron === DELIVERY_CRON) await keepWatch(env, deps);
  // Before a run, so that a deleted member whom a restore brought back is not paired.
  await applyRestore(deps);
  if (controller.cron === DELIVERY_CRON) {
    try {
      await runDueJobs(deps);
    } finally {
      await notifyAbsent(deps, { at: controller.scheduledTime });
    }
    await remindWaiting(deps);
    return;
  }
  if (controller.cron === LAST_HOUR_CRON) {
    await keepLastHours(deps);
    await runDueJobs(deps);
    return;
  }
  if (controller.cron === CHORES_CRON) {
    // Before the sweep, which deletes the run's snapshot.
    await computeTransparency(deps);
    await sweepExpired(deps);
    return;
  }
  try {
    await runToTheEnd(deps, { at: controller.scheduledTime, trigger: "cron" });
  } finally {
    await runDueJobs(deps, JOBS_AFTER_RUN);
  }
}

/**
 * Makes the run, or waits for another invocation that is making it. If the other invocation dies, its lease expires and
 * this invocation takes over.
 */
async function runToTheEnd(
  deps: ReturnType<typeof createDeps>,
  request: RunRequest,
): Promise<void> {
  const giveUpAt = deps.clock.now() + MAX_WAIT_MS;
  for (let pause = 50; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { outcome } = await runPairing(deps, request);
    if (outcome !== "in_progress") return;
    if (deps.clock.now() + pause > giveUpAt) {
      deps.logger.warn("pairing.still_in_progress");
      return;
    }
    await scheduler.wait(pause);
  }
}
