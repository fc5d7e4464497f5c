import type { Deps } from "~/core/deps";
import type { DeliveryOutcome } from "~/core/ports";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY } from "~/core/shared/constants";
import {
  type FanOutRow,
  listEndingPage,
  listIntroducedPage,
  listSubscriptionIds,
} from "~/db/queries/notifications";
import { listOpened } from "~/db/queries/reminders";
import type {
  EnvelopesDelivery,
  IntroductionsDelivery,
  LastHoursDelivery,
  NoticeDelivery,
  PushesDelivery,
} from "./delivery";
import { PAGE_DEVICES, pacePage } from "./pacing";

/** Opened envelopes per page, and the pause before the next page. */
const PAGE_ENVELOPES = 500;
const PAGE_SECONDS = 10;

const DELIVERED: DeliveryOutcome = { status: "delivered" };

/**
 * Adds a message to the queue for each of a member's devices that is to be notified. If there is none, the notice of an
 * opened envelope comes by mail.
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

/** Delivers one page of a run's members, and queues the message for the next page. */
export async function deliverIntroductions(
  deps: Deps,
  delivery: IntroductionsDelivery,
): Promise<DeliveryOutcome> {
  const page = await listIntroducedPage(deps.db, { ...delivery, limit: PAGE_DEVICES });
  return deliverPage(deps, page, "introduction", (after) => ({ ...delivery, after }));
}

/** Delivers one page of the members whose conversation ends soon, and queues the message for the next page. */
export async function deliverLastHours(
  deps: Deps,
  delivery: LastHoursDelivery,
): Promise<DeliveryOutcome> {
  if (delivery.expiresAt <= deps.clock.now()) return { status: "dropped", reason: "expired" };
  const page = await listEndingPage(deps.db, { ...delivery, limit: PAGE_DEVICES });
  return deliverPage(deps, page, "last_hour", (after) => ({ ...delivery, after }));
}

/** Delivers one page of the members who can see an opened address, and queues the message for the next page. */
export async function deliverEnvelopes(
  deps: Deps,
  { endedAt, after }: EnvelopesDelivery,
): Promise<DeliveryOutcome> {
  const limit = PAGE_ENVELOPES;
  const span = { endedAt, since: endedAt - MS_PER_DAY };
  const page = await listOpened(deps.db, { ...span, after, limit, now: deps.clock.now() });
  const notices = page.flatMap(({ is_open, member_id, conversation_id }): NoticeDelivery[] => {
    const notice = { kind: "envelope", conversationId: conversation_id } as const;
    return is_open === 1 ? [{ kind: "notice", memberId: member_id, notice }] : [];
  });
  if (notices.length > 0) await deps.deliveries.add(notices);
  const last = page.at(-1);
  if (last && page.length === limit) {
    const next = { kind: "envelopes", endedAt, after: [last.updated_at, last.row] } as const;
    await deps.deliveries.add([{ ...next, after: [...next.after] }], {
      delaySeconds: PAGE_SECONDS,
    });
  }
  return DELIVERED;
}

async function deliverPage(
  deps: Deps,
  page: FanOutRow[],
  about: PushesDelivery["about"],
  toNext: (after: string) => IntroductionsDelivery | LastHoursDelivery,
): Promise<DeliveryOutcome> {
  const { parts, nextSeconds } = pacePage(page.filter((row) => row.conversation_id !== null));
  for (const [delaySeconds, together] of Map.groupBy(parts, (part) => part.delaySeconds)) {
    const pushes = together.map(
      ({ devices }): PushesDelivery => ({
        kind: "pushes",
        about,
        devices: devices.map(({ id, conversation_id }) => [id, conversation_id ?? ""]),
      }),
    );
    await deps.deliveries.add(pushes, { delaySeconds });
  }
  const last = page.at(-1);
  if (last && page.length === PAGE_DEVICES) {
    await deps.deliveries.add([toNext(last.id)], { delaySeconds: nextSeconds });
  }
  return DELIVERED;
}
