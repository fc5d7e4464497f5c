import type { Limit } from "./constants";
import { tooMany } from "./errors";

export interface WindowState {
  count: number;
  /** Null while the window is empty. */
  startedAt: number | null;
}

/** @throws AppError `too_many_requests`, with the time at which all windows have room again */
export function assertWithinLimits(
  windows: { limit: Limit; state: WindowState }[],
  now: number,
): void {
  const full = windows.filter(({ limit, state }) => state.count >= limit.limit);
  const ends = full.map(({ limit, state }) => ({
    refusal: limit.refusal,
    // `startedAt` can be later than `now`, if a simultaneous request with a later instant began the window.
    left: Math.min(state.startedAt ?? now, now) + limit.windowMs - now,
  }));
  const last = ends.sort((a, b) => b.left - a.left)[0];
  if (last) throw tooMany(last.refusal, last.left);
}
