import { deliver } from "~/core/deliveries/deliver";
import { MAX_RETRIES, pauseAfter } from "~/core/deliveries/retries";
import type { DeliveryDeps } from "~/core/deps";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import { createLogger } from "./adapters/logger";
import { createMailer } from "./adapters/mail/create-mailer";
import { cryptoRandom } from "./adapters/random";
import type { Env } from "./env";
import { createDeps } from "./services";

/** Messages of a batch that are under way at once: each waits for a service outside. */
const AT_ONCE = 6;

/** The queue's consumer: each message is done, dropped or tried again by itself. */
export async function handleQueue(
  batch: MessageBatch,
  env: Env,
  context: ExecutionContext,
): Promise<void> {
  const logger = createLogger({ requestId: cryptoRandom.id() });
  const base = createDeps(env, { logger, defer: (work) => context.waitUntil(work) });
  await deliverBatch({ ...base, mailer: createMailer(env, base) }, batch);
}

/** {@link handleQueue} with its dependencies. */
export async function deliverBatch(deps: DeliveryDeps, batch: MessageBatch): Promise<void> {
  await mapWithLimit(batch.messages, AT_ONCE, (message) => deliverMessage(deps, message));
}

async function deliverMessage(deps: DeliveryDeps, message: Message): Promise<void> {
  const { logger } = deps;
  const { id, attempts } = message;
  const retry = (reason: string, afterSeconds: number | null) => {
    const isLast = attempts > MAX_RETRIES;
    logger.warn(isLast ? "delivery.given_up" : "delivery.retried", { id, attempts, reason });
    message.retry({ delaySeconds: pauseAfter(attempts, afterSeconds) });
  };
  try {
    const { kind, outcome } = await deliver(deps, message.body);
    if (outcome.status === "retry") return retry(outcome.reason, outcome.afterSeconds);
    if (outcome.status === "delivered") logger.info("delivery.delivered", { id, kind, attempts });
    else logger.info("delivery.dropped", { id, kind, reason: outcome.reason });
    message.ack();
  } catch (error) {
    logger.error("delivery.failed", error, { id, attempts });
    retry("failed", null);
  }
}
