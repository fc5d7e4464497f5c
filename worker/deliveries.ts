import type { DeliveryDeps } from "~/core/deps";
import { deliver } from "~/core/notices/deliver";
import { MAX_RETRIES, pauseAfter } from "~/core/notices/retries";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import { newId } from "~/core/shared/random";
import { noteGivenUp } from "~/db/operations/watch";
import { createLogger } from "./adapters/logger";
import { createMailer } from "./adapters/mail/create-mailer";
import { createDeps } from "./deps";
import type { Env } from "./env";
import { countPoint } from "./metrics";

const AT_ONCE = 6;

export async function handleQueue(
  batch: MessageBatch,
  env: Env,
  context: ExecutionContext,
): Promise<void> {
  const logger = createLogger({ requestId: newId() });
  const base = createDeps(env, { logger, defer: (work) => context.waitUntil(work) });
  await deliverBatch(env, { ...base, mailer: createMailer(env, base) }, batch);
}

export async function deliverBatch(
  env: Env,
  deps: DeliveryDeps,
  batch: MessageBatch,
): Promise<void> {
  await mapWithLimit(batch.messages, AT_ONCE, (message) => deliverMessage(env, deps, message));
}

async function deliverMessage(env: Env, deps: DeliveryDeps, message: Message): Promise<void> {
  const { clock, logger } = deps;
  const { id, attempts } = message;
  const count = (kind: string, failed: 0 | 1) =>
    countPoint(env, "delivery", [clock.now() - message.timestamp.getTime(), failed], [kind]);
  const retry = async (kind: string, reason: string, afterSeconds: number | null) => {
    const isLast = attempts > MAX_RETRIES;
    logger.warn(isLast ? "delivery.given_up" : "delivery.retried", { id, attempts, reason });
    if (isLast) {
      count(kind, 1);
      await noteGivenUp(deps.db, clock.now()).catch(() => {});
    }
    message.retry({ delaySeconds: pauseAfter(attempts, afterSeconds) });
  };
  try {
    const { kind, outcome } = await deliver(deps, message.body);
    if (outcome.status === "retry") return await retry(kind, outcome.reason, outcome.afterSeconds);
    if (outcome.status === "delivered") logger.info("delivery.delivered", { id, kind, attempts });
    else logger.info("delivery.dropped", { id, kind, reason: outcome.reason });
    count(kind, 0);
    message.ack();
  } catch (error) {
    logger.error("delivery.failed", error, { id, attempts });
    await retry("unknown", "failed", null);
  }
}
