import type { Limit } from "./constants";
import { tooMany } from "./errors";

export interface WindowState {
  count: number;
  /** Null while the window is empty. */
  startedAt: number | null;
}

/** @throws AppError `too_many_requests`, with the time at which there is room again */
export function assertWithinLimit(limit: Limit, state: WindowState, now: number): void {
  if (state.count < limit.limit) return;
  // Of two simultaneous requests, the one with the later instant may have begun the window.
  const startedAt = Math.min(state.startedAt ?? now, now);
  throw tooMany(limit.refusal, startedAt + limit.windowMs - now);
}

/** Reports the window that stays full the longest. */
export function assertWithinLimits(
  windows: { limit: Limit; state: WindowState }[],
  now: number,
): void {
  const roomAt = ({ limit, state }: (typeof windows)[number]) =>
    (state.startedAt ?? now) + limit.windowMs;
  const full = windows.filter(({ limit, state }) => state.count >= limit.limit);
  const last = full.sort((a, b) => roomAt(b) - roomAt(a))[0];
  if (last) assertWithinLimit(last.limit, last.state, now);
}
