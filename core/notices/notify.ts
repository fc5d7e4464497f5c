import type { Deps } from "~/core/deps";
import type { Notice } from "./notices";

/** Long enough to switch apps. A member who opens the conversation within this time isn't notified. */
const MESSAGE_DELAY_SECONDS = 3;

/** Never throws, because the member's action must not fail when the queue can't be reached. */
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
