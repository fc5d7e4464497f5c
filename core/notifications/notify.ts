import type { Delivery } from "~/core/deliveries/messages";
import type { Deps } from "~/core/deps";
import { nextMidnightUtc } from "~/core/shared/countdown";
import type { Notice } from "./notices";

/** A member who is about to look, as after the change from one app to another, is not notified. */
const MESSAGE_DELAY_SECONDS = 3;

type NotifyDeps = Pick<Deps, "deliveries" | "push" | "logger">;

/**
 * Tells a member of something, on each of their devices, if they want to know of it and outside of their quiet hours.
 * Costs one message of the queue. Never throws: what happened doesn't fail because the queue could not be reached.
 */
export async function notify(deps: NotifyDeps, memberId: string, notice: Notice): Promise<void> {
  const delaySeconds = notice.kind === "message" ? MESSAGE_DELAY_SECONDS : 0;
  await enqueue(deps, { kind: "notice", memberId, notice }, delaySeconds);
}

/** Tells all members of a published run that their introduction is there. Never throws. */
export async function notifyIntroductions(deps: NotifyDeps, runId: string): Promise<void> {
  await enqueue(deps, { kind: "introductions", runId, after: "" });
}

/** Tells all whose conversation ends at the next 00:00 UTC. Never throws. */
export async function notifyLastHours(deps: NotifyDeps & Pick<Deps, "clock">): Promise<void> {
  const expiresAt = nextMidnightUtc(deps.clock.now());
  await enqueue(deps, { kind: "last_hours", expiresAt, after: "" });
}

async function enqueue(
  { deliveries, push, logger }: NotifyDeps,
  delivery: Delivery,
  delaySeconds = 0,
): Promise<void> {
  if (!push) return;
  try {
    await deliveries.add([delivery], { delaySeconds });
  } catch (error) {
    logger.error("delivery.not_queued", error, { kind: delivery.kind });
  }
}
