import { MS_PER_DAY, MS_PER_MINUTE } from "./constants";
import { plural } from "./duration";

export function formatCountdown(remainingMs: number): string {
  if (remainingMs <= 0) return "Expired";
  const minutesLeft = Math.floor(remainingMs / MS_PER_MINUTE);
  const hours = Math.floor(minutesLeft / 60);
  const minutes = minutesLeft % 60;
  if (minutesLeft === 0) return "in less than a minute";
  if (hours === 0) return `in ${plural(minutesLeft, "minute")}`;
  if (hours < 3 && minutes > 0)
    return `in ${plural(hours, "hour")} and ${plural(minutes, "minute")}`;
  return `in ${plural(hours, "hour")}`;
}

export function nextMidnightUtc(instant: number): number {
  return (Math.floor(instant / MS_PER_DAY) + 1) * MS_PER_DAY;
}

export const lastMidnightUtc = (instant: number) => nextMidnightUtc(instant) - MS_PER_DAY;

export function remainingFraction(expiresAt: number, now: number): number {
  return Math.min(1, Math.max(0, (expiresAt - now) / MS_PER_DAY));
}
