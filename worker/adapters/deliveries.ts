import type { DeliveryQueue } from "~/core/ports";

/** The platform's limit of messages in one call. */
const BATCH_MESSAGES = 100;

/** The producer's side of the queue. */
export function createDeliveryQueue(queue: Queue): DeliveryQueue {
  return {
    async add(deliveries, { delaySeconds } = { delaySeconds: 0 }) {
      for (let i = 0; i < deliveries.length; i += BATCH_MESSAGES) {
        const part = deliveries.slice(i, i + BATCH_MESSAGES);
        await queue.sendBatch(
          part.map((body) => ({ body })),
          { delaySeconds },
        );
      }
    },
  };
}
