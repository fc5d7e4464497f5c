import type { Delivery } from "./delivery-messages";

/** The platform's limit. */
const BATCH_MESSAGES = 100;

export function createDeliveryQueue(queue: Queue) {
  return {
    async add(deliveries: Delivery[], { delaySeconds } = { delaySeconds: 0 }): Promise<void> {
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

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;
