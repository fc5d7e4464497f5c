import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";

/** How long ago an instant is, in one unit. */
export function formatWait(instant: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(instant));
  const [count, unit] =
    ms < MS_PER_HOUR
      ? [Math.floor(ms / MS_PER_MINUTE), "minute"]
      : ms < 2 * MS_PER_DAY
        ? [Math.floor(ms / MS_PER_HOUR), "hour"]
        : [Math.floor(ms / MS_PER_DAY), "day"];
  if (count === 0) return "less than a minute";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** An open report is answered within a day: whether that is over. */
export function isLate(instant: string, now: number): boolean {
  return now - Date.parse(instant) > MS_PER_DAY;
}
