import { MS_PER_DAY, MS_PER_HOUR } from "~/core/shared/constants";

export type Hand = "hour" | "minute";

const TURN_MS: Record<Hand, number> = { hour: MS_PER_DAY, minute: MS_PER_HOUR };

/** The `transform` of a hand of the moon's 24-hour dial, which shows UTC. @param now milliseconds since 1970 */
export function handTransform(hand: Hand, now: number): string {
  const turn = TURN_MS[hand];
  return `rotate(${(((now % turn) / turn) * 360).toFixed(1)})`;
}
