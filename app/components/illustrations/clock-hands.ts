import { MS_PER_HOUR } from "~/core/shared/constants";

export type Hand = "hour" | "minute";

const TURN_MS: Record<Hand, number> = { hour: 12 * MS_PER_HOUR, minute: MS_PER_HOUR };

/** @param time milliseconds since 1970, plus the shown zone's offset from UTC */
export function handTransform(hand: Hand, time: number): string {
  const turn = TURN_MS[hand];
  return `rotate(${(((time % turn) / turn) * 360).toFixed(1)})`;
}
