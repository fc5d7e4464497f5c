import { deliverRecovery } from "~/core/accounts/recovery";
import type { DeliveryDeps } from "~/core/deps";
import { deliverMail } from "./deliver-mail";
import { deliverNotices } from "./deliver-notices";
import { deliverReminder } from "./deliver-reminder";
import { type Delivery, deliverySchema } from "./delivery-messages";
import type { DeliveryOutcome } from "./mailer";

type Handlers = {
  [Kind in Delivery["kind"]]: (
    deps: DeliveryDeps,
    delivery: Extract<Delivery, { kind: Kind }>,
  ) => Promise<DeliveryOutcome>;
};

const HANDLERS: Handlers = {
  mail: deliverMail,
  recovery: deliverRecovery,
  notices: deliverNotices,
  reminder: deliverReminder,
};

/**
 * Safe to repeat.
 * @param body of the message; anything but a {@link Delivery} is dropped
 * @throws any unexpected error; the queue then retries the message
 */
export async function deliver(
  deps: DeliveryDeps,
  body: unknown,
): Promise<{ kind: Delivery["kind"] | "unknown"; outcome: DeliveryOutcome }> {
  const parsed = deliverySchema.safeParse(body);
  if (!parsed.success) {
    return { kind: "unknown", outcome: { status: "dropped", reason: "malformed" } };
  }
  const { kind } = parsed.data;
  const handle = HANDLERS[kind] as (
    deps: DeliveryDeps,
    delivery: Delivery,
  ) => Promise<DeliveryOutcome>;
  return { kind, outcome: await handle(deps, parsed.data) };
}
