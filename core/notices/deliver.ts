import { deliverRecovery } from "~/core/accounts/recovery";
import type { DeliveryDeps } from "~/core/deps";
import { deliverMail } from "./deliver-mail";
import { deliverNotices } from "./deliver-notices";
import { deliverReminder } from "./deliver-reminder";
import { type Delivery, deliverySchema } from "./delivery";
import type { DeliveryOutcome } from "./mailer";

/**
 * Safe to repeat.
 * @param body of the message; anything but a {@link Delivery} is dropped
 * @throws any unexpected error; the queue then retries the message
 */
export async function deliver(
  deps: DeliveryDeps,
  body: unknown,
): Promise<{ kind: Delivery["kind"] | "unknown"; outcome: DeliveryOutcome }> {
  const { data: delivery } = deliverySchema.safeParse(body);
  if (!delivery) return { kind: "unknown", outcome: { status: "dropped", reason: "malformed" } };
  return { kind: delivery.kind, outcome: await carryOut(deps, delivery) };
}

function carryOut(deps: DeliveryDeps, delivery: Delivery): Promise<DeliveryOutcome> {
  switch (delivery.kind) {
    case "mail":
      return deliverMail(deps, delivery);
    case "recovery":
      return deliverRecovery(deps, delivery);
    case "notices":
      return deliverNotices(deps, delivery);
    case "reminder":
      return deliverReminder(deps, delivery);
  }
}
