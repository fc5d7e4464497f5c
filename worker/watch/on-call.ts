import { MOST_TRIES } from "~/core/jobs/schedule";
import type { Logger } from "~/core/ports";
import { runWatch } from "~/core/watch/watch";
import { beat, createAlertWays } from "~/worker/adapters/alerts";
import { createMailer } from "~/worker/adapters/mail/create-mailer";
import { createWatchMemory } from "~/worker/adapters/watch-memory";
import { type Env, readConfig } from "~/worker/env";
import type { createDeps } from "~/worker/services";

/** Runs the watch for the ten-minute cron and sends its heartbeat. Never throws, so that the cron's other work continues. */
export async function keepWatch(env: Env, deps: ReturnType<typeof createDeps>): Promise<void> {
  const { alerts } = readConfig(env);
  try {
    await runWatch({
      ...deps,
      memory: createWatchMemory(env),
      ways: createAlertWays({ alerts }, createMailer(env, deps)),
      mostTries: MOST_TRIES,
    });
  } catch (error) {
    deps.logger.error("watch.failed", error);
    return;
  }
  await tryBeat(alerts.heartbeat, deps.logger);
}

/** Sends the heartbeat of a published run to an outside watch. Never throws. */
export const beatForNight = (env: Env, logger: Logger) =>
  tryBeat(readConfig(env).alerts.nightHeartbeat, logger);

async function tryBeat(url: string | null, logger: Logger): Promise<void> {
  if (url === null) return;
  try {
    await beat(url);
  } catch (error) {
    logger.error("watch.heartbeat_failed", error);
  }
}
