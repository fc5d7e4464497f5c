import type { Deps } from "~/core/deps";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { insertJobOnce } from "~/db/queries/jobs";
import type { FanOut } from "./delivery";
import type { Notice } from "./notices";
import { CHAINS } from "./pacing";

/** Delay of a message's notification. A member who opens the conversation within it, as after switching apps, is not notified. */
const MESSAGE_DELAY_SECONDS = 3;

type NotifyDeps = Pick<Deps, "deliveries" | "push" | "logger">;

/**
 * Notifies a member on each of their devices, if they want notices of this kind and outside their quiet hours. Costs
 * one message of the queue. Never throws, because the action must not fail when the queue can't be reached.
 */
export async function notify(deps: NotifyDeps, memberId: string, notice: Notice): Promise<void> {
  if (!deps.push) return;
  const delaySeconds = notice.kind === "message" ? MESSAGE_DELAY_SECONDS : 0;
  try {
    await deps.deliveries.add([{ kind: "notice", memberId, notice }], { delaySeconds });
  } catch (error) {
    deps.logger.error("delivery.not_queued", error, { kind: "notice" });
  }
}

/** Fan-out of the introductions to all members of a run; stored when the run is published. */
export const introductionsOf = (runId: string): FanOut => ({
  kind: "introductions",
  runId,
  after: "",
});

/**
 * The first messages of a fan-out: its chains, which run side by side. A chain that an earlier Worker began has no end
 * and goes through all devices.
 */
export const toChains = (delivery: FanOut): FanOut[] =>
  delivery.kind === "envelopes" ? [delivery] : CHAINS.map((place) => ({ ...delivery, ...place }));

/** Fan-out to all members whose sealed addresses a midnight has opened. @param endedAt that midnight, milliseconds since 1970 */
export const envelopesOf = (endedAt: number): FanOut => ({
  kind: "envelopes",
  endedAt,
  after: [0, 0],
});

/**
 * Stores the job that notifies members whose conversation ends at the next 00:00 UTC. It is stored once, even if the
 * cron comes twice.
 */
export async function keepLastHours({ db, push, clock }: Pick<Deps, "db" | "push" | "clock">) {
  if (!push) return;
  const now = clock.now();
  const expiresAt = nextMidnightUtc(now);
  const delivery: FanOut = { kind: "last_hours", expiresAt, after: "" };
  await insertJobOnce(db, `last-hours:${expiresAt}`, {
    kind: "fan_out",
    detail: { delivery },
    now,
  });
}
