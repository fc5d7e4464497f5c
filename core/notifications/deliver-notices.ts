import type { Deps } from "~/core/deps";
import type { DeliveryOutcome } from "~/core/ports";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, MS_PER_SECOND } from "~/core/shared/constants";
import {
  type FanOutRow,
  listEndingPage,
  listIntroducedPage,
  listSubscriptionIds,
} from "~/db/queries/notifications";
import { listOpened } from "~/db/queries/reminders";
import type {
  EnvelopesDelivery,
  FanOut,
  IntroductionsDelivery,
  LastHoursDelivery,
  NoticeDelivery,
  PushDelivery,
} from "./delivery";

/** Subscriptions of one page: five calls to the queue, and one message of it for the next page. */
const PAGE_SUBSCRIPTIONS = 500;
/** Notifications of one page go out over so long, so that a run doesn't reach the push services all at once. */
const PAGE_SPREAD_MS = 10 * MS_PER_SECOND;

const DELIVERED: DeliveryOutcome = { status: "delivered" };

/**
 * A message of the queue for each device of a member that is to be notified. An opened envelope comes by mail where there is no
 * device.
 */
export async function deliverNotice(
  deps: Deps,
  { memberId, notice }: NoticeDelivery,
): Promise<DeliveryOutcome> {
  const ids = await listSubscriptionIds(deps.db, memberId, notice.kind);
  if (ids.length === 0 && notice.kind === "envelope") {
    const date = toUtcDate(deps.clock.now());
    const { conversationId } = notice;
    await deps.deliveries.add([
      { kind: "reminder", memberId, conversationId, about: "envelope", date },
    ]);
  }
  if (ids.length === 0) return DELIVERED;
  await deps.deliveries.add(
    ids.map((subscriptionId) => ({ kind: "push", subscriptionId, notice })),
  );
  return DELIVERED;
}

/** One page of a run's members, and the message for the next page. */
export async function deliverIntroductions(
  deps: Deps,
  delivery: IntroductionsDelivery,
): Promise<DeliveryOutcome> {
  const page = await listIntroducedPage(deps.db, { ...delivery, limit: PAGE_SUBSCRIPTIONS });
  return deliverPage(deps, page, "introduction", (after) => ({ ...delivery, after }));
}

/** One page of those whose conversation ends soon, and the message for the next page. */
export async function deliverLastHours(
  deps: Deps,
  delivery: LastHoursDelivery,
): Promise<DeliveryOutcome> {
  if (delivery.expiresAt <= deps.clock.now()) return { status: "dropped", reason: "expired" };
  const page = await listEndingPage(deps.db, { ...delivery, limit: PAGE_SUBSCRIPTIONS });
  return deliverPage(deps, page, "last_hour", (after) => ({ ...delivery, after }));
}

/** One page of those to whom an address was opened, and the message for the next page. */
export async function deliverEnvelopes(
  deps: Deps,
  { endedAt, after }: EnvelopesDelivery,
): Promise<DeliveryOutcome> {
  const limit = PAGE_SUBSCRIPTIONS;
  const span = { endedAt, since: endedAt - MS_PER_DAY };
  const page = await listOpened(deps.db, { ...span, after, limit, now: deps.clock.now() });
  const notices = page.flatMap(({ is_open, member_id, conversation_id }): NoticeDelivery[] => {
    const notice = { kind: "envelope", conversationId: conversation_id } as const;
    return is_open === 1 ? [{ kind: "notice", memberId: member_id, notice }] : [];
  });
  if (notices.length > 0) await deps.deliveries.add(notices);
  const last = page.at(-1);
  if (last && page.length === limit) {
    await addNext(deps, { kind: "envelopes", endedAt, after: [last.updated_at, last.row] });
  }
  return DELIVERED;
}

async function deliverPage(
  deps: Deps,
  page: FanOutRow[],
  kind: "introduction" | "last_hour",
  toNext: (after: string) => IntroductionsDelivery | LastHoursDelivery,
): Promise<DeliveryOutcome> {
  const pushes = page.flatMap(({ id, conversation_id }): PushDelivery[] =>
    conversation_id === null
      ? []
      : [{ kind: "push", subscriptionId: id, notice: { kind, conversationId: conversation_id } }],
  );
  if (pushes.length > 0) await deps.deliveries.add(pushes);
  const last = page.at(-1);
  if (last && page.length === PAGE_SUBSCRIPTIONS) {
    await addNext(deps, toNext(last.id));
  }
  return DELIVERED;
}

const addNext = (deps: Deps, next: FanOut) =>
  deps.deliveries.add([next], { delaySeconds: PAGE_SPREAD_MS / MS_PER_SECOND });
