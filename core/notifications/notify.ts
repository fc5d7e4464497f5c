import type { Deps } from "~/core/deps";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { insertJobOnce } from "~/db/queries/jobs";
import type { FanOut } from "./delivery";
import type { Notice } from "./notices";
import { CHAINS } from "./pacing";

/** A member who is about to look, as after the change from one app to another, is not notified. */
const MESSAGE_DELAY_SECONDS = 3;

type NotifyDeps = Pick<Deps, "deliveries" | "push" | "logger">;

/**
 * Tells a member of something, on each of their devices, if they want to know of it and outside of their quiet hours.
 * Costs one message of the queue. Never throws: what happened doesn't fail because the queue could not be reached.
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

/** Fan-out to all members of a published run, that their introduction is there; stored with the publication. */
export const introductionsOf = (runId: string): FanOut => ({
  kind: "introductions",
  runId,
  after: "",
});

/**
 * The first messages of a fan-out: its chains, side by side. A chain that an earlier Worker began has no end of its own, and runs
 * through all devices.
 */
export const toChains = (delivery: FanOut): FanOut[] =>
  delivery.kind === "envelopes" ? [delivery] : CHAINS.map((place) => ({ ...delivery, ...place }));

/** Fan-out to all whose sealed addresses a midnight has opened. @param endedAt that midnight, milliseconds since 1970 */
export const envelopesOf = (endedAt: number): FanOut => ({
  kind: "envelopes",
  endedAt,
  after: [0, 0],
});

/**
 * Keeps, for what delivers the changes that wait, that members whose conversation ends at the next 00:00 UTC hear of it: once, also
 * by a cron that comes twice.
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
