import type { Deps } from "~/core/deps";
import type { Notice } from "./notices";

/** Delay of a message's notification. A member who opens the conversation within it, as after switching apps, is not notified. */
const MESSAGE_DELAY_SECONDS = 3;

/**
 * Notifies a member on each of their devices, if they want notices of this kind and outside their quiet hours. Costs
 * one message of the queue. Never throws, because the action must not fail when the queue can't be reached.
 */
export async function notify(
  deps: Pick<Deps, "deliveries" | "push" | "logger">,
  memberId: string,
  notice: Notice,
): Promise<void> {
  if (!deps.push) return;
  const delaySeconds = notice.kind === "message" ? MESSAGE_DELAY_SECONDS : 0;
  try {
    await deps.deliveries.add([{ kind: "notices", to: [[memberId, notice]] }], { delaySeconds });
  } catch (error) {
    deps.logger.error("delivery.not_queued", error, { kind: "notices" });
  }
}
