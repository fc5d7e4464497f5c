import type { DeliveryDeps } from "~/core/deps";
import {
  findEnvelopeRecipient,
  findReminded,
  MOST_UNANSWERED,
  markReminded,
  unmarkReminded,
} from "~/db/notices/reminders";
import { sendLetter } from "./deliver-mail";
import type { ReminderDelivery } from "./delivery";
import type { DeliveryOutcome } from "./mailer";

const UNWANTED: DeliveryOutcome = { status: "dropped", reason: "unwanted" };

/**
 * The mail names no one, because people share mailboxes, and the mail outlives a deleted partner's account
 * (docs/rules.md#reminders).
 */
export async function deliverReminder(
  deps: DeliveryDeps,
  delivery: ReminderDelivery,
): Promise<DeliveryOutcome> {
  return delivery.about === "introduction"
    ? deliverWaiting(deps, delivery)
    : deliverEnvelope(deps, delivery);
}

async function deliverWaiting(
  deps: DeliveryDeps,
  { memberId, conversationId, date }: ReminderDelivery,
): Promise<DeliveryOutcome> {
  const ask = { memberId, conversationId, date, now: deps.clock.now() };
  const found = await findReminded(deps.db, ask);
  if (!found) return UNWANTED;
  const unseen = await deps.conversations.countUnseen(conversationId, memberId);
  // The reminder is marked before the mail is sent, so that only one of two deliveries sends the mail. If the
  // database's answer gets lost, no delivery sends it.
  if (!(await markReminded(deps.db, ask))) return UNWANTED;
  const outcome = await sendLetter(deps, {
    id: `reminder-${memberId}-${date}`,
    memberId,
    to: found.email,
    name: null,
    mail: {
      template: "reminder",
      hasWritten: unseen > 0,
      isLast: found.count >= MOST_UNANSWERED,
    },
  });
  if (outcome.status !== "delivered") await unmarkReminded(deps.db, { ...ask, before: found });
  return outcome;
}

async function deliverEnvelope(
  deps: DeliveryDeps,
  { memberId, conversationId }: ReminderDelivery,
): Promise<DeliveryOutcome> {
  const ask = { memberId, conversationId, now: deps.clock.now() };
  const found = await findEnvelopeRecipient(deps.db, ask);
  if (!found) return UNWANTED;
  return sendLetter(deps, {
    id: `envelope-${memberId}-${conversationId}`,
    memberId,
    to: found.email,
    name: null,
    mail: { template: "envelope", conversationId },
  });
}
